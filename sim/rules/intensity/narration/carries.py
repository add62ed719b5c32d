"""What somebody carries from one conflict to the next, in words."""

from collections.abc import Mapping

from sim.seam.protocol import Description
from sim.spine.words import counted, listed

FIGURES: Mapping[str, str] = {"intensity": "Intensity"}
"""The words for the numbers of a record."""


def holdings(record: Description) -> Mapping[str, str | int]:
    """Return the die of each ability: won ones are new, worn ones are smaller."""
    return {
        f"{category} {ability}": size
        for category, dice in record.get("abilities", {}).items()
        for ability, size in dice.items()
    }


def carries(record: Description) -> Mapping[str, str]:
    """Return a *record* in words: points, dice, and permanent marks [IN-R-51]."""
    words = {"intensity": f"{record['intensity']} Intensity"}
    dice = [
        f"{ability} d{size}"
        for sizes in record.get("abilities", {}).values()
        for ability, size in sizes.items()
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
