"""The grade of a throw for one reader, by the order of its dice alone.

Readers with the same column share results, so each order is read once. Where the
Storyguide has to rule, the result depends on her rulings.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from sim.dice.pool import Faces
from sim.rules.planets.dice.check import Vote, check, grade
from sim.rules.planets.dice.hierarchy import Positions, positions
from sim.rules.planets.dice.reading import Column, Extra
from sim.rules.planets.forces.rolls import Kind
from sim.rules.planets.forces.task import Forces
from sim.rules.planets.phases import Choice
from sim.seam.events import TABLE

T = TypeVar("T")


def ordered(faces: Faces) -> Faces:
    """Return the lowest faces that have the same order as *faces*."""
    ranks = {face: rank for rank, face in enumerate(sorted(set(faces)), 1)}
    return tuple([ranks[face] for face in faces])


Read = tuple[Positions, tuple[Vote, ...]]
"""The positions of the Forces, and the Major dice beside them."""


class ReadColumn(dict[Faces, Read]):
    """The positions and Major dice of one column, by the faces it sees for any task."""

    def __init__(self, column: Column) -> None:
        """Read for *column*, which looks at all of its faces in order."""
        super().__init__()
        self._column = column

    def __missing__(self, faces: Faces) -> Read:
        """Read *faces*, which are the lowest with their order."""
        column = self._column
        values = column.values(faces)
        read = positions(values, column.rulings)
        votes = column.votes(faces, values, read)
        # Of Major dice, only their order counts.
        ranks = ordered(tuple([vote.value for vote in votes]))
        self[faces] = reading = (
            read,
            tuple(
                [
                    replace(vote, value=rank)
                    for vote, rank in zip(votes, ranks, strict=True)
                ]
            ),
        )
        return reading


_read_column = lru_cache(maxsize=64)(ReadColumn)


class _ByOrder(dict[Faces, T]):
    """The result of one column by the faces it sees, computed when first needed.

    Faces of one order are graded alike [PL-PROP-02], so each order is read once.
    """

    def __init__(self, column: Column) -> None:
        """Read for *column*, which looks at all of its faces in order."""
        super().__init__()
        self._column = column

    def __missing__(self, faces: Faces) -> T:
        """Return the result for the lowest faces of the same order."""
        order = ordered(faces)
        result = self._made(faces) if order == faces else self[order]
        self[faces] = result
        return result

    def _made(self, faces: Faces, /) -> T:
        """Return the result for the lowest faces of an order."""
        raise NotImplementedError


class Grades(_ByOrder[int]):
    """The grade of the faces seen; equal readings are graded once."""

    def __init__(self, column: Column) -> None:
        """Grade for *column*, which looks at all of its faces in order."""
        super().__init__(column)
        self._read = _read_column(replace(column, task=Forces()))
        self._known: dict[Read, int] = {}

    def _made(self, faces: Faces, /) -> int:
        read = self._read[faces]
        mark = self._known.get(read)
        if mark is None:
            task, rulings = self._column.task, self._column.rulings
            mark = grade(*check(read[0], task, read[1], rulings), rulings)
            self._known[read] = mark
        return mark


grades = lru_cache(maxsize=256)(Grades)

Word = int | tuple[Kind, "Word", "Word", "Word"]
"""A grade, or the kind of die the Storyguide rules on next and the result of each
choice.
"""


class Words(_ByOrder[Word]):
    """The result of the faces seen, for each ruling of the Storyguide."""

    def _made(self, faces: Faces, /, *ruled: Choice) -> Word:
        kind = self._column.unruled(faces, ruled)
        if kind is None:
            return self._column.look(faces, ruled).grade
        first, second, third = (self._made(faces, *ruled, choice) for choice in Choice)
        return kind, first, second, third


words = lru_cache(maxsize=256)(Words)


def seen_by(
    column: Column, deciding: tuple[int, ...], fixed: Sequence[int]
) -> tuple[tuple[int, ...], Column]:
    """Return the faces of a pattern that *column* sees, and a column that reads alike.

    The grade does not depend on whose column it is, nor on the places and sizes of its
    dice, so columns that read alike share results.
    """
    majors = [extra for extra in column.extras if extra.major]
    seen = [deciding.index(index) for index, _ in column.places]
    seen += [deciding.index(extra.index) for extra in majors]
    seen += [len(deciding) + fixed.index(value) for _, value in column.placed]
    after = len(column.places) + len(majors)
    forces = [force for _, force in column.places]
    omegas = [force for force, _ in column.placed]
    alike = Column(
        who=TABLE,
        places=(*enumerate(forces), *enumerate(omegas, after)),
        placed=(),
        task=column.task,
        extras=tuple(
            Extra(index, extra.kind, extra.severity)
            for index, extra in enumerate(majors, len(forces))
        ),
        rulings=column.rulings,
    )
    return tuple(seen), alike
