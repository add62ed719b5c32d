"""Where the exact part of a graph ends: the open positions, and their probabilities."""

import numpy as np

from sim.graph.graph import Floats, Ints

_MOST = 4_000_000
"""With more entries than these a cut is thinned."""
_KEPT = 1_000_000
"""How many entries are left of it then, about."""
_SEED = 29
"""Of thinning: the same cut is always thinned alike."""


class Cut:
    """Nodes that were not expanded, the round in which each is reached, and the mass.

    A node that does not know its round may be reached in several, and has an entry for
    each. A cut of too many entries is thinned: an entry of little mass is either left
    out or counts for more, so that every expected mass stays what it was.
    """

    def __init__(self, most: int = _MOST, kept: int = _KEPT) -> None:
        self._most, self._keep = most, kept
        self._parts: list[tuple[Ints, Ints, Floats]] = []
        self._entries = 0
        self._random = np.random.default_rng(_SEED)

    def add(self, mass: Floats, round_: int) -> None:
        """Note the *mass* of every node, which it has in this round."""
        nodes = np.flatnonzero(mass)
        rounds = np.full(len(nodes), round_, dtype=np.int64)
        self._parts.append((nodes.astype(np.int64), rounds, mass[nodes]))
        self._entries += len(nodes)
        if self._entries > self._most:
            self._thin()

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
        kept = nodes[stays], rounds[stays], (masses / chance)[stays]
        self._parts, self._entries = [kept], int(stays.sum())
