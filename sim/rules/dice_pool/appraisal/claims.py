"""The worth of a margin, by the use it is claimed for."""

from sim.rules.dice_pool.appraisal.foresight import SOFT
from sim.rules.dice_pool.facts import MarginClaimed
from sim.rules.dice_pool.pools.emptied_tallies import left_of
from sim.rules.dice_pool.scenario.words import Use
from sim.rules.dice_pool.state import State
from sim.seam.appraisal import Appraisal

_WORTH_OF_USE = {
    Use.DAMAGE: 1.0,
    Use.REPUTATION: 0.5,
    Use.HOLDINGS: 0.5,
    Use.BONUS: SOFT,
    Use.PENALTY: SOFT,
    Use.NONE: 0.0,
}


def claimed(view: State, option: MarginClaimed) -> Appraisal:
    """Return the appraisal of this use of a margin, in points of harm."""
    use = Use(option.use)
    amount, worth = option.amount, _WORTH_OF_USE[use]
    if use in (Use.REPUTATION, Use.HOLDINGS):
        amount, worth = _of_tally(view, option, worth)
    return Appraisal(win=1.0, deals=amount * worth)


def _of_tally(view: State, option: MarginClaimed, worth: float) -> tuple[int, float]:
    """Return how many points of a tally are lost, and the worth of each [DP-R-113].

    No more is lost than is there. A tally that means nothing to its owner is worth
    nothing; one whose loss takes its owner out is worth as much as harm.
    """
    for tally in view.setup.characters[option.target].tallies:
        if tally.name == option.use:
            amount = min(option.amount, left_of(view, option.target, tally))
            return amount, 1.0 if tally.out else worth
    return 0, 0.0
