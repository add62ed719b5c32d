"""What comes of the comparison: harm, goals obtained, deaths, departures.

Each cites the rules that made it; `who` is whom it happened to, `by` who caused it.
"""

from msgspec import Struct

from sim.events import Consequence

BY_ZERO, BY_CESSION, BY_UPPER_HAND = "ability_zeroed", "ceded", "upper_hand"
"""How a goal is obtained."""

BY_DAMAGE = "damage"
"""How an ability is lost, or a life; the other way is BY_CESSION."""

WITH_SIDE, DRIVEN_OUT = "side", "no_intensity"
"""Why somebody leaves without having chosen to."""


class Carried(Struct, frozen=True, array_like=True, gc=False):
    """What somebody takes away from a conflict: dice, points, and marks for good."""

    who: int
    intensity: int
    sizes: tuple[int, ...]
    bonuses: tuple[tuple[int, int], ...] = ()
    """Unused situation dice as (size, rolls left) [IN-R-35]."""
    marks: tuple[int, ...] = ()


class HarmApplied(Consequence, frozen=True, array_like=True, gc=False, tag="harm"):
    """An ability of *who* takes so many pips from *by*, and has *size* left."""

    who: int
    by: int
    amount: int
    ability: int
    size: int


class SuccessesUsed(
    Consequence, frozen=True, array_like=True, gc=False, tag="successes-used"
):
    """What *by* scored against *who* (-1: a pool of the GM's) is used or *wasted*."""

    who: int
    by: int
    amount: int
    wasted: int


class DamageForestalled(
    Consequence, frozen=True, array_like=True, gc=False, tag="forestalled"
):
    """*by* has just been beaten and lands nothing on *who*."""

    who: int
    by: int


class AbilityZeroed(Consequence, frozen=True, array_like=True, gc=False, tag="zeroed"):
    """An ability is gone."""

    who: int
    by: int
    ability: int
    cause: str


class CharacterDied(Consequence, frozen=True, array_like=True, gc=False, tag="died"):
    """Somebody's health is gone."""

    who: int
    by: int
    cause: str


class GoalObtained(Consequence, frozen=True, array_like=True, gc=False, tag="obtained"):
    """Somebody got what they wanted: (kind, goal, target, ability, size)."""

    who: int
    goal: tuple[str, int, int, int, int]
    cause: str


class GoalsReconciled(
    Consequence, frozen=True, array_like=True, gc=False, tag="reconciled"
):
    """Several sides obtained goals at once; how that fits is only told."""

    who: tuple[int, ...]


class OutcomeDieGranted(
    Consequence, frozen=True, array_like=True, gc=False, tag="die-granted"
):
    """A new ability, for good."""

    who: int
    ability: int
    size: int


class OutcomeDieInflicted(
    Consequence, frozen=True, array_like=True, gc=False, tag="die-inflicted"
):
    """A penalty die, for good."""

    who: int
    by: int
    size: int


class EffectsSettled(
    Consequence, frozen=True, array_like=True, gc=False, tag="settled"
):
    """Zeros, deaths and goals of the round are counted."""

    upper: int
    """Who had an upper hand, as bits."""


class SidesLeft(Consequence, frozen=True, array_like=True, gc=False, tag="left"):
    """Those whose sides have what they wanted go."""

    who: tuple[int, ...]


class Withdrawn(Consequence, frozen=True, array_like=True, gc=False, tag="withdrawn"):
    """Somebody cedes who was not asked: with the side, or for want of Intensity."""

    who: int
    reason: str


class RoundEnded(Consequence, frozen=True, array_like=True, gc=False, tag="round-over"):
    """A round is over."""

    number: int


class AftermathSettled(
    Consequence, frozen=True, array_like=True, gc=False, tag="aftermath"
):
    """The conflict is over; what everyone takes away from it."""

    how: str
    carried: tuple[Carried, ...]


HARMS: tuple[type[Consequence], ...] = (
    HarmApplied,
    SuccessesUsed,
    DamageForestalled,
    AbilityZeroed,
    CharacterDied,
    GoalObtained,
    GoalsReconciled,
    OutcomeDieGranted,
    OutcomeDieInflicted,
    EffectsSettled,
    SidesLeft,
    Withdrawn,
    RoundEnded,
    AftermathSettled,
)
