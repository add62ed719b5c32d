"""The analyses of many conflicts as one: what cost most, how much was luck.

What was analysed, all conflicts or some drawn at random, is part of the answer.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import monotonic

from msgspec import Struct

from sim.analysis.analyse import Analyses, Effort, continuation_of
from sim.analysis.analysis import Analysis
from sim.analysis.highlights import Highlight, highlights, ranked
from sim.analysis.pace import Pace
from sim.analysis.recordings import Recordings
from sim.analysis.tally import Tally, situation
from sim.analysis.totals import Overall
from sim.errors import StreamError
from sim.graph.sure import Sure

SECONDS, SEED = 60.0, "analysis"


class Draw(Struct, frozen=True):
    """How many conflicts to analyse: for so many *seconds*, at most *most*."""

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


def overall(
    whole: Recordings,
    draw: Draw,
    given: Sequence[str] = (),
    *,
    effort: Effort,
    trusted: bool = False,
    progress: Callable[[float], None] = lambda _share: None,
) -> Overall:
    """Return the analyses of *whole* as one: all for which there is time, one at least.

    *given* play on from every moment, by default those that played. *progress* is
    called with the share done so far. Raises AgentError for agents that cannot play on,
    StreamError if no conflict can be analysed.
    """
    tally, taken, unread = _analysed(
        whole, draw, given, effort=effort, trusted=trusted, progress=progress
    )
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

    *by* is "luckiest" or "closest"; the agents that played play on. Raises as `overall`
    does.
    """
    tally, taken, _ = _analysed(whole, draw, (), effort=effort, progress=progress)
    return ranked(tally.found, by), taken


def _analysed(
    whole: Recordings,
    draw: Draw,
    given: Sequence[str],
    *,
    effort: Effort,
    trusted: bool = False,
    progress: Callable[[float], None],
) -> tuple[Tally, int, list[str]]:
    """Return the analyses, how many conflicts were taken, and why some have none."""
    order = draw.order(len(whole.names))
    tally, clock = Tally(whole.kind == "tournament"), _Clock(draw.seconds, progress)
    analyses, unread = Analyses(effort), list[str]()
    for taken, place in enumerate(order):
        if taken and clock.is_over():
            break
        within = partial(clock.tell, taken, len(order))
        records = whole.read(place)
        for number, record in enumerate(records):
            specs = continuation_of(record, given, trusted=trusted)
            pace = Pace(clock.allowed / (len(records) - number))
            try:
                tally.add(record, analyses.of(record, specs, within, pace))
            except StreamError as error:
                unread.append(str(error))
        clock.taken = taken + 1
    if not tally.found:
        message = f"no conflict can be analysed: {unread[0]}"
        raise StreamError(message)
    return tally, clock.taken, unread


_LEAST = 1e-3


class _Clock:
    """Says how much is done, and when no other conflict is to be begun."""

    def __init__(self, seconds: float, progress: Callable[[float], None]) -> None:
        self._began, self._seconds, self._progress = monotonic(), seconds, progress
        self.taken = 0

    def is_over(self) -> bool:
        """Whether another conflict, if it is like these, would end too late."""
        spent = monotonic() - self._began
        return spent + spent / self.taken / 2 > self._seconds

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
        exact=sum(one.certainty is Sure.EXACT for one in found),
        shown=sum(one.certainty is Sure.SHOWN for one in found),
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
