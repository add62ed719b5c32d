"""The transcript's driver: a person's words answer decisions, a person's dice chances.

At every decision the first unused statement of that seat that fits an option is what
was chosen; with none, silence, the first option. What was said but never offered is a
finding. Where the table did it anyway and says so (`allow`), the walk goes on with it.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sim.audit.finding import Finding, finding
from sim.codec import tag
from sim.events import TABLE, ConflictEnded, ConflictStarted, Event, Fact, SeatTaken
from sim.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem, State
from sim.replay import ENGINE
from sim.run.chunk import in_force
from sim.telling.spoken import named, offered, phrase
from sim.transcript.claims import Happened, alike, fits, judge
from sim.transcript.typed import Statement, Throw, Typed

S = TypeVar("S", bound=State)


class Heard(Struct):
    """What came of following a transcript.

    *events* are a stream without its seal, as far as the transcript goes; *over* says
    whether the conflict ended within it.
    """

    name: str
    system: RuleSystem[Any]
    scenario: Any
    events: list[Event]
    findings: list[Finding]
    over: bool


class Hearing(Generic[S]):
    """Follows the typed *rounds* of a conflict, by their numbers."""

    def __init__(
        self,
        name: str,
        system: RuleSystem[S],
        scenario: Any,  # noqa: ANN401 - each system has its own
        rounds: Mapping[int, Typed],
    ) -> None:
        self._name = name
        self._system = system
        self._scenario = scenario
        self._rounds = rounds
        self._seats = system.seats(scenario)
        self._state = system.initial(scenario)
        self._typed = rounds.get(self._state.round, Typed())
        self._events: list[Event] = []
        self._findings: list[Finding] = []
        self._happened: list[Happened] = []
        self._offers: list[tuple[S, Decision[S]]] = []
        self._throws: dict[tuple[int, str, int], Throw] = {}

    def run(self, digest: str) -> Heard:
        """Follow the rounds until they stop or the conflict ends."""
        self._events.append(self._started(digest))
        last = max(self._rounds, default=0)
        over = False
        while not over and self._state.round <= last:
            asked = self._system.ask(self._state)
            over = type(asked) is Outcome
            if not self._step(asked):
                break
        if self._state.round <= last:
            self._close(self._state)
        self._unreached(over=over)
        found = sorted(self._findings, key=lambda one: one.event)
        return Heard(
            self._name, self._system, self._scenario, self._events, found, over
        )

    def _started(self, digest: str) -> ConflictStarted:
        system, scenario = self._system, self._scenario
        return ConflictStarted(
            system.name,
            system.version,
            digest,
            in_force(system.rulings(scenario)),
            tuple(SeatTaken(seat.name, "") for seat in self._seats),
        )

    def _step(self, asked: Asked[S]) -> bool:
        """Take one step; return whether another can follow."""
        if type(asked) is Outcome:
            self._fold(ConflictEnded(asked.cites, asked.how, asked.returns))
            return False
        forced = self._forced(asked)
        if forced is not None:
            self._answer(forced)
        elif type(asked) is Due:
            for event in asked.events:
                self._fold(event)
        elif type(asked) is Decision:
            self._answer(self._heard(asked))
        elif type(asked) is Chance:
            thrown = self._thrown(asked)
            if thrown is None:
                return False
            self._answer(asked.rolled(tuple(thrown)))
        return True

    def _answer(self, fact: Fact) -> None:
        consequences = self._system.decide(self._state, fact)
        for event in (fact, *consequences):
            self._fold(event)

    def _fold(self, event: Event) -> None:
        before = self._state
        self._events.append(event)
        words = named(self._system, before, event)
        self._happened.append(
            Happened(len(self._events), tag(type(event)), event, words)
        )
        if type(event) in ENGINE:
            return
        after = self._system.evolve(before, event)
        if after.round != before.round:
            self._close(before)
            self._typed = self._rounds.get(after.round, Typed())
        self._state = after

    def _heard(self, asked: Decision[S]) -> Fact:
        """Return what the seat chose by its words, or by silence."""
        self._offers.append((self._state, asked))
        for said in self._typed.says:
            if said.seat != asked.who or said.used:
                continue
            for option in asked.options:
                if self._fits(said, option):
                    said.used = True
                    return option
        return asked.options[0]

    def _forced(self, asked: Asked[S]) -> Fact | None:
        """Return what the table did against the rules just here, if it did.

        Here is a choice of that seat among acts of the same kind or, for what it was
        not asked, before dice fall.
        """
        said_as = self._system.said
        if said_as is None or type(asked) is Due:
            return None
        for said in self._typed.says:
            if not said.allow or said.used:
                continue
            options: tuple[Fact, ...] = ()
            if type(asked) is Decision:
                options = asked.options if asked.who == said.seat else ()
                if not options or any(self._fits(said, option) for option in options):
                    continue
            who = self._seats[said.seat].name
            fact = said_as(self._state, {"who": who, **said.words})
            if fact is None or (options and type(fact) not in map(type, options)):
                continue
            said.used = True
            same = tuple(option for option in options if type(option) is type(fact))
            self._not_offered(said, offered(self._system, self._state, same))
            return fact
        return None

    def _fits(self, said: Statement, option: Fact) -> bool:
        return fits(said.words, named(self._system, self._state, option))

    def _thrown(self, asked: Chance) -> list[int] | None:
        """Return the faces typed in for a roll; None when there is none to go on."""
        roll = (asked.who, asked.why, asked.attempt)
        need = len(asked.pool)
        throw = self._throws.get(roll) if asked.seen else None
        if throw is None or not throw.faces:
            throw = self._typed.next_throw(asked.who)
        if throw is None:
            self._dice_missing(asked, 0, "the audit stops here")
            return None
        self._throws[roll] = throw
        faces, throw.faces = throw.faces[:need], throw.faces[need:]
        for die, face in zip(asked.pool, faces, strict=False):
            if not die.low <= face <= die.high:
                due = f"faces from {die.low} to {die.high}"
                self._report(f"a die of {self._who(asked.who)} showing {face}", due)
                return None
        if len(faces) < need:
            rest = [(die.low + die.high) // 2 for die in asked.pool[len(faces) :]]
            self._dice_missing(asked, len(faces), f"taken as {rest} to go on")
            faces += rest
        return faces

    def _dice_missing(self, asked: Chance, given: int, why: str) -> None:
        later = any(number > self._state.round for number in self._rounds)
        typed = self._typed
        waiting = later or typed.claims or any(not throw.used for throw in typed.dice)
        if given == 0 and not waiting:
            return
        recorded = f"{given} dice of {self._who(asked.who)} ({asked.why})"
        self._report(recorded, f"{len(asked.pool)} dice", why=why)

    def _close(self, state: S) -> None:
        """Judge what was typed in for the round that ends with *state*."""
        place = f"round {state.round}"
        for said in self._typed.says:
            if not said.used:
                self._not_offered(said, self._instead(said))
        for throw in self._typed.dice:
            if throw.faces:
                rolled = f"{len(throw.faces)} more dice of {self._who(throw.seat)}"
                recorded = f"{rolled} {throw.faces}"
                self._report(recorded, "no more dice to fall in this round")
        standing = self._system.standing(state)
        names = [seat.name for seat in self._seats]
        last = len(self._events)
        self._findings += judge(
            (self._name, place, last),
            self._typed.claims,
            self._happened,
            dict(zip(names, standing, strict=False)),
        )
        self._happened = []
        self._offers = []
        self._throws = {}

    def _instead(self, said: Statement) -> str:
        """Return what the seat was offered instead, of the same kind if possible."""
        does = said.words.get("does")
        own = [
            (state, asked) for state, asked in self._offers if asked.who == said.seat
        ]
        for state, asked in own:
            same = tuple(
                option
                for option in asked.options
                if alike(named(self._system, state, option).get("does"), does)
            )
            if same:
                return offered(self._system, state, same)
        kinds = {
            str(named(self._system, state, option).get("does"))
            for state, asked in own
            for option in asked.options
        }
        return f"one of the kinds {', '.join(sorted(kinds))}" if kinds else ""

    def _not_offered(self, said: Statement, instead: str) -> None:
        who = self._who(said.seat)
        does = said.words.get("does", "")
        rules: tuple[str, ...] = ()
        for kind in self._system.events:
            if alike(kind.__name__, does) or alike(tag(kind), does):
                rules = getattr(kind, "rules", ())
        expected = instead or f"nothing of the kind: it was not open to {who}"
        why = f"the table allowed it: {said.allow}" if said.allow else ""
        if said.allow and not said.used:
            why += ", but there was no moment for it"
        recorded = f"{who} saying {phrase(said.words)}"
        self._report(recorded, expected, rules, why=why, legal="legal was")

    def _unreached(self, *, over: bool) -> None:
        """Report rounds that were typed in but never came."""
        for number in self._rounds:
            if number > self._state.round:
                how = "the conflict was over" if over else "the transcript stopped"
                recorded = f"a round {number}"
                self._report(recorded, f"none: {how} in round {self._state.round}")
                return

    def _who(self, seat: int) -> str:
        return "the table" if seat == TABLE else self._seats[seat].name

    def _report(
        self,
        recorded: str,
        expected: str,
        rules: tuple[str, ...] = (),
        *,
        why: str = "",
        legal: str = "expected",
    ) -> None:
        self._findings.append(
            finding(
                self._name,
                len(self._events) + 1,
                "rules",
                recorded,
                expected,
                rules=rules,
                place=f"round {self._state.round}",
                why=why,
                verbs=("the table has", legal),
            )
        )
