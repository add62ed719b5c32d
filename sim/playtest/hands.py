"""Who plays the conflicts of a playtest: this process, workers, or a record of them.

Batches are asked for in an order that depends on nothing but the scenario, the budget
and the seed. So what was recorded before an interrupt is read in place of being played
again, and the report is the same wherever batches are played.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from itertools import chain
from typing import Protocol

from sim.playtest.batch import Batch, Lines, lines_of, play_batch
from sim.run import hands as run_hands
from sim.run.executors import reached


class Record(Protocol):
    """What was played before, batch by batch, and what keeps the rest."""

    def known(self, batch: Batch) -> bytes | None:
        """Return the next recorded batch, None at the end; it must be *batch*."""
        ...

    def keep(self, batch: Batch, data: bytes) -> None:
        """Keep the next batch."""
        ...


class Hands:
    """Has batches played by those who *play*, and counts all conflicts."""

    def __init__(
        self, play: run_hands.Hands | None = None, record: Record | None = None
    ) -> None:
        self._play = play or run_hands.Hands()
        self._record = record
        self.played = 0
        self.tell: Callable[[int], None] = lambda _: None

    def count(self, conflicts: int = 1) -> None:
        """Count *conflicts* that were played."""
        self.played += conflicts
        self.tell(self.played)

    def lines(self, batches: Sequence[Batch]) -> Iterator[Lines]:
        """Yield what came of *batches*, in order."""
        for data in self._played(batches):
            found = lines_of(data)
            self.count(len(found.lines))
            yield found

    def _played(self, batches: Sequence[Batch]) -> Iterator[bytes]:
        recorded = list(self._recorded(batches))
        rest = batches[len(recorded) :]
        return chain(recorded, self._fresh(rest))

    def _recorded(self, batches: Sequence[Batch]) -> Iterator[bytes]:
        for batch in batches if self._record is not None else ():
            data = self._record.known(batch) if self._record is not None else None
            if data is None:
                return
            yield data

    def _fresh(self, batches: Sequence[Batch]) -> Iterator[bytes]:
        with closing(self._play.done(play_batch, batches)) as done:
            for batch, data in zip(batches, done, strict=True):
                if self._record is not None:
                    self._record.keep(batch, data)
                yield data


@contextmanager
def hands(
    workers: int = 1, executor: Executor | None = None, record: Record | None = None
) -> Generator[Hands, None, None]:
    """Play with so many *workers*, or with an *executor* of one's own.

    Raises ExecutorError for an executor that is none, or that loses its workers.
    """
    with reached(executor) as found, closing(run_hands.Hands(workers, found)) as play:
        yield Hands(play, record)
