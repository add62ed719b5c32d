"""What comes after a conflict in a campaign, for agents that look ahead to it.

The campaign gives an agent a function that plays the remaining conflicts.
"""

from collections.abc import Callable
from typing import Any, Protocol

from sim.seam.events import Fact
from sim.seam.nodes import Decision, Outcome, State

Answers = Callable[[Decision[Any]], Fact]
"""How everybody in an imagined conflict answers."""
Seated = Callable[[tuple[Any, ...], bytes], Answers]
"""(who sits in it, a key of their own) -> how they answer there."""


class Onward(Protocol):
    """The conflicts that follow this one, as seen from one seat."""

    def __call__(
        self, state: State, outcome: Outcome, dice_key: bytes, seated: Seated
    ) -> float:
        """Return the seat's value of the campaign if this conflict ends in *state*.

        The rest is played to its end by the agents that *seated* returns, with dice
        from *dice_key*: equal keys give the same dice, whatever this conflict led to.
        """
        ...
