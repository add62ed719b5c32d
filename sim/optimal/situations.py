"""Situations: a decision tree from the figures of the status to the answers.

Questions with the same kinds of answer are split by one figure of somebody's status,
the one after which the answer is most certain; each part is split again, a few times.
The leaves are situations that a person can recognise at the table. If a situation does
not determine the answer, it has the frequency of each.

Source: classification trees by Gini's index (Breiman and others 1984).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
from msgspec import Struct, structs

from sim.optimal.matrix import Bools, Floats, Ints
from sim.seam.protocol import Description, RuleSystem

_DEEP = 3
"""The depth of the tree."""
_GAINS = 0.02
"""A split must raise the certainty by at least this share of the mass."""
_ANSWERS = 12
"""How many answers are told apart while the tree grows."""
_MISSING = "-"
_ROUND = (-1, "round")

Figure = tuple[int, str]
"""A seat, and the name of a figure in its status."""
Figures = Mapping[Figure, float | str]


class FigureLimit(Struct, frozen=True):
    """A condition on one figure (*what*) of a *seat*: from *least* to *most*.

    Either end may be open. A figure that is a word is *among*, or else not one of
    *but*.
    """

    seat: int
    what: str
    least: float | None = None
    most: float | None = None
    among: str | None = None
    but: tuple[str, ...] = ()


class Situation(Struct, frozen=True):
    """A leaf of the tree: its *limits*, and the answers to the questions in it.

    *rounds* are those in which it occurs. *shares* are (number of the answer, how
    often), the most frequent first.
    """

    limits: tuple[FigureLimit, ...]
    rounds: tuple[int, ...]
    shares: tuple[tuple[int, float], ...]


def figures_in_view(system: RuleSystem[Any], view: object) -> dict[Figure, float | str]:
    """Return all figures of the status of the seats in *view*."""
    figures: dict[Figure, float | str] = {}
    for seat, words in enumerate(system.status(view)):
        for what, value in _flat_figures(words, ""):
            if what != "who":
                figures[seat, what] = value
    return figures


def _flat_figures(words: Description, before: str) -> Iterator[tuple[str, float | str]]:
    for name, value in words.items():
        what = f"{before}{name}".replace("_", " ")
        if isinstance(value, dict):
            yield from _flat_figures(cast("Description", value), f"{what} ")
        elif isinstance(value, bool):
            yield what, "yes" if value else "no"
        elif isinstance(value, int | float):
            yield what, float(value)
        elif isinstance(value, list | tuple):
            yield what, ", ".join(map(str, cast("Sequence[object]", value))) or "none"
        else:
            yield what, str(value) or "none"


class MetAnswer(Struct, frozen=True):
    """An answer that was met: its *group*, the *round*, and how often (*mass*)."""

    group: int
    round: int
    mass: float
    figures: Figures


def situations(rows: Sequence[MetAnswer]) -> list[Situation]:
    """Return the situations that predict the answers best."""
    table = _Table(rows)
    every = np.arange(len(rows), dtype=np.int64)
    return list(table.parted(every, {}, _DEEP))


class _Column(Struct, frozen=True):
    """The values of one figure: numbers, or the numbers of *words*."""

    name: Figure
    values: Floats
    words: tuple[str, ...] | None


class _Split(Struct, frozen=True):
    """A split by one figure: up to the value *at*, or for words, equal to it."""

    gain: float
    column: _Column
    at: float

    def holds(self, rows: Ints) -> Bools:
        """Return a mask of the *rows* in the first of both parts."""
        values = self.column.values[rows]
        held: Bools = values <= self.at
        return held if self.column.words is None else values == self.at

    def limits(
        self, before: Mapping[Figure, FigureLimit], after: float
    ) -> tuple[dict[Figure, FigureLimit], dict[Figure, FigureLimit]]:
        """Return the limits of both parts; *after* is the next number above *at*."""
        name, words = self.column.name, self.column.words
        known = before.get(name, FigureLimit(*name))
        if words is None:
            parts = (
                structs.replace(known, most=self.at),
                structs.replace(known, least=after),
            )
        else:
            word = words[int(self.at)]
            parts = (
                structs.replace(known, among=word),
                structs.replace(known, but=(*known.but, word)),
            )
        first, second = ({**before, name: part} for part in parts)
        return first, second


class _Table:
    """A table of what was met: a row for each answer, a column for each figure."""

    def __init__(self, rows: Sequence[MetAnswer]) -> None:
        self._groups = np.array([row.group for row in rows], dtype=np.int64)
        self._rounds = np.array([row.round for row in rows], dtype=np.int64)
        self._mass = np.array([row.mass for row in rows])
        total = np.bincount(self._groups, self._mass)
        order = np.argsort(-total, kind="stable")
        # The rarest answers count as one while the tree grows.
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.minimum(np.arange(len(order)), _ANSWERS - 1)
        self._ranks = ranks[self._groups]
        names = dict.fromkeys([name for row in rows for name in row.figures])
        rounds = _Column(_ROUND, self._rounds.astype(np.float64), None)
        self._columns = [rounds, *(_column(name, rows) for name in names)]

    def parted(
        self, rows: Ints, limits: Mapping[Figure, FigureLimit], deep: int
    ) -> Iterator[Situation]:
        """Yield the situations of *rows*, all within *limits*, by *deep* splits."""
        split = self._split(rows) if deep else None
        if split is None:
            yield self._situation(rows, limits)
            return
        holds = split.holds(rows)
        inside, outside = rows[holds], rows[~holds]
        after = float(split.column.values[outside].min())
        first, second = split.limits(limits, after)
        yield from self.parted(inside, first, deep - 1)
        yield from self.parted(outside, second, deep - 1)

    def _situation(self, rows: Ints, limits: Mapping[Figure, FigureLimit]) -> Situation:
        total = np.bincount(self._groups[rows], self._mass[rows])
        shares = [(group, float(total[group])) for group in np.flatnonzero(total)]
        shares.sort(key=lambda share: -share[1])
        rounds = tuple(np.unique(self._rounds[rows]).tolist())
        # The rounds are listed anyway, so limits of them are left out.
        others = tuple([limit for name, limit in limits.items() if name != _ROUND])
        return Situation(others, rounds, tuple([(int(g), m) for g, m in shares]))

    def _split(self, rows: Ints) -> _Split | None:
        """Return the best split of *rows*, None if no split is good enough."""
        mass, ranks = self._mass[rows], self._ranks[rows]
        total = np.bincount(ranks, mass, minlength=_ANSWERS).astype(np.float64)
        if np.count_nonzero(total) < 2:  # noqa: PLR2004 - nothing to part
            return None
        best: _Split | None = None
        for column in self._columns:
            values, places = np.unique(column.values[rows], return_inverse=True)
            if len(values) < 2:  # noqa: PLR2004 - the same everywhere
                continue
            # The mass of each answer by value; for numbers, of all values up to each.
            by_value = np.zeros((len(values), _ANSWERS))
            np.add.at(by_value, (places, ranks), mass)
            parts: Floats = by_value
            if column.words is None:
                parts = np.add.accumulate(by_value[:-1], axis=0, dtype=np.float64)
            rest = np.subtract(total, parts, dtype=np.float64)
            gains = _certainty(parts) + _certainty(rest) - _certainty(total[None])
            place = int(gains.argmax())
            gain = float(gains[place])
            if best is None or gain > best.gain:
                best = _Split(gain, column, float(values[place]))
        least = _GAINS * float(total.sum())
        return best if best is not None and best.gain > least else None


def _certainty(masses: Floats) -> Floats:
    """Return for each row its mass times the chance that two draws agree."""
    totals = masses.sum(axis=1)
    squares = (masses**2).sum(axis=1)
    shares = np.zeros(len(masses))
    np.divide(squares, totals, out=shares, where=totals > 0.0)
    return shares


def _column(name: Figure, rows: Sequence[MetAnswer]) -> _Column:
    values = [row.figures.get(name, _MISSING) for row in rows]
    numbers = [value for value in values if not isinstance(value, str)]
    if len(numbers) == len(values):
        return _Column(name, np.array(numbers), None)
    texts = [value if isinstance(value, str) else f"{value:g}" for value in values]
    words = tuple(dict.fromkeys(texts))
    places = {word: float(place) for place, word in enumerate(words)}
    return _Column(name, np.array([places[text] for text in texts]), words)
