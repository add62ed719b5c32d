"""A changed scenario between its agents: solved, or played with a common seed.

Game *n* of every point has the same dice (common random numbers), so that points differ
by what was changed and not by luck.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cached_property
from math import inf
from time import monotonic

from sim.errors import AgentError, OddsError
from sim.graph.budget import Budget
from sim.graph.solve import Solved
from sim.graph.solve import solve as solve_conflict
from sim.library.scenario import Loaded
from sim.library.settings import Setting, with_settings
from sim.run.chunk import Job, Plan, decode_conflicts, play_chunk
from sim.run.job_runner import JobRunner
from sim.run.meaning import check_settings
from sim.run.run import make_plan
from sim.run.seating import seat_agents
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.samples import Sample, Samples
from sim.vary.figures import (
    KINDS,
    Figure,
    Kind,
    Measure,
    estimated_difference,
    estimated_mean,
    exact_figure,
    seat_index,
    win_of,
)

SOLVING = Budget(states=20_000, seconds=8.0)
"""The budget of solving; a conflict that exceeds it is played instead."""
FAILURES = 3
"""After this many points that exceed the budget, no more are solved."""
_IN_VAIN = 0.1
"""The share of the seconds that may be spent on solving what exceeds the budget."""
SAMPLED = 100
"""The conflicts of a solved point that are played, to name some worth reading."""
_BATCH = 50
"""The number of games in one job."""
FEW_JOBS = 4
"""Up to this many jobs a look are done here: workers take longer to start."""


def jobs_of(plan: Plan, first: int, games: int) -> list[Job]:
    """Return the jobs that play the games of *plan* from *first* up to *games*."""
    return [
        Job(plan, start, min(_BATCH, games - start))
        for start in range(first, games, _BATCH)
    ]


class Point:
    """The scenario *loaded* with some *settings*, played by *specs*."""

    def __init__(
        self,
        base: Loaded,
        agents: Sequence[str],
        settings: Sequence[Setting] = (),
        *,
        trusted: bool = False,
    ) -> None:
        """Raise the errors of `with_settings` and of agents that cannot be made."""
        self.settings = tuple(settings)
        self.loaded = with_settings(base, settings)
        self.seats = self.loaded.system.seats(self.loaded.scenario)
        self.specs = seat_agents(self.seats, agents, trusted=trusted)
        check_settings([self.loaded], self.specs)
        self.solved: Solved | None = None
        self.returns: list[tuple[float, ...]] = []
        self._samples = Samples()

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The places of the seats that take part."""
        return tuple(
            place for place, seat in enumerate(self.seats) if seat.side is not None
        )

    def solve(self, budget: Budget = SOLVING) -> bool:
        """Solve it within *budget*; return whether that succeeded."""
        state = self.loaded.system.initial(self.loaded.scenario)
        try:
            solved = solve_conflict(
                self.loaded.system, state, self.seats, self.specs, budget=budget
            )
        except (AgentError, OddsError):
            return False
        self.solved = solved if solved.exact else None
        return solved.exact

    def jobs(self, games: int, seed: str) -> list[Job]:
        """Return the jobs missing until *games* of the run with *seed* are played."""
        done = len(self.returns)
        if self.solved is not None or done >= games:
            return []
        return self._jobs(done, games, seed)

    def take(self, played: bytes) -> None:
        """Add the games of the next job, as `play_chunk` returns them."""
        for conflict in decode_conflicts(played):
            self._samples.add(conflict.line, conflict.stream_id)
            self.returns.append(conflict.line.returns)

    def samples(self, seed: str) -> list[Sample]:
        """Return the typical conflict and the strangest of those that were played.

        They are conflicts of a run with this *seed*. If the point was solved, some are
        played for that alone.
        """
        if self.solved is not None:
            self._samples = Samples()
            for job in self._jobs(0, SAMPLED, seed):
                for conflict in decode_conflicts(play_chunk(job)):
                    self._samples.add(conflict.line, conflict.stream_id)
        return list(self._samples.picked())

    def _jobs(self, done: int, games: int, seed: str) -> list[Job]:
        """Return the jobs that play the games of a run from *done* up to *games*."""
        plan = make_plan(
            self.loaded, self.specs, seed=seed, games=games, record="none", strict=True
        )
        return jobs_of(plan, done, games)

    @property
    def games(self) -> int:
        """The number of its games that have been played."""
        return len(self.returns)

    @property
    def known(self) -> bool:
        """Whether it was solved, or any game of it was played."""
        return self.solved is not None or bool(self.returns)

    def figure(self, measure: Measure, confidence: float = CONFIDENCE) -> Figure:
        """Return the figure of *measure*; UnknownNameError for an unknown seat."""
        return self._figure(
            measure.kind, seat_index(self.seats, measure.seat), confidence
        )

    def figures(self) -> dict[Measure, Figure]:
        """Return the figure of every measure of every participant."""
        return {
            Measure(kind, self.seats[place].name): self._figure(kind, place)
            for place in self.playing
            for kind in KINDS
        }

    def got(self, kind: Kind, place: int, game: int) -> float:
        """Return what the seat *place* got in one *game*."""
        returns = self.returns[game]
        return (
            returns[place] if kind == "returns" else win_of(returns, self.seats, place)
        )

    def _figure(self, kind: Kind, place: int, confidence: float = CONFIDENCE) -> Figure:
        if self.solved is not None:
            values = self.solved.wins if kind == "wins" else self.solved.returns
            return exact_figure(values[place].middle)
        games = range(len(self.returns))
        return estimated_mean(
            [self.got(kind, place, game) for game in games], confidence
        )


def gap_between(first: Point, second: Point, measure: Measure) -> Figure:
    """Return *measure* of *second* less that of *first*, by game if both played."""
    if first.solved is not None and second.solved is not None:
        exact = second.figure(measure).value - first.figure(measure).value
        return exact_figure(exact)
    first_seat, second_seat = (
        seat_index(point.seats, measure.seat) for point in (first, second)
    )
    games = min(first.games, second.games)
    values = [
        second.got(measure.kind, second_seat, game)
        - first.got(measure.kind, first_seat, game)
        for game in range(games)
    ]
    if games or not (first.known and second.known):
        return estimated_difference(values)
    left, right = first.figure(measure), second.figure(measure)
    return Figure(
        right.value - left.value,
        right.low - left.high,
        right.high - left.low,
        exact=False,
        games=max(first.games, second.games),
    )


class Effort:
    """The budget of playing: *games* for each point, and *seconds* for all together.

    *runner* plays; by default this process plays alone, with the same results.
    *progress* is called with the number of games played so far.
    """

    def __init__(
        self,
        seed: str,
        games: int,
        seconds: float,
        *,
        runner: JobRunner | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.seed = seed
        self.games = games
        self.seconds = seconds
        self.runner = runner or JobRunner()
        self.progress = progress
        self.played = 0
        self.failures = 0
        """How many points were too large to be solved."""
        self._in_vain = 0.0
        self._seconds_taken = 0.0
        self._begun = monotonic()

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() - self._begun > self.seconds

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return max(0.0, self.seconds - (monotonic() - self._begun))

    def play(self, points: Iterable[Point], games: int) -> None:
        """Play *points* up to *games* each, or to the limit if that is lower.

        All jobs are handed out at once, and no more are awaited when the time is up.
        """
        due = [
            (point, point.jobs(min(games, self.games), self.seed)) for point in points
        ]
        jobs = [job for _, jobs_of_point in due for job in jobs_of_point]
        with closing(self.runner.results(play_chunk, jobs)) as results:
            for point, jobs_of_point in due:
                for job in jobs_of_point:
                    if self.over:
                        return
                    point.take(next(results))
                    self.played += job.count
                    self.progress(self.played)

    def solves(self, point: Point, room: float = inf) -> bool:
        """Solve *point* in *room* seconds at most; return whether that succeeded.

        No other is tried after a few failures, or after much time in vain; nor if the
        last one that was solved took more than there is room for.
        """
        left = _IN_VAIN * self.seconds - self._in_vain
        if self.failures == FAILURES or left <= 0 or self._seconds_taken > room:
            return False
        begun, room = monotonic(), min(SOLVING.seconds, left, room)
        solved = point.solve(Budget(states=SOLVING.states, seconds=room))
        took = monotonic() - begun
        if solved:
            self._seconds_taken = took
            return True
        self.failures += 1
        self._in_vain += took
        return False

    def solved(self) -> None:
        """Count a solved point as if all its games had been played."""
        self.played += self.games
        self.progress(self.played)

    def looks(self) -> Iterable[int]:
        """Yield the numbers of games after which to look, each half as many again."""
        games = _BATCH
        while games < self.games:
            yield games
            games += max(_BATCH, games // 2)
        yield self.games
