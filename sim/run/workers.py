"""Jobs done in parallel, with results in the order of the jobs.

The number of jobs under way is bounded, so memory does not grow with their number. If a
worker process dies, its pool is lost. The pool is then rebuilt and lost jobs are done
again one at a time, so that a job that kills its worker is identified and named.
Workers die with their parent.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import wait as wait_for_ends
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Thread
from typing import ParamSpec, TypeVar

from sim.errors import AgentError, ExecutorError
from sim.interrupts import ctrl_c_put_off

J = TypeVar("J")
P = ParamSpec("P")
R = TypeVar("R")

DEPTH = 3
"""Jobs under way for each worker."""
_DEATHS_MAX = 3
_NAP = 0.05
"""The seconds after which workers that have not ended are interrupted again."""
_CAN_BLOCK = hasattr(signal, "pthread_sigmask")
"""Whether a process can block signals: not on Windows."""


class InOrder(Executor):
    """An executor that does jobs in their order and no others, such as a cluster."""

    def in_order(
        self, work: Callable[[J], R], jobs: Iterator[J]
    ) -> Generator[R, None, None]:
        """Yield the results of *jobs*, in their order."""
        raise NotImplementedError


def in_order(
    work: Callable[[J], R],
    jobs: Iterable[J],
    *,
    workers: int = 1,
    executor: Executor | None = None,
) -> Generator[R, None, None]:
    """Yield the results of *jobs*, in their order.

    With one worker everything happens in this process, each job when its result is
    needed. With more, *work* must be a module-level function, and processes do it. An
    *executor* of your own is used instead, and left open; *workers* is then how many
    jobs it does at once, unless it says so itself. An InOrder executor orders them
    itself. Close the iterator to stop early. Raises AgentError naming the job if a job
    keeps killing its worker, ExecutorError for an executor that was shut down, and
    whatever *work* raises.
    """
    if isinstance(executor, InOrder):
        return executor.in_order(work, iter(jobs))
    if executor is not None:
        width: int = getattr(executor, "_max_workers", workers)
        return _in_executor(work, iter(jobs), executor, width * DEPTH)
    if workers > 1:
        return _in_own_pool(work, iter(jobs), workers)
    return (work(job) for job in jobs)


def _in_executor(
    work: Callable[[J], R], jobs: Iterator[J], executor: Executor, window: int
) -> Generator[R, None, None]:
    flight = deque(
        _submit_or_raise(executor, work, job) for job in islice(jobs, window)
    )
    try:
        while flight:
            future = flight.popleft()
            wait_for(future)
            yield future.result()
            flight.extend(
                _submit_or_raise(executor, work, job) for job in islice(jobs, 1)
            )
    finally:
        for future in flight:
            future.cancel()


def _submit_or_raise(executor: Executor, work: Callable[[J], R], job: J) -> Future[R]:
    try:
        return executor.submit(work, job)
    except BrokenExecutor:
        raise
    except RuntimeError as error:
        message = f"the executor does no work: {error}"
        raise ExecutorError(message) from error


def _in_own_pool(
    work: Callable[[J], R], jobs: Iterator[J], workers: int
) -> Generator[R, None, None]:
    flight: deque[tuple[J, Future[R]]] = deque()
    deaths = alone = 0
    pool = new_pool(workers)
    try:
        while True:
            window = 1 if alone else workers * DEPTH
            for job in islice(jobs, max(0, window - len(flight))):
                flight.append((job, _submit(pool, work, job)))
            if not flight:
                return
            job, future = flight.popleft()
            wait_for(future)
            try:
                result = future.result()
            except BrokenExecutor as error:
                deaths += 1
                if deaths == _DEATHS_MAX:
                    raise AgentError(_died_message(job)) from error
                lost = [job, *(other for other, _ in flight)]
                flight.clear()
                alone = max(alone, len(lost))
                jobs = chain(lost, jobs)
                pool.shutdown(wait=False)
                pool = new_pool(workers)
                continue
            deaths, alone = 0, max(0, alone - 1)
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def wait_for(future: Future[R], seconds: float | None = None) -> bool:
    """Wait at most *seconds* until *future* is done; return whether it is.

    Ctrl-C in `Future.result` can leave its lock acquired for ever, and the thread that
    sets the result waits for that lock. A SimpleQueue waits in C and leaves no lock.
    """
    done: SimpleQueue[Future[R]] = SimpleQueue()
    with ctrl_c_put_off():
        future.add_done_callback(done.put)
    try:
        done.get(timeout=seconds)
    except Empty:
        return False
    return True


def _submit(pool: Executor, work: Callable[[J], R], job: J) -> Future[R]:
    """Submit *job*; if the pool is broken, the future has the error."""
    try:
        return pool.submit(work, job)
    except BrokenExecutor as error:
        future: Future[R] = Future()
        future.set_exception(error)
        return future


def _died_message(job: object) -> str:
    return (
        f"a worker process died {_DEATHS_MAX} times over {job}: an agent ended it, or"
        " memory ran out"
    )


def new_pool(workers: int) -> ProcessPoolExecutor:
    """Return new worker processes, which die with this one."""
    context = get_context("spawn")
    return _Pool(workers, mp_context=context, initializer=_guard)


class _Pool(ProcessPoolExecutor):
    """Worker processes that Ctrl-C ends while they work, and at no other time.

    Ctrl-C in a terminal reaches them, too. A worker that ended while sending a result
    would send only half of it, and this process would wait for ever for the rest. In
    this process Ctrl-C is put off while a lock of the pool may be acquired: otherwise
    the lock might never be released, and the pool's own thread would wait for ever.
    """

    def submit(
        self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs
    ) -> Future[R]:
        """Have a worker do *work*."""
        with ctrl_c_put_off(), _ctrl_c_blocked():
            return super().submit(_interruptible, work, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as every executor has it
        """End the workers, at once with *cancel_futures*, else when they are done."""
        workers = list((self._processes or {}).values()) if cancel_futures else []
        with ctrl_c_put_off():
            super().shutdown(wait and not workers, cancel_futures=cancel_futures)
            while workers:
                for worker in workers:
                    _interrupt(worker)
                ended = wait_for_ends([worker.sentinel for worker in workers], _NAP)
                workers = [worker for worker in workers if worker.sentinel not in ended]


def _interrupt(worker: BaseProcess) -> None:
    """Send SIGINT to *worker*: it ends it during a job, and is ignored between jobs."""
    if worker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(worker.pid, signal.SIGINT)


@contextmanager
def _ctrl_c_blocked() -> Generator[None, None, None]:
    """Start processes in the block so that they get no SIGINT until they are ready.

    During their imports it would print a traceback. On systems that cannot block a
    signal nothing is blocked.
    """
    if not _CAN_BLOCK:
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _interruptible(work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> R:
    """Return the result of *work*, during which Ctrl-C ends this worker silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return work(*args, **named)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _guard() -> None:
    """Make this worker die with its parent, and ignore Ctrl-C between jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _CAN_BLOCK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
