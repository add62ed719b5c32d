"""A table to test at: characters, conflicts, and a game driven answer by answer."""

from typing import Any, TypeVar

from msgspec import structs

from sim.events import Consequence, DiceRolled, Event, Fact
from sim.protocol import Asked, Chance, Decision, Due, Outcome
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.scenario.now import Now
from sim.rules.dice_pool.scenario.people import Character, Intent
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.state import State
from sim.rules.dice_pool.system import SYSTEM
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
    """All Attributes at 2 but those named."""
    return TWOS | dots


def harm(means: str = "fists", **fields: Any) -> Intent:  # noqa: ANN401 - any field
    """An intent to hurt somebody."""
    given: dict[str, Any] = {
        "name": "hurt",
        "kind": "harm",
        "means": means,
        "pools": (("strength", "brawl"),),
    }
    return Intent(**(given | fields))


def wish(kind: str, **fields: Any) -> Intent:  # noqa: ANN401 - any field
    """An intent of any other kind."""
    given: dict[str, Any] = {
        "name": kind,
        "kind": kind,
        "pools": (("dexterity", "athletics"),),
    }
    return Intent(**(given | fields))


def person(name: str = "Ana", **fields: Any) -> Character:  # noqa: ANN401 - any field
    """One with twos throughout, two in three Skills, and three Willpower."""
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
    """A checked conflict; what is not a field of it is a ruling."""
    known = {field.name for field in structs.fields(DicePoolScenario)}
    rulings = {name: fields.pop(name) for name in list(fields) if name not in known}
    scenario = DicePoolScenario(
        title="A test",
        system="dice_pool",
        kind=kind,  # type: ignore[arg-type] # any text, to be checked
        seats=seats or (person(), person("Boris")),
        means=MEANS,  # type: ignore[arg-type] # severities
        rulings=structs.replace(PLAIN, **rulings),
        **fields,
    )
    return checked(SYSTEM, scenario)


def after(*steps: Any, seats: Any = (), **fields: Any) -> DicePoolScenario:  # noqa: ANN401 - any step
    """An aftermath alone, of such steps."""
    people = seats or (person(intents=()),)
    return conflict(*people, kind="aftermath", aftermath=steps, **fields)


def hurt(**fields: Any) -> Now:  # noqa: ANN401 - any field
    """How somebody stands."""
    return Now(**fields)


class Game:
    """A conflict played by hand: say, roll, and look at what followed."""

    def __init__(self, scenario: DicePoolScenario) -> None:
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
        while isinstance(asked, Decision) and len(asked.options) == 1:
            self._answer_only(asked.options[0])
            return self._onward()
        return asked

    def _answer_only(self, fact: Fact) -> None:
        follows = SYSTEM.decide(self.state, fact)
        self._fold(fact, *follows)

    def _answer(self, fact: Fact) -> None:
        self._answer_only(fact)
        self.asked = self._onward()

    def say(self, *facts: Fact) -> "Game":
        """Answer, fact by fact; each must be offered."""
        for fact in facts:
            assert fact in self.options, (fact, self.options)
            self._answer(fact)
        return self

    def pick(self, *kinds: type[Fact]) -> "Game":
        """Answer with the first option of each of *kinds*."""
        for kind in kinds:
            self._answer(next(one for one in self.options if isinstance(one, kind)))
        return self

    def roll(self, *faces: int) -> "Game":
        """Let the dice fall so."""
        assert isinstance(self.asked, Chance), self.asked
        assert len(faces) == len(self.asked.pool), len(self.asked.pool)
        self._answer(self.asked.rolled(faces))
        return self

    def successes(self, count: int) -> "Game":
        """Let the roll at hand show so many, and no tens."""
        assert isinstance(self.asked, Chance), self.asked
        dice = len(self.asked.pool)
        assert count <= dice, (count, dice)
        return self.roll(*([8] * count + [1] * (dice - count)))

    def quiet(self, *kinds: type[Fact]) -> "Game":
        """Keep silent until dice or the end, or until one of *kinds* is offered."""
        while isinstance(self.asked, Decision):
            if any(isinstance(one, kinds) for one in self.options):
                break
            self._answer(self.options[0])
        return self

    def fight(self, *counts: int) -> "Game":
        """Play a round in silence, with such totals, seat by seat."""
        self.quiet()
        for count in counts:
            self.successes(count)
            self.quiet(f.HarmEased, f.MarginClaimed, f.IntentDeclared, f.LetStand)
        return self

    @property
    def options(self) -> tuple[Fact, ...]:
        """What may be answered now."""
        assert isinstance(self.asked, Decision), self.asked
        return self.asked.options

    def offers(self, kind: type[E]) -> list[E]:
        """What of *kind* may be answered now."""
        if not isinstance(self.asked, Decision):
            return []
        return [one for one in self.asked.options if isinstance(one, kind)]

    @property
    def who(self) -> int:
        """Who is asked now."""
        assert isinstance(self.asked, Decision | Chance)
        return self.asked.who

    @property
    def dice(self) -> int:
        """How many dice are to be rolled now."""
        assert isinstance(self.asked, Chance), self.asked
        return len(self.asked.pool)

    @property
    def why(self) -> str:
        """What is to be rolled for now."""
        assert isinstance(self.asked, Chance), self.asked
        return self.asked.why

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        assert isinstance(self.asked, Outcome), self.asked
        return self.asked

    def all(self, kind: type[E]) -> list[E]:
        """Everything of *kind* that has happened."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last of *kind*."""
        return self.all(kind)[-1]

    def rolled(self, why: str) -> list[DiceRolled]:
        """Every throw for *why*."""
        return [fact for fact in self.all(DiceRolled) if fact.why == why]

    def cited(self) -> set[str]:
        """Every rule cited so far."""
        return {
            rule
            for event in self.events
            if isinstance(event, Consequence)
            for rule in event.cites
        }
