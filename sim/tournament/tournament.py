"""A tournament: agents meet in blocks until everything is played, or settled.

Blocks are played in any number of processes and recorded in the order in which the
format asks for them, which depends on recorded blocks alone. So the same tournament has
the same record, standings and seal with any number of workers, killed and resumed.

If exact verdicts are asked for, the places where the games of two agents are known
exactly are recorded before the two first meet, and they play none there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from hashlib import blake2b
from pkgutil import resolve_name

from msgspec import Struct, structs

from sim.conflict.codec import encode
from sim.errors import StoreError
from sim.run.job_runner import JobRunner
from sim.store.contests import (
    BlocksRecorded,
    ContestCompleted,
    PairSolved,
)
from sim.store.events import written
from sim.store.store import Store
from sim.tournament.blocks import BlockJob, Played, decode_blocks, play_blocks
from sim.tournament.contest import LOAD, Contest
from sim.tournament.earlier import Earlier
from sim.tournament.exact import ONE_SIDE, SOLVE, SolveJob, decode_solved
from sim.tournament.formats import Course, Meet
from sim.tournament.ledger import Ledger, Pair, block_seatings
from sim.tournament.packed_games import Games
from sim.tournament.record import (
    Known,
    Step,
    append_step,
    begin_contest,
    complete_contest,
    recorded_contest,
    recorded_steps,
)
from sim.tournament.samples import ContestSamples

_PERSON = b"fracas-contest"
_JOB_MAX = 25
_JOB_LEAST = 5
_JOBS = 4


Progress = Callable[[int], None] | None
"""Is called with the number of games that are done, if there is one."""


class Wanted(Struct, frozen=True):
    """A batch of blocks to play and to record in one event."""

    place: int
    first: int
    second: int
    start: int
    count: int

    def made_by(self, step: BlocksRecorded) -> bool:
        """Whether *step* has the blocks that were asked for."""
        asked = self.place, self.first, self.second, self.start
        return asked == (step.place, step.first, step.second, step.start)


class _Missing:
    """A batch that is not recorded yet: its known games, and the blocks *wanted*."""

    def __init__(self, asked: Wanted, earlier: Earlier) -> None:
        self._asked = asked
        pair = asked.first, asked.second
        blocks = earlier.blocks(asked.place, pair, asked.start, asked.count)
        self._known = [game for block in blocks for game in block]
        self.wanted = structs.replace(
            asked, start=asked.start + len(blocks), count=asked.count - len(blocks)
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
        self,
        contest: Contest,
        *,
        store: Store | None = None,
        resume: bool = False,
        keeps: bool = True,
    ) -> None:
        """Begin *contest*, in *store* if there is one, or go on with it there.

        It *keeps* its games for those who want rows of them; otherwise its memory
        hardly grows with their number.
        """
        self.contest = contest
        self.ledger = Ledger(contest)
        self.course = Course(self.ledger)
        self.complete = False
        self.played = 0
        self.taken_over = 0
        """The number of games taken over from other tournaments."""
        self.batches = Games()
        """All blocks so far, in the order in which they were recorded, if it keeps."""
        self.samples = ContestSamples(contest)
        self.solved: list[PairSolved] = []
        """What is known of pairs without playing, if it keeps."""
        self.forfeited: dict[str, tuple[str, str]] = {}
        """Id of a game forfeited now -> whose seat it was, and the reason.

        It has only the first game of a seat in each run, since no other is reported.
        """
        self._failed: set[tuple[str, str]] = set()
        self._store = store
        self._earlier = Earlier(store, contest)
        self._seal = blake2b(written(contest.started()), digest_size=32, person=_PERSON)
        self._keeps = keeps
        self._known = (
            Known() if store is None else begin_contest(store, contest, resume=resume)
        )
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
        progress: Progress = None,
    ) -> None:
        """Play all that is missing; *progress* is called with the games that are done.

        *workers* and *executor* are those of `workers.in_order`. Raises StoreError when
        the store holds blocks that this tournament would not have asked for.
        """
        runner = JobRunner(workers, executor)
        try:
            # A round is asked for before any of it is entered, so it is the same
            # whether its blocks are played now or were recorded before a crash.
            while True:
                if unseen := self.course.unseen():
                    self._look(unseen, runner, progress)
                elif wanted := self._wanted(self.course.next()):
                    self._round(wanted, runner, progress)
                else:
                    break
        finally:
            runner.close()
        if self._known:
            raise StoreError(self._too_many())
        self._complete()

    def recall(self, steps: Iterable[Step]) -> None:
        """Enter what is recorded, and play nothing.

        Raises StoreError for blocks that this tournament would not have asked for.
        """
        self._known = Known(steps)
        while self._known:
            unseen = self.course.unseen()
            wanted = [] if unseen else self._wanted(self.course.next())
            if not unseen and not wanted:
                raise StoreError(self._too_many())
            self._recall_solved(unseen)
            self._recall_blocks(wanted)
        self.complete = not self.course.unseen() and not self.course.next()

    def _recall_solved(self, unseen: Sequence[Pair]) -> int:
        """Enter what is recorded of pairs, as far as it goes; return of how many."""
        for number, pair in enumerate(unseen):
            if not self._known:
                return number
            self._enter_solved(self._take_solved(pair), new=False)
        return len(unseen)

    def _recall_blocks(
        self, wanted: Sequence[Wanted], progress: Progress = None
    ) -> int:
        """Enter the recorded blocks of those *wanted*; return how many batches."""
        for number, batch in enumerate(wanted):
            if not self._known:
                return number
            self._enter(self._take_blocks(batch), played=None)
            self._report(progress)
        return len(wanted)

    def _too_many(self) -> str:
        return f"the tournament {self.contest.contest} has blocks nobody asked for"

    def _wanted(self, meets: Sequence[Meet]) -> list[Wanted]:
        wanted: list[Wanted] = []
        for meet in meets:
            size = max(_JOB_LEAST, min(_JOB_MAX, -(-meet.count // _JOBS)))
            for place in self._places(meet.pair):
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

    def _places(self, pair: Pair) -> list[int]:
        """Return the places where *pair* plays."""
        places = range(len(self.contest.places))
        first, second = pair
        if first == second:
            return [place for place in places if self.ledger.plays(first, place)]
        return [place for place in places if self.ledger.law(pair, place) is None]

    def _look(
        self,
        unseen: Sequence[Pair],
        runner: JobRunner,
        progress: Progress,
    ) -> None:
        """Find out where games of pairs are known exactly, and enter it."""
        rest = unseen[self._recall_solved(unseen) :]
        places = range(len(self.contest.places))
        earlier = {
            (pair, number): self._earlier.solved(number, pair)
            if len(place.sides) > 1
            else ONE_SIDE
            for pair in rest
            for number, place in enumerate(self.contest.places)
        }
        jobs = [
            self._solve_job(*where) for where, known in earlier.items() if known is None
        ]
        work: Callable[[SolveJob], bytes] = resolve_name(SOLVE)
        with closing(runner.results(work, jobs)) as results:
            for pair in rest:
                solved = tuple(
                    earlier[pair, place] or decode_solved(next(results))
                    for place in places
                )
                self._enter_solved(PairSolved(*pair, solved), new=True)
                self._report(progress)

    def _round(
        self,
        wanted: Sequence[Wanted],
        runner: JobRunner,
        progress: Progress,
    ) -> None:
        # What is recorded is the beginning of what is wanted, as blocks are entered in
        # order. All others are handed to workers at once.
        rest = wanted[self._recall_blocks(wanted, progress) :]
        missing = [_Missing(batch, self._earlier) for batch in rest]
        jobs = [self._job(batch.wanted) for batch in missing if batch.wanted.count]
        with closing(runner.results(play_blocks, jobs)) as results:
            for part in missing:
                games = (
                    decode_blocks(next(results))
                    if part.wanted.count
                    else Played((), ())
                )
                self._note_forfeits(games.forfeits)
                self._enter(part.batch(games), played=len(games.lines))
                self._report(progress)

    def _note_forfeits(self, forfeits: Mapping[str, tuple[str, str]]) -> None:
        """Note the first forfeit of each seat in each run of games."""
        for game, (seat, reason) in forfeits.items():
            run = game.rpartition("-")[0], seat
            if run not in self._failed:
                self._failed.add(run)
                self.forfeited[game] = seat, reason

    def _report(self, progress: Progress) -> None:
        """Tell *progress* how many games are done, or need not be played."""
        if progress is not None:
            progress(self.ledger.games + self.ledger.spared)

    def _take_blocks(self, wanted: Wanted) -> BlocksRecorded:
        step = self._known.take()
        if not isinstance(step, BlocksRecorded) or not wanted.made_by(step):
            raise StoreError(self._out_of_order())
        return step

    def _take_solved(self, pair: Pair) -> PairSolved:
        step = self._known.take()
        if not isinstance(step, PairSolved) or (step.first, step.second) != pair:
            raise StoreError(self._out_of_order())
        return step

    def _out_of_order(self) -> str:
        return (
            f"the tournament {self.contest.contest} was recorded in another order"
            " than it is played: audit the store"
        )

    def _enter_solved(self, solved: PairSolved, *, new: bool) -> None:
        self.ledger.add_solved(solved)
        if new and self._store is not None:
            append_step(self._store, self.contest.contest, solved, self._events)
        self._events += 1
        self._seal.update(encode(solved))
        self.solved.append(solved)

    def _enter(self, batch: BlocksRecorded, *, played: int | None) -> None:
        """Enter a batch of which *played* games are new; None for one that is known."""
        if played is not None and self._store is not None:
            append_step(self._store, self.contest.contest, batch, self._events)
        self._events += 1
        self._seal.update(encode(batch))
        self.ledger.add(batch)
        self.samples.add(batch)
        if self._keeps:
            self.batches.add(batch)
        if played is not None:
            self.played += played
            self.taken_over += len(batch.lines) - played

    def _job(self, wanted: Wanted) -> BlockJob:
        pair = wanted.first, wanted.second
        seatings = block_seatings(self.contest.places[wanted.place], pair)
        plans = tuple(
            self.contest.plan(wanted.place, pair, seating) for seating in seatings
        )
        return BlockJob(plans, wanted.start, wanted.count)

    def _solve_job(self, pair: Pair, place: int) -> SolveJob:
        seatings = self.contest.places[place].seatings
        plans = tuple(self.contest.plan(place, pair, seating) for seating in seatings)
        return SolveJob(plans, self.contest.terms.exact)

    def _complete(self) -> None:
        self.complete = True
        if self._store is not None:
            ended = ContestCompleted(self.ledger.games, self.seal)
            complete_contest(self._store, self.contest.contest, ended, self._events)


def recall_tournament(
    store: Store, contest: str = "", *, load: str = LOAD
) -> Tournament:
    """Return the tournament *contest* of *store* as far as it is recorded.

    Raises StoreError when there is none, or its record is not in order.
    """
    held = Tournament(recorded_contest(store, contest, load=load), keeps=False)
    held.recall(recorded_steps(store, held.contest.contest))
    return held
