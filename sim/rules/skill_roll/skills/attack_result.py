"""The result of an attack: a miss, a graze, a hit, and its damage in eighths."""

from enum import StrEnum

from msgspec import Struct

from sim.rules.skill_roll.skills.scale import Scale

EIGHTHS = 8
"""Damage is counted in eighths of a point, so that it stays exact [SK-RUL-25]."""
MISS = -2
"""The best level that misses completely [SK-ATTRES-01]."""


class Band(StrEnum):
    """The meaning of a level."""

    MISS = "miss"
    WINGED = "winged"
    HIT = "hit"
    HIT_BONUS = "hit_bonus"
    SUCCESS = "success"
    FAILURE = "failure"


BAND_RULES = {
    Band.MISS: ("SK-ATTRES-01",),
    Band.WINGED: ("SK-ATTRES-02", "SK-RUL-24"),
    Band.HIT: ("SK-ATTRES-03", "SK-RUL-37"),
    Band.HIT_BONUS: ("SK-ATTRES-04", "SK-RUL-03"),
    Band.SUCCESS: ("SK-ROLL-06", "SK-QLU-01", "SK-RUL-37"),
    Band.FAILURE: ("SK-ROLL-06", "SK-QLU-01"),
}
"""The rules behind each band."""


class Blow(Struct, frozen=True, gc=False):
    """A blow: the damage of a rank, the ranks, and its exceptions.

    *uncapped* lifts the cap on the bonus; without *winging* a graze does nothing.
    """

    per_rank: int
    ranks: int
    uncapped: bool = False
    winging: bool = True

    @property
    def points(self) -> int:
        """Base damage: that of a rank, times the ranks."""
        return self.per_rank * self.ranks


class Damage(Struct, frozen=True, gc=False):
    """An amount of damage, in eighths, and whether the bonus was *capped*."""

    eighths: int
    capped: bool = False


NO_DAMAGE = Damage(0)


def attack_band(level: int) -> Band:
    """Return the meaning of *level* of an attack [SK-ATTRES-01 to 04]."""
    if level <= MISS:
        return Band.MISS
    if level < 0:
        return Band.WINGED
    return Band.HIT_BONUS if level else Band.HIT


def damage(scale: Scale, blow: Blow, level: int, *, whole: bool = False) -> Damage:
    """Return the damage that *blow* does at *level*.

    SK-ATTRES-02: half at level -1, if a graze does anything (SK-RUL-24). SK-ATTRES-03:
    all of it at 0. SK-ATTRES-04: and a quarter or an eighth of a rank for each level
    above. SK-ATTRES-05: the bonus is at most half the base, unless that is lifted.
    SK-RUL-25: only under the option are fractions dropped.
    """
    full = blow.points * EIGHTHS
    if level <= MISS:
        return NO_DAMAGE
    if level < 0:
        return _rounded(Damage(full // 2 if blow.winging else 0), whole=whole)
    bonus = blow.per_rank * scale.bonus * level
    capped = bonus > full // 2 and not blow.uncapped
    return _rounded(
        Damage(full + (full // 2 if capped else bonus), capped), whole=whole
    )


def _rounded(done: Damage, *, whole: bool) -> Damage:
    if not whole:
        return done
    return Damage(done.eighths - done.eighths % EIGHTHS, done.capped)


def oops_gain(level: int, *, hand_to_hand: bool, ranged: str = "never") -> int:
    """Return how far an attack puts its attacker out of position.

    SK-ATTRES-01: each failure level counts; SK-ATTRES-02 and 03: once at -1 and 0;
    SK-ATTRES-06: not at all above. SK-RUL-22: from afar never, or once at -1 and 0.
    """
    if level > 0:
        return 0
    if not hand_to_hand:
        return int(ranged == "light" and level > MISS)
    return max(1, -level)
