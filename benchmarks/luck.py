"""Luck-adjusted scores: the coverage of their intervals, and the games they save.

`python -m benchmarks.verdicts luck luck-played` writes the tables.
"""

from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np
from msgspec import Struct

from sim.library.scenario import load
from sim.statistics.adjustment import Numbers, adjustment, without_luck
from sim.statistics.intervals import Interval
from sim.tournament.contest import Terms, make_contest
from sim.tournament.tournament import Tournament

Draw = Callable[[np.random.Generator, int], tuple[Numbers, Numbers]]
"""How many blocks -> their scores, and a row of luck for each."""

_NEVER = 1e-9


class Source(Struct, frozen=True):
    """A source of blocks, and their true mean."""

    name: str
    mean: float
    draw: Draw


class Found(Struct, frozen=True):
    """The results of *runs* simulated tournaments of *count* blocks each.

    *shown* is the share of runs that have a score without luck; *holds* and *plain* are
    how often that interval, and the one with luck, hold the mean where it is shown.
    *wrong* is the share of all runs that show an interval without the mean. *said* is
    what is said to be saved, on average; *saves* what adjusting every run would save.
    """

    source: Source
    count: int
    runs: int
    shown: float
    holds: float
    plain: float
    wrong: float
    said: float
    saves: float


def drawn(rate: float, share: float, games: int) -> Source:
    """Return blocks of so many *games*, each won at *rate*; luck decides a *share*.

    A game is won where a normal number, of whose variance the luck of the block is
    that share, is small enough.
    """
    least = NormalDist().inv_cdf(rate)
    weight, rest = np.sqrt(share), np.sqrt(1 - share)

    def draw(random: np.random.Generator, count: int) -> tuple[Numbers, Numbers]:
        luck = random.normal(size=count)
        other = random.normal(size=(games, count))
        won = weight * luck + rest * other < least
        return won.mean(axis=0), luck[:, None]

    kind = "pairs" if games > 1 else "games"
    return Source(f"{kind}, luck decides {share:.0%}", rate, draw)


def played(names: Sequence[str], agents: tuple[str, str], pool: int) -> Source:
    """Return blocks drawn with replacement from *pool* that were played.

    The luck of the pool is moved to a mean of zero, as that of all blocks has.
    """
    terms = Terms(blocks=pool, null=0)
    held = Tournament(make_contest([*map(load, names)], agents, terms, seed="luck"))
    held.play()
    columns = [held.ledger.blocks((0, 1), place) for place in range(len(names))]
    scores = np.array([result.score for result in held.ledger.results((0, 1))])
    luck = np.array(
        [[block_luck.luck for block_luck in row] for row in zip(*columns, strict=True)]
    )
    luck -= luck.mean(axis=0)

    def draw(random: np.random.Generator, count: int) -> tuple[Numbers, Numbers]:
        picks = random.integers(pool, size=count)
        return scores[picks], luck[picks]

    name = f"{', '.join(names)}: {agents[0]} against {agents[1]}"
    return Source(name, float(scores.mean()), draw)


def measured(source: Source, count: int, runs: int) -> Found:
    """Return the results of adjusting *count* blocks of *source*, repeatedly."""
    random = np.random.default_rng(count)
    holds: list[bool] = []
    plain: list[bool] = []
    said: list[float] = []
    means = np.zeros((runs, 2))
    for run in range(runs):
        scores, luck = source.draw(random, count)
        means[run] = scores.mean(), without_luck(scores, luck).mean()
        adjusted = adjustment(scores.tolist(), luck.tolist())
        if adjusted.adjusted and adjusted.score and adjusted.saved:
            holds.append(_holds(adjusted.adjusted, source.mean))
            plain.append(_holds(adjusted.score, source.mean))
            said.append(adjusted.saved.value)
    before, after = means.var(axis=0)
    return Found(
        source,
        count,
        runs,
        len(holds) / runs,
        _share(holds),
        _share(plain),
        holds.count(False) / runs,
        _share(said),
        1 - after / before if before else 0.0,
    )


def _share(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def _holds(interval: Interval, mean: float) -> bool:
    return interval.low - _NEVER <= mean <= interval.high + _NEVER


DRAWN = (
    *((rate, 0.6, 1) for rate in (0.5, 0.8, 0.95, 0.99)),
    *(
        (rate, share, 2)
        for rate in (0.5, 0.8, 0.95, 0.99)
        for share in (0.0, 0.25, 0.6)
    ),
)
PLAYED: tuple[tuple[tuple[str, ...], tuple[str, str]], ...] = (
    (("planets_boulder",), ("steady", "cautious")),
    (("planets_boulder",), ("steady", "uniform")),
    (("guitar_duel",), ("steady", "cautious")),
    (("alley",), ("steady", "bold")),
    (("intensity_brawl",), ("steady", "uniform")),
    (("footrace",), ("steady", "uniform")),
    (("planets_boulder", "guitar_duel", "intensity_brawl"), ("steady", "cautious")),
)
COUNTS = (20, 50, 100, 300, 1000)
CERTAIN = 0.98
MANY = 3000
"""Near certainty it takes as many until enough of them differ."""


def counts(source: Source) -> tuple[int, ...]:
    """Return how many blocks of *source* to look at."""
    return (*COUNTS, MANY) if source.mean > CERTAIN else COUNTS
