"""What follows from the answers up to the comparison; each cites its rules."""

from msgspec import Struct

from sim.events import Consequence

BASE, EXTRA, FILLED, SITUATIONAL = "base", "extra", "filler", "situation"
"""Why a die is in a pool."""

UNABLE_TO_PAY, WITHOUT_DICE, NO_PAYER = "no_intensity", "no_dice", "side_cannot_pay"
"""Why somebody has no pool."""


class PooledDie(Struct, frozen=True, array_like=True, gc=False):
    """One die of a pool: why it is there, whose ability it is (or -1), its size."""

    role: str
    ability: int
    size: int


class RoundStarted(Consequence, frozen=True, array_like=True, gc=False, tag="round"):
    """A round begins."""

    number: int


class GoalsShown(Consequence, frozen=True, array_like=True, gc=False, tag="shown"):
    """All goals of the round are on the table."""


class IntentChanged(
    Consequence, frozen=True, array_like=True, gc=False, tag="intent-changed"
):
    """Somebody wants something else than before."""

    who: int
    was: tuple[str, int, int, int, int]
    now: tuple[str, int, int, int, int]
    reason: str = "chosen"


class PoolSpent(Consequence, frozen=True, array_like=True, gc=False, tag="spent"):
    """Intensity is paid: the base point and so many extra dice."""

    who: int
    by: int
    amount: int
    left: int
    base: int
    extras: int


class NoPool(Consequence, frozen=True, array_like=True, gc=False, tag="no-pool"):
    """Somebody cannot put a pool together."""

    who: int
    reason: str


class PoolAssembled(
    Consequence, frozen=True, array_like=True, gc=False, tag="assembled"
):
    """The dice of a pool; *helping* when it is a helper's."""

    who: int
    dice: tuple[PooledDie, ...]
    helping: bool = False


class PoolsShown(Consequence, frozen=True, array_like=True, gc=False, tag="pools"):
    """All pools of the round are on the table."""


class DifficultyBuilt(
    Consequence, frozen=True, array_like=True, gc=False, tag="difficulty"
):
    """What the goal of *who* is rolled against.

    *by* is the opponent whose pool it is, or -1 for *dice* of the GM's. *places* are
    the dice already replaced by the *size* asked for; *open* leaves that to the GM.
    """

    who: int
    by: int
    size: int
    dice: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    open: bool = False


class RollsCompared(
    Consequence, frozen=True, array_like=True, gc=False, tag="compared"
):
    """Two pools place by place: faces from highest to lowest, ones for missing dice.

    *b* is -1 for a pool of the GM's. *hand* says who has the upper hand, "a", "b" or
    "none"; *raw* and *kept* are the successes of (a, b).
    """

    a: int
    b: int
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]


class HelpCompared(
    Consequence, frozen=True, array_like=True, gc=False, tag="help-compared"
):
    """A helper's pool against the difficulty, laid out the same way.

    *stands* says that the helper's faces meet whoever targets the helper this round.
    """

    who: int
    ally: int
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]
    stands: bool = False


class SituationDieGranted(
    Consequence, frozen=True, array_like=True, gc=False, tag="situation-die"
):
    """A die to be rolled on top of the pool, *uses* times."""

    who: int
    by: int
    size: int
    uses: int
    fresh: bool


class PenaltyInflicted(
    Consequence, frozen=True, array_like=True, gc=False, tag="penalty"
):
    """*count* penalty dice, each for so many *rolls*."""

    who: int
    by: int
    size: int
    rolls: int
    count: int


class DiceWorn(Consequence, frozen=True, array_like=True, gc=False, tag="worn"):
    """One use less of the situation and penalty dice somebody has just rolled."""

    who: int
    situation: tuple[int, ...]
    penalty: tuple[int, ...]


class RollsClosed(Consequence, frozen=True, array_like=True, gc=False, tag="rolled-up"):
    """All comparisons of the round are made; damage comes next."""


ROUND: tuple[type[Consequence], ...] = (
    RoundStarted,
    GoalsShown,
    IntentChanged,
    PoolSpent,
    NoPool,
    PoolAssembled,
    PoolsShown,
    DifficultyBuilt,
    RollsCompared,
    HelpCompared,
    SituationDieGranted,
    PenaltyInflicted,
    DiceWorn,
    RollsClosed,
)
