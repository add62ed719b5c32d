"""Any option, each as likely as the next: the yardstick that knows nothing."""

from collections.abc import Hashable, Mapping
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Appraisal, Decision


class Uniform(Agent):
    """Chooses blindly; with *concedes* off it never picks an option that gives up."""

    draws = True

    def __init__(self, *, concedes: bool = True) -> None:
        self.concedes = concedes

    def memory(self) -> Hashable:
        """Return what it remembers: nothing; its random numbers are its table's."""
        return ()

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return (): it reads nothing but how many options there are."""
        del worth
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return any option.

        The index is taken from one `random()`, which every Python version draws alike.
        """
        options = self._open(asked)
        return options[int(self.table.random.random() * len(options))]

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return the same chance for every option."""
        options = self._open(asked)
        return dict.fromkeys(options, 1 / len(options))

    def _open(self, asked: Decision[Any]) -> tuple[Fact, ...]:
        if self.concedes:
            return asked.options
        appraise, view = self.table.appraise, asked.view
        staying = tuple(
            option for option in asked.options if not appraise(view, option).concedes
        )
        return staying or asked.options
