"""Jobs in groups of about half a second, for workers on other machines."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import chain, islice
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from sim.errors import ExecutorError
from sim.run.code import fingerprint

J = TypeVar("J")
R = TypeVar("R")

GROUP_SECONDS = 0.5
"""About how long a group of jobs should keep a worker busy."""
GROUP_MAX = 256


@runtime_checkable
class Prepared(Protocol):
    """A job that depends on more than our code: a rule system, a scenario, agents."""

    def prepared(self) -> bytes:
        """Return bytes that are equal wherever the job has the same result.

        Raises FracasError if the job cannot be done at all.
        """
        ...


class Done(Struct, frozen=True):
    """The outcome of a group of jobs: the results up to the first *error*."""

    results: Sequence[Any]
    seconds: float
    error: Exception | None = None


class Groups(Generic[J]):
    """The groups of *jobs* that are under way, in order.

    After a worker has died, every job that was under way is sent *alone*, one at a
    time, to find out which one killed it.
    """

    def __init__(self, jobs: Iterator[J]) -> None:
        self._jobs = jobs
        self._sent: deque[tuple[list[J], Future[Done]]] = deque()
        self._size = 1
        self._alone = 0

    @property
    def alone(self) -> bool:
        """Whether one job is sent at a time."""
        return self._alone > 0

    def fill(self, window: int, send: Callable[[list[J]], Future[Done]]) -> bool:
        """Send groups until *window* of them are under way; return whether any is."""
        window, size = (1, 1) if self.alone else (window, self._size)
        while len(self._sent) < window and (group := list(islice(self._jobs, size))):
            self._sent.append((group, send(group)))
        return bool(self._sent)

    def next(self) -> tuple[list[J], Future[Done]]:
        """Return the group whose results come next."""
        return self._sent.popleft()

    def finish(self, done: Done) -> None:
        """Choose the size of the next groups by how long this one took.

        They are at most twice as large as the last ones.
        """
        count = len(done.results)
        self._alone = max(0, self._alone - count)
        if count:
            # A group is large enough that sending it costs little, and small enough
            # that little is lost with a worker. It at most doubles, since the first
            # conflicts may have been quick.
            wanted = int(GROUP_SECONDS * count / max(done.seconds, 1e-6))
            self._size = max(1, min(wanted, 2 * self._size, GROUP_MAX))

    def take_back(self, group: list[J]) -> None:
        """Take back *group* and all others under way, to send their jobs alone."""
        self.cancel()
        lost = [*group, *(job for other, _ in self._sent for job in other)]
        self._sent.clear()
        self._alone = len(lost)
        self._jobs = chain(lost, self._jobs)

    def cancel(self) -> None:
        """Cancel everything under way."""
        for _, future in self._sent:
            future.cancel()


def prepared(jobs: Iterable[object]) -> tuple[bytes, ...]:
    """Return what *jobs* depend on, without repetitions."""
    needs = (job.prepared() for job in jobs if isinstance(job, Prepared))
    return tuple(dict.fromkeys(needs))


def do_group(
    code: str, needs: tuple[bytes, ...], work: Callable[[J], R], jobs: Sequence[J]
) -> Done:
    """Do *jobs* one after the other, on a worker; an error ends the group.

    *code* and *needs* are the fingerprint and `prepared` of the process that sent them.
    Raises ExecutorError if they differ here: workers may join at any time, after those
    of the cluster were checked.
    """
    if code != fingerprint() or needs != prepared(jobs):
        message = (
            "a worker that joined the cluster has another version of Fracas, or another"
            " scenario, rule system or agent"
        )
        raise ExecutorError(message)
    begun = time.perf_counter()
    results: list[R] = []
    error: Exception | None = None
    for job in jobs:
        try:
            results.append(work(job))
        except Exception as raised:  # noqa: BLE001 - the caller raises it again
            error = raised
            break
    return Done(results, time.perf_counter() - begun, error)
