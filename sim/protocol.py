"""The one seam: four nodes, four functions, and what an agent is.

A conflict is a game in extensive form whose history is a stream of events. A rule
system says what the conflict waits for (`ask`), what follows from an answer
(`decide`) and what an event leaves behind (`evolve`). Everything else, playing,
replaying, auditing, searching, drives these functions and knows no rule system.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar, final

from msgspec import Struct, field

from sim.dice import Dice, Faces, Pool
from sim.events import TABLE, Cites, Consequence, DiceRolled, Event, Fact


class State(Struct, frozen=True, gc=False):
    """What must be remembered of a conflict; *round* is its only clock.

    States are immutable, hashable and free of history, so they can be shared,
    forked and compared.
    """

    round: int


S = TypeVar("S", bound=State)


@final
class Decision(Struct, Generic[S], frozen=True, gc=False):
    """Seat *who* must choose one of *options*, each the fact it would become.

    *options* are in a stable order and the first is what silence means. *view* is
    the state as that seat may know it: the sealed answers of others are blank.
    """

    who: int
    options: tuple[Fact, ...]
    view: S


class Reading(Protocol):
    """Reads faces: (the dice kept, the numbers that decide the future).

    Readings are hashable, and two rolls read alike lead to the same future.
    """

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (kept, reading) of *faces*."""
        ...


@final
class Chance(Struct, frozen=True, gc=False):
    """Seat *who* (or TABLE) must roll *pool*, for *why*.

    *seen* are the dice of the same roll already on the table; *attempt* counts rolls
    of the same name in one round.
    """

    who: int
    why: str
    pool: Pool
    read: Reading
    seen: Pool = ()
    attempt: int = 0

    def fall(self, dice: Dice, round_: int) -> DiceRolled:
        """Let *dice* answer, in this round."""
        return self.rolled(
            dice.roll(round_, self.who, self.why, self.attempt, self.seen, self.pool)
        )

    def rolled(self, faces: Faces) -> DiceRolled:
        """Return the fact that *faces* fell."""
        kept, reading = self.read(faces)
        return DiceRolled(
            self.who, self.why, self.pool, faces, kept, reading, self.attempt
        )


@final
class Due(Struct, frozen=True, gc=False):
    """Nobody is asked: these consequences follow of themselves."""

    events: tuple[Consequence, ...]


@final
class Outcome(Struct, frozen=True, gc=False):
    """It is over: how, and what every seat gets (judges get 0)."""

    how: str
    returns: tuple[float, ...]
    cites: Cites


Asked = Decision[S] | Chance | Due | Outcome


class Seat(Struct, frozen=True):
    """One who is asked: a name, a side (None for a judge) and a default agent."""

    name: str
    side: int | None
    agent: str = "steady"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every scenario file says, whatever the rule system.

    A system's own scenario adds its characters, its rulings and what each side wants.
    """

    title: str
    system: str
    source: str = ""
    about: str = ""


class Appraisal(Struct, frozen=True, gc=False):
    """What an option is worth to the one who would choose it, by exact odds.

    *win* is the chance to win the next roll it leads to; *deals* and *suffers* are
    the expected harm of that exchange, in the system's own unit of harm; *cost* is
    how many points of a pool it spends. *concedes* says that choosing it gives up;
    *stakes* is how deadly the intention is that it pursues (0 is the mildest), or, for
    an option that concedes, that it gives in to; stakes of one decision's options can
    be compared;
    *ahead* is how far its chooser leads before choosing, from -1 to 1.
    """

    win: float = 0.5
    deals: float = 0.0
    suffers: float = 0.0
    cost: float = 0.0
    concedes: bool = False
    stakes: int = 0
    ahead: float = 0.0


Words = dict[str, Any]
"""An event or a seat's condition with names instead of numbers, ready for JSON."""


class RuleSystem(Struct, Generic[S], frozen=True, kw_only=True):
    """A rule system: the four functions, and what its edges need to speak of it.

    `words` and `tell` get the state before the event; `standing` says how each seat
    stands. `rules` maps every ID to its sentence.
    """

    name: str
    title: str
    version: int
    scenario: type[Scenario]
    events: tuple[type[Event], ...]
    rules: Mapping[str, str]

    seats: Callable[[Any], tuple[Seat, ...]]
    rulings: Callable[[Any], Mapping[str, Any]]
    initial: Callable[[Any], S]
    ask: Callable[[S], Asked[S]]
    decide: Callable[[S, Fact], tuple[Consequence, ...]]
    evolve: Callable[[S, Event], S]

    words: Callable[[S, Event], Words]
    tell: Callable[[S, Event], str]
    standing: Callable[[S], tuple[Words, ...]]
    said: Callable[[S, Words], Fact | None] | None = None
    """Builds the fact a person's words mean, offered or not; None if not now."""
    appraise: Callable[[S, Fact], Appraisal] | None = None
    essence: Callable[[S], Any] | None = None
    tally: Mapping[type[Event], tuple[str, Callable[[Any], tuple[int, int]]]] = field(
        default_factory=dict[type[Event], tuple[str, Callable[[Any], tuple[int, int]]]]
    )
    """What is counted: event type -> (name of the measure, event -> (seat, amount))."""
    check: Callable[[Any], object] | None = None
    """Raises ScenarioError for what the types of a scenario cannot say."""


class Table(Struct):
    """What an agent knows of the conflict it sits down to."""

    rules: RuleSystem[Any]
    seat: int
    seats: tuple[Seat, ...]
    key: bytes
    _random: Random | None = None

    @property
    def random(self) -> Random:
        """The agent's own generator: repeatable, and unrelated to the dice."""
        if self._random is None:
            self._random = Random(int.from_bytes(self.key, "big"))  # noqa: S311
        return self._random

    def appraise(self, view: State, option: Fact) -> Appraisal:
        """Return what *option* is worth; the neutral Appraisal if nobody knows."""
        if self.rules.appraise is None:
            return Appraisal()
        return self.rules.appraise(view, option)


class Agent:
    """Whoever chooses for one seat; override `choose`.

    Settings are keyword arguments of `__init__` with defaults. `begin` is called
    before each conflict and forgets the last one.
    """

    version: ClassVar[str] = "1"
    table: Table

    def begin(self, table: Table) -> None:
        """Sit down at *table* for a new conflict."""
        self.table = table

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of `asked.options`."""
        raise NotImplementedError


__all__ = [
    "TABLE",
    "Agent",
    "Appraisal",
    "Asked",
    "Chance",
    "Decision",
    "Due",
    "Outcome",
    "Reading",
    "RuleSystem",
    "Scenario",
    "Seat",
    "State",
    "Table",
    "Words",
]
