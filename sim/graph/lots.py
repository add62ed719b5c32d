"""Whether an agent that draws lots draws them as its chances say."""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any

from sim.asking import answer
from sim.events import Fact
from sim.protocol import Agent, Decision

_FAR = 6.0
"""By chance nobody strays so many standard errors from what is told."""


class Drawn:
    """What *agent*, seated with luck of its own, draws where it tells the chances.

    It counts how far down the list of options it goes, against how far it should.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._over = 0.0
        self._variance = 0.0

    def draw(
        self,
        asked: Decision[Any],
        memory: Hashable,
        told: Sequence[tuple[Fact, float]],
    ) -> None:
        """Let it answer once what was *told* the chances of; raises Refusal."""
        self._agent.restore(memory)
        fact = answer(self._agent, asked)
        places = {one: place for place, one in enumerate(asked.options)}
        last = len(asked.options) - 1
        downs = [(places[one] / last, chance) for one, chance in told]
        mean = sum(down * chance for down, chance in downs)
        self._over += places[fact] / last - mean
        self._variance += sum((down - mean) ** 2 * chance for down, chance in downs)

    @property
    def strays(self) -> bool:
        """Whether it draws otherwise than it says."""
        error = sqrt(self._variance)
        return abs(self._over) > _FAR * max(error, 1 / _FAR)
