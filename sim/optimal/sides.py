"""The two sides whose best play is computed, and the judges, played by agents.

A zero-sum value needs two sides of one seat each: of three sides two may join forces
against the third, and a team's seats may hide answers from each other.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.errors import OddsError
from sim.optimal.menus import Menu
from sim.seam.events import Fact, Seat
from sim.seam.protocol import RuleSystem, SeatInfo
from sim.seam.seats import by_seat
from sim.spine.words import listed

_PAIR = 2

Kinds = tuple[type[Fact], ...] | None
"""The answers that make a question free where one of them is offered; None for all."""


class Sides(Struct, frozen=True):
    """The seats that play well, first and second, and the agents of the judges.

    *specs* has an agent for every seat. The agent of a side answers questions that are
    not free; *free* are the kinds of each side, by default everything.
    """

    first: Seat
    second: Seat
    specs: tuple[str, ...]
    judges: tuple[tuple[str, str], ...]
    """(name, agent) of each judge."""
    free: tuple[Kinds, Kinds] = (None, None)
    menus: tuple[Menu | None, Menu | None] = (None, None)
    """The options that each side may take at free questions; None for all."""

    @property
    def both(self) -> tuple[Seat, Seat]:
        """The two seats."""
        return self.first, self.second

    @property
    def restricted(self) -> tuple[Seat, ...]:
        """The seats whose agents answer the questions that are not free."""
        pairs = zip(self.both, self.free, strict=True)
        return tuple([seat for seat, kinds in pairs if kinds is not None])


def sides_of(
    system: RuleSystem[Any],
    scenario: Any,  # noqa: ANN401 - a scenario of the system
    specs: Sequence[str],
    free: tuple[Kinds, Kinds] = (None, None),
) -> Sides:
    """Return the two sides of *scenario*; raises OddsError if there are not two."""
    seats = system.seats(scenario)
    playing = [seat for seat, info in by_seat(seats) if info.side is not None]
    _check([seats[seat] for seat in playing])
    first, second = playing
    judges = tuple(
        [
            (info.name, spec)
            for info, spec in zip(seats, specs, strict=True)
            if info.side is None
        ]
    )
    return Sides(first, second, tuple(specs), judges, free)


def _check(playing: Sequence[SeatInfo]) -> None:
    """Raise OddsError unless they are two sides of one seat each."""
    sides = dict.fromkeys([info.side for info in playing])
    if len(sides) > _PAIR:
        message = (
            f"the value under best play is that of two sides, and here are {len(sides)}"
            ": among more, two may join forces, and no one value is left"
        )
        raise OddsError(message)
    if len(sides) < _PAIR:
        message = (
            "the value under best play is that of two sides, and here is one: it has"
            " nobody to play against (fracas reply finds what one seat does best)"
        )
        raise OddsError(message)
    for side in sides:
        team = [info.name for info in playing if info.side == side]
        if len(team) > 1:
            message = (
                f"the value under best play is that of two seats, and {listed(team)}"
                " are one side: a team that hides answers from each other has no one"
                " value"
            )
            raise OddsError(message)
