"""Bradley-Terry ratings: everybody's strength, from all games at once.

The model is that of Bradley and Terry: the logarithm of the odds that one agent beats
another is the difference of their strengths, plus that of their sides' advantages in
that place. Ties are Davidson's: each place has a rate of its own. It is fitted by
maximum likelihood, with a prior so wide that it matters only for an agent that always
won.
"""

from collections.abc import Iterable
from math import log

import numpy as np
from msgspec import Struct

from sim.statistics.betting import Numbers

ELO = 400 / log(10)
PRIOR = 0.02
"""The precision of the prior: one over the variance of every term."""

_ROUNDS = 60
_NEAR = 1e-8
_STEP_MAX = 4.0


class Met(Struct, frozen=True):
    """The agents that met, on which sides of which place; -1 if sides do not matter."""

    first: int
    second: int
    place: int
    side: int
    other: int


class Model:
    """The terms of strength, side and tie for everybody in *cells*."""

    def __init__(self, agents: int, cells: Iterable[Met]) -> None:
        self.agents = agents
        self.cells = tuple(cells)
        sides = {(cell.place, cell.side) for cell in self.cells if cell.side >= 0}
        sides |= {(cell.place, cell.other) for cell in self.cells if cell.other >= 0}
        self.sides = tuple(sorted(sides))
        self.places = tuple(sorted({cell.place for cell in self.cells}))
        # The design matrix: a row for each cell has the terms of its log-odds, which
        # are strength and side of the first less those of the second. Another row has
        # the rate of ties that applies.
        size = agents + len(self.sides) + len(self.places)
        self._ahead = np.zeros((len(self.cells), size))
        self._tie = np.zeros((len(self.cells), size))
        for row, cell in enumerate(self.cells):
            self._ahead[row, cell.first] += 1
            self._ahead[row, cell.second] -= 1
            for side, sign in ((cell.side, 1), (cell.other, -1)):
                if side >= 0:
                    column = agents + self.sides.index((cell.place, side))
                    self._ahead[row, column] += sign
            last = agents + len(self.sides) + self.places.index(cell.place)
            self._tie[row, last] = 1
        # Newton's method needs the curvature for many tables of counts, and each is a
        # sum over cells of products of these rows. The products are the same for all of
        # them, so they are computed once.
        cross = _products(self._ahead, self._tie)
        self._both = _products(self._ahead, self._ahead)
        self._mixed = cross + _products(self._tie, self._ahead)
        self._even = _products(self._tie, self._tie)

    def fit(self, counts: Numbers, prior: float = PRIOR) -> Numbers:
        """Return the likeliest terms, given how often each cell was won, tied and lost.

        The strengths come first, and their mean is 0.
        """
        terms: Numbers = self.fit_all(counts[None, :, :], prior=prior)[0]
        return terms

    def fit_all(
        self,
        counts: Numbers,
        start: Numbers | None = None,
        prior: float = PRIOR,
        near: float = _NEAR,
    ) -> Numbers:
        """Return the same for many tables of counts at once, a row for each."""
        terms: Numbers = np.zeros((len(counts), self._ahead.shape[1]))
        if start is not None:
            terms = terms + start
        # The log-likelihood is concave and the prior makes it strictly so: there is one
        # maximum, and Newton's method finds it from anywhere.
        for _ in range(_ROUNDS):
            step = self._step(counts, terms, prior)
            terms = np.add(terms, step)
            if float(np.abs(step).max()) < near:
                break
        # Only differences of strengths matter. So they are shifted to a mean of 0.
        means: Numbers = terms[:, : self.agents].sum(axis=1) / self.agents
        terms[:, : self.agents] -= means[:, None]
        return terms

    def _step(self, counts: Numbers, terms: Numbers, prior: float) -> Numbers:
        """Return a step of Newton's method from *terms*, bounded in length."""
        games = counts.sum(axis=2)
        win, tie, loss = self.chances(terms)
        # The slope of the log-likelihood: what was seen less what these terms expect.
        # Half, since a lead of x multiplies wins by exp(x/2) and losses by exp(-x/2).
        pull = (counts[:, :, 0] - counts[:, :, 2] - games * (win - loss)) / 2
        slope = pull @ self._ahead + (counts[:, :, 1] - games * tie) @ self._tie
        slope = slope - prior * terms
        bend = self._bend(games, win, tie, loss) + prior * np.eye(terms.shape[1])
        step = np.asarray(np.linalg.solve(bend, slope[:, :, None]), dtype=np.float64)
        # Far from the maximum the curvature is nearly 0 and a whole step leaps past it.
        most = np.maximum(_NEAR, np.abs(step).max(axis=1, keepdims=True))
        bounded: Numbers = (step * np.minimum(1.0, _STEP_MAX / most))[:, :, 0]
        return bounded

    def chances(self, terms: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return the chance of each cell to be won, tied and lost, a row each."""
        ahead = terms @ self._ahead.T / 2
        even = terms @ self._tie.T
        # The largest exponent is taken out of all three, so that none overflows.
        most = np.maximum(np.abs(ahead), even)
        win, tie = np.exp(ahead - most), np.exp(even - most)
        loss = np.exp(-ahead - most)
        total = win + tie + loss
        return win / total, tie / total, loss / total

    def _bend(
        self, games: Numbers, win: Numbers, tie: Numbers, loss: Numbers
    ) -> Numbers:
        """Return the Fisher information of this many games."""
        lead = win - loss
        both = games * (win + loss - lead**2) / 4
        mixed = -games * lead * tie / 2
        even = games * tie * (1 - tie)
        size = self._ahead.shape[1]
        flat = both @ self._both + mixed @ self._mixed + even @ self._even
        bend: Numbers = flat.reshape(-1, size, size)
        return bend


def _products(left: Numbers, right: Numbers) -> Numbers:
    """Return the outer product of each pair of rows, flattened to one row."""
    rows: Numbers = (left[:, :, None] * right[:, None, :]).reshape(len(left), -1)
    return rows
