"""A tournament: agents meet in blocks until everything is played, or settled.

Blocks are played in any number of processes and recorded in the order in which the
format asks for them, which depends on recorded blocks alone. So the same tournament has
the same record, standings and seal with any number of workers, killed and resumed.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import closing
from hashlib import blake2b

from msgspec import Struct, structs

from sim.conflict.codec import encode
from sim.errors import StoreError
from sim.run.workers import in_order, new_pool
from sim.store.contests import BlocksRecorded, ContestCompleted
from sim.store.events import written
from sim.store.store import Store
from sim.tournament.blocks import BlockJob, Played, finished, play_blocks
from sim.tournament.contest import LOAD, Contest
from sim.tournament.earlier import Earlier
from sim.tournament.formats import Course, Meet
from sim.tournament.ledger import Ledger, seatings_of
from sim.tournament.record import append, batches, begin, complete, recorded

_PERSON = b"fracas-contest"
_JOB_MAX = 25
_JOB_LEAST = 5
_JOBS = 4


class Wanted(Struct, frozen=True):
    """A batch of blocks to play and to record in one event."""

    place: int
    first: int
    second: int
    start: int
    count: int

    def made_by(self, batch: BlocksRecorded) -> bool:
        """Whether *batch* has the blocks that were asked for."""
        asked = self.place, self.first, self.second, self.start
        return asked == (batch.place, batch.first, batch.second, batch.start)


class _Missing:
    """A batch that is not recorded yet: what is taken over of it, and what *wanted*."""

    def __init__(self, asked: Wanted, earlier: Earlier) -> None:
        self._asked = asked
        pair = asked.first, asked.second
        found = earlier.blocks(asked.place, pair, asked.start, asked.count)
        self._known = [game for block in found for game in block]
        self.wanted = structs.replace(
            asked, start=asked.start + len(found), count=asked.count - len(found)
        )

    def batch(self, games: Played) -> BlocksRecorded:
        """Return the whole batch, where *games* are those that were wanted."""
        asked = self._asked
        return BlocksRecorded(
            asked.place,
            asked.first,
            asked.second,
            asked.start,
            (*(line for line, _ in self._known), *games.lines),
            (*(luck for _, luck in self._known), *games.luck),
        )


class Tournament:
    """A tournament under way; recorded blocks are entered before others are played."""

    def __init__(
        self, contest: Contest, *, store: Store | None = None, resume: bool = False
    ) -> None:
        self.contest = contest
        self.ledger = Ledger(contest)
        self.course = Course(self.ledger)
        self.complete = False
        self.played = 0
        self.taken_over = 0
        """Games that were neither played now nor known: other tournaments had them."""
        self.batches: list[BlocksRecorded] = []
        """All blocks so far, in the order in which they are recorded."""
        self.heard: dict[str, tuple[str, str]] = {}
        """Of games forfeited now, by their ids: whose seat it was, and the reason."""
        self._store = store
        self._earlier = Earlier(store, contest)
        self._seal = blake2b(written(contest.started()), digest_size=32, person=_PERSON)
        known = [] if store is None else begin(store, contest, resume=resume)
        self._known = deque(known)
        self._events = 1

    @property
    def seal(self) -> bytes:
        """The seal over what is recorded so far."""
        return self._seal.digest()

    def play(
        self,
        *,
        workers: int = 1,
        executor: Executor | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Play all that is missing; *progress* hears how many games are done.

        *workers* and *executor* are those of `workers.in_order`. Raises StoreError when
        the store holds blocks that this tournament would not have asked for.
        """
        hands = _Hands(workers, executor)
        try:
            # A round is asked for before any of it is entered, so it is the same
            # whether its blocks are played now or were recorded before a crash.
            while wanted := self._wanted(self.course.next()):
                self._round(wanted, hands, progress)
        finally:
            hands.close()
        if self._known:
            raise StoreError(self._too_many())
        self._complete()

    def recall(self, known: Iterable[BlocksRecorded]) -> None:
        """Enter the recorded blocks, and play nothing.

        Raises StoreError for blocks that this tournament would not have asked for.
        """
        self._known.extend(known)
        while self._known:
            wanted = self._wanted(self.course.next())
            if not wanted:
                raise StoreError(self._too_many())
            for one in wanted:
                if self._known:
                    self._enter(self._taken(one), played=None)
        self.complete = not self.course.next()

    def _too_many(self) -> str:
        return f"the tournament {self.contest.contest} has blocks nobody asked for"

    def _wanted(self, meets: Sequence[Meet]) -> list[Wanted]:
        wanted: list[Wanted] = []
        for meet in meets:
            size = max(_JOB_LEAST, min(_JOB_MAX, -(-meet.count // _JOBS)))
            for place in range(len(self.contest.places)):
                wanted += [
                    Wanted(
                        place,
                        *meet.pair,
                        meet.start + first,
                        min(size, meet.count - first),
                    )
                    for first in range(0, meet.count, size)
                ]
        return wanted

    def _round(
        self,
        wanted: Sequence[Wanted],
        hands: "_Hands",
        progress: Callable[[int], None] | None,
    ) -> None:
        # What is recorded is the beginning of what is wanted, as blocks are entered in
        # order. All others are handed to workers at once.
        missing = [_Missing(one, self._earlier) for one in wanted[len(self._known) :]]
        jobs = [self._job(one.wanted) for one in missing if one.wanted.count]
        for one in wanted[: len(wanted) - len(missing)]:
            self._enter(self._taken(one), played=None)
            if progress is not None:
                progress(self.ledger.games)
        with closing(hands.done(jobs)) as results:
            for part in missing:
                games = finished(next(results)) if part.wanted.count else Played((), ())
                self.heard |= games.forfeits
                self._enter(part.batch(games), played=len(games.lines))
                if progress is not None:
                    progress(self.ledger.games)

    def _taken(self, one: Wanted) -> BlocksRecorded:
        batch = self._known.popleft()
        if not one.made_by(batch):
            message = (
                f"the tournament {self.contest.contest} was recorded in another order"
                " than it is played: audit the store"
            )
            raise StoreError(message)
        return batch

    def _enter(self, batch: BlocksRecorded, *, played: int | None) -> None:
        """Enter a batch of which *played* games are new; None for one that is known."""
        if played is not None and self._store is not None:
            append(self._store, self.contest.contest, batch, self._events)
        self._events += 1
        self._seal.update(encode(batch))
        self.ledger.add(batch)
        self.batches.append(batch)
        if played is not None:
            self.played += played
            self.taken_over += len(batch.lines) - played

    def _job(self, one: Wanted) -> BlockJob:
        pair = one.first, one.second
        seatings = seatings_of(self.contest.places[one.place], pair)
        plans = tuple(
            self.contest.plan(one.place, pair, seating) for seating in seatings
        )
        return BlockJob(plans, one.start, one.count)

    def _complete(self) -> None:
        self.complete = True
        if self._store is not None:
            ended = ContestCompleted(self.ledger.games, self.seal)
            complete(self._store, self.contest.contest, ended, self._events)


def recalled(store: Store, contest: str = "", *, load: str = LOAD) -> Tournament:
    """Return the tournament *contest* of *store* as far as it is recorded.

    Raises StoreError when there is none, or its record is not in order.
    """
    held = Tournament(recorded(store, contest, load=load))
    held.recall(batches(store, held.contest.contest))
    return held


class _Hands:
    """Worker processes that are reused from round to round."""

    def __init__(self, workers: int, executor: Executor | None) -> None:
        self._workers = workers
        self._executor = executor
        self._pool: ProcessPoolExecutor | None = None

    def done(self, jobs: Sequence[BlockJob]) -> Generator[bytes, None, None]:
        """Yield the results of *jobs* in order.

        Where a worker dies, the rest is played by new ones that find out which job it
        was.
        """
        if self._workers == 1 and self._executor is None:
            yield from in_order(play_blocks, jobs)
            return
        done = 0
        # Starting processes costs more than many a round: keep them until one dies.
        if self._executor is None and self._pool is None:
            self._pool = new_pool(self._workers)
        hands = self._executor or self._pool
        try:
            for result in in_order(
                play_blocks, jobs, workers=self._workers, executor=hands
            ):
                done += 1
                yield result
        except BrokenExecutor:
            if self._pool is None:
                raise
            self._pool.shutdown(wait=False)
            self._pool = None
            yield from in_order(play_blocks, jobs[done:], workers=self._workers)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
