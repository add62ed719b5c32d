"""Adding the chooser's lead to appraisals that were computed without it.

The lead depends on more of a state than any other number of an appraisal, and is the
same for all options: so appraisals are computed and cached without it.
"""

from msgspec.structs import replace

from sim.seam.appraisal import Appraisal
from sim.spine.kept import Kept

Worths = tuple[Appraisal, ...]


def with_lead(worth: Appraisal, ahead: float) -> Appraisal:
    """Return *worth* with this lead."""
    return replace(worth, ahead=ahead) if ahead else worth


class Leads:
    """Cached appraisals of the same options for different leads; *most* are kept."""

    __slots__ = ("_kept",)

    def __init__(self, most: int) -> None:
        # An object that is held keeps its id, so no other can have it.
        self._kept: Kept[tuple[int, float], tuple[Worths, Worths]] = Kept(most)

    def with_lead(self, bare: Worths, ahead: float) -> Worths:
        """Return *bare*, appraisals computed without a lead, with the lead *ahead*."""
        if not ahead:
            return bare
        place = id(bare), ahead
        led = self._kept.get(place)
        if led is None:
            led_by = tuple([replace(worth, ahead=ahead) for worth in bare])
            led = self._kept.keep(place, (bare, led_by))
        return led[1]
