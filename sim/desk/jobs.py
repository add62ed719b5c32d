"""Work for processes of their own, within a time limit, and kept once it is done.

A request never waits for more than a moment: longer work goes on, and a later request
finds its result. A process that takes too long, or too much memory, is ended, and the
next piece of work gets a new one.
"""

import asyncio
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import local
from typing import Any

from msgspec import Struct, structs

from sim.errors import FracasError

_KEPT = 200
_WAITING = 16


class Job(Struct, frozen=True):
    """A piece of work: its *kind*, the *store*, a *name* in it, and what else it needs.

    *mark* tells results apart that are computed of different states of the store.
    """

    kind: str
    store: str
    name: str = ""
    given: tuple[Any, ...] = ()
    mark: str = ""


class RefusedError(FracasError):
    """A job without a result, with a sentence and the *status* of the answer."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


Work = Callable[[Job], Any]
"""The function that does a job; a new process can import it."""


class _Worker:
    """A process that does one job after another."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def do(self, job: Job, seconds: float) -> Any:  # noqa: ANN401 - what the work returns
        """Return the result of *job*; raises RefusedError if there is none."""
        try:
            self._ours.send(job)
            if not self._ours.poll(seconds):
                message = f"this takes longer than {seconds:g} seconds, and was stopped"
                raise RefusedError(message, 504)
            fine, result = self._ours.recv()
        except (EOFError, OSError) as error:
            message = "the process that worked on this has ended"
            raise RefusedError(message, 422) from error
        if not fine:
            raise RefusedError(*result)
        return result

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _serve(pipe: Connection, work: Work) -> None:
    """Do what comes through *pipe*, until it is closed."""
    _bound_memory()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            pipe.send(outcome_of_job(work, pipe.recv()))


def _bound_memory() -> None:
    """Let this process have 4 GiB, where the system can say so."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def outcome_of_job(work: Work, job: Job) -> tuple[bool, Any]:
    """Return (True, the result of *job*), or (False, (a sentence, a status))."""
    try:
        return True, work(job)
    except RefusedError as error:
        return False, (str(error), error.status)
    except FracasError as error:
        return False, (str(error), 404)
    except MemoryError:
        return False, ("this takes more memory than the desk gives it", 422)
    except Exception as error:  # noqa: BLE001 - a record may be forged, and the desk stays
        why = type(error).__name__
        return False, (f"this cannot be shown ({why}): audit it by fracas audit", 422)


class Lane:
    """Workers for jobs with one time limit, and the results of these jobs."""

    def __init__(self, work: Work, *, workers: int, seconds: float) -> None:
        self._work = work
        self.seconds = seconds
        self._threads = ThreadPoolExecutor(max(1, workers))
        self._inline = not workers
        self._own = local()
        self._all: list[_Worker] = []
        self._results: OrderedDict[Job, Future[Any]] = OrderedDict()
        self._waiting: list[Future[Any]] = []

    async def ask(self, job: Job, *, wait: float, keep: bool = False) -> Any:  # noqa: ANN401 - what the work returns
        """Return the result of *job*, or None when it takes longer than *wait*.

        With *keep* it is computed once. Raises RefusedError if there is no result, or
        when too many are waiting.
        """
        future = self._results.get(job) if keep else None
        if future is None:
            future = self._start(job)
            if keep:
                self._results[job] = future
        try:
            return await asyncio.wait_for(
                asyncio.shield(asyncio.wrap_future(future)), wait
            )
        except TimeoutError:
            if not keep:
                message = "this takes too long"
                raise RefusedError(message, 504) from None
            return None
        except RefusedError:
            if keep:  # the next attempt may succeed
                self._results.pop(job, None)
            raise

    def latest(self, job: Job) -> Any:  # noqa: ANN401 - what the work returns
        """Return the last result of *job* under any mark; None if there is none."""
        for earlier in reversed(self._results):
            future = self._results[earlier]
            alike = structs.replace(earlier, mark=job.mark) == job
            over = future.done() and not future.cancelled()
            if alike and over and future.exception() is None:
                return future.result()
        return None

    def _start(self, job: Job) -> Future[Any]:
        self._waiting = [future for future in self._waiting if not future.done()]
        if len(self._waiting) >= _WAITING:
            message = "the desk is busy: try again in a moment"
            raise RefusedError(message, 503)
        future = self._threads.submit(self._do, job)
        self._waiting.append(future)
        while len(self._results) > _KEPT:
            self._results.popitem(last=False)
        return future

    def _do(self, job: Job) -> Any:  # noqa: ANN401 - what the work returns
        if self._inline:
            fine, result = outcome_of_job(self._work, job)
            if not fine:
                raise RefusedError(*result)
            return result
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            worker = self._own.worker = _Worker(self._work)
            self._all.append(worker)
        try:
            return worker.do(job, self.seconds)
        except RefusedError as error:
            if error.status in {422, 504}:
                worker.end()
                self._all.remove(worker)
                self._own.worker = None
            raise

    def close(self) -> None:
        """End all processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.end()
