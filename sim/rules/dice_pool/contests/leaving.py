"""Leaving a conflict: why somebody is out of it, by which rule, and how they left."""

from sim.rules.dice_pool.consequences import ConflictConceded
from sim.rules.dice_pool.state import Left, State, with_participant
from sim.seam.events import Cites, Seat
from sim.spine.evolution import Evolve

VOLUNTARY = "voluntary"
LET_STAND = "let stand"
AT_LIMIT = "resistance_limit"
UNABLE, DIED = "incapacitated", "dead"
RUINED = {"reputation": "no_reputation", "holdings": "no_holdings"}
"""Tally -> the reason for which somebody is out who has lost all of it [DP-R-113]."""

_REASONS: dict[str, tuple[Cites, Left]] = {
    VOLUNTARY: (("DP-R-70", "DP-R-86"), Left.CONCEDED),
    LET_STAND: (("DP-PROLONG-02", "DP-R-85"), Left.CONCEDED),
    AT_LIMIT: (("DP-R-24",), Left.FORCED),
    UNABLE: (("DP-R-24", "DP-R-108"), Left.FELLED),
    DIED: (("DP-R-24", "DP-R-108"), Left.FELLED),
    RUINED["reputation"]: (("DP-R-24", "DP-R-113"), Left.FORCED),
    RUINED["holdings"]: (("DP-R-24", "DP-R-113"), Left.FORCED),
}
"""Reason for being out -> (the rules behind it, how one has left)."""


def out(who: Seat, reason: str) -> ConflictConceded:
    """Return the consequence that *who* is out of the conflict for this *reason*."""
    cites, _ = _REASONS[reason]
    return ConflictConceded(cites, who, reason)


def _conceded(state: State, event: ConflictConceded) -> State:
    _, left = _REASONS[event.reason]
    return with_participant(state, event.who, left=left)


LEAVING_EVENTS: Evolve[State] = {ConflictConceded: _conceded}
"""Class of event -> the function that applies it."""
