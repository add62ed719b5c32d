"""Which rule decides a quarrel about an event: the one that it names itself."""

from sim.rules.skill_roll.evolve import EVENTS
from sim.seam.events import DiceRolled, by_part
from sim.seam.protocol import Decides

DECIDES: Decides = {
    DiceRolled: by_part("SK-ROLL-02"),
    **{
        kind: {"": by} if isinstance(by, str) else by
        for kind in EVENTS
        if (by := kind.decided_by)
    },
}
