"""Which rule decides a quarrel about an event: the one that it names itself."""

from sim.rules.planets.evolve import EVENTS
from sim.seam.events import DiceRolled
from sim.seam.protocol import Decides

DECIDES: Decides = {
    DiceRolled: {"": "PL-HIER-01"},
    **{
        kind: {"": by} if isinstance(by, str) else by
        for kind in EVENTS
        if (by := kind.decided_by)
    },
}
