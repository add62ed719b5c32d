"""Characters, conflicts and a game that tests drive answer by answer."""

from typing import Any, TypeVar

from msgspec import structs

from sim.rules.planets import facts as f
from sim.rules.planets.forces.task import FORCES, Values
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import Character, Planets, PlanetsScenario
from sim.rules.planets.state import State
from sim.rules.planets.system import SYSTEM
from sim.seam.events import Event
from sim.seam.protocol import Chance, Decision
from tests.rules.by_hand import ByHand
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
    """Return the values of these dice, Force by Force; 0 where there is no die."""
    return tuple(shown.get(force, 0) for force in FORCES)


def cardinal(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Return the Cardinal, Wed to Venus, which is Passion."""
    character = Character(name="The Cardinal", planets=CARDINAL_PLANETS)
    return structs.replace(character, **changes)


def renaissance(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Return Renaissance Man, Wed to Jupiter, which is Static."""
    character = Character(name="Renaissance Man", planets=RENAISSANCE_PLANETS)
    return structs.replace(character, **changes)


def spiders(**changes: Any) -> Character:  # noqa: ANN401 - any field
    """Return a Diceless swarm."""
    return structs.replace(Character(name="Spiders"), **changes)


def conflict(*seats: Character, mode: str = "direct", **fields: Any) -> PlanetsScenario:  # noqa: ANN401 - any field
    """Return a checked conflict; a keyword that is no field of it is a ruling."""
    known = {field.name for field in structs.fields(PlanetsScenario)}
    rulings = {name: fields.pop(name) for name in list(fields) if name not in known}
    scenario = PlanetsScenario(
        title="A test",
        system="planets",
        mode=mode,
        seats=seats or (cardinal(), renaissance()),
        rulings=structs.replace(PLAIN, **rulings),
        **fields,
    )
    checked(SYSTEM, scenario)
    return scenario


class Game(ByHand[State]):
    """A conflict of this system, played by hand."""

    def __init__(self, scenario: PlanetsScenario) -> None:
        """Begin at the first question."""
        super().__init__(SYSTEM, scenario)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the sizes of the dice that are to be rolled now."""
        assert isinstance(self.asked, Chance), self.asked
        return tuple(die.high for die in self.asked.pool)


def prevail(game: Game, who: int) -> Game:
    """Play a round of surge against surge so that *who* prevails (2: nobody)."""
    game.quiet(f.Pressed)
    if isinstance(game.asked, Decision):
        while isinstance(game.asked, Decision):
            game.say(game.options[0])
    # known, passion, dynamic, static, lost
    faces = {A: (1, 8, 3, 6, 5), B: (5, 2, 3, 1, 9), 2: (1, 3, 3, 6, 10)}
    return game.roll(*faces[who])
