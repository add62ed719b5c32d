"""Who plays the conflicts of a playtest: this process, workers, or a record of them.

Batches are asked for in an order that depends on nothing but the scenario, the budget
and the seed. So what was recorded before an interrupt is read in place of being played
again, and the report is the same wherever batches are played. So are conflicts that are
solved, and what depends on the clock is recorded as it was decided.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from itertools import chain
from math import inf
from time import monotonic
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from sim.playtest.batch import Batch, Lines, decode_lines, play_batch
from sim.playtest.solving import Solution, SolveJob, decode_solution, solve_one
from sim.run.executors import reached
from sim.run.job_runner import JobRunner


class LateError(Exception):
    """The time of a playtest is over, and no further conflict is played."""


class Decided(Struct, frozen=True):
    """What the clock decided *about* something, which nobody can work out again."""

    about: str

    def __str__(self) -> str:
        return f"what the time allows for {self.about}"

    @property
    def digest(self) -> str:
        """The digest by which it is recognised in a record."""
        return f"time for {self.about}"


Job = Batch | SolveJob | Decided
J = TypeVar("J", Batch, SolveJob)


class Record(Protocol):
    """The jobs that were done before, in order; it keeps new ones as well."""

    def known(self, job: Job) -> bytes | None:
        """Return the result of the next recorded job, which must be *job*.

        None at the end.
        """
        ...

    def keep(self, job: Job, data: bytes) -> bytes:
        """Keep the result of the next job; return the result that is to be believed."""
        ...


class Runner:
    """Has batches played by *play*, and counts all conflicts.

    When it is later than *until* it raises LateError before the next conflicts.
    """

    def __init__(
        self, play: JobRunner | None = None, record: Record | None = None
    ) -> None:
        self._play = play or JobRunner()
        self._record = record
        self.played = 0
        self.until = inf
        self.seconds = 0.0
        """The seconds that it took until batches were played."""
        self.tell: Callable[[int], None] = lambda _: None

    def count(self, conflicts: int = 1) -> None:
        """Count *conflicts* that were played; raises LateError as above."""
        self.played += conflicts
        self.tell(self.played)
        self._check_time()

    def lines(self, batches: Sequence[Batch]) -> Iterator[Lines]:
        """Yield the results of *batches*, in order."""
        for data in self._done(play_batch, batches):
            lines = decode_lines(data)
            self.count(len(lines.lines))
            yield lines

    def solutions(self, jobs: Sequence[SolveJob]) -> Iterator[Solution]:
        """Yield the solutions of *jobs*, in order."""
        return map(decode_solution, self._done(solve_one, jobs))

    def decided(self, about: str, decide: Callable[[], float]) -> float:
        """Return what the clock decides *about* something, or decided before."""
        job = Decided(about)
        data = None if self._record is None else self._record.known(job)
        if data is None:
            data = self._kept(job, msgspec.msgpack.encode(decide()))
        return msgspec.msgpack.decode(data, type=float)

    def _check_time(self) -> None:
        if monotonic() > self.until:
            raise LateError

    def _kept(self, job: Job, data: bytes) -> bytes:
        return data if self._record is None else self._record.keep(job, data)

    def _done(self, work: Callable[[J], bytes], jobs: Sequence[J]) -> Iterator[bytes]:
        recorded = list(self._recorded(jobs))
        return chain(recorded, self._fresh(work, jobs[len(recorded) :]))

    def _recorded(self, jobs: Sequence[J]) -> Iterator[bytes]:
        for job in jobs if self._record is not None else ():
            data = self._record.known(job) if self._record is not None else None
            if data is None:
                return
            yield data

    def _fresh(self, work: Callable[[J], bytes], jobs: Sequence[J]) -> Iterator[bytes]:
        since = monotonic()
        with closing(self._play.results(work, jobs)) as done:
            for job, data in zip(jobs, done, strict=True):
                self.seconds += monotonic() - since
                yield self._kept(job, data)
                self._check_time()
                since = monotonic()


@contextmanager
def runner_for(
    workers: int = 1, executor: Executor | None = None, record: Record | None = None
) -> Generator[Runner, None, None]:
    """Play with this many *workers*, or with an *executor* of one's own.

    Raises ExecutorError for an executor that is none, or that loses its workers.
    """
    with reached(executor) as pool, closing(JobRunner(workers, pool)) as play:
        yield Runner(play, record)
