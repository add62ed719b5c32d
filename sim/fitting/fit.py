"""Fitting: the numbers of the default agent that play a scenario best, by self-play.

For each side the family of the default agent is searched, with the same dice and the
same opponents for all candidates. The opponents are the plain agent, some with quite
different strategies, and whatever was found for the other sides so far. The best
candidate is then tried with fresh dice, and kept only where it is clearly better than
the plain agent.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import chain, tee
from math import sqrt
from random import Random

from msgspec import Struct

from sim.fitting.arena import OWN, Arena
from sim.fitting.family import AGENT, Numbers, family
from sim.fitting.search import Fresh, Search
from sim.fitting.trial import GAMES_MAX, Trial, try_out
from sim.fitting.unit import unit_of_harm
from sim.library.scenario import Loaded
from sim.run.workers import in_order

PASSES = 2
"""The number of searches for each side; the second starts from the first's result."""
FEWEST = 150
"""The least number of trials of a search, however small its budget of games."""
TRIED = 60
"""How many games against each opponent decide whether a result is kept."""
SURE = 2.0
"""A result is kept if it is better by this many standard errors."""

Progress = Callable[[int], None]


class Fitted(Struct, frozen=True):
    """The result *found* for one side, its worth, and that of the plain agent.

    *agent* is whichever of them is kept; *error* is the standard error of the gain.
    """

    side: int
    agent: str
    found: str
    value: float
    plain: float
    error: float


class Field(Struct):
    """Tries candidates for a side against the current agents of other sides and rivals.

    An *executor* plays the games where there is one; else they are played here.
    """

    arena: Arena
    rivals: Sequence[str]
    progress: Progress
    best: dict[int, str]
    executor: Executor | None = None
    played: int = 0

    def tried(self, side: int, specs: Sequence[str], games: range) -> list[list[float]]:
        """Return the worth of each of *specs* at *side*, game by game.

        A game is one conflict against each opponent, with different dice.
        """
        ways = [self._trials(side, spec, games) for spec in specs]
        with closing(self._worth(chain.from_iterable(ways))) as worth:
            return [[value for _ in trials for value in next(worth)] for trials in ways]

    def _trials(self, side: int, spec: str, games: range) -> list[Trial]:
        met = tuple(
            {
                other: self.best[other] if rival == OWN else rival
                for other in self.arena.sides
            }
            | {side: spec}
            for rival in self.opponents(side)
        )
        return [
            Trial(
                self.arena.loaded.data,
                self.arena.seed,
                side,
                met,
                len(self.rivals) + 1,
                first,
                min(GAMES_MAX, games.stop - first),
            )
            for first in range(games.start, games.stop, GAMES_MAX)
        ]

    def _worth(self, trials: Iterator[Trial]) -> Generator[list[float], None, None]:
        """Yield the worth of each of *trials*, in order."""
        work = try_out if self.executor else partial(Trial.worth, arena=self.arena)
        trials, counted = tee(trials)
        with closing(in_order(work, trials, executor=self.executor)) as results:
            for trial, worth in zip(counted, results, strict=True):
                self.played += trial.count * len(trial.met)
                self.progress(self.played)
                yield worth

    def opponents(self, side: int) -> list[str]:
        """Return the opponents of *side*: the rivals, and the best of other sides.

        A side that is alone has one game without an opponent.
        """
        if not self.rivals:
            return [OWN]
        others = {self.best[other] for other in self.arena.sides if other != side}
        return [*self.rivals, *([OWN] if others - set(self.rivals) else [])]


def fit(
    loaded: Loaded,
    *,
    seed: str = "fit",
    games: int = 6000,
    progress: Progress = lambda _: None,
    executor: Executor | None = None,
) -> tuple[Fitted, ...]:
    """Return the result for each side, in order, in about *games* games.

    The result is deterministic in the seed and the number of games, with or without an
    *executor*.
    """
    arena = Arena(loaded, seed)
    sides, unit = arena.sides, unit_of_harm(arena)
    best = dict.fromkeys(sides, AGENT)
    met = Field(arena, _rivals(arena, unit), progress, best, executor)
    random, fresh = Random(seed), Fresh()  # noqa: S311 - draws, not secrets
    trials = games // (len(sides) * PASSES * (len(met.rivals) + 1))
    near: dict[int, tuple[Numbers, ...]] = dict.fromkeys(sides, ())
    for _ in range(PASSES):
        for side in sides:
            search = Search(family(unit), partial(met.tried, side), random, fresh)
            met.best[side], numbers = search.best(trials, *near[side])
            near[side] = (search.family.plain, numbers)
    return tuple(_if_better(met, fresh, side) for side in sides)


def games_of(loaded: Loaded, games: int) -> int:
    """Return about how many games `fit` will play."""
    arena = Arena(loaded, "")
    sides, met = len(arena.sides), len(_rivals(arena, 1.0)) + 1
    least = sides * PASSES * met * FEWEST
    return max(games, least) + sides * met * 2 * TRIED


def _rivals(arena: Arena, unit: float) -> list[str]:
    """Return the fixed opponents of every side; none if it is alone."""
    if len(arena.sides) == 1:
        return []
    deadly = f"{AGENT}:later=3,raises=0,wins={round(unit, 2)}"
    return [AGENT, deadly, "bold", "cautious"]


def _if_better(met: Field, fresh: Fresh, side: int) -> Fitted:
    """Return what was found for *side*, if it is clearly better than the plain agent.

    It is tried against the plain agent's opponents, in games not used in the search.
    """
    games = fresh.games(TRIED)
    spec = met.best[side]
    ours, plain = met.tried(side, (spec, AGENT), games)
    gains = [value - usual for value, usual in zip(ours, plain, strict=True)]
    count = len(gains)
    gain = sum(gains) / count
    error = sqrt(sum((each - gain) ** 2 for each in gains) / (count - 1) / count)
    kept = spec if gain > SURE * error else AGENT
    return Fitted(side, kept, spec, sum(ours) / count, sum(plain) / count, error)
