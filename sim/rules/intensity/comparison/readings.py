"""How rolls are read: as faces, and the last roll of a round as results of comparisons.

The first rolls of a round must keep their faces. The last one needs only the results,
because everything it is compared with has been rolled; this keeps the number of
different futures small.
"""

from msgspec import Struct

from sim.dice.pool import Faces
from sim.rules.intensity.comparison.comparing import (
    A_UPPER,
    B_UPPER,
    NOBODY_UPPER,
    Comparison,
    compared,
    descending,
)

HANDS = (NOBODY_UPPER, A_UPPER, B_UPPER)
"""The values of the upper hand; a reading holds an index into them."""


class SortedByGroup(Struct, frozen=True, gc=False):
    """Keeps all faces, highest first within each group of *groups* (places)."""

    groups: tuple[tuple[int, ...], ...]

    @property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Groups of places whose dice are interchangeable."""
        return self.groups

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (faces highest first, faces by group)."""
        reading: Faces = ()
        for group in self.groups:
            reading += descending(tuple([faces[place] for place in group]))
        return descending(faces), reading


class Side(Struct, frozen=True, gc=False):
    """One side of a comparison: known faces, and *places* of the roll still to come.

    The *cancelled* highest of them all are removed; then the *joined* faces are added.
    """

    known: Faces = ()
    places: tuple[int, ...] = ()
    cancelled: int = 0
    joined: Faces = ()

    def faces(self, faces: Faces) -> Faces:
        """Return this side from highest to lowest, once *faces* have fallen."""
        own = self.known + tuple([faces[place] for place in self.places])
        return descending(descending(own)[self.cancelled :] + self.joined)


class Settled(Struct, frozen=True, gc=False):
    """Reads the last roll as the results of all comparisons of the round.

    A result is (hand, kept by a, kept by b), followed by both raw successes if *raw* is
    set.
    """

    pairs: tuple[tuple[Side, Side], ...]
    raw: bool = False

    @property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Groups of interchangeable places: those that are on the same sides."""
        sides = [side.places for pair in self.pairs for side in pair]
        groups: dict[tuple[int, ...], list[int]] = {}
        for place in sorted({place for places in sides for place in places}):
            where = [number for number, places in enumerate(sides) if place in places]
            groups.setdefault(tuple(where), []).append(place)
        return tuple([tuple(places) for places in groups.values()])

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (faces highest first, results one after the other)."""
        reading: list[int] = []
        for side_a, side_b in self.pairs:
            result = compared(side_a.faces(faces), side_b.faces(faces))
            reading += noted(result, raw=self.raw)
        return descending(faces), tuple(reading)


def noted(result: Comparison, *, raw: bool) -> tuple[int, ...]:
    """Return *result* as numbers."""
    hand = HANDS.index(result.hand)
    kept = (hand, result.kept_a, result.kept_b)
    return (*kept, result.raw_a, result.raw_b) if raw else kept
