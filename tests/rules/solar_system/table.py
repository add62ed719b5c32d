"""Small scenarios, and a table at which a test answers and rolls as it likes.

`scenario` builds a scenario from a few words; `Table` walks one through the seam, so
that a test reads: given these characters, when this is wished for and those dice fall,
then these events follow. Nothing is drawn at random: dice nobody put down show blanks,
and where nobody wished for anything the quietest option is taken.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sim.rules.solar_system import facts as said
from sim.rules.solar_system.consequences import HarmApplied
from sim.rules.solar_system.facts import ActionDeclared
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.rules.solar_system.state import State, action_of, active, intent_of
from sim.rules.solar_system.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact, Seat
from sim.seam.protocol import Asked, Chance, Decision, Due, Outcome
from tests.rules.checked import checked

E = TypeVar("E", bound=Event)

VIGOR, INSTINCT, REASON = range(3)
SETTING = {
    "Brawl": "vigor",
    "Dash": "vigor",
    "Sneak": "instinct",
    "Watch": "instinct",
    "Argue": "reason",
    "Cook": "reason",
    "First Aid": "reason",
}
SHEET = {
    "Endure": "novice",
    "React": "journeyman",
    "Resist": "novice",
    "Brawl": "journeyman",
    "Sneak": "journeyman",
    "Argue": "journeyman",
}
SIGNS = {"-": -1, "0": 0, "+": 1}
STEPS_MAX = 5_000
QUIET: tuple[type[Fact], ...] = (
    said.DieDeclined,
    said.PainDeclined,
    said.StayedOut,
    said.IntentKept,
    said.WentOn,
    said.ActionKept,
    said.FeePaid,
    said.Passed,
)
"""What one answers who lets things take their course."""


def faces(signs: str) -> tuple[int, ...]:
    """Return dice written as in "+0-"."""
    return tuple(SIGNS[sign] for sign in signs)


def person(name: str, **told: object) -> dict[str, Any]:
    """Return a character with five points in each pool and two rungs of intention."""
    sheet: dict[str, Any] = {
        "name": name,
        "pools": {"vigor": 5, "instinct": 5, "reason": 5},
        "abilities": dict(SHEET),
        "intentions": [{"name": "mild"}, {"name": "deadly", "permanent": True}],
    }
    sheet["abilities"] |= told.pop("ranks", {})
    return sheet | told


def table_of(*seats: Mapping[str, Any], **told: object) -> dict[str, Any]:
    """Return a scenario as its file would say it: the Pain begins at once."""
    people = seats or (person("Ann"), person("Bo"))
    return {
        "title": "A test",
        "system": "solar_system",
        "abilities": dict(SETTING),
        "seats": [dict(seat) for seat in people],
    } | told


def scenario(*seats: Mapping[str, Any], **told: object) -> SolarScenario:
    """Return a scenario that begins with the Pain unless an opening is told."""
    return msgspec.convert(table_of(*seats, **told), SolarScenario)


def check(who: str, *abilities: str, **told: object) -> dict[str, Any]:
    """Return one part of an opening, by default a check of Brawl."""
    return {"who": who, "abilities": list(abilities or ("Brawl",)), **told}


class Wish(Struct, frozen=True):
    """What seat *who* chooses as soon as it is offered, perhaps in one volley only."""

    who: int
    kind: type[Fact]
    volley: int | None
    fields: dict[str, Any]

    def grants(self, state: State, option: Fact) -> bool:
        """Whether *option* is what was wished for."""
        if type(option) is not self.kind or self.volley not in {None, state.round}:
            return False
        for name, value in self.fields.items():
            given = getattr(option, name)
            if name == "ability" and isinstance(value, str):
                given = state.ability(option.who, given).name if given >= 0 else ""
            if given != value:
                return False
        return True


class Table:
    """One conflict under way: a test wishes, puts down dice, runs it, and looks."""

    def __init__(self, told: SolarScenario) -> None:
        self.state: State = SYSTEM.initial(checked(SYSTEM, told))
        self.events: list[Event] = []
        self.wishes: list[Wish] = []
        self._dice: dict[tuple[int, int], str] = {}
        self._settle()

    @property
    def asked(self) -> Asked[State]:
        """Return what the conflict waits for."""
        return SYSTEM.ask(self.state)

    @property
    def outcome(self) -> Outcome:
        """Return how the conflict ended; fail when it has not."""
        asked = self.asked
        assert isinstance(asked, Outcome), asked
        return asked

    @property
    def who(self) -> int:
        """Return the seat that is asked now."""
        asked = self.asked
        assert isinstance(asked, Decision), asked
        return asked.who

    @property
    def options(self) -> tuple[Any, ...]:
        """Return what may be chosen now."""
        asked = self.asked
        assert isinstance(asked, Decision), asked
        return asked.options

    @property
    def harms(self) -> list[tuple[int, int, int]]:
        """List the harm applied so far as (who, by, amount)."""
        return [(event.who, event.by, event.amount) for event in self.of(HarmApplied)]

    def boxes(self, who: int) -> set[int]:
        """Return the boxes ticked for *who*."""
        harm = self.state.participants[who].harm
        return {box for box, label in enumerate(harm, 1) if label}

    def wish(
        self, who: int, kind: type[Fact], volley: int | None = None, /, **fields: object
    ) -> "Table":
        """Have seat *who* choose this the next time it can, perhaps in one volley."""
        self.wishes.append(Wish(who, kind, volley, fields))
        return self

    def dice(self, volley: int, who: int, signs: str) -> "Table":
        """Put down what *who* will roll in *volley* (0: before the first)."""
        self._dice[volley, who] = self._dice.get((volley, who), "") + signs
        return self

    def action(self, who: int) -> ActionDeclared:
        """Return what *who* has declared to do in this volley."""
        action = action_of(self.state, Seat(who))
        assert action is not None
        return action

    def does(self, who: int) -> str:
        """Name the ability *who* has declared to use."""
        return self.state.ability(Seat(who), self.action(who).ability).name

    @property
    def goals(self) -> list[int]:
        """The goal of the intention in force of each."""
        return [intent_of(self.state, seat).goal for seat in active(self.state)]

    def of(self, kind: type[E]) -> list[E]:
        """List the events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """Return the latest event of one kind."""
        events = self.of(kind)
        assert events, f"there was no {kind.__name__}"
        return events[-1]

    def offers(self, kind: type[Fact], /, **fields: object) -> bool:
        """Whether something of this kind may be chosen now."""
        wish = Wish(-1, kind, None, fields)
        return any(wish.grants(self.state, option) for option in self.options)

    def choose(self, kind: type[Fact], /, **fields: object) -> "Table":
        """Choose now; fail when it is not offered."""
        wish = Wish(-1, kind, None, fields)
        options = [option for option in self.options if wish.grants(self.state, option)]
        assert options, f"{kind.__name__} {fields} is not among {self.options}"
        self.take(options[0])
        return self

    def roll(self, signs: str) -> "Table":
        """Let exactly these dice fall now."""
        asked = self.asked
        assert isinstance(asked, Chance), asked
        assert len(signs) == len(asked.pool), (signs, asked)
        self.take(asked.rolled(faces(signs)))
        return self

    def take(self, fact: Fact) -> None:
        """Take an answer through the seam."""
        consequences = SYSTEM.decide(self.state, fact)
        self._add(fact)
        for consequence in consequences:
            self._add(consequence)
        self._settle()

    def step(self) -> None:
        """Answer whatever is asked, by a wish, the dice put down, or quietly."""
        asked = self.asked
        if isinstance(asked, Chance):
            self.take(asked.rolled(self._fall(asked)))
        else:
            assert isinstance(asked, Decision), asked
            self.take(self._choice(asked))

    def until(self, kind: type[Event], times: int = 1) -> "Table":
        """Go on until so many more events of one kind have happened."""
        goal = len(self.of(kind)) + times
        for _ in range(STEPS_MAX):
            if len(self.of(kind)) >= goal:
                return self
            self.step()
        message = f"{kind.__name__} never happened"
        raise AssertionError(message)

    def until_asked(
        self, kind: type[Fact], who: int | None = None, /, **fields: object
    ) -> "Table":
        """Go on until something of this kind may be chosen (by *who*)."""
        for _ in range(STEPS_MAX):
            asked = self.asked
            mine = isinstance(asked, Decision) and who in {None, asked.who}
            if mine and self.offers(kind, **fields):
                return self
            self.step()
        message = f"{kind.__name__} was never offered"
        raise AssertionError(message)

    def run(self) -> "Table":
        """Go on to the end; every wish must have been granted by then."""
        for _ in range(STEPS_MAX):
            if isinstance(self.asked, Outcome):
                assert self.wishes == []
                return self
            self.step()
        message = "it never ended"
        raise AssertionError(message)

    def _fall(self, asked: Chance) -> tuple[int, ...]:
        """Take the dice put down for this roll; what is missing shows blanks."""
        where = (self.state.round, asked.who)
        ready = self._dice.get(where, "")
        count = len(asked.pool)
        self._dice[where] = ready[count:]
        return faces(ready[:count].ljust(count, "0"))

    def _choice(self, asked: Decision[State]) -> Fact:
        for wish in self.wishes:
            if wish.who != asked.who:
                continue
            for option in asked.options:
                if wish.grants(self.state, option):
                    self.wishes.remove(wish)
                    return option
        for option in asked.options:
            if isinstance(option, QUIET):
                return option
        return asked.options[0]

    def _add(self, event: Event) -> None:
        self.state = SYSTEM.evolve(self.state, event)
        self.events.append(event)

    def _settle(self) -> None:
        for _ in range(STEPS_MAX):
            asked = self.asked
            if not isinstance(asked, Due):
                return
            assert asked.events, "due, but nothing follows"
            for event in asked.events:
                self._add(event)
        message = "consequences without end"
        raise AssertionError(message)


def kept(event: DiceRolled) -> str:
    """Write the dice kept as in "+0-"."""
    signs = {face: sign for sign, face in SIGNS.items()}
    return "".join(signs[face] for face in event.kept)
