"""How people say that somebody answered so: as the answers themselves say."""

from collections.abc import Mapping

from sim.rules.planets.facts import FACTS
from sim.seam.events import Event

SAYINGS: Mapping[type[Event], tuple[str, ...]] = {kind: kind.sayings for kind in FACTS}
