"""Coverage: how often the interval of a mean contains the true mean, by simulation.

Nothing is timed. Each law is what some measure of a conflict looks like: rounds, rare
harm, points that are nearly always spent.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from math import log
from random import Random

from benchmarks.measure import Figure, Section
from sim.statistics.counts import mean

RUNS = 4000
GAMES = (5, 10, 30, 100, 400)
Draw = Callable[[Random], int]


def _geometric(chance: float) -> Draw:
    return lambda random: 1 + int(log(1 - random.random()) / log(1 - chance))


LAWS: Mapping[str, tuple[Draw, float]] = {
    "rounds that may end one in five": (_geometric(0.2), 5.0),
    "rounds around twelve": (lambda random: round(random.gauss(12, 3)), 12.0),
    "harm 3 in one game of five": (lambda random: 3 * (random.random() < 0.2), 0.6),
    "harm 3 in one game of twenty": (lambda random: 3 * (random.random() < 0.05), 0.15),
    "six points, seldom fewer": (lambda random: 6 - (random.random() < 0.1), 5.9),
}


def measure(runs: int = RUNS) -> list[Section]:
    """Return the share of intervals that contained the true mean, law by law."""
    random = Random(1)
    figures: list[Figure] = []
    for law, (draw, truth) in LAWS.items():
        for games in GAMES:
            share = _held(draw, truth, games, runs, random)
            name = f"{law}, {games} games"
            figures.append(Figure(name, share, share, share, least=0.93))
    notes = [f"Of {runs} intervals each, how many held the truth; 0.95 is meant."]
    return [Section("Means", figures, notes)]


def _held(draw: Draw, truth: float, games: int, runs: int, random: Random) -> float:
    held = 0
    for _ in range(runs):
        estimate = mean(Counter(draw(random) for _ in range(games)))
        held += max(0.0, estimate.low) <= truth <= estimate.high
    return held / runs
