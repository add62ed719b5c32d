"""One throw, read by one or two: who reads which dice, and what they make of it.

A column says which faces of the throw one reader looks at, which Omega dice are placed
beside them and which Circumstance dice belong to the roll. It is frozen, so the throw
it reads can be cached, and equal readings lead to the same future.
"""

from msgspec import Struct

from sim.dice import Faces
from sim.rules.planets.check import CHOICES, Vote, check, grade
from sim.rules.planets.circumstances import BENEFIT, QUIET, slot
from sim.rules.planets.forces import EACH, Forces, Values
from sim.rules.planets.hierarchy import Positions, positions
from sim.rules.planets.rulings import Rulings

PENDING = 99
"""First number of a reading about which the Storyguide has still to rule."""


class Extra(Struct, frozen=True):
    """A Circumstance die of the throw: which face it is, and what kind of die."""

    index: int
    kind: str
    severity: str

    @property
    def push(self) -> int:
        """Which way it pushes: 1 to success, -1 to failure."""
        return 1 if self.kind == BENEFIT else -1


class Sight(Struct, frozen=True, gc=False):
    """What one reader sees in a throw: values, positions, outcome and where.

    *open_* says that the Storyguide has still to rule on a die.
    """

    values: Values
    read: Positions
    outcome: int
    decided_at: str
    open_: bool = False


class Column(Struct, frozen=True, cache_hash=True):
    """How one reader reads a throw.

    *places* are (index of the face, Force), *placed* (Force, value) of Omega dice.
    """

    who: int
    places: tuple[tuple[int, int], ...]
    placed: tuple[tuple[int, int], ...]
    task: Forces
    extras: tuple[Extra, ...]
    rulings: Rulings

    @property
    def own(self) -> int:
        """The Forces this reader has a rolled die for."""
        return sum(1 << force for _, force in self.places)

    def values(self, faces: Faces) -> Values:
        """Return what each Force shows in this column."""
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
        ruled: tuple[str, ...] = (),
    ) -> tuple[Vote, ...]:
        """Return the Major dice with their slots and what was *ruled* about them.

        *ruled* are the Storyguide's words on the dice she was asked about, in order.
        """
        votes: list[Vote] = []
        words = iter(ruled)
        for extra in self.extras:
            if extra.severity != "major":
                continue
            value = faces[extra.index]
            at = slot(value, values, read)
            choice = CHOICES[0] if at in QUIET else next(words, CHOICES[0])
            votes.append(Vote(extra.push, at, value, choice))
        return tuple(votes)

    def look(self, faces: Faces, ruled: tuple[str, ...] = ()) -> Sight:
        """Return all that this column sees in *faces* and makes of them.

        *ruled* are the Storyguide's words on the dice she was asked about, in order.
        """
        values = self.values(faces)
        read = positions(values, self.rulings)
        if not self.extras:
            outcome, decided_at = check(read, self.task, (), self.rulings)
            return Sight(values, read, outcome, decided_at)
        votes = self.votes(faces, values, read, ruled)
        outcome, decided_at = check(read, self.task, votes, self.rulings)
        open_ = (
            self.rulings.major_circumstance_policy == "sg_choice"
            and decided_at != "circumstance_above_all"
            and sum(vote.slot not in QUIET for vote in votes) > len(ruled)
        )
        return Sight(values, read, outcome, decided_at, open_)

    def grade(self, faces: Faces) -> int:
        """Return what this column makes of *faces*, open rulings by policy."""
        sight = self.look(faces)
        return grade(sight.outcome, sight.decided_at, self.rulings)

    def deciding(self) -> tuple[int, ...]:
        """Return which dice this column looks at: Planets and Major dice."""
        majors = [one.index for one in self.extras if one.severity == "major"]
        return (*(index for index, _ in self.places), *majors)

    def unruled(self, faces: Faces, ruled: tuple[str, ...]) -> str:
        """Return the kind of the next die the Storyguide must rule on, or ""."""
        sight = self.look(faces, ruled)
        if not sight.open_:
            return ""
        kinds = [
            extra.kind
            for extra in self.extras
            if extra.severity == "major"
            and slot(faces[extra.index], sight.values, sight.read) not in QUIET
        ]
        return kinds[len(ruled)]


class Throw(Struct, frozen=True, cache_hash=True):
    """The reading of a throw: one grade for each column.

    Where the Storyguide has still to rule, everything that fell: PENDING, the faces.
    *planets* is how many of the dice are Planets; they are what is kept.
    """

    columns: tuple[Column, ...]
    planets: int

    def __call__(self, faces: Faces, /) -> tuple[Faces, tuple[int, ...]]:
        """Return (the Planets, the grades)."""
        kept = faces[: self.planets]
        grades: list[int] = []
        for column in self.columns:
            sight = column.look(faces)
            if sight.open_:
                return kept, (PENDING, *faces)
            grades.append(grade(sight.outcome, sight.decided_at, column.rulings))
        return kept, tuple(grades)

    def deciding(self) -> tuple[int, ...]:
        """Return which dice of the throw can change an outcome [PL-PROP-05]."""
        indexes = {index for column in self.columns for index in column.deciding()}
        return tuple(sorted(indexes))
