"""A table to test at: characters, conflicts, and a game driven answer by answer."""

from typing import Any, TypeVar

from msgspec import structs

from sim.events import Consequence, Event, Fact
from sim.protocol import Asked, Chance, Decision, Due, Outcome
from sim.rules.planets import facts as f
from sim.rules.planets.forces.task import FORCES, Values
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import Character, Planets, PlanetsScenario
from sim.rules.planets.state import State
from sim.rules.planets.system import SYSTEM
from tests.rules.checked import checked

E = TypeVar("E", bound=Event)

PLAIN = Rulings()
CARDINAL = {"known": 8, "dynamic": 6, "static": 6, "lost": 20}
RENAISSANCE = {"known": 4, "passion": 8, "dynamic": 4, "lost": 10}

CARDINAL_PLANETS = Planets(
    mercury="d8", venus="wed", mars="d6", jupiter="d6", saturn="d20"
)
RENAISSANCE_PLANETS = Planets(
    mercury="d4", venus="d8", mars="d4", jupiter="wed", saturn="d10"
)
A, B, JUDGE = 0, 1, 2


def values(**shown: int) -> Values:
    """What the dice of the Forces named show; the others have none."""
    return tuple(shown.get(force, 0) for force in FORCES)


def cardinal(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """The Cardinal: Wed to Venus, the Passion."""
    one = Character(name="The Cardinal", planets=CARDINAL_PLANETS)
    return structs.replace(one, **changes)


def renaissance(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Renaissance Man: Wed to Jupiter, the Static."""
    one = Character(name="Renaissance Man", planets=RENAISSANCE_PLANETS)
    return structs.replace(one, **changes)


def spiders(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """A Diceless swarm."""
    return structs.replace(Character(name="Spiders"), **changes)


def conflict(*seats: Character, mode: str = "direct", **fields: Any) -> PlanetsScenario:  # noqa: ANN401 - any field
    """A checked conflict; what is not a field of it is a ruling."""
    known = {field.name for field in structs.fields(PlanetsScenario)}
    rulings = {name: fields.pop(name) for name in list(fields) if name not in known}
    scenario = PlanetsScenario(
        title="A test",
        system="planets",
        mode=mode,  # type: ignore[arg-type] # any text, to be checked
        seats=seats or (cardinal(), renaissance()),
        rulings=structs.replace(PLAIN, **rulings),
        **fields,
    )
    checked(SYSTEM, scenario)
    return scenario


class Game:
    """A conflict played by hand: say, roll, and look at what followed."""

    def __init__(self, scenario: PlanetsScenario) -> None:
        """Begin at the first question."""
        self.state: State = SYSTEM.initial(scenario)
        self.events: list[Event] = []
        self.asked: Asked[State] = self._onward()

    def _fold(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = SYSTEM.evolve(self.state, event)

    def _onward(self) -> Asked[State]:
        asked = SYSTEM.ask(self.state)
        while isinstance(asked, Due):
            self._fold(*asked.events)
            asked = SYSTEM.ask(self.state)
        return asked

    def _answer(self, fact: Fact) -> None:
        follows = SYSTEM.decide(self.state, fact)
        self._fold(fact, *follows)
        self.asked = self._onward()

    def say(self, *facts: Fact) -> "Game":
        """Answer, fact by fact; each must be offered."""
        for fact in facts:
            assert fact in self.options, (fact, self.options)
            self._answer(fact)
        return self

    def roll(self, *faces: int) -> "Game":
        """Let the dice fall so."""
        assert isinstance(self.asked, Chance)
        assert len(faces) == len(self.asked.pool)
        self._answer(self.asked.rolled(faces))
        return self

    def quiet(self, *kinds: type[Fact]) -> "Game":
        """Keep silent until dice or the end, or until one of *kinds* is offered."""
        while isinstance(self.asked, Decision):
            if any(isinstance(one, kinds) for one in self.options):
                break
            self._answer(self.options[0])
        return self

    @property
    def options(self) -> tuple[Fact, ...]:
        """What may be answered now."""
        assert isinstance(self.asked, Decision), self.asked
        return self.asked.options

    @property
    def who(self) -> int:
        """Who is asked now."""
        assert isinstance(self.asked, Decision | Chance)
        return self.asked.who

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert isinstance(self.asked, Outcome), self.asked
        return self.asked

    @property
    def sizes(self) -> tuple[int, ...]:
        """The dice to be rolled now."""
        assert isinstance(self.asked, Chance), self.asked
        return tuple(die.high for die in self.asked.pool)

    def all(self, kind: type[E]) -> list[E]:
        """Everything of *kind* that has happened."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last of *kind*."""
        return self.all(kind)[-1]

    def cited(self) -> set[str]:
        """Every rule cited so far."""
        return {
            rule
            for event in self.events
            if isinstance(event, Consequence)
            for rule in event.cites
        }


def prevail(game: Game, who: int) -> Game:
    """Play a surge/surge round of the two so that *who* prevails (2: nobody)."""
    game.quiet(f.Pressed)
    if isinstance(game.asked, Decision):
        while isinstance(game.asked, Decision):
            game.say(game.options[0])
    # known, passion, dynamic, static, lost
    faces = {A: (1, 8, 3, 6, 5), B: (5, 2, 3, 1, 9), 2: (1, 3, 3, 6, 10)}
    return game.roll(*faces[who])
