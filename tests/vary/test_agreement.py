"""Sweeps by solving and by games agree, over the numbers of every tiny conflict.

Every number goes a step up and a step down. All intervals of one conflict hold
together: their misses are shared out among all that is asked of it.
"""

from collections.abc import Iterator

import pytest

from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.library.settings import Setting, numbers
from sim.vary.figures import Figure, Measure, estimated_difference, seat_index
from sim.vary.points import Effort, Point
from sim.vary.ranges import axis
from sim.vary.sweep import Sweep
from tests.graph.test_brute import TINY, tiny
from tests.tiers import TINY as QUICK

GAMES = 400
MISSES = 1e-3
"""How often one conflict would be refused though all is well, were seeds not fixed."""
MEANT = 0.2
"""No interval of that many games reaches farther, so that each excludes most values."""
ROUNDING = 1e-9
TELLING = {
    "dice_pool": "seats[0].attributes.manipulation",
    "intensity": "seats[0].abilities[0].size",
    "planets": "rulings.goal",
    "skill_roll": "seats[0].skills.leaping",
    "solar_system": "rulings.max_volleys",
}
"""A number of each rule system that changes who wins."""


def steps(base: Loaded, number: Setting) -> list[float]:
    """Return the value of *number*, and those a step away that the sheet allows."""
    values = [number.value]
    for value in (number.value + 1, number.value - 1):
        try:
            Point(base, (), [Setting(number.path, value)])
        except FracasError:
            continue
        values.append(value)
    return values


def swept(base: Loaded, number: Setting, *, solving: bool) -> Sweep:
    """Return the sweep over a number and its steps, all solved or all played."""
    sweep = Sweep(base, (axis(number.path, steps(base, number)),))
    sweep.run(Effort("agree", GAMES, 1e6), 0.0, solving=solving)
    assert all((point.solved is not None) is solving for point in sweep.points)
    assert solving or all(point.games == GAMES for point in sweep.points)
    return sweep


def changed(before: Point, after: Point, measure: Measure, confidence: float) -> Figure:
    """Return by how much *measure* differs, game by game."""
    place = seat_index(before.seats, measure.seat)
    kind = measure.kind
    assert kind != "value"
    pairs = [
        after.got(kind, place, game) - before.got(kind, place, game)
        for game in range(GAMES)
    ]
    return estimated_difference(pairs, confidence)


def pairs(
    base: Loaded, number: Setting, misses: float
) -> Iterator[tuple[Figure, float]]:
    """Yield what games say of every point and change of a sweep, and what is so."""
    solved, played = (swept(base, number, solving=solving) for solving in (True, False))
    confidence = 1 - misses / (2 * len(solved.points) * len(solved.measures))
    for exact, point in zip(solved.points, played.points, strict=True):
        for measure in solved.measures:
            known = exact.figure(measure)
            yield point.figure(measure, confidence), known.value
            change = solved.change(exact, measure)
            if change is not None:
                difference = changed(played.origin, point, measure, confidence)
                yield difference, change.value


def agree(base: Loaded, number: Setting, misses: float) -> float:
    """Assert that games agree with solving; return a change that they are sure of."""
    sure = 0.0
    for difference, value in pairs(base, number, misses):
        assert difference.low - ROUNDING <= value <= difference.high + ROUNDING
        assert difference.half < MEANT
        sure = max(sure, difference.low, -difference.high)
    return sure


@pytest.mark.parametrize("name", QUICK)
def test_a_telling_number_is_worth_the_same_solved_and_played(name: str) -> None:
    """A number of each rule system has the same effect solved and played."""
    base = tiny(name)
    (number,) = [number for number in numbers(base) if number.path == TELLING[name]]
    assert agree(base, number, MISSES)


@pytest.mark.parametrize(
    "every",
    [
        pytest.param(5, marks=pytest.mark.slow, id="some"),
        pytest.param(1, marks=pytest.mark.long, id="all"),
    ],
)
@pytest.mark.parametrize("name", TINY)
def test_numbers_are_worth_the_same_solved_and_played(name: str, every: int) -> None:
    """All numbers of the tiny conflicts have the same effects solved and played."""
    base = tiny(name)
    known = [number for number in numbers(base) if len(steps(base, number)) > 1]
    assert known
    for number in known[::every]:
        agree(base, number, MISSES / len(known))
