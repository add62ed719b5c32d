"""What follows from the answers; each cites its rules.

`who` is whom it happened to, `by` who caused it.
"""

from msgspec import Struct

from sim.rules.intensity.phases import GoalKind
from sim.seam.events import Consequence, Seat
from sim.spine.tables import defined

GoalSaid = tuple[GoalKind, int, Seat, int, int]
"""A goal as it stands in events: (kind, wish, target, ability, size)."""

BASE, EXTRA, FILLED, SITUATIONAL = "base", "extra", "filler", "situation"
"""Why a die is in a pool."""

UNABLE_TO_PAY, WITHOUT_DICE, NO_PAYER = "no_intensity", "no_dice", "side_cannot_pay"
"""Why somebody has no pool."""


class PooledDie(Struct, frozen=True, array_like=True, gc=False):
    """One die of a pool: why it is there, whose ability it is (or -1), its size."""

    role: str
    ability: int
    size: int


class RoundStarted(Consequence, tag="round"):
    """A round begins."""

    number: int


class GoalsShown(Consequence, tag="shown"):
    """All goals of the round are on the table."""


class IntentChanged(Consequence, tag="intent-changed"):
    """Somebody wants something else than before."""

    who: Seat
    was: GoalSaid
    now: GoalSaid
    reason: str = "chosen"


class PoolSpent(Consequence, tag="spent"):
    """Intensity is paid: the base point and so many extra dice."""

    who: Seat
    by: Seat
    amount: int
    left: int
    base: int
    extras: int


class NoPool(Consequence, tag="no-pool"):
    """Somebody cannot put a pool together."""

    who: Seat
    reason: str


class PoolAssembled(Consequence, tag="assembled"):
    """The dice of a pool; *helping* when it is a helper's."""

    who: Seat
    dice: tuple[PooledDie, ...]
    helping: bool = False


class PoolsShown(Consequence, tag="pools"):
    """All pools of the round are on the table."""


class DifficultyBuilt(Consequence, tag="difficulty"):
    """What the goal of *who* is rolled against.

    *by* is the opponent whose pool it is, or -1 for *dice* of the GM's. *places* are
    the dice already replaced by the *size* asked for; *open* leaves that to the GM.
    """

    who: Seat
    by: Seat
    size: int
    dice: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    open: bool = False


class RollsCompared(Consequence, tag="compared"):
    """Two pools place by place: faces from highest to lowest, ones for missing dice.

    *b* is -1 for a pool of the GM's. *hand* says who has the upper hand, "a", "b" or
    "none"; *raw* and *kept* are the successes of (a, b).
    """

    a: Seat
    b: Seat
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]


class HelpCompared(Consequence, tag="help-compared"):
    """A helper's pool against the difficulty, laid out the same way.

    *stands* says that the helper's faces meet whoever targets the helper this round.
    """

    who: Seat
    ally: Seat
    faces_a: tuple[int, ...]
    faces_b: tuple[int, ...]
    raw: tuple[int, int]
    hand: str
    kept: tuple[int, int]
    stands: bool = False


class SituationDieGranted(Consequence, tag="situation-die"):
    """A die to be rolled on top of the pool, *uses* times."""

    who: Seat
    by: Seat
    size: int
    uses: int
    fresh: bool


class PenaltyInflicted(Consequence, tag="penalty"):
    """*count* penalty dice, each for so many *rolls*."""

    who: Seat
    by: Seat
    size: int
    rolls: int
    count: int


class DiceWorn(Consequence, tag="worn"):
    """One use less of the situation and penalty dice somebody has just rolled."""

    who: Seat
    situation: tuple[int, ...]
    penalty: tuple[int, ...]


class RollsClosed(Consequence, tag="rolled-up"):
    """All comparisons of the round are made; damage comes next."""


BY_ZERO, BY_CESSION, BY_UPPER_HAND = "ability_zeroed", "ceded", "upper_hand"
"""How a goal is obtained."""

BY_DAMAGE = "damage"
"""How an ability is lost, or a life; the other way is BY_CESSION."""

WITH_SIDE, DRIVEN_OUT = "side", "no_intensity"
"""Why somebody leaves without having chosen to."""


class Carried(Struct, frozen=True, array_like=True, gc=False):
    """What somebody takes away from a conflict: dice, points, and marks for good."""

    who: Seat
    intensity: int
    sizes: tuple[int, ...]
    bonuses: tuple[tuple[int, int], ...] = ()
    """Unused situation dice as (size, rolls left) [IN-R-35]."""
    marks: tuple[int, ...] = ()


class HarmApplied(Consequence, tag="harm"):
    """An ability of *who* takes so many pips from *by*, and has *size* left."""

    who: Seat
    by: Seat
    amount: int
    ability: int
    size: int


class SuccessesUsed(Consequence, tag="successes-used"):
    """What *by* scored against *who* (-1: a pool of the GM's) is used or *wasted*."""

    who: Seat
    by: Seat
    amount: int
    wasted: int


class DamageForestalled(Consequence, tag="forestalled"):
    """*by* has just been beaten and lands nothing on *who*."""

    who: Seat
    by: Seat


class AbilityZeroed(Consequence, tag="zeroed"):
    """An ability is gone."""

    who: Seat
    by: Seat
    ability: int
    cause: str


class CharacterDied(Consequence, tag="died"):
    """Somebody's health is gone."""

    who: Seat
    by: Seat
    cause: str


class GoalObtained(Consequence, tag="obtained"):
    """Somebody got what they wanted: (kind, goal, target, ability, size)."""

    who: Seat
    goal: GoalSaid
    cause: str


class GoalsReconciled(Consequence, tag="reconciled"):
    """Several sides obtained goals at once; how that fits is only told."""

    who: tuple[Seat, ...]


class OutcomeDieGranted(Consequence, tag="die-granted"):
    """A new ability, for good."""

    who: Seat
    ability: int
    size: int


class OutcomeDieInflicted(Consequence, tag="die-inflicted"):
    """A penalty die, for good."""

    who: Seat
    by: Seat
    size: int


class EffectsSettled(Consequence, tag="settled"):
    """Zeros, deaths and goals of the round are counted."""

    upper: int
    """Who had an upper hand, as bits."""


class SidesLeft(Consequence, tag="left"):
    """Those whose sides have what they wanted go."""

    who: tuple[Seat, ...]


class Withdrawn(Consequence, tag="withdrawn"):
    """Somebody cedes who was not asked: with the side, or for want of Intensity."""

    who: Seat
    reason: str


class RoundEnded(Consequence, tag="round-over"):
    """A round is over."""

    number: int


class AftermathSettled(Consequence, tag="aftermath"):
    """The conflict is over; what everyone takes away from it."""

    how: str
    carried: tuple[Carried, ...]


CONSEQUENCES = defined(globals(), Consequence)
"""All consequences there are."""
