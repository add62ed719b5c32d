"""Characters, conflicts and a game that tests drive answer by answer."""

from typing import Any, TypeVar

from msgspec import structs

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.scenario.now import Now
from sim.rules.dice_pool.scenario.people import Character, Intent
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision
from tests.rules.by_hand import ByHand
from tests.rules.checked import checked

E = TypeVar("E", bound=Event)

PLAIN = Rulings()
A, B, C, D = range(4)
TWOS = dict.fromkeys(
    (
        "intelligence",
        "wits",
        "resolve",
        "strength",
        "dexterity",
        "stamina",
        "presence",
        "manipulation",
        "composure",
    ),
    2,
)
MEANS = {"fists": "bashing", "knife": "lethal", "bane": "aggravated"}


def attributes(**dots: int) -> Any:  # noqa: ANN401 - a table of a file
    """Return all nine Attributes, at 2 unless given."""
    return TWOS | dots


def harm(means: str = "fists", **fields: Any) -> Intent:  # noqa: ANN401 - any field
    """Return an intent to hurt somebody."""
    given: dict[str, Any] = {
        "name": "hurt",
        "kind": "harm",
        "means": means,
        "pools": (("strength", "brawl"),),
    }
    return Intent(**(given | fields))


def wish(kind: str, **fields: Any) -> Intent:  # noqa: ANN401 - any field
    """Return an intent of any other kind."""
    given: dict[str, Any] = {
        "name": kind,
        "kind": kind,
        "pools": (("dexterity", "athletics"),),
    }
    return Intent(**(given | fields))


def person(name: str = "Ana", **fields: Any) -> Character:  # noqa: ANN401 - any field
    """Return a character: every Attribute 2, three Skills at 2, and three Willpower."""
    given: dict[str, Any] = {
        "name": name,
        "attributes": attributes(),
        "skills": {"brawl": 2, "athletics": 2, "medicine": 2},
        "intents": (harm(),),
    }
    return Character(**(given | fields))


def conflict(
    *seats: Character,
    kind: str = "violent",
    **fields: Any,  # noqa: ANN401 - any field
) -> DicePoolScenario:
    """Return a checked conflict; a keyword that is no field of it is a ruling."""
    known = {field.name for field in structs.fields(DicePoolScenario)}
    rulings = {name: fields.pop(name) for name in list(fields) if name not in known}
    scenario = DicePoolScenario(
        title="A test",
        system="dice_pool",
        kind=kind,
        seats=seats or (person(), person("Boris")),
        means=MEANS,
        rulings=structs.replace(PLAIN, **rulings),
        **fields,
    )
    return checked(SYSTEM, scenario)


def after(*steps: Any, seats: Any = (), **fields: Any) -> DicePoolScenario:  # noqa: ANN401 - any step
    """Return a scenario that is an aftermath only, with these steps."""
    people = seats or (person(intents=()),)
    return conflict(*people, kind="aftermath", aftermath=steps, **fields)


def hurt(**fields: Any) -> Now:  # noqa: ANN401 - any field
    """Return the state of a participant."""
    return Now(**fields)


class Game(ByHand[State]):
    """A conflict of this system, played by hand."""

    def __init__(self, scenario: DicePoolScenario) -> None:
        """Begin at the first question."""
        super().__init__(SYSTEM, scenario)
        self._take_only()

    def answer(self, fact: Fact) -> None:
        """Take *fact*, and then every answer that leaves no choice."""
        super().answer(fact)
        self._take_only()

    def _take_only(self) -> None:
        while isinstance(self.asked, Decision) and len(self.options) == 1:
            super().answer(self.options[0])

    def pick(self, *kinds: type[Fact]) -> "Game":
        """Answer with the first option of each of *kinds*."""
        for kind in kinds:
            self.answer(
                next(option for option in self.options if isinstance(option, kind))
            )
        return self

    def successes(self, count: int) -> "Game":
        """Let the roll at hand show so many successes, and no tens."""
        assert isinstance(self.asked, Chance), self.asked
        dice = len(self.asked.pool)
        assert count <= dice, (count, dice)
        return self.roll(*([8] * count + [1] * (dice - count)))

    def fight(self, *counts: int) -> "Game":
        """Play a round by default answers, with these totals seat by seat."""
        self.quiet()
        for count in counts:
            self.successes(count)
            self.quiet(f.HarmEased, f.MarginClaimed, f.IntentDeclared, f.LetStand)
        return self

    def offers(self, kind: type[E]) -> list[E]:
        """Return the options of *kind* that are offered now."""
        if not isinstance(self.asked, Decision):
            return []
        return [option for option in self.asked.options if isinstance(option, kind)]

    @property
    def dice(self) -> int:
        """Return how many dice are to be rolled now."""
        assert isinstance(self.asked, Chance), self.asked
        return len(self.asked.pool)

    def rolled(self, why: str) -> list[DiceRolled]:
        """Return every roll made for *why*."""
        return [fact for fact in self.all(DiceRolled) if fact.why == why]
