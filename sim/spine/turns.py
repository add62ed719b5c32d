"""Whose turn it is, if questions go round the table until nothing changes.

Places are asked one after the other, round after round. When a whole round has passed
and nobody in it has changed anything, that is the end. A place may be a seat, or
anything else that is asked in a fixed order.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from msgspec import Struct

from sim.seam.events import Seat

# Every answer and every question asks for these, and there are few: so each is made
# once, and keeps its hash.
_kept = lru_cache(maxsize=16384)


class Turns(Struct, frozen=True, gc=False, cache_hash=True):
    """A turn in the rounds of questions; immutable and cheap to store.

    *turn* counts the turns over all rounds of *size* places, from 0. Turn number *end*
    ends the rounds, unless somebody changes something before. *coming* are the places
    still to be asked until then, in order: the first has the turn now.
    """

    size: int
    turn: int
    end: int
    coming: tuple[int, ...]


def _turns(size: int, turn: int, end: int) -> Turns:
    coming = tuple([place % size for place in range(turn, end)])
    return Turns(size, turn, end, coming)


@_kept
def begin(size: int) -> Turns:
    """Return the first turn of the first of *size* places: all are asked once."""
    return _turns(size, 0, size)


@_kept
def coming(turns: Turns, rounds: int) -> tuple[int, ...]:
    """List the places still to be asked, given a limit of *rounds* rounds."""
    return turns.coming[: max(0, rounds * turns.size - turns.turn)]


# The same where the places are seats: the name costs nothing, calling `Seat` would.
coming_seats = cast("Callable[[Turns, int], tuple[Seat, ...]]", coming)


@_kept
def turn_of(turns: Turns, place: int) -> Turns:
    """Return the next turn of *place*, the present one included."""
    turn, size = turns.turn, turns.size
    return _turns(size, turn + (place - turn) % size, turns.end)


@_kept
def after_passing(turns: Turns, place: int) -> Turns:
    """Return the next turn after *place* has passed."""
    turns = turn_of(turns, place)
    return _turns(turns.size, turns.turn + 1, turns.end)


@_kept
def after_change(turns: Turns, place: int) -> Turns:
    """Return the next turn after *place* has changed something and ended its turn.

    The others have this round and one more to answer it.
    """
    turns = amid_change(turns, place)
    return _turns(turns.size, turns.turn + 1, turns.end)


@_kept
def amid_change(turns: Turns, place: int) -> Turns:
    """Return the next turn after *place* has changed something and may go on.

    The others have this round and one more to answer it.
    """
    turns = turn_of(turns, place)
    turn, size = turns.turn, turns.size
    return _turns(size, turn, turn - turn % size + 2 * size)


@_kept
def back_to(turns: Turns, place: int) -> Turns:
    """Return to the latest turn of *place* that has passed."""
    last, size = turns.turn - 1, turns.size
    return _turns(size, last - (last - place) % size, turns.end)
