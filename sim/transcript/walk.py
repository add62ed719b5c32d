"""The driver of a transcript: typed words answer decisions, typed faces answer rolls.

At every decision a statement of that seat is its answer; without one it takes its first
option. A statement that was never an option is a finding; if the table says that it
allowed it (`allow`), the walk goes on with it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from sim.audit.finding import Finding
from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE, steps
from sim.conflict.walk import Walk
from sim.narration.deciding import Happened, StatusChanges, words_to_claim
from sim.run.chunk import in_force
from sim.seam.events import ConflictEnded, ConflictStarted, Event, Fact, SeatTaken
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, State
from sim.spine.words import counted
from sim.transcript.claims import STATUS, WHO_WON, judge_claims
from sim.transcript.findings import TranscriptFindings
from sim.transcript.lexicon import Lexicon
from sim.transcript.matching import StatementMatcher
from sim.transcript.result import Assumed, Claims, TranscriptResult
from sim.transcript.typed import (
    Misplaced,
    Position,
    Statement,
    Throw,
    Typed,
    faces_in_words,
)

S = TypeVar("S", bound=State)


class TranscriptWalk(Generic[S]):
    """Follows the typed *rounds* of a conflict, by their numbers.

    If it is *unfinished*, the walk stops at the first question after the last row,
    instead of taking silence as an answer. *misplaced* are statements typed into a
    later round than the one they belong to.
    """

    def __init__(
        self,
        name: str,
        system: RuleSystem[S],
        scenario: Any,  # noqa: ANN401 - each system has its own
        rounds: Mapping[int, Typed],
        *,
        unfinished: bool = False,
    ) -> None:
        self._name = name
        self._unfinished = unfinished
        self._system = system
        self._scenario = scenario
        self._rounds = rounds
        self._last = max(rounds, default=0)
        self._seats = [seat.name for seat in system.seats(scenario)]
        self._lexicon = Lexicon(system)
        self.matcher = StatementMatcher(system, self._seats, self._lexicon)
        self.misplaced: list[Misplaced] = []
        self._findings = TranscriptFindings(name, system, self._seats, self.matcher)
        self._first = system.initial(scenario)
        self._walk = Walk(system, self._first, recorded=True)
        self._typed = rounds.get(self._first.round, Typed())
        self._stopped = False
        self._beyond = False
        self._events: list[Event] = []
        self._assumed: list[Assumed] = []
        self._claims = Claims(sum(len(typed.claims) for typed in rounds.values()))
        self._happened: list[Happened] = []
        self._passed: list[S] = []
        self._story: list[tuple[int, str]] = []
        self._standing = StatusChanges(system, self._first, self._seats)
        self._throws: dict[tuple[int, str, int], Throw] = {}

    @property
    def _state(self) -> S:
        return self._walk.state

    def run(self, digest: str) -> TranscriptResult:
        """Follow the rounds until they end or the conflict does."""
        self._events.append(self._started(digest))
        walk = self._walk
        self._follow(self._first, walk.events[:])
        asked = walk.asked
        while type(asked) is not Outcome and not self._beyond:
            if self._unfinished and self._is_open(asked):
                break
            fact = self._answer(asked)
            if fact is None:
                break
            before, place = walk.state, len(walk.events)
            asked = walk.take(fact)
            self._follow(before, walk.events[place:])
        if not self._beyond:
            self._close(walk.state)
            self._report_unreached()
        return TranscriptResult(
            self._name,
            self._system,
            self._scenario,
            self._events,
            sorted(self._findings.all, key=_order),
            type(asked) is Outcome and not self._beyond,
            self._stopped,
            self._assumed,
            self._claims,
            self._lexicon,
        )

    def _is_open(self, asked: Decision[S] | Chance) -> bool:
        """Whether *asked* comes after all rows, and has more than one answer."""
        typed = self._typed
        left = any(not said.used for said in typed.says)
        left = left or any(throw.faces for throw in typed.dice)
        if left or self._state.round < self._last:
            return False
        return type(asked) is Chance or len(asked.options) > 1

    def _started(self, digest: str) -> ConflictStarted:
        system, scenario = self._system, self._scenario
        return ConflictStarted(
            system.name,
            system.version,
            digest,
            in_force(system.files.rulings(scenario)),
            tuple(SeatTaken(name, "") for name in self._seats),
        )

    def _follow(self, before: S, events: list[Event]) -> None:
        """Record *events* after the state *before*, round by round.

        The event that opens a round belongs to the one before it. After the last round
        that was typed in, nothing is recorded.
        """
        for state, event, after in steps(self._system, before, events):
            self._note(state, event, after)
            if after.round != state.round:
                self._close(state)
                self._typed = self._rounds.get(after.round, Typed())
                self._beyond = after.round > self._last
            if self._beyond:
                return

    def _note(self, before: S, event: Event, after: S) -> None:
        """Record that *event* happened in the state *before*."""
        self._events.append(event)
        words = words_to_claim(self._system, before, event)
        self._lexicon.learn(type(event).__name__, words)
        if isinstance(event, ConflictEnded):
            self._lexicon.learn(type(event).__name__, WHO_WON)
        story = "" if type(event) in ENGINE else self._system.narrate(before, event)
        happened = Happened(len(self._events), event, words, story)
        self._happened.append(happened)
        self._passed.append(after)
        if story:
            self._story.append((happened.number, story))
        self._standing.note(happened, after)

    def _answer(self, asked: Decision[S] | Chance) -> Fact | None:
        """Return the table's answer; None if the walk cannot go on."""
        forced = self.matcher.forced(self._typed, self._state, asked)
        if forced is not None:
            said, fact, same = forced
            self._findings.add_allowed(self._now(), said, same)
            return fact
        if type(asked) is Decision:
            return self._choice(asked)
        assert type(asked) is Chance
        faces = self._faces(asked)
        return None if faces is None else asked.rolled(tuple(faces))

    def _choice(self, asked: Decision[S]) -> Fact:
        """Return the option that the seat chose, by its words or by silence."""
        chosen = self.matcher.chosen(self._typed, self._now(), asked)
        if chosen is not None:
            return chosen
        self._assume(asked)
        return asked.options[0]

    def _assume(self, asked: Decision[S]) -> None:
        if len(asked.options) == 1:
            return
        answer = asked.options[0]
        number, who = len(self._events) + 1, self._findings.who(asked.who)
        said = first_line(self._system, self._state, answer)
        act = not answer.passes
        self._assumed.append(Assumed(number, self._state.round, who, said, act))

    def _faces(self, asked: Chance) -> list[int] | None:
        """Return the faces typed in for a roll; None when none are left."""
        roll = (asked.who, asked.why, asked.attempt)
        need = len(asked.pool)
        throw = self._throws.get(roll) if asked.seen else None
        if throw is None or not throw.faces:
            throw = self._typed.next_throw(asked.who)
        if throw is None:
            self._dice_missing(asked)
            return None
        self._throws[roll] = throw
        faces, throw.faces = throw.faces[:need], throw.faces[need:]
        for die, face in zip(asked.pool, faces, strict=False):
            if not die.low <= face <= die.high:
                due = faces_in_words(die)
                recorded = f"a die of {self._findings.who(asked.who)} showing {face}"
                self._findings.add(self._now(), recorded, due)
                self._stopped = True
                return None
        if len(faces) < need:
            rest = [(die.low + die.high) // 2 for die in asked.pool[len(faces) :]]
            self._findings.add(
                self._now(),
                f"{counted(len(faces), 'die')} of {self._findings.who(asked.who)}"
                f" ({asked.why})",
                counted(need, "die"),
                rules=asked.cites,
                why=f"taken as {rest} to go on",
            )
            faces += rest
        return faces

    def _dice_missing(self, asked: Chance) -> None:
        """Stop since dice are missing; at the end of a transcript that is no error.

        But a roll that has begun must be complete, with dice that are rolled again.
        """
        later = any(number > self._state.round for number in self._rounds)
        typed = self._typed
        dice = any(not throw.used for throw in typed.dice)
        says = any(not said.used for said in typed.says)
        if later or typed.claims or dice or says or asked.seen:
            self._stopped = True
            more = "further " if asked.seen else ""
            self._findings.add(
                self._now(),
                f"no {more}dice of {self._findings.who(asked.who)} ({asked.why})",
                counted(len(asked.pool), "die"),
                rules=asked.cites,
                why="the audit stops here",
                weight="stop",
            )

    def _close(self, state: S) -> None:
        """Check the statements and claims of the round that ends with *state*."""
        end = Position(len(self._events) + 1, state)
        unused = [said for said in self._typed.says if not said.used]
        for said in unused:
            why = self.matcher.needless(self._passed, said)
            if why:
                said.used = True
                self._findings.add_needless(end, said, why)
        unused = [said for said in unused if not said.used]
        missed = [] if self._stopped else self._missed(unused)
        self.misplaced += missed
        moved = [misplaced.said for misplaced in missed]
        unused = [said for said in unused if said not in moved]
        self._findings.add_unused(end, unused, stopped=self._stopped)
        self._findings.add_misplaced(state.round, self._typed.says)
        for throw in self._typed.dice:
            if throw.faces:
                self._dice_left(end, throw)
        status = self._system.status(state)
        for words in status:
            self._lexicon.learn(STATUS, words)
        findings = judge_claims(
            self._system,
            (self._name, f"round {state.round}", len(self._events) + self._stopped),
            list(map(self._lexicon.claimed, self._typed.claims)),
            self._happened,
            dict(zip(self._seats, status, strict=False)),
            changed=self._standing.changed,
            stopped=self._stopped,
        )
        self._findings.all += findings
        self._claims.hold += len(self._typed.claims) - len(findings)
        self._claims.unjudged += sum(finding.weight == "note" for finding in findings)
        self._happened, self._passed = [], []
        self.matcher.close()
        self._throws = {}

    def _missed(self, unused: Iterable[Statement]) -> list[Misplaced]:
        """Return the *unused* statements that belong to an earlier round."""
        missed: list[Misplaced] = []
        for said in unused:
            offer = self.matcher.missed(said)
            if offer is not None:
                number = offer.at.number
                story = next((line for at, line in self._story if at >= number), "")
                before = story.partition("\n")[0].rstrip(".")
                missed.append(Misplaced(said, offer.at.state.round, before))
        return missed

    def _dice_left(self, end: Position, throw: Throw) -> None:
        left = len(throw.faces)
        recorded = f"{counted(left, 'more die')} of {self._findings.who(throw.seat)}"
        recorded += f" {throw.as_typed}"
        if self._stopped:
            self._findings.add_unjudged(end, recorded)
        else:
            self._findings.add(end, recorded, "no more dice to fall in this round")

    def _report_unreached(self) -> None:
        """Report rounds that were typed in and never reached."""
        rounds = [number for number in self._rounds if number > self._state.round]
        if not self._stopped:
            for number in rounds:
                self.misplaced += self._missed(self._rounds[number].says)
        self._claims.unjudged += sum(len(self._rounds[at].claims) for at in rounds)
        if rounds and self._stopped:
            self._findings.add_unjudged(self._now(), f"a round {rounds[0]}")
        elif rounds:
            expected = f"none: the conflict was over in round {self._state.round}"
            self._findings.add(self._now(), f"a round {rounds[0]}", expected)

    def _now(self) -> Position:
        return Position(len(self._events) + 1, self._state)


def _order(finding: Finding) -> tuple[int, bool]:
    """Sort key: by event, and then causes before claims."""
    return finding.event, finding.depth == "claim"
