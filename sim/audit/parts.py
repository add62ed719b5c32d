"""The parts of an audit, reported in order while workers audit the games."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from itertools import chain

from msgspec import Struct

from sim.audit.finding import Finding
from sim.audit.games import (
    Games,
    GamesAudit,
    GamesFindings,
    audit_games,
    decode_findings,
)
from sim.audit.run import not_audited, seal_finding
from sim.run.workers import in_order
from sim.store.events import CONTENTS


class Part(Struct, frozen=True):
    """A piece of the audit of a listed stream, in order: a finding, or games to audit.

    *turn* numbers the listed streams. A part with neither only says that the store
    lists *name*.
    """

    turn: int
    name: str
    piece: Finding | Games | None = None


class Shared:
    """Reports parts in order, while *workers* audit the games among them.

    With one worker *games* audits them in this process. An *executor*, if given, is
    used instead of workers. *progress* is called with the number of games done so far.
    *chapters* are the streams of chapters that were met.
    """

    def __init__(
        self,
        games: GamesAudit,
        workers: int = 1,
        progress: Callable[[int], None] | None = None,
        executor: Executor | None = None,
    ) -> None:
        self.chapters: set[str] = set()
        self._games = games
        self._workers = workers
        self._executor = executor
        self._progress = progress
        self._done = 0
        self._ended = -1

    def findings(
        self, parts: Iterator[Part], *, whole: bool = False
    ) -> Iterator[Finding]:
        """Yield the findings of *parts* in order, while workers audit the games.

        An error ends the audit of its stream; in an audit of the *whole* store it is
        reported there, and the other streams are audited.
        """
        waiting: deque[Part] = deque()
        with closing(self._results(_games(parts, waiting))) as results:
            for result in chain(results, (None,)):
                while waiting:
                    part = waiting.popleft()
                    if result is not None and isinstance(part.piece, Games):
                        yield from self._result(part, result, whole=whole)
                        break
                    yield from self._finding(part)

    def _finding(self, part: Part) -> Iterator[Finding]:
        """Yield the finding of a part, unless an error has ended its stream."""
        if part.piece is None and part.name in self.chapters:
            yield listed_twice(part.name)
        elif isinstance(part.piece, Finding) and part.turn != self._ended:
            yield part.piece

    def _result(
        self, part: Part, result: GamesFindings, *, whole: bool
    ) -> Iterator[Finding]:
        """Yield the findings about games, unless an error ended their run before."""
        self.chapters.update(result.chapters)
        if isinstance(part.piece, Games) and self._progress is not None:
            self._done += len(part.piece.chunk.lines)
            self._progress(self._done)
        if part.turn == self._ended:
            return
        yield from result.findings
        if result.failed is not None:
            if not whole:
                raise result.error
            self._ended = part.turn
            yield not_audited(part.name, result.error)

    def _results(self, jobs: Iterator[Games]) -> Generator[GamesFindings, None, None]:
        """Yield the result of each job, in order."""
        if self._workers == 1 and self._executor is None:
            yield from in_order(self._games.look, jobs)
            return
        done = in_order(
            audit_games, jobs, workers=self._workers, executor=self._executor
        )
        with closing(done) as results:
            yield from (decode_findings(result) for result in results)


def _games(parts: Iterable[Part], waiting: deque[Part]) -> Iterator[Games]:
    """Yield the games among *parts*, and put every part into *waiting*."""
    for part in parts:
        waiting.append(part)
        if isinstance(part.piece, Games):
            yield part.piece


def listed_twice(name: str) -> Finding:
    """Return the finding that the store lists *name* more than once."""
    return seal_finding(CONTENTS, 0, f"{name} listed twice", "every stream once")
