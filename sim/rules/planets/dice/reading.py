"""One throw, read by one or two readers: which dice each reads, and the result.

A column says which faces of the throw belong to one reader, which Omega dice are placed
beside them and which Circumstance dice belong to the roll. It is frozen, so that
readings can be cached; equal readings lead to the same future.
"""

from functools import lru_cache

from msgspec import Struct

from sim.dice.pool import Faces
from sim.rules.planets.dice.check import ABOVE_ALL, Sign, Stage, Vote, check, grade
from sim.rules.planets.dice.circumstances import QUIET, slot
from sim.rules.planets.dice.hierarchy import Positions, positions
from sim.rules.planets.forces.rolls import BENEFIT, MAJOR, Kind, Omega, Severity
from sim.rules.planets.forces.task import EACH, Forces, Names, Values, names
from sim.rules.planets.phases import POSITIONAL, Choice
from sim.rules.planets.scenario.rulings import Rulings
from sim.seam.events import Seat

PENDING = 99
"""The first number of a reading on which the Storyguide has yet to rule. Readings are
recorded as numbers; no grade is as large as this.
"""


class Extra(Struct, frozen=True, gc=False):
    """A Circumstance die of the throw: the index of its face, and its kind."""

    index: int
    kind: Kind
    severity: Severity

    @property
    def major(self) -> bool:
        """Whether it can decide an outcome [PL-CIRC-10]."""
        return self.severity == MAJOR

    @property
    def push(self) -> int:
        """Its direction: 1 for success, -1 for failure."""
        return 1 if self.kind == BENEFIT else -1


class ColumnReading(Struct, frozen=True, gc=False):
    """One reader's reading of a throw: values, positions, outcome, stage, grade.

    *open_* says that the Storyguide has yet to rule on a die.
    """

    values: Values
    read: Positions
    outcome: Sign
    decided_at: Stage
    grade: int
    open_: bool = False


class Column(Struct, frozen=True, cache_hash=True, gc=False):
    """How one reader reads a throw.

    *places* are (index of the face, Force), *placed* are the Omega dice.
    """

    who: Seat
    places: tuple[tuple[int, int], ...]
    placed: tuple[Omega, ...]
    task: Forces
    extras: tuple[Extra, ...]
    rulings: Rulings

    def values(self, faces: Faces) -> Values:
        """Return the value of each Force in this column."""
        values = [0] * len(EACH)
        for index, force in self.places:
            values[force] = faces[index]
        for force, value in self.placed:
            values[force] = value
        return tuple(values)

    def votes(
        self,
        faces: Faces,
        values: Values,
        read: Positions,
        ruled: tuple[Choice, ...] = (),
    ) -> tuple[Vote, ...]:
        """Return the Major dice with their slots and rulings.

        *ruled* are the Storyguide's rulings on the dice she was asked about, in order.
        """
        votes: list[Vote] = []
        words = iter(ruled)
        for extra in self.extras:
            if not extra.major:
                continue
            value = faces[extra.index]
            at = slot(value, values, read)
            choice = POSITIONAL if at in QUIET else next(words, POSITIONAL)
            votes.append(Vote(extra.push, at, value, choice))
        return tuple(votes)

    def look(self, faces: Faces, ruled: tuple[Choice, ...] = ()) -> ColumnReading:
        """Return the complete reading of *faces* by this column.

        *ruled* are the Storyguide's rulings on the dice she was asked about, in order.
        """
        return _column_reading(self, faces, ruled)

    def deciding(self) -> tuple[int, ...]:
        """Return the dice this column depends on: Planets and Major dice."""
        majors = [extra.index for extra in self.extras if extra.major]
        return (*(index for index, _ in self.places), *majors)

    def unruled(self, faces: Faces, ruled: tuple[Choice, ...]) -> Kind | None:
        """Return the kind of the next die the Storyguide must rule on, if any."""
        reading = self.look(faces, ruled)
        if not reading.open_:
            return None
        kinds = [
            extra.kind
            for extra in self.extras
            if extra.major
            and slot(faces[extra.index], reading.values, reading.read) not in QUIET
        ]
        return kinds[len(ruled)]


@lru_cache(maxsize=256)
def _column_reading(
    column: Column, faces: Faces, ruled: tuple[Choice, ...]
) -> ColumnReading:
    # Cached for a short time: a throw is read when it is rolled, narrated and ruled on.
    rulings = column.rulings
    values = column.values(faces)
    read = positions(values, rulings)
    votes = column.votes(faces, values, read, ruled) if column.extras else ()
    outcome, decided_at = check(read, column.task, votes, rulings)
    open_ = (
        rulings.major_circumstance_policy == "sg_choice"
        and decided_at != ABOVE_ALL
        and sum(vote.slot not in QUIET for vote in votes) > len(ruled)
    )
    mark = grade(outcome, decided_at, rulings)
    return ColumnReading(values, read, outcome, decided_at, mark, open_)


class Throw(Struct, frozen=True, cache_hash=True, gc=False):
    """Reads a throw: one grade for each column.

    Where the Storyguide has yet to rule, the reading is PENDING and all faces.
    *planets* is the number of Planet dice, whose faces are kept.
    """

    columns: tuple[Column, ...]
    planets: int

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the Planets, the grades)."""
        kept = faces[: self.planets]
        grades: list[int] = []
        for column in self.columns:
            reading = column.look(faces)
            if reading.open_:
                return kept, (PENDING, *faces)
            grades.append(reading.grade)
        return kept, tuple(grades)

    def aside(self) -> tuple[Names, ...]:
        """Return, for each reader, the Forces whose dice only the others read."""
        own = [sum(1 << force for _, force in column.places) for column in self.columns]
        thrown = 0
        for forces in own:
            thrown |= forces
        return tuple(names(thrown & ~forces) for forces in own)

    def deciding(self) -> tuple[int, ...]:
        """Return the dice of the throw that can change an outcome [PL-PROP-05]."""
        indexes = {index for column in self.columns for index in column.deciding()}
        return tuple(sorted(indexes))
