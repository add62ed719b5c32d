"""Tails: the rest of a conflict beyond the exact part of a graph, estimated by play.

The open positions lie one after another on a line, each as long as its mass. The line
is cut into strata of equal length, and every pass plays one conflict from a random
point of each. So every part of the open mass is sampled equally often, and the variance
between passes within a stratum gives the standard error.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np
from msgspec import Struct

from sim.dice.seed import conflict_key
from sim.graph.budget import clock
from sim.graph.cut import Cut
from sim.graph.explored import ExploredGraph
from sim.graph.graph import Floats, Ints
from sim.graph.interrupt import NEVER, Interrupt
from sim.graph.progress import Progress
from sim.graph.rollout import Estimate, RolloutResult, Rollouts, stratified_estimate

STRATA = 64
"""The number of strata, which is that of conflicts in a pass, if time allows."""
_PILOTS = 2
"""The number of conflicts played to measure how long one takes."""
_PASSES_LEAST = 2
"""The least number of passes; fewer show no variance."""
_QUICK = 1e-9
"""The least time that a conflict is assumed to take."""
_POINTS = 1 << 41
"""A game number that is never played: its key seeds the random points."""

Kind = tuple[str, tuple[float, ...]]
"""(ending, everybody's return)."""


class Sample(Struct, frozen=True):
    """Rollouts: the result of each, and the round in which it ended.

    Both have a row for each pass and a column for each stratum; *which* has indices
    into *kinds*.
    """

    kinds: Sequence[Kind]
    which: Ints
    rounds: Ints

    @property
    def games(self) -> int:
        """The number of rollouts."""
        return self.which.size

    def estimate(
        self,
        values: Callable[[Kind], float],
        *,
        known: float = 0.0,
        share: float = 1.0,
    ) -> Estimate:
        """Estimate the mean of *values*, from 0 to 1, one for each kind of result.

        *known* is the exact part, *share* the mass that was played out.
        """
        table: Floats = np.array([values(kind) for kind in self.kinds])
        return stratified_estimate(table[self.which], known=known, share=share)

    def length(self, *, known: float = 0.0, share: float = 1.0) -> Estimate:
        """Estimate the mean last round; *known* and *share* as in `estimate`."""
        reach = float(max(1, self.rounds.max() - self.rounds.min()))
        rounds = self.rounds.astype(np.float64)
        return stratified_estimate(rounds, known=known, share=share, reach=reach)


class StopRule(Struct, frozen=True):
    """The rule by which rollouts stop: after *games* of them, or at the time *until*.

    Whichever comes first; None: the time alone. An *interrupt* ends them before that.
    """

    games: int | None = None
    until: float = inf
    interrupt: Interrupt = NEVER

    def reached(self, games: int) -> bool:
        """Whether that many games are enough."""
        done = self.games is not None and games >= self.games
        return done or self.interrupt.pressed or clock() >= self.until


def play_from_cut(
    whole: ExploredGraph[Any],
    cut: Cut,
    rollouts: Rollouts,
    seed: str,
    stop: StopRule,
    progress: Progress,
) -> Sample:
    """Play out from the *cut* of a graph, seeded by *seed*, until the *stop*."""
    nodes, rounds, masses = cut.arrays()
    line: Floats = np.cumsum(masses)
    random = np.random.default_rng(_points(seed))

    def play(point: float, game: int) -> RolloutResult:
        place = min(bisect_right(line, point), len(line) - 1)
        position, late = position_of_node(whole, int(nodes[place]), int(rounds[place]))
        return rollouts.play(position, game, late)

    def pilot(number: int) -> RolloutResult:
        return play(line[-1] * number / _PILOTS, _POINTS + 1 + number)

    strata = _stratum_count(pilot, stop)
    passes = _Passes()
    while len(passes) < _PASSES_LEAST or not stop.reached(len(passes) * strata):
        # A random point in every stratum; the position on whose piece of the line it
        # falls is played. So each is drawn in proportion to its mass.
        at = (random.random(strata) + np.arange(strata)) / strata * line[-1]
        row: list[RolloutResult] = []
        for point in at.tolist():
            # Games have consecutive numbers, so that each has dice of its own.
            row.append(play(point, len(passes) * strata + len(row)))
            progress(whole.graph.played, len(whole.graph.positions))
        passes.add(row)
    return passes.sample()


def _stratum_count(play: Callable[[int], object], stop: StopRule) -> int:
    """Return the number of strata whose fewest passes fit into the time left."""
    begun = clock()
    for number in range(_PILOTS):
        play(number)
    now = clock()
    took = max(now - begun, _QUICK) / _PILOTS
    return int(min(max((stop.until - now) / (took * _PASSES_LEAST), 1), STRATA))


def play_from_position(
    position: Any,  # noqa: ANN401 - a state of the system, and what agents remember
    rollouts: Rollouts,
    stop: StopRule,
    progress: Progress,
) -> Sample:
    """Play whole conflicts from *position*, all of one stratum, until the *stop*.

    They are the conflicts that a run with the seed of *rollouts* plays.
    """
    passes = _Passes()
    while len(passes) < _PASSES_LEAST or not stop.reached(len(passes)):
        passes.add([rollouts.play(position, len(passes))])
        progress(len(passes), 0)
    return passes.sample()


def position_of_node(
    whole: ExploredGraph[Any], node: int, round_: int
) -> tuple[Any, int | None]:
    """Return the position of *node*, and the round to put into its state, if any."""
    position = whole.graph.positions[node]
    # The first round is played from a state that knows its round, and so are those near
    # the limit: these need none.
    forgets = whole.graph.rounds.forgets_rounds and position[0].round == 0
    return position, round_ if forgets and round_ >= whole.second else None


def _points(seed: str) -> int:
    return int.from_bytes(conflict_key(seed, _POINTS), "big")


class _Passes:
    """Collects rollouts, pass by pass."""

    def __init__(self) -> None:
        self._numbers: dict[Kind, int] = {}
        self._which: list[list[int]] = []
        self._rounds: list[list[int]] = []

    def __len__(self) -> int:
        return len(self._which)

    def add(self, row: Sequence[RolloutResult]) -> None:
        """Add a pass."""
        kinds = [(str(result.how), result.returns) for result in row]
        number = self._numbers
        self._which.append([number.setdefault(kind, len(number)) for kind in kinds])
        self._rounds.append([result.round for result in row])

    def sample(self) -> Sample:
        """Return all passes as a sample."""
        which: Ints = np.array(self._which, dtype=np.int64)
        rounds: Ints = np.array(self._rounds, dtype=np.int64)
        return Sample(list(self._numbers), which, rounds)
