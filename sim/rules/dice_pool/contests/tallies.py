"""What it means to lose reputation or holdings: less to return with, and what follows.

Whether a tally is empty is read off its points, so it needs no memory of its own.
"""

from sim.events import Cites, Consequence, Seat
from sim.rules.dice_pool.consequences import ConflictConceded, TallyEmptied
from sim.rules.dice_pool.contests.leaving import RUINED
from sim.rules.dice_pool.scenario.data import TallyData
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State

EMPTIED: Cites = ("DP-R-113",)
OUT: Cites = ("DP-R-24", "DP-R-113")


def left_of(state: State, who: Seat, tally: TallyData) -> int:
    """Return how many points of *tally* are left to *who*."""
    one = state.participants[who]
    left = one.reputation if tally.name == "reputation" else one.holdings
    return left or 0


def tally_lost(state: State, who: Seat) -> float:
    """Return what its tallies have cost *who* so far, of its return.

    DP-R-113: the worth of each, in the share of the whole that went in this conflict.
    """
    return sum(
        tally.worth * (tally.entered - left_of(state, who, tally)) / tally.full
        for tally in state.setup.characters[who].tallies
    )


def less_tallies(state: State, who: Seat, share: float) -> float:
    """Return *share*, the return of *who*, less what its tallies cost [DP-R-113]."""
    return max(0.0, share - tally_lost(state, who))


def when_emptied(
    state: State, who: Seat, name: str, left: int
) -> tuple[Consequence, ...]:
    """Return what follows if the tally called *name* comes to nothing [DP-R-113].

    One may be out of it; dice of Difficulty and tags hold as long as it is empty.
    """
    for tally in state.setup.characters[who].tallies:
        if tally.name != name or left or not left_of(state, who, tally):
            continue
        if tally.out and state.participants[who].left is None:
            return (ConflictConceded(OUT, who, RUINED[name]),)
        if tally.dice or tally.tag:
            return (TallyEmptied(EMPTIED, who, name, tally.dice, tally.tag),)
    return ()


def ruin(state: State, who: Seat) -> float:
    """Return how near *who* is to being out for want of a tally, from 0 to 1."""
    return max(
        (
            1.0 - left_of(state, who, tally) / tally.full
            for tally in state.setup.characters[who].tallies
            if tally.out
        ),
        default=0.0,
    )


def tags_borne(state: State, who: Seat) -> frozenset[str]:
    """Return the tags that *who* bears for want of a tally [DP-R-113]."""
    tallies = state.setup.characters[who].tallies
    return frozenset(
        tally.tag for tally in tallies if tally.tag and not left_of(state, who, tally)
    )


def tally_difficulty(
    state: State, who: Seat, arena: Arena | None
) -> tuple[tuple[str, int, bool], ...]:
    """Return the details of Difficulty of *who* for want of a tally [DP-R-113].

    They burden social rolls only.
    """
    tallies = state.setup.characters[who].tallies
    if not tallies or arena != Arena.SOCIAL:
        return ()
    return tuple(
        (f"no {tally.name} left", tally.dice, False)
        for tally in tallies
        if tally.dice and not left_of(state, who, tally)
    )
