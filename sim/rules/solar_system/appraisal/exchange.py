"""The next exchange as one side sees it, by exact odds."""

from functools import lru_cache

from msgspec import Struct

from sim.rules.solar_system.checks.levels import levels
from sim.rules.solar_system.consequences import PARALLEL, PERPENDICULAR, Relation
from sim.rules.solar_system.facts import NONE
from sim.rules.solar_system.harm.items import armor, weapon
from sim.rules.solar_system.harm.track import (
    BOXES,
    Track,
    bloodied_dice,
    is_broken,
)
from sim.rules.solar_system.state import State
from sim.seam.events import Seat

Spread = tuple[tuple[int, float], ...]
"""Success levels with their chances."""


class Exchange(Struct, frozen=True, gc=False):
    """The next exchange as one side sees it."""

    win: float
    deals: float
    suffers: float


NOTHING = Exchange(0.5, 0.0, 0.0)


class Blows(Struct, frozen=True, gc=False):
    """The conditions of an exchange: items, who can do harm, and where harm ends.

    *ends* is the least harm that drives the other past broken, *ended* the least that
    drives oneself past broken.
    """

    adds: int = 0
    theirs: int = 0
    ends: int = BOXES + 1
    ended: int = BOXES + 1
    strikes: bool = True
    struck: bool = True
    relation: Relation = PERPENDICULAR


@lru_cache(maxsize=65536)
def exchange(mine: Spread, other: Spread, blows: Blows) -> Exchange:
    """Weigh one exchange of levels [SS-VOL-02, SS-VOL-04, SS-VOL-05].

    Harm past broken puts somebody out of the conflict, whatever boxes are left: it
    counts as much as the last box at least [SS-HARM-10].
    """
    win = deals = suffers = 0.0
    for level, chance in mine:
        for against, other_chance in other:
            p = chance * other_chance
            win += p if level > against else p / 2 if level == against else 0.0
            gain, loss = _bases(level, against, blows.relation)
            if gain > 0 and blows.strikes:
                deals += p * _weighed_harm(gain + blows.adds, blows.ends)
            if loss > 0 and blows.struck:
                suffers += p * _weighed_harm(loss + blows.theirs, blows.ended)
    return Exchange(win, deals, suffers)


def _weighed_harm(harm: int, ends: int) -> int:
    return max(0, harm) if harm < ends else max(harm, BOXES)


def _bases(level: int, against: int, how: Relation) -> tuple[int, int]:
    if how == PERPENDICULAR:
        return level - against, against - level
    if how == PARALLEL:
        return level, against
    return level, 0


@lru_cache(maxsize=4096)
def spread(rank: int, net: int) -> Spread:
    """Return the levels of a check of *rank* with *net* dice."""
    return tuple((level, float(chance)) for level, chance in levels(rank, net).items())


def fixed(level: int) -> Spread:
    """Return the single level of a roll on the table, as a distribution."""
    return ((level, 1.0),)


def penalties(state: State, who: Seat, ability: int) -> int:
    """Count the penalty dice harm puts on this ability."""
    participant = state.participants[who]
    per_box = state.setup.rulings.bloodied_stacking == "per_box"
    pool = state.ability(who, ability).pool
    return participant.bruises + _worn_dice(participant.harm, pool, per_box)


@lru_cache(maxsize=4096)
def _worn_dice(harm: Track, pool: int, per_box: bool) -> int:  # noqa: FBT001 - part of the key
    return bloodied_dice(harm, pool, per_box=per_box) + is_broken(harm)


Side = tuple[int, int]
"""The roll of one side: (rank, net dice), or IDLE if it does not act."""

IDLE: Side = (-9, 0)


def side_of(state: State, who: Seat, ability: int) -> Side:
    """Return what *who* rolls of *ability* with present harm."""
    if ability == NONE:
        return IDLE
    return state.ability(who, ability).rank, -penalties(state, who, ability)


@lru_cache(maxsize=65536)
def expected_exchange(mine: Side, other: Side, blows: Blows) -> Exchange:
    """Weigh one exchange of two rolls that are still to be made."""
    first, second = (
        fixed(0) if side == IDLE else spread(*side) for side in (mine, other)
    )
    return exchange(first, second, blows)


@lru_cache(maxsize=4096)
def boxes_left(harm: Track) -> int:
    """Return a weighted count of the boxes that are left, and one more.

    A ticked high box counts more than a low one. A seat with none left is not beaten
    yet: it takes one more blow [SS-HARM-04].
    """
    return 1 + sum([box for box, label in enumerate(harm, 1) if not label])


def net_weapon(
    state: State, who: Seat, ability: int, other: Seat, goal: int | None = None
) -> int:
    """Return the effect of items on the harm of this attack, perhaps for a *goal*."""
    adds = weapon(state, who, ability, other, goal)
    return adds - armor(state, other, who, ability)
