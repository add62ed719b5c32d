"""Whether an agent that draws lots draws them as its chances say, and forgets them."""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any

from sim.conflict.asking import answer, memory, tried
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

_FAR = 6.0
"""By chance nobody strays so many standard errors from what is told."""


class Drawn:
    """What *agent*, seated with luck of its own, draws where it tells the chances.

    It counts how often it takes which place in lists of how many options, against how
    often it should.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._over: dict[tuple[int, int], float] = {}
        self._variance: dict[tuple[int, int], float] = {}

    def draws(
        self,
        asked: Decision[Any],
        held: Hashable,
        told: tuple[Sequence[tuple[Fact, float]], Hashable],
    ) -> str:
        """Let it answer once who *held* that; return what is wrong, "" for nothing.

        *told* are the chances that it told, and what it remembered then. Raises
        Refusal.
        """
        chances, after = dict(told[0]), told[1]
        tried(asked.who, self._agent.restore, held)
        fact = answer(self._agent, asked)
        if memory(self._agent, asked.who) != after:
            return "remembers what it drew: nothing exact can be said of lasting lots"
        options = asked.options
        for place, one in enumerate(options):
            where = len(options), place
            chance = chances.get(one, 0.0)
            over = self._over.get(where, 0.0) + (one == fact) - chance
            variance = self._variance.get(where, 0.0) + chance * (1.0 - chance)
            self._over[where], self._variance[where] = over, variance
        strays = fact not in chances or any(map(self._far, self._over))
        return "draws other lots than its `chances` say" if strays else ""

    def _far(self, where: tuple[int, int]) -> bool:
        """Whether it strays further there than by chance."""
        error = max(sqrt(self._variance[where]), 1.0)
        return abs(self._over[where]) > _FAR * error
