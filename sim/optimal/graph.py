"""The graph of all public positions that any play can reach, and the blocks between.

A conflict that does not fit into its budget is left unfinished: of the positions that
were not followed nothing is known.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from sim.errors import OddsError
from sim.graph.budget import BoundError, Budget, clock, uncollected
from sim.graph.clock import Clock, timed
from sim.graph.progress import Progress, quiet
from sim.optimal.blocks import Block, Ended, Later, follow
from sim.optimal.matrix import Ints
from sim.optimal.positions import Positions
from sim.optimal.sides import Sides
from sim.seam.protocol import RuleSystem

_OFTEN = 64
"""How many blocks are followed between two looks at the budget."""


class Full(Exception):  # noqa: N818 - the graph is then unfinished, which is no error
    """The budget is used up, by this *bound*."""

    def __init__(self, bound: str) -> None:
        super().__init__(bound)
        self.bound = bound


class Graph(Struct, frozen=True):
    """Nodes by number, the first of them the *root*.

    *blocks* has what follows each, None where that was not followed. *full* is the
    bound that ended it, "" where all was followed.

    Where most positions do not know in what round they are, *turns* is for how many
    rounds the ones of a next round are worth what they were one round later, and
    *lates* what each is in the first round whose number matters.
    """

    positions: Positions[Any]
    blocks: Sequence[Block | None]
    turns: int
    lates: dict[int, int]
    full: str

    @property
    def root(self) -> int:
        """The node at which the conflict begins."""
        return self.positions.root

    @property
    def laters(self) -> tuple[Ints, Ints]:
        """The nodes of a next round, and those that they are there."""
        pairs = [
            (number, block.begun)
            for number, block in enumerate(self.blocks)
            if isinstance(block, Later)
        ]
        both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]


@uncollected()
def explored(
    system: RuleSystem[Any],
    scenario: object,
    sides: Sides,
    budget: Budget,
    progress: Progress = quiet,
    until: Clock | None = None,
) -> Graph:
    """Follow everything that can happen in *scenario*, the nearest first.

    It ends by the *budget*, or earlier when *until* is over: a part of the same time.
    Raises OddsError for what cannot be followed at all, AgentError for a judge's agent.
    """
    until = until or Clock(budget.seconds)
    return _Exploring(system, scenario, sides, budget, progress, until).run()


class _Exploring:
    """The work of exploring: positions found, blocks followed, and the budget."""

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: object,
        sides: Sides,
        budget: Budget,
        progress: Progress,
        until: Clock,
    ) -> None:
        self._since, self._until = clock(), until
        self._budget, self._progress = budget, progress
        self._events = 0
        self._system = timed(system, self._count)
        self._begun = system.initial(scenario)
        self.positions: Positions[Any] = Positions(self._system, scenario, sides)
        self._blocks: list[Block | None] = []
        self._lates: dict[int, int] = {}
        self._full = ""

    def run(self) -> Graph:
        """Follow all there is, as far as the budget goes."""
        known = self.positions.known
        while len(self._blocks) < len(known):
            try:
                if len(self._blocks) % _OFTEN == 0:
                    self._look()
                block = self.positions.block(len(self._blocks))
            except Full as full:
                self._full = full.bound
                break
            except BoundError as error:
                if not self._blocks:
                    raise
                self._full = error.bound
                break
            if isinstance(block, Later):
                self._copy(block.begun)
            self._blocks.append(block)
        self.positions.check(self._begun)
        rest = len(known) - len(self._blocks)
        self._progress(len(self._blocks), len(known))
        ends = [one if isinstance(one, Ended) else None for one in known[-rest:]]
        blocks = [*self._blocks, *(ends if rest else [])]
        return Graph(self.positions, blocks, self._turns(), self._lates, self._full)

    def _copy(self, number: int) -> None:
        """Find what a position is where the number of its round begins to matter."""
        timeless = self._system.solving.chart.timeless
        assert timeless is not None
        if number not in self._lates:
            last = timeless(self._begun)
            self._lates[number] = self.positions.late(number, last)

    def _turns(self) -> int:
        second, timeless = self.positions.second, self._system.solving.chart.timeless
        if second is None or timeless is None:
            return 0
        return timeless(self._begun) - second

    def _look(self) -> None:
        """Raise Full where the budget is used up."""
        known = len(self.positions.known)
        self._progress(len(self._blocks), known)
        if known > self._budget.states:
            raise Full(self._budget.of_states)
        if used := self._used():
            raise Full(used)

    def _used(self) -> str:
        """Return the bound of memory or time that is used up, "" if neither is."""
        if self._until.over:
            return self._budget.of_time
        return self._budget.used_up(self._since)

    def _count(self) -> None:
        """Look at the time now and then within a long block."""
        self._events += 1
        if self._events % 4096 == 0 and (used := self._used()):
            raise Full(used)


def order(graph: Graph) -> Ints:
    """Return the height of every node: 0 where nothing follows, else above all of it.

    Raises OddsError for a conflict that can come back to where it was.
    """
    blocks = graph.blocks
    height = np.full(len(blocks), -1, dtype=np.int64)
    for begun in (graph.root, *graph.lates, *graph.lates.values()):
        _climb(blocks, begun, height)
    return height


def _climb(blocks: Sequence[Block | None], begun: int, height: Ints) -> None:
    """Work out the heights of *begun* and of all that follows it."""
    open_ = set[int]()
    path = [begun]
    while path:
        node = path[-1]
        if height[node] >= 0:
            path.pop()
            continue
        block = blocks[node]
        after = [] if block is None else follow(block)
        if node in open_:
            open_.discard(node)
            height[node] = max([height[one] for one in after], default=-1) + 1
            path.pop()
            continue
        open_.add(node)
        for one in after:
            if one in open_:
                message = (
                    "the conflict can come back to where it was, so that it has no last"
                    " round to begin from: a limit of rounds is needed"
                )
                raise OddsError(message)
            if height[one] < 0:
                path.append(one)
