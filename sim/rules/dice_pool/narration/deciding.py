"""Which rule decides a quarrel about an event: the one that it names itself."""

from sim.rules.dice_pool.evolve import EVENTS
from sim.seam.events import DiceRolled, by_part
from sim.seam.protocol import Decides

DECIDES: Decides = {
    DiceRolled: by_part("DP-ROLL-01", kept="DP-R-02"),
    **{
        kind: {"": by} if isinstance(by, str) else by
        for kind in EVENTS
        if (by := kind.decided_by)
    },
}
