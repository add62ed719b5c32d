"""The law of the games of two agents in one place: how they end, each with its chance.

In a block each game is one seating under the same dice. A block's score is the mean of
the scores of its games, and the mean of a sum is the sum of the means even if the games
depend on each other. So its exact score follows from how each game ends, one by one.
Where one side is open that is not so: a block compares two games there, under the same
dice.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import fsum, isfinite

from msgspec import Struct

from sim.errors import StoreError
from sim.store.contests import Ended, PlaceSolved
from sim.tournament.place import FIRST, Place, Result, Seating, of_game

_NEAR = 1e-6
"""How far probabilities may be from 1 in sum: rounding, and no more."""
_EVEN = 0.5
_DIGITS = 9


class SideLaw(Struct, frozen=True):
    """What an agent scores on one side; *endings* are (how, chance, score in it)."""

    side: int
    score: float
    endings: tuple[tuple[str, float, float], ...]


class Law(Struct, frozen=True, dict=True):
    """How games of two agents end in a *place*; *games* has a row for each seating."""

    place: Place
    games: tuple[tuple[Ended, ...], ...]

    @cached_property
    def result(self) -> Result:
        """The exact result of a block for the first agent."""
        scored = [(chance, result) for _, _, chance, result in self._games()]
        many = len(self.games)
        score = fsum(chance * result.score for chance, result in scored) / many
        margin = fsum(chance * result.margin for chance, result in scored) / many
        return Result(round(score, _DIGITS), round(margin, _DIGITS))

    @cached_property
    def chances(self) -> tuple[float, float, float]:
        """How likely the first agent wins, draws and loses a game."""
        chances = [0.0, 0.0, 0.0]
        for _, _, chance, result in self._games():
            at = 1 if result.score == _EVEN else 0 if result.score > _EVEN else 2
            chances[at] += chance / len(self.games)
        won, drawn, lost = chances
        return won, drawn, lost

    def sides(self, who: int) -> Iterator[SideLaw]:
        """Yield what FIRST or SECOND gets on every side, as *who* says."""
        for side in range(len(self.place.sides)):
            rows = [
                (end.how, chance, result.score if who == FIRST else 1 - result.score)
                for seating, end, chance, result in self._games()
                if seating[side] == who
            ]
            mass = fsum(chance for _, chance, _ in rows)
            if mass:
                yield _side_law(side, rows, mass)

    def _games(self) -> Iterator[tuple[Seating, Ended, float, Result]]:
        """Yield each way in which a game may end: seating, ending, chance, result."""
        place = self.place
        for seating, ends in zip(place.seatings, self.games, strict=True):
            for end in ends:
                yield seating, end, end.chance, of_game(place, seating, end.returns)


def _side_law(
    side: int, rows: Sequence[tuple[str, float, float]], mass: float
) -> SideLaw:
    score = fsum(chance * score for _, chance, score in rows) / mass
    ways = [(how, chance / mass, score) for how, chance, score in rows]
    return SideLaw(side, round(score, _DIGITS), _by_ending(ways))


def _by_ending(
    ways: Sequence[tuple[str, float, float]],
) -> tuple[tuple[str, float, float], ...]:
    """Return (how, chance, mean score) of each kind of ending, the likeliest first."""
    kinds: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for how, chance, score in ways:
        kinds[how].append((chance, score))
    endings: list[tuple[str, float, float]] = []
    for how, parts in kinds.items():
        mass = fsum(chance for chance, _ in parts)
        if mass:
            mean = fsum(chance * score for chance, score in parts) / mass
            endings.append((how, mass, mean))
    return tuple(sorted(endings, key=lambda ending: -ending[1]))


def mix_endings(
    endings: Sequence[Sequence[tuple[str, float, float]]],
) -> tuple[tuple[str, float, float], ...]:
    """Return the endings of games that follow several laws in equal shares."""
    ways = [
        (how, chance / len(endings), score)
        for law in endings
        for how, chance, score in law
    ]
    return _by_ending(ways)


def known_law(place: Place, solved: PlaceSolved) -> Law | None:
    """Return the law that *solved* has of games in *place*, None if they are played.

    Raises StoreError if it is no law: a record may come from anybody.
    """
    if not solved.games:
        return None
    fits = len(solved.games) == len(place.seatings) and len(place.sides) > 1
    for ends in solved.games:
        fits = fits and abs(fsum(end.chance for end in ends) - 1) < _NEAR
        fits = fits and all(
            len(end.returns) == len(place.seats) and all(map(isfinite, end.returns))
            for end in ends
        )
    if not fits:
        message = (
            f"what is recorded of the games on {place.name} is no law of them: expected"
            f" chances that add up to 1 for each of {len(place.seatings)} seatings"
        )
        raise StoreError(message)
    return Law(place, solved.games)
