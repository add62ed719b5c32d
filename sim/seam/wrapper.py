"""Agents that ask another agent, and change its question or its answer."""

from collections.abc import Hashable
from typing import Any

from sim.seam.events import Event
from sim.seam.protocol import Agent, Appraisal, Table


class Wrapper(Agent):
    """An agent that asks another, *of*, and remembers nothing itself.

    Subclasses override `choose` and, if *of* may be stochastic, `chances`.
    """

    def __init__(self, of: Agent) -> None:
        self.of = of
        self.listens = of.listens
        self.repeats = of.repeats
        self.draws = of.draws

    def begin(self, table: Table) -> None:
        """Sit down, and let the other agent sit down."""
        super().begin(table)
        self.of.begin(table)

    def observe(self, event: Event) -> None:
        """Let the other agent observe it."""
        self.of.observe(event)

    def memory(self) -> Hashable:
        """Return what the other agent remembers."""
        return self.of.memory()

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - as `memory` returned it
        """Restore a memory of the other agent."""
        self.of.restore(memory)

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what the other agent reads; override it where this one reads more."""
        return self.of.reads(worth)
