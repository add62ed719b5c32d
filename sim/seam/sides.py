"""The sides of a scenario, and the seats that its characters have."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from sim.seam.system import SeatInfo


class Sided(Protocol):
    """A character of a scenario: its name, the side it is on, and its agent."""

    @property
    def name(self) -> str:
        """The name of the character."""
        ...

    @property
    def side(self) -> str | None:
        """The name of its side; "" or None if the character is one by itself."""
        ...

    @property
    def agent(self) -> str:
        """The agent that plays it by default."""
        ...


def side_of(character: Sided) -> str:
    """Return the name of the side of *character*, which is its own if it has none."""
    return character.side or character.name


def side_names(characters: Iterable[Sided]) -> tuple[str, ...]:
    """Return the sides, in the order in which their first members stand."""
    return tuple(dict.fromkeys(map(side_of, characters)))


def seats_of(characters: Sequence[Sided]) -> list[SeatInfo]:
    """Return the seats of *characters*, in their order."""
    sides = side_names(characters)
    return [
        SeatInfo(
            character.name,
            sides.index(side_of(character)),
            character.agent,
            side_of(character),
        )
        for character in characters
    ]
