"""The audit's walk: a record, beside what the rules derive from its facts.

What follows from an answer, up to the next question, is derived as one batch and
compared with what is recorded between the two. The walk goes on with what should have
been, so one change gives one finding.
"""

import re
from collections.abc import Sequence
from typing import Generic, TypeVar

from sim.audit.finding import Finding, finding
from sim.audit.rows import ReadStream
from sim.audit.start import Opened
from sim.events import ConflictEnded, Consequence, DiceRolled, Event, Fact, Forfeited
from sim.play import Refusal, answer, forfeit
from sim.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem, State
from sim.telling.spoken import grounds, offered, spoken

S = TypeVar("S", bound=State)

STOPS = "the audit of this conflict stops here"
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


class Walk(Generic[S]):
    """One walk through a record.

    Afterwards *followed* are the events that should stand in the record, *state* is
    the last one reached, *decisions* how many were put to agents, *over* whether the
    conflict was followed to its end.
    """

    def __init__(
        self, system: RuleSystem[S], state: S, read: ReadStream, start: Opened
    ) -> None:
        self.findings: list[Finding] = []
        self.followed: list[Event] = []
        self.state = state
        self.decisions = 0
        self.over = False
        self._system = system
        self._read = read
        self._start = start
        self._at: int = 0
        self._astray: tuple[Event, bool] | None = None

    def run(self) -> None:
        """Follow the record from its first event to its last."""
        asked: Asked[S] | None = self._follow(())
        while asked is not None:
            asked = self._step(asked)

    def _step(self, asked: Asked[S]) -> Asked[S] | None:
        """Follow one answer; return the next question, None when the walk ends."""
        if type(asked) is Outcome:
            self._end()
            return None
        fact: Fact | None = None
        if self._at == len(self._read.body):
            self._unanswered(asked)
        elif type(asked) is Decision:
            fact = self._chosen(asked, self._read.body[self._at])
        elif type(asked) is Chance:
            fact = self._rolled(asked, self._read.body[self._at])
        if fact is None:
            return None
        self._at += 1
        self.followed.append(fact)
        if type(fact) is Forfeited:
            over = forfeit(self._start.seats, fact.who)
            ended = ConflictEnded(over.cites, over.how, over.returns)
            self._compare([self.state], [ended])
            self._end()
            return None
        consequences = self._system.decide(self.state, fact)
        self.state = self._system.evolve(self.state, fact)
        return self._follow(consequences)

    def _follow(self, consequences: tuple[Consequence, ...]) -> Asked[S]:
        """Derive all that follows until somebody is asked, and compare it."""
        system, state = self._system, self.state
        evolve = system.evolve
        due: list[Event] = []
        befores: list[S] = []
        batch = consequences
        while True:
            for event in batch:
                due.append(event)
                befores.append(state)
                state = evolve(state, event)
            asked = system.ask(state)
            if type(asked) is not Due:
                break
            batch = asked.events
        if type(asked) is Outcome:
            due.append(ConflictEnded(asked.cites, asked.how, asked.returns))
        befores.append(state)
        self.state = state
        self._compare(befores, due)
        return asked

    def _compare(self, befores: Sequence[S], due: list[Event]) -> None:
        """Compare *due* with the consequences recorded here, and step past them.

        *befores* are the states before each, and the one after the last.
        """
        self.followed += due
        body, start = self._read.body, self._at
        stop = start + len(due)
        if body[start:stop] == due and (
            stop >= len(body) or not isinstance(body[stop], Consequence)
        ):
            self._at = stop
            return
        stop = start
        while stop < len(body) and isinstance(body[stop], Consequence):
            stop += 1
        got = body[start:stop]
        self._at = stop
        cut_off = stop == len(body) and self._read.sealed is None
        if cut_off and got == due[: len(got)]:
            return
        self._differ(befores, due, got, start)

    def _differ(
        self, befores: Sequence[S], due: list[Event], got: list[Event], start: int
    ) -> None:
        """Report the first place where *got* departs from *due*."""
        pairs = enumerate(zip(got, due, strict=False))
        first = next(
            (index for index, (a, b) in pairs if a != b), min(len(got), len(due))
        )
        missing = got == due[:first] + due[first + 1 :]
        added = due == got[:first] + got[first + 1 :]
        if missing and self._returns(due[first], added=True):
            return
        if added and self._returns(got[first], added=False):
            return
        before = befores[min(first, len(befores) - 1)]
        here = None if missing or first == len(got) else got[first]
        due_here = None if added or first == len(due) else due[first]
        self._astray = None
        if missing:
            self._astray = (due[first], False)
        elif added:
            self._astray = (got[first], True)
        recorded = spoken(self._system, before, here) if here else "nothing here"
        expected = (
            spoken(self._system, before, due_here) if due_here else "nothing here"
        )
        rules = grounds(due_here or got[first])
        self._report(start + first, recorded, expected, rules)

    def _returns(self, event: Event, *, added: bool) -> bool:
        """Whether *event* was only moved: added once and missing once."""
        moved = self._astray == (event, added)
        if moved:
            self._astray = None
        return moved

    def _chosen(self, asked: Decision[S], event: Event) -> Fact | None:
        """Return the choice recorded, if it could be made."""
        single = len(asked.options) == 1
        if type(event) is Forfeited:
            legal = event.who == asked.who and not single
        else:
            legal = event in asked.options
        if not legal or not isinstance(event, Fact):
            kinds = {type(option): option for option in asked.options}
            rules = [
                rule for kind in (event, *kinds.values()) for rule in grounds(kind)
            ]
            words = spoken(self._system, self.state, event)
            expected = self._choice(asked)
            cited = tuple(dict.fromkeys(rules))
            self._report(self._at, words, expected, cited, why=STOPS)
            return None
        if not single:
            self.decisions += 1
            self._ask_again(asked, event)
        return event

    def _ask_again(self, asked: Decision[S], event: Fact) -> None:
        """Compare a choice with what the named agent chooses."""
        agent = self._start.agents.get(asked.who)
        if agent is None:
            return
        try:
            chosen = answer(agent, asked)
        except Refusal as refusal:
            chosen = Forfeited(asked.who, str(refusal))
        if chosen == event or _alike(chosen, event):
            return
        started = self._read.started
        name = started.seats[asked.who].agent if started else ""
        recorded = spoken(self._system, self.state, event)
        expected = spoken(self._system, self.state, chosen)
        expected += f", which is what {name} chooses"
        self._report(self._at, recorded, expected, depth="agents")

    def _rolled(self, asked: Chance, event: Event) -> Fact | None:
        """Return the roll recorded, as the rules read its faces."""
        right = None
        if self._start.dice is not None:
            fallen = asked.fall(self._start.dice, self.state.round)
            if fallen == event:
                return fallen
            right = fallen.faces
        words = spoken(self._system, self.state, event)
        who = self._start.name(asked.who)
        roll = self._roll(asked)
        if type(event) is not DiceRolled:
            self._report(self._at, words, roll, why=STOPS)
            return None
        if not _can_fall(asked, event.faces):
            why = STOPS if right is None else ""
            self._report(self._at, words, f"{roll}, and faces they can show", why=why)
            return None if right is None else asked.rolled(right)
        due = asked.rolled(event.faces)
        if due != event:
            self._report(self._at, words, spoken(self._system, self.state, due))
        if right is not None and right != event.faces:
            expected = f"{list(right)}, which follow from the conflict's key"
            recorded = f"faces {list(event.faces)} ({who}, {asked.why})"
            self._report(self._at, recorded, expected, depth="dice")
        return due

    def _end(self) -> None:
        self.over = True
        body = self._read.body
        if self._at < len(body):
            words = spoken(self._system, self.state, body[self._at])
            self._report(self._at, words, "nothing: the conflict is over")

    def _unanswered(self, asked: Asked[S]) -> None:
        if self._read.sealed is None:
            return
        expected = "an answer"
        if type(asked) is Decision:
            expected = self._choice(asked)
        elif type(asked) is Chance:
            expected = self._roll(asked)
        self._report(self._at, "the seal", expected, why=STOPS)

    def _choice(self, asked: Decision[S]) -> str:
        who = self._start.name(asked.who)
        options = offered(self._system, self.state, asked.options)
        return f"{who} to choose one of: {options}"

    def _roll(self, asked: Chance) -> str:
        who = self._start.name(asked.who)
        return f"{who} to roll {len(asked.pool)} dice for {asked.why}"

    def _report(
        self,
        at: int,
        recorded: str,
        expected: str,
        rules: tuple[str, ...] = (),
        *,
        depth: str = "rules",
        why: str = "",
    ) -> None:
        numbers = self._read.numbers
        last = self._read.length + (self._read.sealed is None)
        number = numbers[at] if at < len(numbers) else last
        conflict = self._read.conflict
        self.findings.append(
            finding(conflict, number, depth, recorded, expected, rules=rules, why=why)
        )


def _can_fall(asked: Chance, faces: Sequence[int]) -> bool:
    """Whether the dice asked for can show *faces*."""
    return len(faces) == len(asked.pool) and all(
        die.low <= face <= die.high for die, face in zip(asked.pool, faces, strict=True)
    )


def _alike(chosen: Fact, event: Fact) -> bool:
    """Whether both are failures for the same reason, wherever objects were kept."""
    return (
        type(chosen) is Forfeited
        and type(event) is Forfeited
        and chosen.who == event.who
        and _ADDRESS.sub("0x", chosen.reason) == _ADDRESS.sub("0x", event.reason)
    )
