"""The next exchange as one side sees it, by exact odds."""

from functools import lru_cache

from msgspec import Struct

from sim.events import Seat
from sim.rules.solar_system.checks.levels import levels
from sim.rules.solar_system.consequences import PARALLEL, PERPENDICULAR, Relation
from sim.rules.solar_system.harm.items import armor, weapon
from sim.rules.solar_system.harm.track import (
    BOXES,
    Track,
    bloodied_dice,
    is_broken,
)
from sim.rules.solar_system.state import State, opponents

Spread = tuple[tuple[int, float], ...]
"""Success levels with their chances."""


class Exchange(Struct, frozen=True, gc=False):
    """The next exchange as one side sees it."""

    win: float
    deals: float
    suffers: float


NOTHING = Exchange(0.5, 0.0, 0.0)


class Blows(Struct, frozen=True):
    """What items change, and who can do harm at all."""

    adds: int = 0
    theirs: int = 0
    strikes: bool = True
    struck: bool = True
    relation: Relation = PERPENDICULAR


@lru_cache(maxsize=65536)
def exchange(mine: Spread, other: Spread, blows: Blows) -> Exchange:
    """Weigh one exchange of levels [SS-VOL-02, SS-VOL-04, SS-VOL-05]."""
    win = deals = suffers = 0.0
    for level, chance in mine:
        for against, also in other:
            both = chance * also
            win += both if level > against else both / 2 if level == against else 0.0
            gain, loss = _bases(level, against, blows.relation)
            if gain > 0 and blows.strikes:
                deals += both * max(0, gain + blows.adds)
            if loss > 0 and blows.struck:
                suffers += both * max(0, loss + blows.theirs)
    return Exchange(win, deals, suffers)


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
    """Return the one level a roll on the table has."""
    return ((level, 1.0),)


def penalties(state: State, who: Seat, ability: int) -> int:
    """Count the penalty dice harm puts on this ability."""
    person = state.participants[who]
    per_box = state.setup.rulings.bloodied_stacking == "per_box"
    pool = state.ability(who, ability).pool
    worn = bloodied_dice(person.harm, pool, per_box=per_box)
    return person.bruises + worn + is_broken(person.harm)


def levels_now(state: State, who: Seat, ability: int) -> Spread:
    """Return the levels of *ability* as worn as *who* is now."""
    rank = state.ability(who, ability).rank
    return spread(rank, -penalties(state, who, ability))


def ahead_by(state: State, who: Seat) -> float:
    """Say how far *who* leads: how worn the others are, less how worn he is himself."""
    others = opponents(state, who)
    if not others:
        return 1.0
    theirs = sum(_worn(state.participants[seat].harm) for seat in others) / len(others)
    return theirs - _worn(state.participants[who].harm)


def _worn(harm: Track) -> float:
    """Weigh a track from 0 to 1: a high box is nearer the end than a low one."""
    return sum([box for box, label in enumerate(harm, 1) if label]) / ALL_BOXES


ALL_BOXES = sum(range(1, BOXES + 1))


def net_weapon(state: State, who: Seat, ability: int, other: Seat) -> int:
    """Return what items change in the harm of this attack."""
    return weapon(state, who, ability, other) - armor(state, other, who, ability)
