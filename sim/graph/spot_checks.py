"""Spot checks: cached outcomes are compared now and then with freshly computed ones.

They expose a rule system or agent that reads more than it declares.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import AgentError

_OFTEN = 64
"""The first hits are all checked, this many; later ones once in the square of it."""
_NEAR = 1e-12
"""The most that chances may differ because they were added in another order."""


class SpotChecks:
    """Counts cache hits, and chooses those to check.

    These are the *first* ones, and then one in *often*.
    """

    def __init__(self, first: int = _OFTEN, often: int = _OFTEN * _OFTEN) -> None:
        self._hits, self._first, self._often = 0, first, often

    def due(self) -> bool:
        """Whether this cache hit should be checked."""
        self._hits += 1
        return self._hits <= self._first or self._hits % self._often == 0


def is_near(left: Mapping[Any, float], right: Mapping[Any, float]) -> bool:
    """Whether both distributions are equal, except for rounding errors."""
    if left.keys() != right.keys():
        return False
    return all(abs(chance - right[key]) <= _NEAR for key, chance in left.items())


def check_outcomes(cached: object, played: object, agents: Sequence[str]) -> None:
    """Raise AgentError if the *cached* outcomes differ from the *played* ones.

    It names the *agents*, one of which reads more than it declares.
    """
    if cached != played:
        message = (
            f"{' or '.join(dict.fromkeys(agents))} reads more than `Agent.reads` says:"
            " it chose otherwise in two states that are alike in all of that (None"
            " says that it may read everything)"
        )
        raise AgentError(message)
