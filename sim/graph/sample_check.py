"""A test of stochastic agents: do their samples follow the declared probabilities?"""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Any

from sim.conflict.asking import answer, memory, tried
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

_FAR = 6.0
"""A deviation of more standard errors than this is not chance."""


class SampleTest:
    """Samples of *agent*, made with its own random numbers, against its probabilities.

    They are counted by the index of the option and the number of options.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._over: dict[tuple[int, int], float] = {}
        self._variance: dict[tuple[int, int], float] = {}

    def draws(
        self,
        asked: Decision[Any],
        held: Hashable,
        declared: tuple[Sequence[tuple[Fact, float]], Hashable],
    ) -> str:
        """Let it answer once with the memory *held*; return what is wrong, if anything.

        *declared* are the probabilities that it returned, with its new memory. Raises
        Refusal.
        """
        chances, after = dict(declared[0]), declared[1]
        tried(asked.who, self._agent.restore, held)
        fact = answer(self._agent, asked)
        if memory(self._agent, asked.who) != after:
            return "remembers what it drew, so nothing exact can be said of it"
        options = asked.options
        for place, option in enumerate(options):
            where = len(options), place
            chance = chances.get(option, 0.0)
            over = self._over.get(where, 0.0) + (option == fact) - chance
            variance = self._variance.get(where, 0.0) + chance * (1.0 - chance)
            self._over[where], self._variance[where] = over, variance
        strays = fact not in chances or any(map(self._far, self._over))
        wrong = "does not choose with the probabilities that `chances` returns"
        return wrong if strays else ""

    def _far(self, where: tuple[int, int]) -> bool:
        """Whether the deviation there is too large for chance."""
        error = max(sqrt(self._variance[where]), 1.0)
        return abs(self._over[where]) > _FAR * error
