"""The records of a compiled scenario: the contents of the file, as numbers."""

from msgspec import Struct

from sim.rules.dice_pool.scenario.people import Automatic, Place
from sim.rules.dice_pool.scenario.rulings import Rulings
from sim.rules.dice_pool.scenario.sheet import Task, Worth
from sim.rules.dice_pool.scenario.steps import Intimacy
from sim.rules.dice_pool.scenario.words import (
    ARENAS,
    Arena,
    Kind,
    Nature,
    Severity,
    answers_to,
)
from sim.seam.events import Seat


class PoolData(Struct, frozen=True, gc=False, cache_hash=True):
    """One pool of one character: its traits, and the number of its dice.

    *specialty* is the die of a Specialty, already among *dice*.
    """

    text: str
    parts: tuple[tuple[str, int], ...]
    dice: int
    specialty: int
    arena: Arena | None
    rote: bool = False


class DetailData(Struct, frozen=True, gc=False, cache_hash=True):
    """A detail of Edge or Difficulty, and when it counts."""

    label: str
    dice: int
    edge: bool
    extraordinary: bool = False
    weapon: bool = False
    when: frozenset[str] = frozenset()
    who: frozenset[Seat] = frozenset()
    intents: frozenset[str] = frozenset()
    first: int = 1
    last: int | None = None


class IntentData(Struct, frozen=True, gc=False, cache_hash=True):
    """Something a character may want in a round.

    *severity* is None if it does no harm.
    """

    name: str
    kind: Kind
    arena: Arena
    direct: bool
    settles: bool
    severity: Severity | None
    pools: tuple[PoolData, ...]
    details: tuple[DetailData, ...]
    tags: frozenset[str]
    worth: float
    leaves: float
    premeditated: bool
    unseen: bool
    crime: int | None
    vice: bool
    virtue: bool
    costs: bool
    first: int
    resistant: bool
    seconds: int
    at_risk: bool = False


class TallyData(Struct, frozen=True, gc=False, cache_hash=True):
    """A tally whose loss matters to its owner [DP-R-113].

    *entered* are its points as the conflict begins, *full* all it could have. When it
    is empty its owner is *out*, has *dice* of Difficulty, or gets a *tag*.
    """

    name: str
    entered: int
    full: int
    worth: float
    out: bool
    dice: int
    tag: str


class CharacterData(Struct, frozen=True, gc=False, cache_hash=True):
    """A character as it is when the conflict begins."""

    name: str
    side: int
    nature: Nature
    normal: bool
    has_social: bool
    boxes: int
    bears: tuple[int, ...]
    """The losses it can bear in each arena [DP-PROLONG-03]."""
    slots: int
    """The Intimacies it may have [DP-INTIM-03]."""
    original: int
    barred: bool
    power_trait: int
    morality: int | None
    """Its initial Morality, which shows later whether it has hardened."""
    vice: str | None
    virtue: str | None
    intents: tuple[IntentData, ...]
    resists: tuple[tuple[PoolData, ...], ...]
    """Its pools to contest with in each arena, best first."""
    usual: tuple[tuple[PoolData, ...], ...]
    """The pools to contest with if the sheet names none, by `Answer` [DP-R-112]."""
    awake: PoolData
    tend: PoolData
    treat: PoolData
    helping: int
    automatic: tuple[Automatic, ...]
    armor: int
    harm_cap: int | None
    heals: bool
    factor: int
    unaware_until: int
    tallies: tuple[TallyData, ...]
    """Those of its tallies whose loss matters [DP-R-113]."""

    @property
    def mortal(self) -> bool:
        """Whether losing its soul erodes it [DP-R-69]."""
        return self.nature == Nature.HUMAN

    def answers(self, act: IntentData) -> tuple[PoolData, ...]:
        """Return the pools with which it contests *act*, best first.

        These are those of the sheet or, if it names none, common ones [DP-R-79,
        DP-R-112].
        """
        own = self.resists[ARENAS.index(act.arena)]
        if own or not self.usual:
            return own
        pools = [
            pool
            for answer in answers_to(act.kind, act.arena)
            for pool in self.usual[answer]
        ]
        return tuple(sorted(pools, key=lambda pool: -pool.dice))

    def intent(self, name: str) -> IntentData:
        """Return its intent called *name*."""
        for intent in self.intents:
            if intent.name == name:
                return intent
        raise KeyError(name)


class HazardData(Struct, frozen=True, gc=False, cache_hash=True):
    """Something that strikes in one round; *contests* are the pools that avoid it."""

    label: str
    round: int
    who: tuple[Seat, ...]
    points: int
    severity: Severity
    resistant: bool
    contests: tuple[PoolData | None, ...]
    difficulty: int


class StakeData(Struct, frozen=True, gc=False, cache_hash=True):
    """An Intimacy that has something at stake for some rounds."""

    who: Seat
    intimacy: str
    first: int
    last: int | None


class StepData(Struct, frozen=True, gc=False, cache_hash=True):
    """A step of the aftermath."""

    kind: str
    seconds: int
    who: tuple[Seat, ...]
    interrupted: frozenset[Seat]
    facing: tuple[tuple[Seat, str], ...]
    realizes: tuple[Seat, ...]
    vice: tuple[Seat, ...]
    virtue: tuple[Seat, ...]
    patients: tuple[Seat, ...]
    new: Intimacy | None
    lost: str | None
    drama: bool
    days: int
    dots: int
    condition: str
    meets: tuple[str, ...]
    cause: str
    restored: bool
    to: Seat
    rating: int
    edge: int


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a state needs that no event can change.

    *judge* is the seat of the Storyteller, NOBODY when *asked* is empty. *seconds* is
    the length of a round, *bleeds_every* the time between points of bleeding.
    """

    kind: str
    violent: bool
    characters: tuple[CharacterData, ...]
    sides: tuple[str, ...]
    teams: tuple[tuple[Seat, ...], ...]
    judge: Seat
    judge_name: str
    asked: frozenset[str]
    seconds: int
    bleeds_every: int
    waves: int
    """The largest number of waves of dice thrown again [DP-R-76]."""
    margins_last: int
    """The number of rolls on which dice gained by a margin count [DP-R-15]."""
    worsens_fully: bool
    """A wound is worsened to the severity of the point that worsens it [DP-R-32]."""
    undoes_healing: bool
    """A milder wound undoes the healing of worse ones [DP-R-40]."""
    stakes: str
    tags: frozenset[str]
    places: tuple[Place, ...]
    details: tuple[DetailData, ...]
    at_stake: tuple[StakeData, ...]
    hazards: tuple[HazardData, ...]
    developments: tuple[tuple[int, str], ...]
    task: Task | None
    finishing: bool
    at_risk: bool
    worth: Worth
    steps: tuple[StepData, ...]
    rulings: Rulings

    def asks(self, topic: str) -> bool:
        """Return whether the Storyteller is asked about *topic*."""
        return topic in self.asked
