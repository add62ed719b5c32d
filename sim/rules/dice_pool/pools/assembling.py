"""The arithmetic of a pool: one sum with a lower bound.

Traits, a Specialty, the Edge and three dice of Willpower are added, the Difficulty is
subtracted. A pool of no dice is a chance die; what is impossible is not rolled.
"""

from msgspec import Struct

from sim.rules.dice_pool.consequences import PoolAssembled
from sim.rules.dice_pool.records.rolls import (
    CHANCE_ONLY,
    IMPOSSIBLE,
    PLAIN,
    Hardness,
    Roll,
)
from sim.rules.dice_pool.willpower.spending import WILLPOWER_DICE
from sim.seam.events import Cites

ASSEMBLED: Cites = (
    "DP-POOL-02",
    "DP-POOL-04",
    "DP-POOL-06",
    "DP-R-01",
    "DP-R-02",
    "DP-R-04",
)
CHANCE: Cites = ("DP-ROLL-03", "DP-R-03")
BY_RULING: Cites = ("DP-DIFF-03",)
BOOSTED: Cites = ("DP-WILL-03", "DP-R-08")
SPECIAL: Cites = ("DP-SKILL-04", "DP-R-09")


class Assembled(Struct, frozen=True, gc=False):
    """A pool that has been counted: *kind* is pool, chance or no_roll."""

    raw: int
    kind: str
    dice: int
    rote: bool


def assemble(
    base: int,
    edge: int = 0,
    difficulty: int = 0,
    hardness: Hardness = PLAIN,
    *,
    boosted: bool = False,
    rote: bool = False,
) -> Assembled:
    """Return the pool made of these parts [DP-POOL-02 to 04, DP-R-04, DP-R-08].

    Willpower can lift a pool out of the chance die, but not out of one that the
    Storyteller has forced [DP-DIFF-03].
    """
    raw = base + edge + WILLPOWER_DICE * boosted - difficulty
    if hardness == IMPOSSIBLE:
        return Assembled(raw, "no_roll", 0, rote=False)
    if hardness == CHANCE_ONLY or raw <= 0:
        return Assembled(raw, "chance", 1, rote or boosted)
    return Assembled(raw, "pool", raw, rote or boosted)


def assembled(roll: Roll, *, late: bool = False) -> PoolAssembled:
    """Return the dice of *roll* once everything about it is known.

    Under *late* a boost comes only after the dice have fallen [DP-R-45].
    """
    boosted = bool(roll.boosted) and not late
    edge, difficulty = roll.edge or 0, roll.difficulty or 0
    pool = assemble(
        roll.pool.dice,
        edge,
        difficulty,
        roll.hardness,
        boosted=boosted,
        rote=roll.rote,
    )
    cites = ASSEMBLED
    if roll.pool.specialty:
        cites += SPECIAL
    if boosted:
        cites += BOOSTED
    if pool.kind != "pool":
        forced = roll.hardness != PLAIN
        cites += BY_RULING if forced else CHANCE
    return PoolAssembled(
        cites,
        roll.who,
        roll.why,
        roll.pool.parts,
        roll.pool.specialty,
        edge,
        WILLPOWER_DICE * boosted,
        difficulty,
        pool.raw,
        pool.kind,
        pool.dice,
        pool.rote,
        roll.nth,
    )
