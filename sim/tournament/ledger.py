"""The blocks played so far, the games known exactly, and queries over both."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from sim.errors import StoreError
from sim.statistics.intervals import EVEN
from sim.store.contests import BlocksRecorded, PairSolved
from sim.tournament.contest import Contest
from sim.tournament.law import Law, known_law
from sim.tournament.place import FIRST, Place, Result, Seating
from sim.tournament.series import Block, Series

Pair = tuple[int, int]
"""Two agents by their numbers; the score of a block is the first one's."""

_DIGITS = 9


class Ledger:
    """The blocks of a tournament, in the order in which they were recorded."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.games = 0
        self.games_alone = 0
        """Games of agents against themselves, which count in no score."""
        self._blocks: dict[tuple[Pair, int], Series] = {}
        self._laws: dict[Pair, dict[int, Law]] = {}
        """Pair -> the laws of the places where it plays nothing, once looked for."""
        self._scores: dict[tuple[Pair, int | None], Counter[float]] = {}
        self._uneven: Counter[int] = Counter()
        self._alone: Counter[int] = Counter()

    def add(self, batch: BlocksRecorded) -> None:
        """Enter a batch of blocks."""
        place = self.contest.places[batch.place]
        pair = batch.first, batch.second
        self.games += len(batch.lines)
        if batch.first == batch.second:
            self.games_alone += len(batch.lines)
        seatings = block_seatings(place, pair)
        size = len(seatings)
        for index in range(len(batch.lines) // size):
            games = slice(index * size, index * size + size)
            lines, luck = batch.lines[games], batch.luck[games]
            if pair[0] == pair[1]:
                # One agent at every seat plays the same game twice under the same dice.
                # If it does not, its choices depend on more than the conflict.
                self._alone[pair[0]] += 1
                self._uneven[pair[0]] += lines[0] != lines[1]
                continue
            # The block is the unit: its games share their dice and are not independent.
            self._series(pair, batch.place).add(lines, luck)

    def _series(self, pair: Pair, place: int) -> Series:
        series = self._blocks.get((pair, place))
        if series is None:
            where = self.contest.places[place]
            series = self._blocks[pair, place] = Series(where, where.seatings)
        return series

    def add_solved(self, solved: PairSolved) -> None:
        """Enter what is known exactly of two agents; StoreError if it cannot be."""
        places = self.contest.places
        if len(solved.places) != len(places):
            message = (
                f"found what is known of games in {len(solved.places)} places,"
                f" expected {len(places)}"
            )
            raise StoreError(message)
        both = zip(places, solved.places, strict=True)
        laws = {number: known_law(*entry) for number, entry in enumerate(both)}
        pair = solved.first, solved.second
        self._laws[pair] = {at: law for at, law in laws.items() if law is not None}

    @property
    def spared(self) -> int:
        """How many games need not be played, since it is known how they end."""
        games = (law.games for laws in self._laws.values() for law in laws.values())
        return self.contest.terms.blocks * sum(map(len, games))

    def looked_at(self, pair: Pair) -> bool:
        """Whether it is known where *pair* plays, if exact verdicts are asked for."""
        return not self.contest.terms.exact or pair in self._laws

    def law(self, pair: Pair, place: int) -> Law | None:
        """Return how games of *pair* in one place end, None if they are played."""
        return self._laws.get(pair, {}).get(place)

    def exact(self, pair: Pair, place: int | None = None) -> Result | None:
        """Return the exact result of *pair*, None if some of it is played."""
        places = range(len(self.contest.places)) if place is None else (place,)
        laws = [self.law(pair, at) for at in places]
        results = [law.result for law in laws if law is not None]
        return _mean(results) if len(results) == len(laws) else None

    def plays(self, agent: int, place: int) -> bool:
        """Whether *agent* plays in one place against somebody it is to meet."""
        pairs = (pair for pair in self._laws if agent in pair)
        return not self.contest.terms.exact or any(
            place not in self._laws[pair] for pair in pairs
        )

    def blocks(self, pair: Pair, place: int) -> Sequence[Block]:
        """Return the blocks of *pair* in one place, in order."""
        return self._blocks.get((pair, place), ())

    def series(self, pair: Pair, place: int) -> Series | None:
        """Return the blocks as they are kept; None before anything was played."""
        return self._blocks.get((pair, place))

    def count(self, pair: Pair) -> int:
        """Return how many blocks *pair* has played in every place where it plays."""
        places = range(len(self.contest.places))
        return min(
            (
                len(self.blocks(pair, place))
                for place in places
                if self.law(pair, place) is None
            ),
            default=0,
        )

    def results(self, pair: Pair, place: int | None = None) -> list[Result]:
        """Return the results of *pair*, block by block.

        Blocks of the same number in all places are averaged into one: places have equal
        weight, and differences between places do not widen the interval of the mean.
        Where nothing is played, each block would have the exact result for its mean.
        """
        return list(self._results(pair, place, 0))

    def _results(self, pair: Pair, place: int | None, start: int) -> Iterator[Result]:
        """Yield the results of *pair* from block number *start* on."""
        if place is not None:
            single = self.series(pair, place)
            return iter(()) if single is None else single.results(start)
        places = range(len(self.contest.places))
        exact = [law.result for at in places if (law := self.law(pair, at))]
        played = [at for at in places if self.law(pair, at) is None]
        columns = [series for where in played if (series := self.series(pair, where))]
        if not played or len(columns) < len(played):
            return iter(())
        rows = zip(*(series.results(start) for series in columns), strict=False)
        means: dict[tuple[Result, ...], Result] = {}
        return (_mean_of(means, row, exact) for row in rows)

    def score(self, pair: Pair) -> float:
        """Return the mean score of *pair* over all places, one half before it met."""
        exact = self.exact(pair)
        if exact is not None:
            return exact.score
        results = self.results(pair)
        return fmean(result.score for result in results) if results else EVEN

    def scores(self, pair: Pair, place: int | None = None) -> dict[float, int]:
        """Return how many blocks of *pair* had which score."""
        # They are looked at every few blocks, so only what is new is counted.
        counts = self._scores.setdefault((pair, place), Counter())
        for result in self._results(pair, place, counts.total()):
            counts[round(result.score, _DIGITS)] += 1
        return dict(sorted(counts.items()))

    def met(self) -> list[Pair]:
        """Return every two agents that have met, in the order of agents."""
        solved = {pair for pair, laws in self._laws.items() if laws}
        return sorted({pair for pair, _ in self._blocks} | solved)

    def has_met(self, pair: Pair) -> bool:
        """Whether something can be said of *pair* over all places."""
        return bool(self.count(pair)) or self.exact(pair) is not None

    def alike(self, pair: Pair, place: int | None = None) -> bool:
        """Whether *pair* played alike in every game so far, and all were played."""
        places = range(len(self.contest.places)) if place is None else (place,)
        kept = [self.series(pair, where) for where in places]
        return not any(self.law(pair, where) for where in places) and all(
            series.alike for series in kept if series is not None
        )

    def of(self, agent: int) -> Iterator[tuple[int, int, Series]]:
        """Yield (place, FIRST or SECOND, blocks) wherever an agent has played."""
        for (pair, place), series in sorted(self._blocks.items(), key=_key):
            if agent in pair:
                yield place, pair.index(agent), series

    def null(self, agent: int) -> tuple[int, int]:
        """Return the number of an agent's blocks against itself, and of uneven ones."""
        return self._alone[agent], self._uneven[agent]


def block_seatings(place: Place, pair: Pair) -> tuple[Seating, ...]:
    """Return the seatings of a block; an agent against itself plays a game twice."""
    if pair[0] == pair[1]:
        return ((FIRST,) * len(place.sides),) * 2
    return place.seatings


def _mean_of(
    means: dict[tuple[Result, ...], Result],
    row: tuple[Result, ...],
    known: Sequence[Result],
) -> Result:
    """Return the mean of a *row* and what is *known*; *means* has those of others."""
    mean = means.get(row)
    if mean is None:
        mean = means[row] = _mean([*row, *known])
    return mean


def _mean(results: Sequence[Result]) -> Result:
    """Return the mean over places."""
    scores, margins = zip(
        *((result.score, result.margin) for result in results), strict=True
    )
    return Result(fmean(scores), fmean(margins))


def _key(entry: tuple[tuple[Pair, int], Series]) -> tuple[Pair, int]:
    return entry[0]


__all__ = ["EVEN", "Ledger", "Pair", "block_seatings"]
