"""The wound ladder: the Hindrance die for each wound [PL-RUL-33]."""

import re
from functools import cache

from msgspec import Struct

from sim.rules.planets.forces.rolls import Severity

LADDERS = {
    "gentle": "minor d12, minor d8, minor d4",
    "grim": "minor d12, major d12, major d8",
}
"""Wound ladders that have a name."""

_RUNG = re.compile(r"\s*(minor|major) d([1-9][0-9]*)\s*")


class Rung(Struct, frozen=True, gc=False):
    """The Hindrance die of one more wound."""

    severity: Severity
    size: int


@cache
def ladder(text: str) -> tuple[Rung, ...]:
    """Return the wound ladder that *text* names or spells out; () if it is invalid."""
    rungs: list[Rung] = []
    for rung in LADDERS.get(text, text).split(","):
        match = _RUNG.fullmatch(rung)
        if match is None:
            return ()
        rungs.append(Rung(Severity(match[1]), int(match[2])))
    return tuple(rungs)
