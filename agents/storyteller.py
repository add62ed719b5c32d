"""The agent of a judging seat: it settles everything the way silence would."""

from typing import Any

from sim.events import Fact
from sim.protocol import Agent, Decision


class Storyteller(Agent):
    """Takes the first option, which every rule system makes its default."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        return asked.options[0]
