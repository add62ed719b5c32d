"""How people at a table say that somebody answered so, without whose it is."""

from collections.abc import Mapping

from sim.seam.events import Event
from sim.spine.tables import complete
from tests.toy import facts as f

SAYINGS: Mapping[type[Event], tuple[str, ...]] = complete(
    "say",
    {
        f.Pressed: ("presses", "pushes"),
        f.Held: ("holds", "does nothing"),
        f.Conceded: ("gives up", "gives way"),
    },
    f.FACTS,
)
"""Kind of answer -> how people say it, ours first."""
