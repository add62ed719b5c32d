"""An agent of another package."""

from typing import Any

from fracas import Agent, Decision, Fact


class Gunslinger(Agent):
    """Draws whenever that is offered."""

    version = "2"

    def __init__(self, *, cool: float = 0.5) -> None:
        self.cool = cool

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the second option, or the first where there is no other."""
        return asked.options[-2 if len(asked.options) > 1 else 0]
