"""The phases of a round: for each, the one small record of what it must remember."""

from msgspec import Struct

from sim.seam.events import Seat


class Pausing(Struct, frozen=True, gc=False):
    """Between two rounds."""


class Choosing(Struct, frozen=True, gc=False):
    """It is the turn of *who*."""

    who: Seat


class Rolling(Struct, frozen=True, gc=False):
    """The dice of *who* are due."""

    who: Seat


class Yielded(Struct, frozen=True, gc=False):
    """*who* has given way."""

    who: Seat


Phase = Pausing | Choosing | Rolling | Yielded
