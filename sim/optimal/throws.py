"""A cache of throws: the same dice for all states that a part reads alike.

Where a chart says that a part of a round begins (`sim.seam.chart.Part`) and the next
one begins as soon as the dice have fallen, the cases of the throw are computed once and
applied to every other state that agrees on what the part reads.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from sim.errors import OddsError
from sim.graph.parts import Position
from sim.graph.rounds import Rounds
from sim.graph.spot_checks import SpotChecks
from sim.seam.chart import Part
from sim.seam.protocol import State
from sim.spine.kept import Kept

S = TypeVar("S", bound=State)

Cases = Sequence[tuple[float, Position[S]]]
"""A chance of each position that the dice lead to."""

_MOST = 1 << 14
"""How many throws are cached."""


class Throws(Generic[S]):
    """What follows the dice that fall at positions of *rounds*."""

    def __init__(self, rounds: Rounds[S]) -> None:
        self._rounds = rounds
        self._known: Kept[Hashable, tuple[S, Cases[S]] | None] = Kept(_MOST)
        self._checks = defaultdict[Part[S], SpotChecks](SpotChecks)

    def at(self, position: Position[S]) -> Cases[S]:
        """Return what follows the dice at *position*, from the cache if possible."""
        state, memories = position
        part = self._rounds.inner_part(state)
        if part is None or part.apart is not None:
            return self._fallen(position)
        key = part, part.reads(state), memories
        known = self._known.get(key)
        if known is None:
            cases = self._fallen(position)
            if key not in self._known.answers:
                ends = all(self._rounds.begins_part(after) for _, (after, _) in cases)
                self._known.keep(key, (state, cases) if ends else None)
            return cases
        begun, cases = known
        after = part.after
        applied = [
            (chance, (after(state, begun, end), held)) for chance, (end, held) in cases
        ]
        if self._checks[part].due():
            self._check(applied, self._fallen(position))
        return applied

    def _fallen(self, position: Position[S]) -> Cases[S]:
        return list(self._rounds.fallen(position))

    def _check(self, applied: Cases[S], fallen: Cases[S]) -> None:
        """Raise OddsError if cached cases differ from the true ones."""
        if applied != fallen:
            message = "dice fall otherwise from two states that a part reads alike"
            raise OddsError(message)
