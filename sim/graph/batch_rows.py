"""Positions of a batch as rows of numbers.

A row has a number for the rest of a state, one for the memories of agents, and one for
each participant.
"""

from array import array
from collections.abc import Hashable
from typing import Generic, TypeVar

import numpy as np

from sim.graph.choosers import Memories
from sim.graph.columns import Ints, Numbering
from sim.graph.parts import Position
from sim.graph.rounds import Rounds
from sim.graph.tables import NONE
from sim.seam.chart import Part, Split
from sim.seam.protocol import State

S = TypeVar("S", bound=State)

NO_PART, SINGLE, INNER, FIRST = 0, 1, 2, 3
"""The role of the separable part that begins at a rest, if one does: by itself, within
an outer part, or the first of an outer one, to be chained with the rest of it."""


class Inseparable(Exception):  # noqa: N818 - no error: it is solved without batches
    """Tables and rules differ: the chart's declarations about its parts are wrong."""


class BatchRows(Generic[S]):
    """The numbers of positions, and the parts that begin there.

    For each rest, *part_of* has the number of the separable part that begins there,
    `NONE` for none, *role* its role, *samples* the participants of some state that has
    it, and *outer* the outer part where it is the first of one. *led_part* is some part
    that says what leads depend on.
    """

    def __init__(self, rounds: Rounds[S], split: Split[S], people: int) -> None:
        self.rounds, self.split, self.people = rounds, split, people
        self.rests: Numbering[S] = Numbering()
        self.memories: Numbering[Memories] = Numbering()
        self.pieces: list[Numbering[Hashable]] = [Numbering() for _ in range(people)]
        self.parts: list[Part[S]] = []
        self.part_of, self.role = array("q"), array("q")
        self.outer: dict[int, Part[S]] = {}
        self.samples: list[tuple[Hashable, ...]] = []
        self.led_part: Part[S] | None = None

    def row(self, position: Position[S]) -> list[int]:
        """Return *position* in numbers: rest, memories, and participants."""
        state, memories = position
        rest, pieces = self.split.apart(state)
        if len(pieces) != self.people:
            raise Inseparable
        number = self.rests(rest)
        if number == len(self.part_of):
            part = self.rounds.inner_part(state)
            if part is not None and not self._usable(part):
                part = None
            self.part_of.append(NONE if part is None else self._part_number(part))
            self.role.append(self._role_of(number, state, part))
            self.samples.append(pieces)
        each = zip(self.pieces, pieces, strict=True)
        return [
            number,
            self.memories(memories),
            *[numbering(piece) for numbering, piece in each],
        ]

    def position(self, row: list[int]) -> Position[S]:
        """Return the position that has these numbers."""
        each = zip(self.pieces, row[2:], strict=True)
        pieces = tuple([numbering.all[number] for numbering, number in each])
        state = self.split.joined(self.rests.all[row[0]], pieces)
        return state, self.memories.all[row[1]]

    def _usable(self, part: Part[S]) -> bool:
        """Whether all that is read in *part* is read of each participant by itself."""
        if part.leads_read is not None and self.led_part is None:
            self.led_part = part
        return part.separable and (
            part.leads is None or part.reads_without_lead is not None
        )

    def _role_of(self, rest: int, state: S, part: Part[S] | None) -> int:
        """Return the role of the separable *part* that begins at *rest*, if any."""
        if part is None:
            return NO_PART
        outer = self.rounds.outer_part(state)
        if outer is None or outer == part:
            # A part that depends on leads depends on more than an outer part reads.
            return INNER if part.inner and part.leads is None else SINGLE
        if outer.reads_after_first is None:
            return SINGLE
        self.outer[rest] = outer
        return FIRST

    def _part_number(self, part: Part[S]) -> int:
        if part not in self.parts:
            self.parts.append(part)
        return self.parts.index(part)

    def round_of(self, rests: Ints) -> Ints:
        """Return the round of each of these *rests*."""
        return np.array([rest.round for rest in self.rests.all], dtype=np.int64)[rests]
