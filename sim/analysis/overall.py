"""Analyse many conflicts, and sum them up: what cost most, how much was luck.

The summary says which conflicts were analysed: all, or some drawn at random.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from random import Random
from secrets import token_hex
from time import monotonic

from msgspec import Struct, structs

from sim.analysis.analyse import AGAIN, Analyses, Effort, Record, continuation_of
from sim.analysis.analysis import Analysis
from sim.analysis.highlights import Highlight, highlights, ranked
from sim.analysis.pace import Pace
from sim.analysis.recordings import Recordings
from sim.analysis.remote import (
    AnalysisJob,
    Done,
    Part,
    analyse_job,
    decode_done,
    encode_done,
    part_of,
    try_analysis,
)
from sim.analysis.tally import Tally, situation
from sim.analysis.totals import Overall
from sim.errors import StreamError
from sim.graph.certainty import Certainty
from sim.run.workers import in_order
from sim.seam.protocol import State

SECONDS, SEED = 60.0, "analysis"


class Draw(Struct, frozen=True):
    """How many conflicts to analyse: for this many *seconds*, at most *most*."""

    seconds: float = SECONDS
    most: int = 0
    seed: str = SEED

    def order(self, count: int) -> list[int]:
        """Return which of *count* conflicts to take, in an order drawn by the seed.

        There are at most *most* of them, if that is not 0.
        """
        order = list(range(count))
        Random(f"fracas-analysis/{self.seed}").shuffle(order)  # noqa: S311 - which conflicts are looked at first
        return order[: self.most] if self.most else order


def analyse_all(  # noqa: PLR0913 - most have defaults
    recordings: Recordings,
    draw: Draw,
    given: Sequence[str] = (),
    *,
    effort: Effort,
    trusted: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Overall:
    """Analyse the conflicts of *recordings*, at least one, and sum them up.

    *given* play on from every moment, by default those that played. *workers* and
    *executor* are those of `workers.in_order`; each conflict is analysed by one of
    them. *progress* is called with the share done so far. Raises AgentError for agents
    that cannot play on, StreamError if no conflict can be analysed.
    """
    queue = _Queue(
        recordings, draw, given, effort=effort, trusted=trusted, progress=progress
    )
    several = workers > 1 or executor is not None
    games = queue.on_workers(workers, executor) if several else queue.in_this_process()
    tally, taken, unread = _tallied(queue, games)
    return _overall(recordings, draw, tally, taken, unread, effort)


def worth_reading(
    recordings: Recordings,
    by: str,
    draw: Draw,
    *,
    effort: Effort,
    progress: Callable[[float], None] = lambda _share: None,
) -> tuple[list[Highlight], int]:
    """Return the luckiest or closest conflicts, and the number of those analysed.

    *by* is "luckiest" or "closest"; the agents that played play on. Raises as
    `analyse_all` does.
    """
    queue = _Queue(
        recordings, draw, (), effort=effort, trusted=False, progress=progress
    )
    tally, taken, _ = _tallied(queue, queue.in_this_process())
    return ranked(tally.analyses, by), taken


Analysed = tuple[Sequence[Record], Sequence[Done]]
"""The conflicts of a game, and the analysis of each or why it has none."""


class _Queue:
    """The conflicts to analyse, one game after the other, while there is time."""

    def __init__(
        self,
        recordings: Recordings,
        draw: Draw,
        given: Sequence[str],
        *,
        effort: Effort,
        trusted: bool,
        progress: Callable[[float], None],
    ) -> None:
        self.recordings = recordings
        self.clock = _Clock(draw.seconds, progress)
        self._order = draw.order(len(recordings.names))
        self._given, self._effort, self._trusted = given, effort, trusted
        self._analyses = Analyses(effort)
        self._exact: dict[tuple[State, tuple[str, ...]], bool] = {}
        self._sent: deque[Sequence[Record]] = deque()

    def in_this_process(self) -> Generator[Analysed, None, None]:
        """Read, analyse and yield one game after the other."""
        for place in self._places():
            records = self.recordings.read(place)
            yield records, self._analysed(records)

    def on_workers(
        self, workers: int, executor: Executor | None
    ) -> Generator[Analysed, None, None]:
        """Analyse on workers, or by an executor; read and decide here."""
        jobs = self._jobs()
        results = in_order(analyse_job, jobs, workers=workers, executor=executor)
        with closing(results):
            for result in results:
                yield self._sent.popleft(), decode_done(result)
                self.clock.tell(self.clock.taken - 1, len(self._order), 1, 1)

    def _places(self) -> Iterator[int]:
        """Yield the places of the games to take, until there is no time for another."""
        for number, place in enumerate(self._order):
            if number and self.clock.is_over():
                return
            yield place

    def _jobs(self) -> Iterator[AnalysisJob]:
        command = token_hex(8)
        for place in self._places():
            records = self.recordings.read(place)
            self._sent.append(records)
            keys = [(record.begun, self._specs(record)) for record in records]
            if all(key in self._exact for key in keys):
                parts = tuple(map(self._part, records, keys))
                yield AnalysisJob(command, parts, self.clock.allowed)
                continue
            # The first conflict of each beginning decides whether values are exact.
            done = self._analysed(records)
            for key in keys:
                self._exact.setdefault(key, self._analyses.knows_exactly(*key))
            yield AnalysisJob(command, (), 0.0, encode_done(done))

    def _part(self, record: Record, key: tuple[State, tuple[str, ...]]) -> Part:
        steps = AGAIN * self._effort.steps if self._exact[key] else 0
        return part_of(record, key[1], structs.replace(self._effort, steps=steps))

    def _analysed(self, records: Sequence[Record]) -> list[Done]:
        clock, analyses = self.clock, list[Done]()
        within = partial(clock.tell, clock.taken, len(self._order))
        for number, record in enumerate(records):
            pace = Pace(clock.allowed / (len(records) - number))
            specs = self._specs(record)
            analyses.append(try_analysis(self._analyses, record, specs, pace, within))
        return analyses

    def _specs(self, record: Record) -> tuple[str, ...]:
        return continuation_of(record, self._given, trusted=self._trusted)


_LEAST = 1e-3


def _tallied(
    queue: _Queue, games: Generator[Analysed, None, None]
) -> tuple[Tally, int, list[str]]:
    """Return the analyses, the number of games taken, and why conflicts have none."""
    tally, unread = Tally(queue.recordings.kind == "tournament"), list[str]()
    with closing(games):
        for records, analyses in games:
            for record, done in zip(records, analyses, strict=True):
                if done.analysis is None:
                    unread.append(done.unread)
                else:
                    tally.add(record, done.analysis)
            queue.clock.taken += 1
    if not tally.analyses:
        message = f"no conflict can be analysed: {unread[0]}"
        raise StreamError(message)
    return tally, queue.clock.taken, unread


class _Clock:
    """Reports progress, and says when no other conflict should be begun."""

    def __init__(self, seconds: float, progress: Callable[[float], None]) -> None:
        self._began, self._seconds, self._progress = monotonic(), seconds, progress
        self.taken = 0

    def is_over(self) -> bool:
        """Whether half of another game of average length would end too late."""
        spent = monotonic() - self._began
        return spent + spent / max(self.taken, 1) / 2 > self._seconds

    @property
    def allowed(self) -> float:
        """The seconds that the next game may take: the rest, at least an average game.

        So even a long first game ends when the time is up.
        """
        spent = monotonic() - self._began
        usual = spent / self.taken if self.taken else 0.0
        return max(self._seconds - spent, usual, _LEAST)

    def tell(self, taken: int, count: int, done: int, of: int) -> None:
        """Report the share that is done; for the first game, its own share."""
        share = done / of
        if taken:
            spent = (monotonic() - self._began) / self._seconds
            share = min(1.0, max(spent, (taken + share) / count))
        self._progress(share)


def _overall(
    recordings: Recordings,
    draw: Draw,
    tally: Tally,
    taken: int,
    unread: Sequence[str],
    effort: Effort,
) -> Overall:
    analyses = tally.analyses
    continuations = {tuple(analysis.continuation.values()) for analysis in analyses}
    played = all(
        analysis.continuation[account.seat] == account.agent
        for analysis in analyses
        for account in analysis.accounts
    )
    return Overall(
        kind=recordings.kind,
        name=recordings.name,
        title=recordings.title,
        recorded=len(recordings.names),
        drawn=taken,
        analysed=len(analyses),
        seed=draw.seed,
        exact=sum(analysis.certainty is Certainty.EXACT for analysis in analyses),
        shown=sum(analysis.certainty is Certainty.SHOWN for analysis in analyses),
        games=_games(analyses, effort),
        unjudged=sum(analysis.unjudged for analysis in analyses),
        shown_by=max(analysis.shown_by for analysis in analyses),
        continuation="" if played else ", ".join(_agents(continuations)),
        unread=unread,
        totals=tally.totals(),
        kinds=tally.costs(tally.of_kind),
        situations=tally.costs(situation),
        shares=tally.shares(),
        highlights=highlights(analyses),
        accounts=[
            (analysis.conflict, a) for analysis in analyses for a in analysis.accounts
        ],
    )


def _games(analyses: Sequence[Analysis], effort: Effort) -> int:
    """Return the fewest games of which a value is the mean."""
    return min(
        (analysis.games for analysis in analyses if analysis.games),
        default=effort.games,
    )


def _agents(continuations: set[tuple[str, ...]]) -> Sequence[str]:
    """Return the agents that play on: seat by seat if all conflicts have the same."""
    agents = {spec for continuation in continuations for spec in continuation}
    if len(continuations) > 1 or len(agents) == 1:
        return sorted(agents)
    return next(iter(continuations))
