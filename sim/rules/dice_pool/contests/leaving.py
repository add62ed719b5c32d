"""Why somebody is out of a conflict, as events record it, and how they left."""

from sim.rules.dice_pool.state import Left

VOLUNTARY = "voluntary"
LET_STAND = "let stand"
AT_LIMIT = "resistance_limit"
UNABLE, DIED = "incapacitated", "dead"
RUINED = {"reputation": "no_reputation", "holdings": "no_holdings"}
"""Tally -> why somebody who has lost all of it is out [DP-R-113]."""

LEFT = {
    VOLUNTARY: Left.CONCEDED,
    LET_STAND: Left.CONCEDED,
    AT_LIMIT: Left.FORCED,
    UNABLE: Left.FELLED,
    DIED: Left.FELLED,
    **dict.fromkeys(RUINED.values(), Left.FORCED),
}
"""Why somebody is out -> how they have left."""
