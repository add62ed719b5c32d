"""Another agent, and from some round on yet another."""

from collections.abc import Hashable, Mapping
from typing import Any

from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, State, Table

from ._around import Around, Other


class Switch(Around):
    """Chooses as *of* does before the round *at*, and from it on as *then* does."""

    def __init__(
        self, *, of: Other = "steady", then: Other = "bold", at: int = 3
    ) -> None:
        super().__init__(of)
        if isinstance(then, str):
            message = f"the agent {then!r} is made by name, not here"
            raise TypeError(message)
        self.then: Agent = then
        self.repeats = self.repeats and then.repeats
        self.draws = self.draws or then.draws
        self.listens = self.listens or then.listens
        self.noises = max(self.noises, getattr(then, "noises", 0))
        self.at = at

    def begin(self, table: Table) -> None:
        """Sit down, and let both others sit down."""
        super().begin(table)
        self.then.begin(table)

    def memory(self) -> Hashable:
        """Return what each of the two remembers."""
        both = self.of.memory(), self.then.memory()
        return None if None in both else both

    def restore(self, memory: Any) -> None:  # noqa: ANN401 - as `memory` returned it
        """Let each of the two remember its own."""
        self.of.restore(memory[0])
        self.then.restore(memory[1])

    def observe(self, event: Event) -> None:
        """Let both observe it."""
        self.of.observe(event)
        self.then.observe(event)

    reads = Agent.reads  # it reads the round, which *of* need not

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the one whose turn it is chooses."""
        return self._whose_turn(asked.view).choose(asked)

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the chances of the one whose turn it is."""
        return self._whose_turn(asked.view).chances(asked)

    def _whose_turn(self, view: State) -> Agent:
        return self.then if view.round >= self.at else self.of
