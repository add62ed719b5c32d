"""The returns of a seat's own agent from where the choices of a reply end.

A reply frees the choices of the most probable rounds only. After them the seat's own
agent plays, in rounds that begin at thousands of positions. If states can be split, all
of these are followed together in arrays (`BatchGraph`), and the seat's returns are
computed backwards for every number of rounds that may be left. Whatever was not
followed, or has not ended when no round is left, counts as a return of 0 for the lower
bound and of 1 for the upper one.
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


class OwnPlayBound(Struct, frozen=True):
    """A bound of the seat's return from each of these *nodes*.

    *by_rounds_left* has a row for every number of rounds left, from 0, and a column for
    each node. The last row also holds for all larger numbers.
    """

    nodes: Ints
    by_rounds_left: Floats

    def at(self, rounds: int) -> Floats:
        """Return the bound of each node if this many *rounds* are left."""
        row: Floats = self.by_rounds_left[min(rounds, len(self.by_rounds_left) - 1)]
        return row

    def moves(self, rounds: int) -> bool:
        """Whether the bounds may differ if more than these *rounds* are left."""
        return rounds < len(self.by_rounds_left) - 1

    def within(self, reached: ReachedPart) -> "OwnPlayBound":
        """Return the same, restricted to what is *reached*."""
        kept = np.isin(self.nodes, reached.nodes)
        rows = self.by_rounds_left[:, kept]
        return OwnPlayBound(reached.node[self.nodes[kept]], rows)


class OwnPlayBounds(Struct, frozen=True):
    """Both bounds; *full* names the bound that ended the exploration, "" if none."""

    lows: OwnPlayBound
    highs: OwnPlayBound
    full: str


def bounds_of_own_play(  # noqa: PLR0913 - where it begins, whose it is, and how far it goes
    system: RuleSystem[Any],
    choosers: Choosers,
    seat: Seat,
    begun: tuple[Ints, Sequence[Position[Any]], Floats],
    *,
    budget: Budget,
    clock: Clock,
    progress: Progress,
) -> OwnPlayBounds | None:
    """Return bounds of the return of *seat* if agents alone play from some positions.

    *begun* has the node of each position, the positions, and their probabilities. None
    if states cannot be split, or an agent or the rules break what they declare.
    """
    chart = system.solving.chart
    split = chart.split if chart.begins is not None else None
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
    rows = np.array(_bounds_by_rounds_left(graph, seat, places, clock))
    lows, highs = (OwnPlayBound(nodes, rows[:, :, side]) for side in (0, 1))
    return OwnPlayBounds(lows, highs, graph.full)


def _bounds_by_rounds_left(
    graph: BatchGraph[Any], seat: Seat, places: Ints, until: Clock
) -> list[Floats]:
    """Return both bounds at these *places*, for every number of rounds left.

    The more rounds are left, the closer the bounds are, so it may stop at any number.
    """
    size = len(graph.positions)
    returns = np.array([returned[seat] for _, returned in graph.endings])
    sources, kinds, chances = graph.ends.arrays()
    parts = np.zeros(0) if not len(kinds) else chances * returns[kinds]
    # Per node: its expected return from conflicts that end in the round it begins.
    ended = np.bincount(sources, parts, size).astype(np.float64)
    onward, rows = graph.edges.matrix(size), graph.edges.sources()
    unknown = np.flatnonzero(~graph.expanded())
    values = np.zeros((size, 2))
    values[:, 1] = 1.0
    bounds = [values[places]]
    while len(bounds) * bounds[0].size < _NUMBERS:
        later = np.repeat(ended[:, None], 2, axis=1)
        later[rows] += onward @ values
        later[unknown] = 0.0, 1.0
        moved = float(np.abs(later - values).max(initial=0.0))
        values = later
        bounds.append(values[places])
        if moved < _STILL or until.over:
            break
    return bounds
