"""Beyond the choices of a reply the seat's own agent plays: what it returns there.

From thousands of positions on, nobody chooses any more. Where a state can be split all
of them are followed together, in arrays (`BatchGraph`), and what the seat returns is
computed backwards, for every number of rounds that may be left. What was not followed,
or is not over when the rounds are, is worth nothing for the lower bound, and the most
there is for the upper one.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from sim.graph.batch_graph import BatchGraph
from sim.graph.batch_rows import Inseparable
from sim.graph.budget import Budget
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.columns import Floats, Ints
from sim.graph.parts import Position
from sim.graph.progress import Progress
from sim.graph.rounds import Rounds
from sim.graph.ways import ReachedPart
from sim.seam.events import Seat
from sim.seam.protocol import RuleSystem

_EXPLORES = 0.7
"""The share of the time for following; the rest is for computing backwards."""
_STILL = 1e-13
"""Values that change by less have converged."""
_NUMBERS = 20_000_000
"""No more bounds are kept, of all numbers of rounds together."""


class Beyond(Struct, frozen=True):
    """A bound of what the seat returns from each of these *nodes* on.

    *lines* has a line for every number of rounds that are left, from 0 on. Where more
    are left than it has lines, the last one holds.
    """

    nodes: Ints
    lines: Floats

    def at(self, rounds: int) -> Floats:
        """Return the bound of each node where this many *rounds* are left."""
        found: Floats = self.lines[min(rounds, len(self.lines) - 1)]
        return found

    def moves(self, rounds: int) -> bool:
        """Whether more than these *rounds* may make a difference."""
        return rounds < len(self.lines) - 1

    def within(self, reached: ReachedPart) -> "Beyond":
        """Return the same of what is *reached* alone."""
        kept = np.isin(self.nodes, reached.nodes)
        return Beyond(reached.node[self.nodes[kept]], self.lines[:, kept])


class BeyondBounds(Struct, frozen=True):
    """Both bounds, and the bound of the budget that was met, "" if it was none."""

    lows: Beyond
    highs: Beyond
    full: str


def values_beyond(  # noqa: PLR0913 - where it begins, whose it is, and how far it goes
    system: RuleSystem[Any],
    choosers: Choosers,
    seat: Seat,
    begun: tuple[Ints, Sequence[Position[Any]], Floats],
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress,
) -> BeyondBounds | None:
    """Return what *seat* returns where every agent plays from these positions on.

    *begun* has the number of each, the positions and how likely each is. None where a
    state cannot be split, or an agent or the rules break what they declare.
    """
    split = system.solving.chart.split
    nodes, positions, masses = begun
    if split is None or choosers.read_all or not positions:
        return None
    people = len(split.apart(positions[0][0])[1])
    until = clock.part(_EXPLORES)
    within = Budget(budget.states, budget.megabytes, until.left, budget.interrupt)
    graph: BatchGraph[Any] = BatchGraph(Rounds(system, choosers), within, split, people)
    try:
        places = graph.nodes(positions, masses)
        graph.explore(progress)
    except Inseparable:
        return None
    lines = _lines(graph, seat, places, clock)
    lows, highs = (Beyond(nodes, np.array(lines)[:, :, side]) for side in (0, 1))
    return BeyondBounds(lows, highs, graph.full)


def _lines(
    graph: BatchGraph[Any], seat: Seat, places: Ints, until: Clock
) -> list[Floats]:
    """Return both bounds at these *places*, for every number of rounds left.

    With more rounds they come nearer, so it may end anywhere.
    """
    size = len(graph.positions)
    returns = np.array([got[seat] for _, got in graph.endings])
    sources, kinds, chances = graph.ends.arrays()
    ended = np.zeros(0) if not len(kinds) else chances * returns[kinds]
    over = np.bincount(sources, ended, size).astype(np.float64)
    onward, rows = graph.edges.matrix(size), graph.edges.sources()
    unknown = np.flatnonzero(~graph.expanded())
    values = np.zeros((size, 2))
    values[:, 1] = 1.0
    lines = [values[places]]
    while len(lines) * lines[0].size < _NUMBERS:
        later = np.repeat(over[:, None], 2, axis=1)
        later[rows] += onward @ values
        later[unknown] = 0.0, 1.0
        moved = float(np.abs(later - values).max(initial=0.0))
        values = later
        lines.append(values[places])
        if moved < _STILL or until.over:
            break
    return lines
