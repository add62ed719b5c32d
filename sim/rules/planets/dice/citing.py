"""The rules that events about a reading cite."""

from collections.abc import Mapping
from functools import lru_cache

from sim.rules.planets.dice.check import NOWHERE, STAGES, Stage
from sim.rules.planets.dice.circumstances import Slot
from sim.rules.planets.dice.hierarchy import (
    DOMINANT,
    MAJOR,
    MINOR,
    WEAK,
    Positions,
)
from sim.rules.planets.forces.rolls import Severity
from sim.seam.events import Cites

_BARE = ("PL-STEP-04", "PL-HIER-01", "PL-HIER-02", "PL-HIER-03", "PL-HIER-14")
_TIES = ("PL-HIER-04", "PL-HIER-08")
_SHARED = ("PL-COMB-02", "PL-COMB-03", "PL-COMB-05", "PL-RUL-15")
_OMEGA = ("PL-OMEGA-04", "PL-HIER-10")

_NUMBER: Mapping[int, Cites] = {
    0: ("PL-RUL-05",),
    1: ("PL-RUL-04",),
    2: ("PL-HIER-13",),
    3: ("PL-HIER-12",),
    5: ("PL-HIER-10",),
}
"""Number of dice -> the rule for this number."""

_PLACE: Mapping[Slot, str] = {
    Slot.ABOVE_ALL: "PL-CIRC-05",
    Slot.TIED_DOMINANT: "PL-CIRC-06",
    Slot.ABOVE_MAJOR: "PL-CIRC-07",
    Slot.TIED_MAJOR: "PL-CIRC-06",
    Slot.ABOVE_MINOR: "PL-CIRC-07",
    Slot.TIED_MINOR: "PL-CIRC-06",
    Slot.ABOVE_WEAK: "PL-CIRC-07",
    Slot.TIED_WEAK: "PL-CIRC-06",
    Slot.BELOW_ALL: "PL-CIRC-08",
}
_WEIGHT = {Severity.MINOR: "PL-CIRC-09", Severity.MAJOR: "PL-CIRC-11"}

STANDS: Mapping[tuple[Severity, Slot], Cites] = {
    (severity, slot): ("PL-STEP-05", "PL-CIRC-04", place, "PL-CIRC-16", weight)
    for severity, weight in _WEIGHT.items()
    for slot, place in _PLACE.items()
}
"""Slot -> the rules that place a Circumstance die there."""

_DECIDED: Mapping[Stage, Cites] = {
    Stage.ABOVE_ALL: ("PL-CIRC-10", "PL-CHECK-07"),
    Stage.RULING: ("PL-CIRC-11", "PL-RUL-07"),
    Stage.DOMINANT: ("PL-STEP-06", "PL-CHECK-01"),
    Stage.ABOVE_WEAK: ("PL-CIRC-11", "PL-CHECK-08", "PL-RUL-08"),
    Stage.WEAK: ("PL-STEP-06", "PL-CHECK-02"),
    Stage.ABOVE_MAJOR: ("PL-CIRC-11", "PL-CIRC-12", "PL-CHECK-08"),
    Stage.MAJOR: ("PL-STEP-06", "PL-CHECK-03", "PL-CHECK-05"),
    NOWHERE: ("PL-CHECK-04", "PL-CHECK-06"),
}
_TIED_AT = {
    Slot.TIED_DOMINANT: Stage.DOMINANT,
    Slot.TIED_WEAK: Stage.WEAK,
    Slot.TIED_MAJOR: Stage.MAJOR,
}


@lru_cache(maxsize=4096)
def read_by(read: Positions, *, shared: bool, tied: bool, omega: bool) -> Cites:
    """Return the rules of a reading: opposed or not, tied or not, with an Omega die."""
    cites = (
        *_BARE,
        *(_TIES if tied else ()),
        *(_SHARED if shared else ()),
        *(_OMEGA if omega else ()),
    )
    return (*cites, *(rule for rule in _shape(read) if rule not in cites))


def _shape(read: Positions) -> Cites:
    """Return the rules for shapes that the text leaves unclear or leaves out."""
    several = tuple(read.count(place) for place in (DOMINANT, MAJOR, MINOR, WEAK))
    if several in {(1, 2, 0, 1), (1, 2, 1, 0)}:
        return ("PL-RUL-01",)
    if several == (0, 3, 0, 1):
        return ("PL-RUL-02",)
    return _NUMBER.get(sum(several), ())


@lru_cache(maxsize=1024)
def decided_by(decided_at: Stage, slots: tuple[Slot, ...]) -> Cites:
    """Return the rules behind an outcome; *slots* are those of Major dice that vote.

    Rulings on dice tied with a position are cited if it was checked.
    """
    last = len(STAGES) if decided_at == NOWHERE else STAGES.index(decided_at) + 1
    tied = {_TIED_AT[slot] for slot in slots if slot in _TIED_AT} & {*STAGES[:last]}
    by_rank = ("PL-RUL-06",) if tied else ()
    unturned = ("PL-RUL-09",) if Stage.WEAK in tied else ()
    return (*_DECIDED[decided_at], *by_rank, *unturned)
