"""The law of the dice: the distribution of a whole throw, with all dice thrown again.

Waves of dice leave nothing behind but their number of successes; both throws of a rote
action are one law, since the dice that failed at first matter only to the second. If a
boost may be bought between the two, each throw has a law of its own. Dice are
represented by faces with the same number of successes. Totals less likely than a
rounding error are merged into the largest that is likelier.
"""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.pools.refreshing import refreshed
from sim.rules.dice_pool.pools.throwing import (
    BEST,
    WORST,
    Successes,
    belonging,
    tens,
)
from sim.rules.dice_pool.records.rolls import INTIMACY, ROTE, Roll, roll_of
from sim.rules.dice_pool.state import State
from sim.seam.chart import Law
from sim.seam.events import DiceRolled, Event
from sim.seam.protocol import Chance

NOTHING = 1e-15
"""Smaller probabilities vanish in rounding when they are added to the rest."""

Chances = NDArray[np.float64]
"""The probabilities of 0, 1, 2 ... successes."""
Cases = tuple[tuple[float, int, int | None], ...]
"""(probability, successes of the first throw, of the second if there is one)."""


def thrown(state: State, asked: Chance) -> Law | None:
    """Return the distribution of the roll that is *asked* for, with re-rolls.

    None if some of its dice have fallen already.
    """
    if asked.seen or not has_rolls(state.phase):
        return None
    read = asked.read
    assert type(read) is Successes
    dice, waves = len(asked.pool), state.setup.waves
    roll = roll_of(state.phase.rolls, asked.who, asked.attempt)
    if roll.rote and asked.why not in (ROTE, INTIMACY):
        if state.setup.rulings.boost_timing == "after":
            return tuple(
                (chance, _first(asked, first, failed))
                for chance, first, failed in _firsts(dice, read, waves)
            )
        return tuple(
            (chance, _both(asked, roll, first, second))
            for chance, first, second in rote(dice, read, waves)
        )
    cases: list[tuple[float, tuple[Event, ...]]] = []
    for total, chance in enumerate(totals(dice, read, waves).tolist()):
        if chance:
            fact = DiceRolled(
                asked.who, asked.why, asked.pool, (), (), (total, 0), asked.attempt
            )
            more = refreshed(state, fact) if asked.why == INTIMACY else ()
            cases.append((chance, (fact, *more)))
    return tuple(cases)


def _first(asked: Chance, first: int, failed: int) -> tuple[Event, ...]:
    """Return the events of a rote action's first throw, in which *failed* dice failed.

    They are two waves, since only the first wave says how many dice failed.
    """
    dice = len(asked.pool)
    who, why, attempt = asked.who, asked.why, asked.attempt
    hits = dice - failed
    return (
        DiceRolled(who, why, asked.pool, (), (), (hits, 1), attempt),
        DiceRolled(who, why, tens(1), (), (), (first - hits, 0), attempt),
    )


def _both(
    asked: Chance, roll: Roll, first: int, second: int | None
) -> tuple[Event, ...]:
    """Return the events of both throws, as if one die had failed if any did."""
    events = _first(asked, first, int(second is not None))
    if second is None:
        return events
    number = belonging(roll)
    again = DiceRolled(asked.who, ROTE, tens(1), (), (), (second, 0), number)
    return (*events, again)


@lru_cache(maxsize=256)
def _die(read: Successes, waves: int) -> tuple[Chances, Chances]:
    """Return the distributions of one die: if its first face fails, and if not.

    Both count successes over all waves, and together they add up to 1.
    """
    later = np.array([1.0])
    failing = succeeding = later
    for _ in range(waves + 1):
        # A die fails or succeeds by its first face, whatever it shows later.
        failing, succeeding = np.zeros(len(later) + 1), np.zeros(len(later) + 1)
        for face in range(WORST, BEST + 1):
            then = later if face >= read.again else np.array([1.0])
            success = int(face >= read.success)
            into = succeeding if success else failing
            into[success : success + len(then)] += then / BEST
        later = failing + succeeding
    return failing, succeeding


def _power(chances: Chances, times: int) -> Chances:
    power = np.array([1.0])
    for _ in range(times):
        power = np.convolve(power, chances)
    return power


def _cut(chances: Chances) -> Chances:
    """Return *chances* without the negligible tail, which is added to the last."""
    # Summed from the end, since adding small numbers to 1 would lose them.
    tail = np.cumsum(chances[::-1])[::-1]
    size = max(1, int(np.count_nonzero(tail > NOTHING)))
    cut = chances[:size].copy()
    cut[-1] += chances[size:].sum()
    return cut


@lru_cache(maxsize=1024)
def totals(dice: int, read: Successes, waves: int) -> Chances:
    """Return the distribution of one throw's successes [DP-ROLL-01, DP-R-76]."""
    failing, succeeding = _die(read, waves)
    return _cut(_power(failing + succeeding, dice))


@lru_cache(maxsize=1024)
def _firsts(
    dice: int, read: Successes, waves: int
) -> tuple[tuple[float, int, int], ...]:
    """Return (probability, successes, failed dice) for a first throw [DP-R-28]."""
    failing, succeeding = _die(read, waves)
    cases: list[tuple[float, int, int]] = []
    # The second throw depends on how many dice failed, not on the successes of the
    # others; so both are listed together.
    for failed in range(dice + 1):
        hits = _power(succeeding, dice - failed)
        firsts = _cut(np.convolve(_power(failing, failed), hits)) * comb(dice, failed)
        cases += [
            (chance, first, failed)
            for first, chance in enumerate(firsts.tolist())
            if chance
        ]
    return tuple(cases)


@lru_cache(maxsize=1024)
def rote(dice: int, read: Successes, waves: int) -> Cases:
    """Return the joint distribution of a rote action's throws [DP-ROTE-02, DP-R-28]."""
    cases: dict[tuple[int, int | None], float] = {}
    for chance, first, failed in _firsts(dice, read, waves):
        seconds = totals(failed, read, waves) if failed else np.array([1.0])
        for second, share in enumerate(seconds.tolist()):
            case = first, second if failed else None
            joint = chance * share
            if joint:
                cases[case] = cases.get(case, 0.0) + joint
    return tuple((chance, first, second) for (first, second), chance in cases.items())
