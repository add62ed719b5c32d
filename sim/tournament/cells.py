"""How often each of two won: the counts to which ratings are fitted, and reweightings.

A cell is two agents on two sides of a place, with counts of games won, tied and lost.
Blocks are the unit of sampling, so there is a row of counts for each number of a block
in a place: all who played it had the same dice.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from sim.statistics.betting import Numbers
from sim.statistics.bradley_terry import Met
from sim.tournament.law import Law
from sim.tournament.ledger import Ledger, Pair
from sim.tournament.place import FIRST, SECOND, Place, Seating
from sim.tournament.series import Series

_NEAR = 1e-9
_UNSEEN = 0.5
_MANY = 1000
"""The number of blocks that an exact result counts for."""
_SEED = 1
_RESULTS = 3
_AT_ONCE = 1 << 22
"""The number of random weights drawn at once."""

Counts = dict[Met, list[float]]
"""Cell -> counts of (won, tied, lost)."""


class _Part(Struct, frozen=True):
    """Counts of some blocks of one place: from row *first* and column *column* on."""

    first: int
    column: int
    counts: Numbers


class Cells:
    """Counts of won, tied and lost for each cell, block by block, and those known."""

    def __init__(self, ledger: Ledger) -> None:
        self._places = ledger.contest.places
        met = list(_meetings(ledger))
        cells: set[Met] = set()
        unseen: list[Counts] = []
        for place, pair, results in met:
            games = _games(self._places[place], (place, pair))
            cells |= games.keys()
            unseen += _imagined(games) if isinstance(results, Series) else []
        self.cells = sorted(cells, key=_order)
        self._index = {cell: number for number, cell in enumerate(self.cells)}
        self._rows, self._parts = self._counted(met)
        self._unseen = self._matrix(unseen)
        expected: Counts = {}
        for place, pair, results in met:
            if isinstance(results, Law):
                expected |= _expected(results, pair, place)
        self._known = self._matrix([expected])[0]

    def total(self) -> Numbers:
        """Return the counts of each cell, with half a block won by each agent added."""
        total: Numbers = _UNSEEN * self._unseen.sum(axis=0) + self._known
        for part in self._parts:
            stop = part.column + part.counts.shape[1]
            total[part.column : stop] += part.counts.sum(axis=0)
        return total.reshape(-1, _RESULTS)

    def reweighted(self, draws: int) -> Numbers:
        """Return the counts for this many random weightings of the blocks."""
        random = np.random.default_rng(_SEED)
        counts = np.zeros((draws, _RESULTS * len(self.cells)))
        # Weights of a Bayesian bootstrap are gamma distributed; they need no common
        # sum, since only ratios matter to the fit. A block that counts half has half
        # the shape. They are drawn some rows at a time, which gives the same numbers.
        step = max(1, _AT_ONCE // max(1, self._rows))
        for begin in range(0, draws, step):
            batch = counts[begin : begin + step]
            weights = random.gamma(1.0, size=(len(batch), self._rows))
            for part in self._parts:
                rows, columns = part.counts.shape
                chosen = weights[:, part.first : part.first + rows]
                batch[:, part.column : part.column + columns] += chosen @ part.counts
        unseen = random.gamma(_UNSEEN, size=(draws, len(self._unseen)))
        totals: Numbers = counts + unseen @ self._unseen + self._known
        return totals.reshape(draws, -1, _RESULTS)

    def _counted(
        self, met: Sequence[tuple[int, Pair, Series | Law]]
    ) -> tuple[int, list[_Part]]:
        """Return how many rows there are, and their counts in parts.

        Rows are in the order in which pairs have played them.
        """
        rows = 0
        starts: dict[int, list[tuple[int, int, int]]] = {}
        for place, _, results in met:
            begun = starts.setdefault(place, [])
            begin = begun[-1][1] if begun else 0
            if isinstance(results, Series) and len(results) > begin:
                begun.append((begin, len(results), rows))
                rows += len(results) - begin
        parts: list[_Part] = []
        for place, spans in starts.items():
            columns = [n for n, cell in enumerate(self.cells) if cell.place == place]
            if not spans:
                continue
            counts = np.zeros((spans[-1][1], _RESULTS * len(columns)))
            for played_at, pair, results in met:
                if played_at == place and isinstance(results, Series):
                    self._add(
                        counts[: len(results)], results, (place, pair), columns[0]
                    )
            first = _RESULTS * columns[0]
            parts += [
                _Part(row, first, counts[begin:stop]) for begin, stop, row in spans
            ]
        return rows, parts

    def _add(
        self, counts: Numbers, series: Series, met: tuple[int, Pair], first: int
    ) -> None:
        """Add every comparison of the two agents in the blocks of *series*."""
        place, pair = met
        played = series.played()
        if len(series.place.sides) == 1:
            returns = np.array(
                [series.place.shared(end.returns)[0] for end in series.ends]
            )
            ahead = returns[played[:, 0]] - returns[played[:, 1]]
            result = np.where(np.abs(ahead) < _NEAR, 1, np.where(ahead > 0, 0, 2))
            column = self._index[Met(*pair, place, -1, -1)] - first
            counts[np.arange(len(counts)), _RESULTS * column + result] += 1
            return
        for number, seating in enumerate(series.seatings):
            ways = np.zeros((len(series.ends), counts.shape[1]))
            for row, end in enumerate(series.ends):
                for cell, outcome in _compared(series.place, met, seating, end.returns):
                    ways[row, _RESULTS * (self._index[cell] - first) + outcome] += 1
            counts += ways[played[:, number]]

    def _matrix(self, rows: Sequence[Mapping[Met, Sequence[float]]]) -> Numbers:
        matrix = np.zeros((len(rows), len(self.cells), _RESULTS))
        for number, row in enumerate(rows):
            for cell, counts in row.items():
                matrix[number, self._index[cell]] = counts
        return matrix.reshape(len(rows), _RESULTS * len(self.cells))


def _meetings(ledger: Ledger) -> Iterator[tuple[int, Pair, Series | Law]]:
    """Yield (place, pair, its blocks or how its games end) of all that met."""
    for pair in ledger.met():
        for place in range(len(ledger.contest.places)):
            results = ledger.law(pair, place) or ledger.series(pair, place)
            if results is not None:
                yield place, pair, results


def _games(where: Place, met: tuple[int, Pair]) -> dict[Met, int]:
    """Return the cells of two agents in one place, with their games in a block."""
    place, pair = met
    if len(where.sides) == 1:
        return {Met(*pair, place, -1, -1): 1}
    games: dict[Met, int] = {}
    for seating in where.seatings:
        for cell, _ in _compared(where, met, seating, (0.0,) * len(where.seats)):
            games[cell] = games.get(cell, 0) + 1
    return games


def _imagined(games: Mapping[Met, int]) -> list[Counts]:
    """Return a block that the first agent won, and one that the second won.

    They have as many games as any block, or they would count for more or less.
    """
    won = {cell: [float(count), 0.0, 0.0] for cell, count in games.items()}
    lost = {cell: [0.0, 0.0, float(count)] for cell, count in games.items()}
    return [won, lost]


def _expected(law: Law, pair: Pair, place: int) -> Counts:
    """Return the average counts of very many blocks of games under *law*.

    Half a block won by each agent is added, as everywhere.
    """
    counts: Counts = {}
    for seating, ends in zip(law.place.seatings, law.games, strict=True):
        for end in ends:
            met = place, pair
            for cell, result in _compared(law.place, met, seating, end.returns):
                counts.setdefault(cell, [0.0, 0.0, 0.0])[result] += end.chance
    for cell, results in counts.items():
        games = sum(results)
        won, tied, lost = (_MANY * count for count in results)
        unseen = _UNSEEN * games
        counts[cell] = [won + unseen, tied, lost + unseen]
    return counts


def _compared(
    where: Place, met: tuple[int, Pair], seating: Seating, returns: Sequence[float]
) -> Iterator[tuple[Met, int]]:
    """Yield each cell of a game with these *returns*: 0 for won, 1 tied, 2 lost."""
    place, pair = met
    got = where.shared(returns)
    for side, other in product(range(len(got)), repeat=2):
        if seating[side] == FIRST and seating[other] == SECOND:
            ahead = got[side] - got[other]
            result = 1 if abs(ahead) < _NEAR else 0 if ahead > 0 else 2
            yield Met(*pair, place, side, other), result


def _order(cell: Met) -> tuple[int, int, int, int, int]:
    return cell.place, cell.first, cell.second, cell.side, cell.other
