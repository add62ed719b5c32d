"""The audit's walk through a conflict: the record against what the rules derive.

All consequences of an answer, up to the next question, are derived as one batch and
compared with those recorded between the two. The walk goes on from the derived state,
so one change gives one finding.
"""

import re
from collections.abc import Sequence
from typing import Generic, TypeVar

from sim.audit.finding import Finding, finding
from sim.audit.names import NamesOfRolls
from sim.audit.reasons import Reasons, can_fall, difference_in_words, rule_against
from sim.audit.rows import ReadStream, is_derived
from sim.audit.start import Opening
from sim.conflict.asking import Listeners, Refusal, alike, answer_at
from sim.conflict.defects import wrong_returns
from sim.conflict.phrases import (
    list_options,
    one_line,
    told_apart,
)
from sim.conflict.play import forfeit
from sim.conflict.positions import Position, answer_of, positions
from sim.conflict.replay import steps
from sim.conflict.walk import Walk
from sim.dice.pool import Faces
from sim.errors import RulesError
from sim.hosting.host import HostedAgent
from sim.hosting.process import SLOW
from sim.narration.deciding import Basis, deciding_rule, parts_apart
from sim.seam.events import ConflictEnded, DiceRolled, Event, Fact, Forfeited
from sim.seam.protocol import Agent, Chance, Decision, Outcome, RuleSystem, State
from sim.spine.words import counted

S = TypeVar("S", bound=State)

_STOPS = "the audit of this conflict stops here"
_WHY_LATE = (
    "who is late depends on the machine and on --patience: audit with that of play"
)
_WHY_WALLED = (
    "it failed behind the wall: if it is yours and played without one, audit with"
    " --limits"
)
_NO_BASIS = Basis()
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


class AuditWalk(Generic[S]):
    """One walk through a record.

    Afterwards *followed* has the events that the record should have, *state* is the
    last one reached, *decisions* counts those of agents, and *over* says whether the
    end was reached.
    """

    def __init__(
        self, system: RuleSystem[S], state: S, read: ReadStream, opening: Opening
    ) -> None:
        self.findings: list[Finding] = []
        self.stopped: Finding | None = None
        """The finding after which nothing could be followed."""
        self.decisions = 0
        self.over = False
        self._system = system
        self._first = state
        known = positions(system, state, "audit")
        self._walk = Walk(system, state, recorded=True, positions=known)
        self._alike = {seat: alike(agent) for seat, agent in opening.agents.items()}
        self._names = NamesOfRolls(opening)
        self._read = read
        self._body = tuple(read.body)
        self._opening = opening
        self._listeners = Listeners(system, opening.agents)
        self._reasons = Reasons(system, state)
        self._at: int = 0
        """The index in the body of the record of the event that comes next."""
        self._moved: tuple[Event, bool] | None = None
        """The last event found to be missing (False) or extra (True)."""

    @property
    def followed(self) -> list[Event]:
        """The events that should stand in the record, as far as it was followed."""
        return self._walk.events

    @property
    def state(self) -> S:
        """The last state reached."""
        return self._walk.state

    def run(self) -> None:
        """Follow the record from its first event to its last."""
        walk = self._walk
        self._compare(self._first, [], walk.events[:])
        while True:
            self._skip_known()
            asked = walk.asked
            if type(asked) is Outcome:
                break
            fact = self._recorded_answer(asked)
            if fact is None:
                return
            self._at += 1
            if type(fact) is Forfeited:
                self._follow_forfeit(fact)
                break
            before, place = walk.state, len(walk.events) + 1
            walk.take(fact)
            self._compare(before, [fact], walk.events[place:])
        self._end()

    def _skip_known(self) -> None:
        """Go on as long as the record is as in a conflict that was followed before.

        That is most of a store. The first event that differs is left to be compared.
        """
        if self._listeners:
            return
        walk, body, at = self._walk, self._body, self._at
        while (position := walk.position) is not None and at < len(body):
            fact = body[at]
            if is_derived(type(fact)):
                break
            step = position.after.get(answer_of(fact))
            if step is None or type(step.position.asked) is Outcome:
                break
            stop = at + len(step.events)
            if body[at:stop] != step.events or stop == len(body):
                break
            if is_derived(type(body[stop])) or not self._is_known(position, fact):
                break
            walk.take_step(step)
            self._at = at = stop

    def _is_known(self, position: Position[S], fact: Event) -> bool:
        """Whether the dice show *fact*, or an agent like this chose it here before."""
        asked = position.asked
        if type(asked) is Chance:
            return type(fact) is DiceRolled and self._falls_again(asked, fact.faces)
        assert type(asked) is Decision
        if len(asked.options) == 1:
            return True
        if asked.who in self._alike:
            kind = self._alike[asked.who]
            if kind is None or position.answers.get(kind) != fact:
                return False
        self.decisions += 1
        return True

    def _falls_again(self, asked: Chance, faces: Faces) -> bool:
        """Whether the dice show these *faces*, if it can be known."""
        dice, round_ = self._opening.dice, self.state.round
        if dice is None:
            return True
        if asked.faces(dice, round_) != faces:
            return False
        self._report_repeated(asked)
        return True

    def _recorded_answer(self, asked: Decision[S] | Chance) -> Fact | None:
        """Return the recorded answer to *asked*; None when the walk cannot go on."""
        if self._at == len(self._read.body):
            self._report_unanswered(asked)
            return None
        event = self._read.body[self._at]
        self._listeners.look(self.state, self._walk.events)
        if type(asked) is Decision:
            return self._recorded_choice(asked, event)
        assert type(asked) is Chance
        return self._recorded_roll(asked, event)

    def _follow_forfeit(self, fact: Forfeited) -> None:
        """Follow the ending by an agent that failed."""
        over = forfeit(self._opening.seats, fact.who)
        ended = ConflictEnded(over.cites, over.how, over.returns)
        self._walk.events += (fact, ended)
        self._compare(self.state, [], [ended])

    def _compare(self, before: S, facts: list[Event], derived: list[Event]) -> None:
        """Compare the consequences recorded here with those *derived*, and skip them.

        *before* is the state before *facts*, from which *derived* follows.
        """
        body, start = self._read.body, self._at
        stop = start + len(derived)
        # Nearly always the record is right: compare it as a whole, and look closer only
        # where it is not.
        if body[start:stop] == derived and (
            stop >= len(body) or not is_derived(type(body[stop]))
        ):
            self._at = stop
            return
        stop = start
        # What is recorded up to the next answer belongs to this one, however many
        # events that is; so the walk meets the record again at the answer.
        while stop < len(body) and is_derived(type(body[stop])):
            stop += 1
        recorded = body[start:stop]
        self._at = stop
        # A record without a seal may stop anywhere: what is missing at its end is no
        # fault.
        cut_off = stop == len(body) and self._read.sealed is None
        if cut_off and recorded == derived[: len(recorded)]:
            return
        walked = steps(self._system, before, [*facts, *derived])
        befores = [state for state, _, _ in walked][len(facts) :]
        self._report_difference([*befores, self.state], derived, recorded, start)

    def _report_difference(
        self,
        befores: Sequence[S],
        derived: list[Event],
        recorded: list[Event],
        start: int,
    ) -> None:
        """Report the first difference between *recorded* and *derived*."""
        pairs = enumerate(zip(recorded, derived, strict=False))
        first = next(
            (index for index, (a, b) in pairs if a != b),
            min(len(recorded), len(derived)),
        )
        # One event left out, or one too many, says more than that all after it differ.
        missing = recorded == derived[:first] + derived[first + 1 :]
        added = derived == recorded[:first] + recorded[first + 1 :]
        # An event that is missing here and was too many before has only been moved:
        # that is one finding, which was made already.
        if missing and self._was_moved(derived[first], added=True):
            return
        if added and self._was_moved(recorded[first], added=False):
            return
        before = befores[min(first, len(befores) - 1)]
        actual = None if missing or first == len(recorded) else recorded[first]
        expected = None if added or first == len(derived) else derived[first]
        self._moved = None
        if missing:
            self._moved = (derived[first], False)
        elif added:
            self._moved = (recorded[first], True)
        place = len(self.followed) - len(derived) + first
        basis = self._reasons.of(
            self.followed[: place + 1], self._number(start + first), actual, expected
        )
        words = difference_in_words(self._system, before, actual, expected)
        self._report(start + first, words, basis)

    def _was_moved(self, event: Event, *, added: bool) -> bool:
        """Whether *event* was merely moved: it is extra here and missing elsewhere."""
        if self._moved != (event, added):
            return False
        self._moved = None
        return True

    def _recorded_choice(self, asked: Decision[S], event: Event) -> Fact | None:
        """Return the choice recorded, if it could be made."""
        single = len(asked.options) == 1
        if type(event) is Forfeited:
            legal = event.who == asked.who and not single
        else:
            legal = event in asked.options
        if not legal or not isinstance(event, Fact):
            words = one_line(self._system, self.state, event)
            basis = Basis("", rule_against(self._system, asked, event))
            self._report(
                self._at, (words, self._choice_in_words(asked)), basis, stops=True
            )
            return None
        if not single:
            self.decisions += 1
            self._ask_again(asked, event)
        return event

    def _ask_again(self, asked: Decision[S], event: Fact) -> None:
        """Compare a choice with what the named agent chooses."""
        agent = self._opening.agents.get(asked.who)
        if agent is None:
            return
        try:
            self._listeners.tell(asked.who, self._walk.events)
            kind = self._alike[asked.who]
            chosen = answer_at(self._walk.position, agent, asked, kind)
        except (Refusal, RulesError) as error:
            chosen = Forfeited(asked.who, str(error))
        if chosen == event or same_failure(chosen, event):
            return
        started = self._read.started
        name = started.seats[asked.who].agent if started else ""
        recorded, expected = told_apart(self._system, self.state, event, chosen)
        expected += f", which is what {name} chooses"
        why = _why_another(agent, event, chosen)
        self._report(self._at, (recorded, expected), depth="agents", why=why)

    def _recorded_roll(self, asked: Chance, event: Event) -> Fact | None:
        """Return the roll recorded, as the rules read its faces."""
        right = None
        if self._opening.dice is not None:
            self._report_repeated(asked)
            fallen = asked.fall(self._opening.dice, self.state.round)
            if fallen == event:
                return fallen
            right = fallen.faces
        words = one_line(self._system, self.state, event)
        who = self._opening.name(asked.who)
        roll = self._roll_in_words(asked)
        if type(event) is not DiceRolled:
            basis = Basis("", asked.cites)
            self._report(self._at, (words, roll), basis, stops=True)
            return None
        if not can_fall(asked, event.faces):
            said = words, f"{roll}, and faces they can show"
            basis = Basis("", asked.cites)
            self._report(self._at, said, basis, stops=right is None)
            return None if right is None else asked.rolled(right)
        derived = asked.rolled(event.faces)
        if derived != event:
            told = told_apart(self._system, self.state, event, derived)
            rules = deciding_rule(self._system, derived, parts_apart(event, derived))
            self._report(self._at, told, Basis("", rules))
        if right is not None and right != event.faces:
            expected = f"{list(right)}, which follow from the conflict's key"
            recorded = f"faces {list(event.faces)} ({who}, {asked.why})"
            self._report(self._at, (recorded, expected), depth="dice")
        return derived

    def _report_repeated(self, asked: Chance) -> None:
        """Report a roll whose name was used before."""
        again = self._names.repeated(asked, self.state.round)
        if again is not None:
            self._report(self._at, again, depth="dice")

    def _end(self) -> None:
        self.over = True
        self._check_returns()
        body = self._read.body
        if self._at < len(body):
            words = one_line(self._system, self.state, body[self._at])
            self._report(self._at, (words, "nothing: the conflict is over"))

    def _check_returns(self) -> None:
        """Report an ending without a proper return for every seat.

        The rules derive the same ending, so nothing else would find it.
        """
        ended, seats = self.followed[-1], self._opening.seats
        assert isinstance(ended, ConflictEnded)
        wrong = wrong_returns(ended.returns, len(seats))
        if wrong and ended in self._read.body:
            fault, _, expected = wrong.partition(", expected ")
            words = f"the ending {str.__str__(ended.how)!r} with {fault}", expected
            why = f"the rule system {self._system.name} ends so, which it must not"
            self._report(self._read.body.index(ended), words, why=why)

    def _report_unanswered(self, asked: Decision[S] | Chance) -> None:
        if self._read.sealed is None:
            return
        if type(asked) is Decision:
            expected, basis = self._choice_in_words(asked), _NO_BASIS
        else:
            expected, basis = self._roll_in_words(asked), Basis("", asked.cites)
        self._report(self._at, ("the seal", expected), basis, stops=True)

    def _choice_in_words(self, asked: Decision[S]) -> str:
        who = self._opening.name(asked.who)
        options = list_options(self._system, self.state, asked.options)
        return f"{who} to choose one of: {options}"

    def _roll_in_words(self, asked: Chance) -> str:
        who = self._opening.name(asked.who)
        return f"{who} to roll {counted(len(asked.pool), 'die')} for {asked.why}"

    def _report(
        self,
        at: int,
        words: tuple[str, str],
        basis: Basis = _NO_BASIS,
        *,
        depth: str = "rules",
        why: str = "",
        stops: bool = False,
    ) -> None:
        """Add a finding with the recorded and the expected, in *words*.

        It says *why*, or that nothing after it can be followed if it *stops*.
        """
        report = finding(
            self._read.conflict,
            self._number(at),
            depth,
            *words,
            rules=basis.rules,
            why=_STOPS if stops else why,
            because=basis.sentence,
        )
        self.findings.append(report)
        if stops:
            self.stopped = report

    def _number(self, at: int) -> int:
        """Return the event number of an index into the body of the stream."""
        numbers = self._read.numbers
        last = self._read.length + (self._read.sealed is None)
        return numbers[at] if at < len(numbers) else last


def _why_another(agent: Agent, event: Fact, chosen: Fact) -> str:
    """Return why *agent*, asked again, may rightly do another thing; "" if it may not.

    The machine may be slower, or the agent may have played without a wall.
    """
    if _is_late(event) != _is_late(chosen):
        return _WHY_LATE
    failed = type(chosen) is Forfeited and type(event) is not Forfeited
    house = agent.process.house if isinstance(agent, HostedAgent) else None
    walled = house is not None and house.sandbox == "wall"
    return _WHY_WALLED if failed and walled else ""


def _is_late(fact: Fact) -> bool:
    """Whether an agent failed because it took too long."""
    return type(fact) is Forfeited and fact.reason in SLOW


def same_failure(chosen: Fact, event: Fact) -> bool:
    """Whether both failed for the same reason, ignoring memory addresses.

    Old records have a colon after an error without a message.
    """
    return (
        type(chosen) is Forfeited
        and type(event) is Forfeited
        and chosen.who == event.who
        and _plain(chosen.reason) == _plain(event.reason)
    )


def _plain(reason: str) -> str:
    return _ADDRESS.sub("0x", reason).removesuffix(": ")
