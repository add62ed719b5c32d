"""Another agent that keeps silent at first."""

from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

from ._around import Around, Other


class Delay(Around):
    """Takes the first option for this many *rounds*, and then chooses as *of* does."""

    def __init__(self, *, of: Other = "steady", rounds: int = 1) -> None:
        super().__init__(of)
        self.rounds = rounds

    reads = Agent.reads  # it reads the round, which *of* need not

    def put(self, asked: Decision[Any]) -> Fact | Decision[Any]:
        """Return the first option, as long as it keeps silent."""
        return asked.options[0] if asked.view.round <= self.rounds else asked
