"""The effect of lost reputation or holdings on rolls [DP-R-113].

Whether a tally is empty follows from its points, so it needs no field of its own.
"""

from sim.rules.dice_pool.scenario.data import TallyData
from sim.rules.dice_pool.scenario.words import Arena
from sim.rules.dice_pool.state import State
from sim.seam.events import Seat


def left_of(state: State, who: Seat, tally: TallyData) -> int:
    """Return how many points of *tally* are left to *who*."""
    participant = state.participants[who]
    left = (
        participant.reputation if tally.name == "reputation" else participant.holdings
    )
    return left or 0


def tags_borne(state: State, who: Seat) -> frozenset[str]:
    """Return the tags that *who* has because of an empty tally [DP-R-113]."""
    tallies = state.setup.characters[who].tallies
    return frozenset(
        tally.tag for tally in tallies if tally.tag and not left_of(state, who, tally)
    )


def tally_difficulty(
    state: State, who: Seat, arena: Arena | None
) -> tuple[tuple[str, int, bool], ...]:
    """Return the Difficulty that *who* has because of an empty tally [DP-R-113].

    It applies to social rolls only.
    """
    tallies = state.setup.characters[who].tallies
    if not tallies or arena != Arena.SOCIAL:
        return ()
    return tuple(
        (f"no {tally.name} left", tally.dice, False)
        for tally in tallies
        if tally.dice and not left_of(state, who, tally)
    )
