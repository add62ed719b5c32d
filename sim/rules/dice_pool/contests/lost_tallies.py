"""The loss of reputation or holdings: a smaller return, and further consequences."""

from sim.rules.dice_pool.consequences import TallyEmptied
from sim.rules.dice_pool.contests.leaving import RUINED, out
from sim.rules.dice_pool.pools.emptied_tallies import left_of
from sim.rules.dice_pool.state import State
from sim.seam.events import Cites, Consequence, Seat

EMPTIED: Cites = ("DP-R-113",)


def tally_lost(state: State, who: Seat) -> float:
    """Return how much of its return *who* has lost with its tallies so far.

    DP-R-113: the worth of each tally times the share of it lost in this conflict.
    """
    return sum(
        tally.worth * (tally.entered - left_of(state, who, tally)) / tally.full
        for tally in state.setup.characters[who].tallies
    )


def less_tallies(state: State, who: Seat, share: float) -> float:
    """Return *share*, the return of *who*, less the cost of its lost tallies.

    [DP-R-113]
    """
    return max(0.0, share - tally_lost(state, who))


def when_emptied(
    state: State, who: Seat, name: str, left: int
) -> tuple[Consequence, ...]:
    """Return the consequences of the tally called *name* being empty [DP-R-113].

    Its owner may be out; dice of Difficulty and tags hold as long as it is empty.
    """
    for tally in state.setup.characters[who].tallies:
        if tally.name != name or left or not left_of(state, who, tally):
            continue
        if tally.out and state.participants[who].left is None:
            return (out(who, RUINED[name]),)
        if tally.dice or tally.tag:
            return (TallyEmptied(EMPTIED, who, name, tally.dice, tally.tag),)
    return ()


def ruin(state: State, who: Seat) -> float:
    """Return how close *who* is to being out by an empty tally, from 0 to 1."""
    return max(
        (
            1.0 - left_of(state, who, tally) / tally.full
            for tally in state.setup.characters[who].tallies
            if tally.out
        ),
        default=0.0,
    )
