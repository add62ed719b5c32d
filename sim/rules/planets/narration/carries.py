"""What somebody carries from one conflict to the next, in words."""

from collections.abc import Mapping

from sim.seam.protocol import Description
from sim.spine.words import counted


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: the wounds [PL-RUL-43]."""
    wounds = record["wounds"]
    return {"wounds": counted(wounds, "wound") if wounds else "no wounds"}
