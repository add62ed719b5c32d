"""Where the exact part of a graph ends: the open positions, and their probabilities."""

import numpy as np

from sim.graph.graph import Floats, Ints

_MOST = 4_000_000
"""The most entries of a cut; with more it is thinned."""
_KEPT = 1_000_000
"""About how many entries are left after thinning."""
_SEED = 29
"""The seed of thinning, fixed so that the same cut is always thinned alike."""


class Cut:
    """Unexpanded nodes, with the round in which each is reached, and its mass.

    A node that does not know its round may be reached in several, and has an entry for
    each. A cut with too many entries is thinned without bias: an entry of little mass
    is either dropped or gets a larger mass, with the same expectation.
    """

    def __init__(self, most: int = _MOST, kept: int = _KEPT) -> None:
        self._most, self._keep = most, kept
        self._parts: list[tuple[Ints, Ints, Floats]] = []
        self._entries = 0
        self._random = np.random.default_rng(_SEED)

    def add(self, mass: Floats, round_: int) -> None:
        """Add the *mass* of every node in this round."""
        nodes = np.flatnonzero(mass)
        rounds = np.full(len(nodes), round_, dtype=np.int64)
        self._parts.append((nodes.astype(np.int64), rounds, mass[nodes]))
        self._entries += len(nodes)
        if self._entries > self._most:
            self._thin()

    @property
    def is_empty(self) -> bool:
        """Whether it has no entries."""
        return not self._entries

    def arrays(self) -> tuple[Ints, Ints, Floats]:
        """Return the nodes, their rounds and their masses, in the order of rounds."""
        if not self._parts:
            none: Ints = np.zeros(0, dtype=np.int64)
            return none, none, np.zeros(0)
        nodes, rounds, masses = zip(*self._parts, strict=True)
        return np.concatenate(nodes), np.concatenate(rounds), np.concatenate(masses)

    def _thin(self) -> None:
        nodes, rounds, masses = self.arrays()
        # An entry is kept with a probability in proportion to its mass, up to 1.
        unit = masses.sum() / self._keep
        chance = np.minimum(masses / unit, 1.0)
        stays = self._random.random(len(masses)) < chance
        # A kept entry stands for those like it that were dropped: its mass is divided
        # by its probability of being kept, so expectations do not change.
        kept = nodes[stays], rounds[stays], (masses / chance)[stays]
        self._parts, self._entries = [kept], int(stays.sum())
