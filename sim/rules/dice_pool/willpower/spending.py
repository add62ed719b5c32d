"""Spending Willpower: before a roll, on harm, and for acts that cost a point."""

from functools import lru_cache

from sim.rules.dice_pool.events.lasting import WillpowerSpent
from sim.rules.dice_pool.facts import (
    BoostDeclined,
    Boosted,
    PointDedicated,
    PointUndedicated,
)
from sim.rules.dice_pool.records.rolls import Roll
from sim.rules.dice_pool.scenario.data import IntentData, PoolData
from sim.rules.dice_pool.state import SPECIAL, State, has_point, view, with_will
from sim.seam.events import Cites, Fact, Seat
from sim.seam.protocol import Decision

WILLPOWER_DICE = 3
"""The dice that a point of Willpower adds [DP-WILL-03]."""
BOOST, MITIGATE = "boost", "mitigate"
SPENT: dict[str, Cites] = {
    BOOST: ("DP-WILL-02", "DP-WILL-03", "DP-R-44"),
    MITIGATE: ("DP-WILL-02", "DP-WILL-05", "DP-R-44", "DP-R-47"),
    SPECIAL: ("DP-WILL-02", "DP-WILL-07", "DP-R-44", "DP-R-105"),
}


def spent(state: State, who: Seat, use: str, intimacy: str = "") -> WillpowerSpent:
    """Return the spending of a point by *who* [DP-WILL-01, DP-WILL-02]."""
    points = state.participants[who].will.points
    return WillpowerSpent(SPENT[use], who, use, points, points - 1, intimacy)


def after_paying(state: State, who: Seat, intent: IntentData) -> State:
    """Return *state* once *who* has paid for an act that costs a point [DP-R-105]."""
    if not intent.costs:
        return state
    will = state.participants[who].will
    used = (*will.spent, SPECIAL)
    return with_will(state, who, points=will.points - 1, spent=used)


def may_boost(state: State, who: Seat, pool: PoolData) -> bool:
    """Whether *who* may boost a roll of *pool*: it is personal, and a point is free.

    DP-WILL-04, DP-R-46.
    """
    return bool(pool.parts) and has_point(state, who)


def ask_boost(
    state: State, roll: Roll, intimacies: tuple[str, ...] = ()
) -> Decision[State] | None:
    """Ask the owner of *roll* for a point of Willpower, if not yet [DP-DEC-06]."""
    if roll.boosted is not None:
        return None
    who = roll.who
    return Decision(who, _boosts(who, intimacies), view(state, who))


def undedicated(state: State, intent: IntentData | None) -> bool | None:
    """Return None while the point that *intent* costs may still be dedicated.

    DP-R-49, DP-R-102.
    """
    costs = intent is not None and intent.costs
    return None if costs and everywhere(state) else False


def everywhere(state: State) -> bool:
    """Whether acts cost points in tasks too, and may be for Intimacies [DP-R-105]."""
    return state.setup.rulings.costly_acts == "everywhere"


def ask_dedication(
    state: State, roll: Roll, intimacies: tuple[str, ...]
) -> Decision[State] | None:
    """Ask for which Intimacy the point of the act was spent; None if for none."""
    if not intimacies:
        return None
    who = roll.who
    named = [PointDedicated(who, name) for name in intimacies]
    return Decision(who, (PointUndedicated(who), *named), view(state, who))


@lru_cache(maxsize=1024)
def _boosts(who: Seat, intimacies: tuple[str, ...]) -> tuple[Fact, ...]:
    """Return the answers of a roll's owner about a boost."""
    boosts = [Boosted(who), *(Boosted(who, name) for name in intimacies)]
    return (BoostDeclined(who), *boosts)
