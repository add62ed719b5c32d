"""Whose turn it is where questions go round the table until nothing changes.

Places are asked one after the other, round after round. When a whole round has passed
and nobody in it has changed anything, that is the end. A place may be a seat, or
anything else that is asked in a fixed order.
"""

from functools import lru_cache

from msgspec import Struct


class Turns(Struct, frozen=True, gc=False):
    """A place in the rounds of questions; it never changes, and is cheap to keep.

    *turn* counts the turns over all rounds of *size* places, from 0; turn number *end*
    is never reached if from now on everybody leaves everything as it is.
    """

    size: int
    turn: int
    end: int

    def at(self, place: int) -> "Turns":
        """Return the next turn of *place*, as it begins."""
        return Turns(self.size, self._next(place), self.end)

    def passed(self, place: int) -> "Turns":
        """Return what comes after *place* has left everything as it was."""
        turn, size = self.turn, self.size
        return Turns(size, turn + (place - turn) % size + 1, self.end)

    def changed(self, place: int, *, again: bool = False) -> "Turns":
        """Return what comes after *place* has changed something, perhaps its turn.

        The others have this round and one more to answer it.
        """
        size, turn = self.size, self._next(place)
        end = turn - turn % size + 2 * size
        return Turns(size, turn if again else turn + 1, end)

    def back(self, place: int) -> "Turns":
        """Return to the latest turn of *place* that has passed."""
        last = self.turn - 1
        return Turns(self.size, last - (last - place) % self.size, self.end)

    def _next(self, place: int) -> int:
        """Return the number of the next turn of *place*, the present one included."""
        return self.turn + (place - self.turn) % self.size


@lru_cache(maxsize=1024)
def begin(size: int) -> Turns:
    """Return the first turn of the first of *size* places: all are asked once."""
    return Turns(size, 0, size)


# Every question asks for this, so it is kept by the numbers that decide it.
@lru_cache(maxsize=16384)
def coming(turns: Turns, rounds: int | None = None) -> tuple[int, ...]:
    """List the places still to be asked while nobody changes anything, in order.

    The first is the one whose turn it is; after so many *rounds* nobody is asked.
    """
    end = turns.end if rounds is None else min(turns.end, rounds * turns.size)
    return tuple([turn % turns.size for turn in range(turns.turn, end)])
