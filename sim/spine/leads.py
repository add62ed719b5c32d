"""The lead of whoever chooses, put into what options are worth when all else is known.

How far somebody leads reads more of a state than anything else an appraisal says, and
is the same for all options: so options are weighed and kept without it.
"""

from msgspec.structs import replace

from sim.seam.appraisal import Appraisal
from sim.spine.kept import Kept

Worths = tuple[Appraisal, ...]


def with_lead(worth: Appraisal, ahead: float) -> Appraisal:
    """Return *worth* to one who leads so far."""
    return replace(worth, ahead=ahead) if ahead else worth


class Leads:
    """What the same options are worth to those who lead so far; *most* are kept."""

    __slots__ = ("_kept",)

    def __init__(self, most: int) -> None:
        # What is held cannot be gone and another be in its place.
        self._kept: Kept[tuple[int, float], tuple[Worths, Worths]] = Kept(most)

    def told(self, bare: Worths, ahead: float) -> Worths:
        """Return *bare*, in which nobody leads, to one who is so far *ahead*."""
        if not ahead:
            return bare
        place = id(bare), ahead
        led = self._kept.get(place)
        if led is None:
            found = tuple([replace(one, ahead=ahead) for one in bare])
            led = self._kept.keep(place, (bare, found))
        return led[1]
