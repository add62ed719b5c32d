"""Analyses many conflicts, and sums them up: what cost most, how much was luck.

What was analysed, all conflicts or some drawn at random, is part of the answer.
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
        """Return which of *count* conflicts to take, in the order in which they are.

        All where there is no limit to their number; each seed shuffles them otherwise.
        """
        order = list(range(count))
        Random(f"fracas-analysis/{self.seed}").shuffle(order)  # noqa: S311 - which conflicts are looked at first
        return order[: self.most] if self.most else order


def analyse_all(  # noqa: PLR0913 - most have defaults
    whole: Recordings,
    draw: Draw,
    given: Sequence[str] = (),
    *,
    effort: Effort,
    trusted: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Callable[[float], None] = lambda _share: None,
) -> Overall:
    """Analyse the conflicts of *whole*, at least one, and sum them up.

    *given* play on from every moment, by default those that played. *workers* and
    *executor* are those of `workers.in_order`; each conflict is analysed by one of
    them. *progress* is called with the share done so far. Raises AgentError for agents
    that cannot play on, StreamError if no conflict can be analysed.
    """
    asked = _Asked(
        whole, draw, given, effort=effort, trusted=trusted, progress=progress
    )
    several = workers > 1 or executor is not None
    games = asked.on_workers(workers, executor) if several else asked.in_this_process()
    tally, taken, unread = _tallied(asked, games)
    return _whole(whole, draw, tally, taken, unread, effort)


def worth_reading(
    whole: Recordings,
    by: str,
    draw: Draw,
    *,
    effort: Effort,
    progress: Callable[[float], None] = lambda _share: None,
) -> tuple[list[Highlight], int]:
    """Return the luckiest or closest conflicts, and how many were analysed for that.

    *by* is "luckiest" or "closest"; the agents that played play on. Raises as
    `analyse_all` does.
    """
    asked = _Asked(whole, draw, (), effort=effort, trusted=False, progress=progress)
    tally, taken, _ = _tallied(asked, asked.in_this_process())
    return ranked(tally.found, by), taken


Analysed = tuple[Sequence[Record], Sequence[Done]]
"""The conflicts of a game, and what became of each."""


class _Asked:
    """The conflicts to analyse, one game after the other, while there is time."""

    def __init__(
        self,
        whole: Recordings,
        draw: Draw,
        given: Sequence[str],
        *,
        effort: Effort,
        trusted: bool,
        progress: Callable[[float], None],
    ) -> None:
        self.whole = whole
        self.clock = _Clock(draw.seconds, progress)
        self._order = draw.order(len(whole.names))
        self._given, self._effort, self._trusted = given, effort, trusted
        self._analyses = Analyses(effort)
        self._exact: dict[tuple[State, tuple[str, ...]], bool] = {}
        self._sent: deque[Sequence[Record]] = deque()

    def in_this_process(self) -> Generator[Analysed, None, None]:
        """Read, analyse and yield one game after the other."""
        for place in self._places():
            records = self.whole.read(place)
            yield records, self._analysed(records)

    def on_workers(
        self, workers: int, executor: Executor | None
    ) -> Generator[Analysed, None, None]:
        """Analyse on workers, or by an executor; read and decide here."""
        found = in_order(analyse_job, self._jobs(), workers=workers, executor=executor)
        with closing(found) as results:
            for result in results:
                yield self._sent.popleft(), decode_done(result)
                self.clock.tell(self.clock.taken - 1, len(self._order), 1, 1)

    def _places(self) -> Iterator[int]:
        """Yield what to take next, until there is no time for another."""
        for number, place in enumerate(self._order):
            if number and self.clock.is_over():
                return
            yield place

    def _jobs(self) -> Iterator[AnalysisJob]:
        command = token_hex(8)
        for place in self._places():
            records = self.whole.read(place)
            self._sent.append(records)
            keys = [(one.begun, self._specs(one)) for one in records]
            if all(key in self._exact for key in keys):
                parts = tuple(map(self._part, records, keys))
                yield AnalysisJob(command, parts, self.clock.allowed)
                continue
            # The first of each beginning says whether values are exact.
            found = self._analysed(records)
            for key in keys:
                self._exact.setdefault(key, self._analyses.knows_exactly(*key))
            yield AnalysisJob(command, (), 0.0, encode_done(found))

    def _part(self, record: Record, key: tuple[State, tuple[str, ...]]) -> Part:
        steps = AGAIN * self._effort.steps if self._exact[key] else 0
        return part_of(record, key[1], structs.replace(self._effort, steps=steps))

    def _analysed(self, records: Sequence[Record]) -> list[Done]:
        clock, found = self.clock, list[Done]()
        within = partial(clock.tell, clock.taken, len(self._order))
        for number, record in enumerate(records):
            pace = Pace(clock.allowed / (len(records) - number))
            specs = self._specs(record)
            found.append(try_analysis(self._analyses, record, specs, pace, within))
        return found

    def _specs(self, record: Record) -> tuple[str, ...]:
        return continuation_of(record, self._given, trusted=self._trusted)


_LEAST = 1e-3


def _tallied(
    asked: _Asked, found: Generator[Analysed, None, None]
) -> tuple[Tally, int, list[str]]:
    """Return the analyses, how many conflicts were taken, and why some have none."""
    tally, unread = Tally(asked.whole.kind == "tournament"), list[str]()
    with closing(found) as games:
        for records, analyses in games:
            for record, one in zip(records, analyses, strict=True):
                if one.found is None:
                    unread.append(one.unread)
                else:
                    tally.add(record, one.found)
            asked.clock.taken += 1
    if not tally.found:
        message = f"no conflict can be analysed: {unread[0]}"
        raise StreamError(message)
    return tally, asked.clock.taken, unread


class _Clock:
    """Says how much is done, and when no other conflict is to be begun."""

    def __init__(self, seconds: float, progress: Callable[[float], None]) -> None:
        self._began, self._seconds, self._progress = monotonic(), seconds, progress
        self.taken = 0

    def is_over(self) -> bool:
        """Whether another conflict, if it is like these, would end too late."""
        spent = monotonic() - self._began
        return spent + spent / max(self.taken, 1) / 2 > self._seconds

    @property
    def allowed(self) -> float:
        """How many seconds the next conflict may take: as long as one does, at least.

        So a long first conflict does not take more than all the time there is.
        """
        spent = monotonic() - self._began
        usual = spent / self.taken if self.taken else 0.0
        return max(self._seconds - spent, usual, _LEAST)

    def tell(self, taken: int, whole: int, done: int, of: int) -> None:
        """Tell the share that is done; of the first conflict alone if it is that."""
        share = done / of
        if taken:
            spent = (monotonic() - self._began) / self._seconds
            share = min(1.0, max(spent, (taken + share) / whole))
        self._progress(share)


def _whole(
    whole: Recordings,
    draw: Draw,
    tally: Tally,
    taken: int,
    unread: Sequence[str],
    effort: Effort,
) -> Overall:
    found = tally.found
    on = {one for analysis in found for one in analysis.continuation.values()}
    given = {tuple(analysis.continuation.values()) for analysis in found}
    played = all(
        analysis.continuation[a.seat] == a.agent
        for analysis in found
        for a in analysis.accounts
    )
    return Overall(
        kind=whole.kind,
        name=whole.name,
        title=whole.title,
        recorded=len(whole.names),
        drawn=taken,
        analysed=len(found),
        seed=draw.seed,
        exact=sum(one.certainty is Certainty.EXACT for one in found),
        shown=sum(one.certainty is Certainty.SHOWN for one in found),
        games=_games(found, effort),
        unjudged=sum(one.unjudged for one in found),
        shown_by=max(one.shown_by for one in found),
        continuation="" if played else ", ".join(_continued(on, given)),
        unread=unread,
        totals=tally.totals(),
        kinds=tally.costs(tally.of_kind),
        situations=tally.costs(situation),
        shares=tally.shares(),
        highlights=highlights(found),
        accounts=[(one.conflict, a) for one in found for a in one.accounts],
    )


def _games(found: Sequence[Analysis], effort: Effort) -> int:
    """Return the fewest games that a value is the mean of."""
    return min((one.games for one in found if one.games), default=effort.games)


def _continued(on: set[str], given: set[tuple[str, ...]]) -> Iterator[str]:
    """Yield the agents that play on: those of the seats where they are always those."""
    yield from sorted(on) if len(given) > 1 or len(on) == 1 else next(iter(given))
