"""Spot checks: cached outcomes are compared now and then with freshly computed ones.

They expose a rule system or agent that reads more than it declares.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.errors import AgentError

_OFTEN = 64
"""How many are all checked at first, later ones once in the square of this many."""
_NEAR = 1e-12
"""By so much chances may differ that are added in another order."""


class SpotChecks:
    """Counts cache hits, and says which of them to check: the *first* ones all.

    Of later ones one in *often* is.
    """

    def __init__(self, first: int = _OFTEN, often: int = _OFTEN * _OFTEN) -> None:
        self._hits, self._first, self._often = 0, first, often

    def due(self) -> bool:
        """Whether this cache hit should be checked."""
        self._hits += 1
        return self._hits <= self._first or self._hits % self._often == 0


def is_near(one: Mapping[Any, float], other: Mapping[Any, float]) -> bool:
    """Whether both come to the same, with the same chances but for rounding."""
    if one.keys() != other.keys():
        return False
    return all(abs(chance - other[key]) <= _NEAR for key, chance in one.items())


def check_outcomes(told: object, played: object, agents: Sequence[str]) -> None:
    """Raise AgentError if the cached outcome *told* differs from the *played* one.

    It names the *agents*, one of which reads more than it declares.
    """
    if told != played:
        message = (
            f"{' or '.join(dict.fromkeys(agents))} reads more than `Agent.reads` says:"
            " it chose otherwise in two states that are alike in all of that (None"
            " says that it may read everything)"
        )
        raise AgentError(message)
