"""In which situation what is answered: by how the seats stand, in their words.

Questions with the same kinds of answer are parted by one figure of somebody's status,
the one after which it is most certain what is answered; each part once more, and again.
What is left are situations that a person can tell at the table. Where one of them does
not settle the answer, it is said how often each is given.

Source: classification trees by Gini's index (Breiman and others 1984).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
from msgspec import Struct, structs

from sim.optimal.matrix import Bools, Floats, Ints
from sim.seam.protocol import Description, RuleSystem

_DEEP = 3
"""By this many figures questions are parted at most."""
_GAINS = 0.02
"""A figure by which less becomes certain, of one, parts nothing."""
_ANSWERS = 12
"""How many answers are told apart while situations are looked for."""
_MISSING = "-"
_ROUND = (-1, "round")

Figure = tuple[int, str]
"""The seat, and what of its status."""
Figures = Mapping[Figure, float | str]


class FigureLimit(Struct, frozen=True):
    """A condition on one figure of a *seat*: *what*, from *least* to *most*.

    Either end may be open. What is no number *is* something, or is *isnt* it.
    """

    seat: int
    what: str
    least: float | None = None
    most: float | None = None
    among: str | None = None
    but: tuple[str, ...] = ()


class Situation(Struct, frozen=True):
    """Where all *limits* hold, in these *rounds*: what is answered, how often.

    *shares* are (number of the answer, how often), the most frequent first.
    """

    limits: tuple[FigureLimit, ...]
    rounds: tuple[int, ...]
    shares: tuple[tuple[int, float], ...]


def figures_in_view(system: RuleSystem[Any], view: object) -> dict[Figure, float | str]:
    """Return all figures of how the seats stand in *view*."""
    found: dict[Figure, float | str] = {}
    for seat, words in enumerate(system.status(view)):
        for what, value in _flat_figures(words, ""):
            if what != "who":
                found[seat, what] = value
    return found


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
    """An answer that was met: of which *group*, in which *round*, how often."""

    group: int
    round: int
    mass: float
    figures: Figures


def situations(rows: Sequence[MetAnswer]) -> list[Situation]:
    """Return the situations that tell best what is answered."""
    table = _Table(rows)
    every = np.arange(len(rows), dtype=np.int64)
    return list(table.parted(every, {}, _DEEP))


class _Column(Struct, frozen=True):
    """The values of one figure: numbers, or the numbers of *words*."""

    name: Figure
    values: Floats
    words: tuple[str, ...] | None


class _Split(Struct, frozen=True):
    """One figure, and the value that parts: up to it, or for words, that one alone."""

    gain: float
    column: _Column
    at: float

    def holds(self, rows: Ints) -> Bools:
        """Return for which *rows* the first of both parts holds."""
        values = self.column.values[rows]
        held: Bools = values <= self.at
        return held if self.column.words is None else values == self.at

    def limits(
        self, before: Mapping[Figure, FigureLimit], after: float
    ) -> tuple[dict[Figure, FigureLimit], dict[Figure, FigureLimit]]:
        """Return what holds in both parts; *after* is the next number above."""
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
        one, other = ({**before, name: part} for part in parts)
        return one, other


class _Table:
    """What was met: a row for each, a column for each figure."""

    def __init__(self, rows: Sequence[MetAnswer]) -> None:
        self._groups = np.array([one.group for one in rows], dtype=np.int64)
        self._rounds = np.array([one.round for one in rows], dtype=np.int64)
        self._mass = np.array([one.mass for one in rows])
        total = np.bincount(self._groups, self._mass)
        order = np.argsort(-total, kind="stable")
        # The seldom answers are one kind of answer while situations are looked for.
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.minimum(np.arange(len(order)), _ANSWERS - 1)
        self._ranks = ranks[self._groups]
        names = dict.fromkeys([name for one in rows for name in one.figures])
        rounds = _Column(_ROUND, self._rounds.astype(np.float64), None)
        self._columns = [rounds, *(_column(name, rows) for name in names)]

    def parted(
        self, rows: Ints, limits: Mapping[Figure, FigureLimit], deep: int
    ) -> Iterator[Situation]:
        """Yield the situations of some *rows*, in which *limits* hold."""
        split = self._split(rows) if deep else None
        if split is None:
            yield self._situation(rows, limits)
            return
        holds = split.holds(rows)
        one, other = rows[holds], rows[~holds]
        after = float(split.column.values[other].min())
        first, second = split.limits(limits, after)
        yield from self.parted(one, first, deep - 1)
        yield from self.parted(other, second, deep - 1)

    def _situation(self, rows: Ints, limits: Mapping[Figure, FigureLimit]) -> Situation:
        total = np.bincount(self._groups[rows], self._mass[rows])
        shares = [(group, float(total[group])) for group in np.flatnonzero(total)]
        shares.sort(key=lambda share: -share[1])
        rounds = tuple(np.unique(self._rounds[rows]).tolist())
        # The rounds are told in any case.
        told = tuple([one for name, one in limits.items() if name != _ROUND])
        return Situation(told, rounds, tuple([(int(g), m) for g, m in shares]))

    def _split(self, rows: Ints) -> _Split | None:
        """Return what parts *rows* best, None if nothing does well enough."""
        mass, ranks = self._mass[rows], self._ranks[rows]
        whole = np.bincount(ranks, mass, minlength=_ANSWERS).astype(np.float64)
        if np.count_nonzero(whole) < 2:  # noqa: PLR2004 - nothing to part
            return None
        best: _Split | None = None
        for column in self._columns:
            values, places = np.unique(column.values[rows], return_inverse=True)
            if len(values) < 2:  # noqa: PLR2004 - the same everywhere
                continue
            each = np.zeros((len(values), _ANSWERS))
            np.add.at(each, (places, ranks), mass)
            parts: Floats = each
            if column.words is None:
                parts = np.add.accumulate(each[:-1], axis=0, dtype=np.float64)
            rest = np.subtract(whole, parts, dtype=np.float64)
            gains = _certainty(parts) + _certainty(rest) - _certainty(whole[None])
            place = int(gains.argmax())
            gain = float(gains[place])
            if best is None or gain > best.gain:
                best = _Split(gain, column, float(values[place]))
        least = _GAINS * float(whole.sum())
        return best if best is not None and best.gain > least else None


def _certainty(masses: Floats) -> Floats:
    """Return the mass of each row in which two draws give the same answer."""
    whole = masses.sum(axis=1)
    squares = (masses**2).sum(axis=1)
    shares = np.zeros(len(masses))
    np.divide(squares, whole, out=shares, where=whole > 0.0)
    return shares


def _column(name: Figure, rows: Sequence[MetAnswer]) -> _Column:
    found = [one.figures.get(name, _MISSING) for one in rows]
    numbers = [one for one in found if not isinstance(one, str)]
    if len(numbers) == len(found):
        return _Column(name, np.array(numbers), None)
    texts = [one if isinstance(one, str) else f"{one:g}" for one in found]
    words = tuple(dict.fromkeys(texts))
    places = {word: float(place) for place, word in enumerate(words)}
    return _Column(name, np.array([places[text] for text in texts]), words)
