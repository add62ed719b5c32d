"""The nodes of an easier conflict: what follows a state at which something is open."""

from typing import Generic, TypeVar

from msgspec import Struct

from sim.optimal.blocks import Side
from sim.optimal.cells import Marks, Numbers
from sim.optimal.matrix import Floats
from sim.seam.protocol import State

S = TypeVar("S", bound=State)


class ChoiceOfState(Struct, Generic[S], frozen=True):
    """A choice of one side between states."""

    side: Side
    after: tuple[S, ...]


class DiceRoll(Struct, Generic[S], frozen=True):
    """A throw: a chance of each state."""

    chances: Floats
    after: tuple[S, ...]


class MarksReached(Struct, Generic[S]):
    """A branch by the marks reached: *ways* has what follows each set of marks.

    That is a state, or the worth of an ending.
    """

    marks: Marks
    ways: dict[bytes, S | float]


class TurnBegun(Struct, Generic[S], frozen=True):
    """The beginning of a turn: its core, and the numbers *added* since the last one."""

    core: S
    added: Numbers


Node = ChoiceOfState[S] | DiceRoll[S] | MarksReached[S]
