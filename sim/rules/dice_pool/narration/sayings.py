"""How people say that somebody answered so: as the answers themselves say."""

from collections.abc import Mapping

from sim.rules.dice_pool.evolve import EVENTS
from sim.seam.events import DiceRolled, Event, Fact

SAYINGS: Mapping[type[Event], tuple[str, ...]] = {
    kind: kind.sayings
    for kind in EVENTS
    if issubclass(kind, Fact) and kind is not DiceRolled
}
