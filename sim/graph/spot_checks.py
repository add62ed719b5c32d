"""What is told of a state, held now and then against what comes of it in truth.

So that who reads more than it says is found.
"""

from collections.abc import Sequence

from sim.errors import AgentError

_OFTEN = 64
"""So many are checked, and from then on one in so many squared."""


class SpotChecks:
    """Counts what is told, and says when to check it."""

    def __init__(self) -> None:
        self._told = 0

    def due(self) -> bool:
        """Whether what is told now is to be checked."""
        self._told += 1
        return self._told <= _OFTEN or self._told % (_OFTEN * _OFTEN) == 0


def check(told: object, played: object, agents: Sequence[str]) -> None:
    """Raise AgentError where what was *told* of a state is not what was *played*.

    One of the *agents* is to blame.
    """
    if told != played:
        message = (
            f"{' or '.join(dict.fromkeys(agents))} reads more than `Agent.reads` says:"
            " it chose otherwise in two states that are alike in all of that (None"
            " says that it may read everything)"
        )
        raise AgentError(message)
