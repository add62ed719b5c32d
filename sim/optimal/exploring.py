"""Exploring the graph of a conflict: all of it, or one position at a time.

Blocks that were followed are kept, so a search can begin with a few positions
(`sim.optimal.narrowing`) and go on with the rest (`Explorer.everything`).
"""

from typing import Any

from sim.graph.budget import (
    BoundError,
    Budget,
    clock,
    megabytes,
    without_garbage_collection,
)
from sim.graph.clock import Clock, timed
from sim.graph.progress import Progress, no_progress
from sim.optimal.blocks import Block, EndOfConflict, NextRound
from sim.optimal.graph import Graph
from sim.optimal.positions import Positions
from sim.optimal.sides import Sides
from sim.seam.protocol import RuleSystem

_OFTEN = 64
"""How many blocks are followed between two looks at the budget."""
_LONG = 1024
"""How many questions and events pass between two looks at the time within a block."""


class BudgetFull(Exception):  # noqa: N818 - the graph is then unfinished, which is no error
    """The budget is used up, by this *bound*."""

    def __init__(self, bound: str) -> None:
        super().__init__(bound)
        self.bound = bound


def explored_graph(
    system: RuleSystem[Any], scenario: object, sides: Sides, budget: Budget
) -> Graph:
    """Return the graph of *scenario*, as far as the budget goes.

    Raises OddsError for a conflict that cannot be followed at all, AgentError for a
    judge's agent.
    """
    exploring = Explorer(system, scenario, sides, budget)
    exploring.everything(Clock(budget.seconds))
    return exploring.graph()


class Explorer:
    """The positions found, and the blocks that were followed, within a budget.

    *full* names the bound that stopped the exploration, "" while none did.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: object,
        sides: Sides,
        budget: Budget,
        progress: Progress = no_progress,
    ) -> None:
        self._since, self._until = clock(), Clock(budget.seconds)
        self._budget, self._progress = budget, progress
        self._events = 0
        self._following = False
        self._system = timed(system, self._count)
        self._begun = system.initial(scenario)
        self.positions: Positions[Any] = Positions(self._system, scenario, sides)
        self.blocks: list[Block | None] = []
        self.followed = 0
        self.full = ""
        self._next = 0
        self._lates: dict[int, int] = {}
        self._grow()

    @without_garbage_collection()
    def everything(self, until: Clock, share: float = 1.0) -> bool:
        """Follow every position, breadth first; return whether all were followed.

        It stops at *until*, or when a *share* of the budget's states is used up.
        """
        self._until, self.full = until, ""
        try:
            while self._next < len(self.blocks):
                if self._next % _OFTEN == 0:
                    self.look(share)
                block = self.blocks[self._next]
                if block is None:
                    block = self.follow(self._next)
                if isinstance(block, NextRound):
                    self._find_late(block.begun)
                self._next += 1
        except BudgetFull as full:
            self.full = full.bound
        except BoundError as error:
            if not self.followed:
                raise
            self.full = error.bound
        self.positions.check(self._begun)
        self._progress(self.followed, len(self.blocks))
        return not self.full

    @property
    def left(self) -> float:
        """The share of the positions found that were not followed yet."""
        return 1.0 - self.followed / max(1, len(self.blocks))

    @property
    def has_room(self) -> bool:
        """Whether there are states and memory left."""
        budget = self._budget
        return len(self.blocks) <= budget.states and megabytes() <= budget.megabytes

    def within(self, until: Clock) -> None:
        """Let later calls stop at *until*."""
        self._until = until

    def follow(self, number: int) -> Block:
        """Return the block of the node *number*, and keep it.

        Raises BudgetFull if there is no time for it, OddsError for a block that cannot
        be followed, BoundError if that is because of its size.
        """
        self._following = True
        try:
            block = self.positions.block(number)
        finally:
            self._following = False
        self._grow()
        self.followed += self.blocks[number] is None
        self.blocks[number] = block
        return block

    def look(self, share: float = 1.0) -> None:
        """Raise BudgetFull if the budget, or a *share* of its states, is used up."""
        known = len(self.blocks)
        self._progress(self.followed, known)
        if known > self._budget.states * share:
            raise BudgetFull(self._budget.of_states)
        if used := self._used():
            raise BudgetFull(used)

    def graph(self) -> Graph:
        """Return the graph of what was followed until now."""
        # Copies, since a graph is immutable and this goes on.
        blocks, lates = tuple(self.blocks), dict(self._lates)
        return Graph(self.positions, blocks, self._turns(), lates, self.full)

    def _grow(self) -> None:
        """Make room for the positions that were found; an ending is its own block."""
        known = self.positions.known
        for position in known[len(self.blocks) :]:
            block = position if isinstance(position, EndOfConflict) else None
            self.blocks.append(block)

    def _find_late(self, number: int) -> None:
        """Find a position again in the first round whose number matters."""
        timeless = self._system.solving.chart.timeless
        assert timeless is not None
        if number not in self._lates:
            last = timeless(self._begun)
            self._lates[number] = self.positions.late(number, last)
            self._grow()

    def _turns(self) -> int:
        second, timeless = self.positions.second, self._system.solving.chart.timeless
        if second is None or timeless is None:
            return 0
        return timeless(self._begun) - second

    def _used(self) -> str:
        """Return the bound of memory or time that is used up, "" if neither is."""
        if self._until.over:
            return self._budget.of_time
        return self._budget.used_up(self._since)

    def _count(self) -> None:
        """Look at the time now and then within a long block."""
        self._events += 1
        due = self._events % _LONG == 0 and self._following
        if due and (used := self._used()):
            raise BudgetFull(used)
