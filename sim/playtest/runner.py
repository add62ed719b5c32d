"""Does the jobs of a playtest: in this process, in workers, or by reading a record.

The order of the jobs depends on nothing but the scenario, the budget and the seed. So
the results that were recorded before an interrupt are read instead of being worked out
again, and the report is the same wherever jobs are done. What depends on the clock is
recorded as it was decided.
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


class ClockDecision(Struct, frozen=True):
    """A decision *about* something by the clock, which cannot be derived again."""

    about: str

    def __str__(self) -> str:
        return f"what the time allows for {self.about}"

    @property
    def digest(self) -> str:
        """The digest by which it is recognised in a record."""
        return f"time for {self.about}"


Job = Batch | SolveJob | ClockDecision
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


class PlaytestRunner:
    """Has the jobs of a playtest done by *job_runner*, and counts all conflicts.

    Results that *record* has are read from it, and new ones are added. After the time
    *deadline* it raises LateError before the next conflicts.
    """

    def __init__(
        self, job_runner: JobRunner | None = None, record: Record | None = None
    ) -> None:
        self._job_runner = job_runner or JobRunner()
        self._record = record
        self.played = 0
        self.deadline = inf
        self.seconds = 0.0
        """The seconds for which it waited for jobs."""
        self.on_progress: Callable[[int], None] = lambda _: None

    def count(self, conflicts: int = 1) -> None:
        """Count *conflicts* that were played; raises LateError as above."""
        self.played += conflicts
        self.on_progress(self.played)
        self._check_time()

    def lines(self, batches: Sequence[Batch]) -> Iterator[Lines]:
        """Yield the results of *batches*, in order."""
        for data in self._results(play_batch, batches):
            lines = decode_lines(data)
            self.count(len(lines.lines))
            yield lines

    def solutions(self, jobs: Sequence[SolveJob]) -> Iterator[Solution]:
        """Yield the solutions of *jobs*, in order."""
        return map(decode_solution, self._results(solve_one, jobs))

    def decide_by_clock(self, about: str, decide: Callable[[], float]) -> float:
        """Return what the clock decides *about* something; a record has it already."""
        job = ClockDecision(about)
        data = None if self._record is None else self._record.known(job)
        if data is None:
            data = self._keep(job, msgspec.msgpack.encode(decide()))
        return msgspec.msgpack.decode(data, type=float)

    def _check_time(self) -> None:
        if monotonic() > self.deadline:
            raise LateError

    def _keep(self, job: Job, data: bytes) -> bytes:
        return data if self._record is None else self._record.keep(job, data)

    def _results(
        self, work: Callable[[J], bytes], jobs: Sequence[J]
    ) -> Iterator[bytes]:
        recorded = list(self._recorded(jobs))
        return chain(recorded, self._new_results(work, jobs[len(recorded) :]))

    def _recorded(self, jobs: Sequence[J]) -> Iterator[bytes]:
        for job in jobs if self._record is not None else ():
            data = self._record.known(job) if self._record is not None else None
            if data is None:
                return
            yield data

    def _new_results(
        self, work: Callable[[J], bytes], jobs: Sequence[J]
    ) -> Iterator[bytes]:
        since = monotonic()
        with closing(self._job_runner.results(work, jobs)) as results:
            for job, data in zip(jobs, results, strict=True):
                self.seconds += monotonic() - since
                yield self._keep(job, data)
                self._check_time()
                since = monotonic()


@contextmanager
def runner_for(
    workers: int = 1, executor: Executor | None = None, record: Record | None = None
) -> Generator[PlaytestRunner, None, None]:
    """Yield a runner with this many *workers*, or with an *executor* of one's own.

    Raises ExecutorError for an object that is no executor, or one that loses its
    workers.
    """
    with reached(executor) as pool, closing(JobRunner(workers, pool)) as job_runner:
        yield PlaytestRunner(job_runner, record)
