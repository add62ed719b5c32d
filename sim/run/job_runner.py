"""Runs jobs that come in rounds, and keeps its worker processes between rounds."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import TypeVar

from sim.run.workers import in_order, new_pool

J = TypeVar("J")


class JobRunner:
    """Runs jobs in worker processes that it reuses, or with an *executor*.

    A round of at most *few* jobs is done in this process as long as no worker was
    started, since starting them takes longer. Results are the same wherever jobs are
    done.
    """

    def __init__(
        self, workers: int = 1, executor: Executor | None = None, *, few: int = 0
    ) -> None:
        self._workers = workers
        self._executor = executor
        self._few = few
        self._pool: ProcessPoolExecutor | None = None

    def results(
        self, work: Callable[[J], bytes], jobs: Sequence[J]
    ) -> Generator[bytes, None, None]:
        """Yield what *work*, a function of a module, returns for *jobs*, in order.

        If a worker dies, new ones do the rest and find out which job killed it.
        """
        if self._executor is None and self._pool is None:
            if self._workers == 1 or len(jobs) <= self._few:
                yield from in_order(work, jobs)
                return
            # Starting processes often takes longer than a round: keep them until one
            # dies.
            self._pool = new_pool(self._workers)
        done = 0
        pool = self._executor or self._pool
        try:
            for result in in_order(work, jobs, workers=self._workers, executor=pool):
                done += 1
                yield result
        except BrokenExecutor:
            if self._pool is None:
                raise
            self._pool.shutdown(wait=False)
            self._pool = None
            yield from in_order(work, jobs[done:], workers=self._workers)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
