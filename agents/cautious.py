"""Gives up before it gets worse; otherwise steady.

In most conflicts it matters not only whether you lose but to which intention: giving up
in time means losing to the milder one.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision, Table

from .steady import Steady


class Cautious(Steady):
    """Concedes when *behind* by this much, or when the other side turns deadlier.

    *behind* is a share of 1. With *fears* it also concedes, unless it leads, when what
    it would give up to is deadlier than it was, or when going on risks something
    deadlier still. It goes on where giving up hurts more.
    """

    def __init__(
        self, *, behind: float = 0.25, fears: bool = True, price: float = 0.5
    ) -> None:
        super().__init__(price=price)
        self.behind = behind
        self.fears = fears
        self._mildest: int | None = None

    def begin(self, table: Table) -> None:
        """Sit down, and forget what the others wanted last time."""
        super().begin(table)
        self._mildest = None

    def memory(self) -> Hashable:
        """Return the mildest intention of the others it knows of."""
        return (self._mildest,)

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - as `memory` returned it
        """Remember that, and nothing else."""
        (self._mildest,) = memory

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the concession when it is time, else the best option."""
        worths = self.table.weigh(asked)
        staying = [worth.suffers for worth in worths if not worth.concedes]
        if len(staying) < len(worths):
            bearable = min(staying, default=float("inf"))
            for option, worth in zip(asked.options, worths, strict=True):
                if not worth.concedes or worth.suffers > bearable:
                    continue
                if self._alarmed(worth, worths):
                    return option
        return self.between(asked, self.best(asked, worths))

    def _alarmed(self, conceding: Appraisal, worths: Sequence[Appraisal]) -> bool:
        deadlier = self._deadlier(conceding, worths)
        ahead = conceding.ahead
        return ahead <= -self.behind or (self.fears and deadlier and ahead <= 0)

    def _deadlier(self, conceding: Appraisal, worths: Sequence[Appraisal]) -> bool:
        """Whether the stakes have risen, or will if it goes on."""
        stakes = conceding.stakes
        if self._mildest is None or stakes < self._mildest:
            self._mildest = stakes
        return any(worth.stakes > self._mildest for worth in worths)
