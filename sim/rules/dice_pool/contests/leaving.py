"""Why somebody is out of a conflict, as the event says it, and how one has left it."""

from sim.rules.dice_pool.state import Left

VOLUNTARY = "voluntary"
LET_STAND = "let stand"
AT_LIMIT = "resistance_limit"
UNABLE, DIED = "incapacitated", "dead"
RUINED = {"reputation": "no_reputation", "holdings": "no_holdings"}
"""Tally -> why one is out of it who has lost all of it [DP-R-113]."""

LEFT = {
    VOLUNTARY: Left.CONCEDED,
    LET_STAND: Left.CONCEDED,
    AT_LIMIT: Left.FORCED,
    UNABLE: Left.FELLED,
    DIED: Left.FELLED,
    **dict.fromkeys(RUINED.values(), Left.FORCED),
}
"""Why one is out of it -> how one has left."""
