"""Rolled dice, as a page draws them."""

from collections import Counter

from msgspec import Struct

from sim.dice.pool import FUDGE
from sim.seam.events import DiceRolled

_SIGNS = {-1: "\N{MINUS SIGN}", 0: "", 1: "+"}
_PIPS = 6


class Thrown(Struct, frozen=True):
    """A die: its *face* as text, its *kind* in words, whether it was *kept*.

    *pips* is the number of spots to draw, 0 if the face is written as text.
    """

    face: str
    kind: str
    kept: bool
    pips: int = 0


def dice_of_roll(event: DiceRolled) -> list[Thrown]:
    """Return the dice of a roll, with those that were not kept marked, if any."""
    kept = Counter(event.kept)
    all_kept = not event.kept or kept - Counter(event.faces)
    thrown: list[Thrown] = []
    for die, face in zip(event.pool, event.faces, strict=False):
        stays = bool(all_kept) or kept[face] > 0
        kept[face] -= 1
        if die == FUDGE:
            thrown.append(Thrown(_SIGNS.get(face, str(face)), "Fudge die", stays))
            continue
        kind = f"d{die.high}" if die.low == 1 else f"{die.low} to {die.high}"
        pips = face if (die.low, die.high) == (1, _PIPS) and 1 <= face <= _PIPS else 0
        thrown.append(Thrown(str(face), kind, stays, pips))
    return thrown
