"""What somebody carries from conflict to conflict, as it is said."""

from collections.abc import Mapping

from sim.seam.protocol import Description
from sim.spine.words import counted, listed

FIGURES: Mapping[str, str] = {"intensity": "Intensity"}
"""What the numbers of a record are called."""


def holdings(record: Description) -> Mapping[str, str | int]:
    """Return the die of each ability: those won are new, those worn down smaller."""
    return {
        f"{category} {ability}": size
        for category, some in record.get("abilities", {}).items()
        for ability, size in some.items()
    }


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: points, dice, and marks for good [IN-R-51]."""
    words = {"intensity": f"{record['intensity']} Intensity"}
    dice = [
        f"{ability} d{size}"
        for some in record.get("abilities", {}).values()
        for ability, size in some.items()
    ]
    words["abilities"] = listed(dice) if dice else "no die"
    kept = [
        f"a d{size} for {counted(left, 'roll')} more"
        for size, left in record.get("situation_dice", ())
    ]
    if kept:
        words["situation dice"] = f"of situations {listed(kept)}"
    marks = [
        f"d{mark['size']}" + (f" ({mark['tag']})" if mark.get("tag") else "")
        for mark in record.get("marks", ())
    ]
    if marks:
        words["marks"] = f"marked for good with {listed(marks)}"
    return words
