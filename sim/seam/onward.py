"""What comes after a conflict, for agents that weigh a choice by it.

A conflict may be one of several that the same people go through. Whoever leads them
from one to the next lends an agent a way to imagine the rest.
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
    """The conflicts that follow this one, for one who takes part in them."""

    def __call__(
        self, state: State, outcome: Outcome, luck: bytes, seated: Seated
    ) -> float:
        """Return what one gets of the whole if this conflict ends in *state*.

        What follows is played to its end by those whom *seated* returns, with the dice
        of *luck*: the same luck is the same dice, whatever this conflict led to.
        """
        ...
