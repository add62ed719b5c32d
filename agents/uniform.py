"""Any option, each as likely as the next: the yardstick that knows nothing."""

from collections.abc import Hashable
from typing import Any

from sim.events import Fact
from sim.protocol import Agent, Decision


class Uniform(Agent):
    """Chooses blindly; with *concedes* off it never picks an option that gives up."""

    def __init__(self, *, concedes: bool = True) -> None:
        self.concedes = concedes

    def memory(self) -> Hashable:
        """Return what it remembers: nothing, for its lots are not its own."""
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return any option.

        The index is taken from one `random()`, which every Python version draws alike.
        """
        options = asked.options
        if not self.concedes:
            options = self._staying(asked)
        return options[int(self.table.random.random() * len(options))]

    def _staying(self, asked: Decision[Any]) -> tuple[Fact, ...]:
        appraise, view = self.table.appraise, asked.view
        staying = tuple(
            option for option in asked.options if not appraise(view, option).concedes
        )
        return staying or asked.options
