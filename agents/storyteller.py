"""The agent of a judging seat: it takes the default of every question."""

from collections.abc import Hashable
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Appraisal, Decision


class Storyteller(Agent):
    """Takes the first option, which every rule system makes its default."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        return asked.options[0]

    def memory(self) -> Hashable:
        """Return what it remembers: nothing."""
        return ()

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads: nothing."""
        del worth
        return ()
