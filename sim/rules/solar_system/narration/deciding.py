"""Which rule decides a quarrel about an event: the one that it names itself."""

from sim.rules.solar_system.evolve import EVENTS
from sim.seam.events import DiceRolled, by_part
from sim.seam.protocol import Decides

DECIDES: Decides = {
    DiceRolled: by_part("SS-CHK-02", kept="SS-DIE-05", reading="SS-CHK-03"),
    **{
        kind: {"": by} if isinstance(by, str) else by
        for kind in EVENTS
        if (by := kind.decided_by)
    },
}
