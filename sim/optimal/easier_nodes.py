"""What follows a state of an easier conflict, up to where something is open."""

from typing import Generic, TypeVar

from msgspec import Struct

from sim.optimal.blocks import Side
from sim.optimal.cells import Marks, Numbers
from sim.optimal.matrix import Floats
from sim.seam.protocol import State

S = TypeVar("S", bound=State)


class ChoiceOfState(Struct, Generic[S], frozen=True):
    """One side chooses between states."""

    side: Side
    after: tuple[S, ...]


class DiceRoll(Struct, Generic[S], frozen=True):
    """Dice fall: a chance of each state."""

    chances: Floats
    after: tuple[S, ...]


class MarksReached(Struct, Generic[S]):
    """Marks may be reached here; *ways* are what follows, by which are.

    Each is a state, or what the ending is worth.
    """

    marks: Marks
    ways: dict[bytes, S | float]


class TurnBegun(Struct, Generic[S], frozen=True):
    """A turn begins: at this core, with so much *added* since the turn before."""

    core: S
    added: Numbers


Node = ChoiceOfState[S] | DiceRoll[S] | MarksReached[S]
