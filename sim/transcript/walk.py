"""The transcript's driver: a person's words answer decisions, a person's dice chances.

At every decision the first unused statement of that seat that fits an option is what
was chosen; with none, silence, the first option. What was said but never offered is a
finding. Where the table did it anyway and says so (`allow`), the walk goes on with it.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from sim.audit.finding import Finding
from sim.codec import tag
from sim.events import ConflictEnded, ConflictStarted, Event, Fact, SeatTaken
from sim.protocol import Asked, Chance, Decision, Due, Outcome, RuleSystem, State
from sim.replay import ENGINE
from sim.run.chunk import in_force
from sim.telling.spoken import named, phrase
from sim.transcript.claims import STANDING, Happened, fits, judge
from sim.transcript.docket import Docket, Moment, Offer
from sim.transcript.heard import Assumed, Claims, Heard
from sim.transcript.lexicon import Lexicon
from sim.transcript.typed import Statement, Throw, Typed

S = TypeVar("S", bound=State)

_PASSES = ("Kept", "Declined", "WentOn", "Passed", "StayedOut", "Held", "Continued")
"""Parts of the names of answers by which nothing is done."""


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
        self._seats = [seat.name for seat in system.seats(scenario)]
        self._docket = Docket(name, system, self._seats)
        self._lexicon = Lexicon(system)
        self._state = system.initial(scenario)
        self._typed = rounds.get(self._state.round, Typed())
        self._stopped = False
        self._events: list[Event] = []
        self._assumed: list[Assumed] = []
        self._claims = Claims(sum(len(one.claims) for one in rounds.values()))
        self._happened: list[Happened] = []
        self._offers: list[Offer] = []
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
        self._unreached()
        return Heard(
            self._name,
            self._system,
            self._scenario,
            self._events,
            sorted(self._docket.findings, key=_order),
            over,
            self._stopped,
            self._assumed,
            self._claims,
            self._lexicon,
        )

    def _started(self, digest: str) -> ConflictStarted:
        system, scenario = self._system, self._scenario
        return ConflictStarted(
            system.name,
            system.version,
            digest,
            in_force(system.rulings(scenario)),
            tuple(SeatTaken(name, "") for name in self._seats),
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
        self._lexicon.learn(type(event).__name__, words)
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
        self._offers.append(Offer(self._now(), asked))
        for option in asked.options:
            words = named(self._system, self._state, option)
            self._lexicon.learn(type(option).__name__, words)
        for said in self._typed.says:
            if said.seat != asked.who or said.used:
                continue
            for option in asked.options:
                if self._fits(said, option):
                    said.used = True
                    return option
        self._assume(asked)
        return asked.options[0]

    def _assume(self, asked: Decision[S]) -> None:
        if len(asked.options) == 1:
            return
        answer = asked.options[0]
        kind = type(answer).__name__
        words = named(self._system, self._state, answer)
        said = {name: item for name, item in words.items() if name != "who"}
        number, who = len(self._events) + 1, self._docket.who(asked.who)
        act = not any(one in kind for one in _PASSES)
        self._assumed.append(Assumed(number, self._state.round, who, phrase(said), act))

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
            who = self._seats[said.seat]
            fact = said_as(self._state, {"who": who, **said.words})
            if fact is None or (options and type(fact) not in map(type, options)):
                continue
            said.used = True
            same = tuple(option for option in options if type(option) is type(fact))
            self._docket.allowed(self._now(), said, same)
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
            self._dice_missing(asked)
            return None
        self._throws[roll] = throw
        faces, throw.faces = throw.faces[:need], throw.faces[need:]
        for die, face in zip(asked.pool, faces, strict=False):
            if not die.low <= face <= die.high:
                due = f"faces from {die.low} to {die.high}"
                recorded = f"a die of {self._docket.who(asked.who)} showing {face}"
                self._docket.hold(self._now(), recorded, due)
                self._stopped = True
                return None
        if len(faces) < need:
            rest = [(die.low + die.high) // 2 for die in asked.pool[len(faces) :]]
            self._docket.hold(
                self._now(),
                f"{len(faces)} dice of {self._docket.who(asked.who)} ({asked.why})",
                f"{need} dice",
                why=f"taken as {rest} to go on",
            )
            faces += rest
        return faces

    def _dice_missing(self, asked: Chance) -> None:
        """Stop for want of dice; at the very end of a transcript nobody minds."""
        later = any(number > self._state.round for number in self._rounds)
        typed = self._typed
        dice = any(not throw.used for throw in typed.dice)
        says = any(not said.used for said in typed.says)
        if later or typed.claims or dice or says:
            self._stopped = True
            self._docket.hold(
                self._now(),
                f"no dice of {self._docket.who(asked.who)} ({asked.why})",
                f"{len(asked.pool)} dice",
                why="the audit stops here",
                weight="stop",
            )

    def _close(self, state: S) -> None:
        """Judge what was typed in for the round that ends with *state*."""
        end = Moment(len(self._events) + 1, state)
        for said in self._typed.says:
            if not said.used:
                self._docket.unused(end, said, self._offers, stopped=self._stopped)
        for throw in self._typed.dice:
            if throw.faces:
                self._dice_left(end, throw)
        standing = self._system.standing(state)
        for words in standing:
            self._lexicon.learn(STANDING, words)
        found = judge(
            (self._name, f"round {state.round}", len(self._events) + self._stopped),
            self._typed.claims,
            self._happened,
            dict(zip(self._seats, standing, strict=False)),
            stopped=self._stopped,
        )
        self._docket.findings += found
        self._claims.hold += len(self._typed.claims) - len(found)
        self._claims.unjudged += sum(one.weight == "note" for one in found)
        self._happened = []
        self._offers = []
        self._throws = {}

    def _dice_left(self, end: Moment, throw: Throw) -> None:
        recorded = f"{len(throw.faces)} more dice of {self._docket.who(throw.seat)}"
        recorded += f" {throw.faces}"
        if self._stopped:
            self._docket.unjudged(end, recorded)
        else:
            self._docket.hold(end, recorded, "no more dice to fall in this round")

    def _unreached(self) -> None:
        """Report rounds that were typed in but never came."""
        rounds = [number for number in self._rounds if number > self._state.round]
        self._claims.unjudged += sum(len(self._rounds[one].claims) for one in rounds)
        if rounds and self._stopped:
            self._docket.unjudged(self._now(), f"a round {rounds[0]}")
        elif rounds:
            expected = f"none: the conflict was over in round {self._state.round}"
            self._docket.hold(self._now(), f"a round {rounds[0]}", expected)

    def _now(self) -> Moment:
        return Moment(len(self._events) + 1, self._state)


def _order(found: Finding) -> tuple[int, bool]:
    """Sort by the event; of one event, a cause before what the table claims of it."""
    return found.event, found.depth == "claim"
