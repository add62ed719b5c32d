"""The seatings of two agents in a scenario, and the score of a block of games.

A block is every seating of two agents under the same dice. Where two sides are open it
is a mirrored pair. Where there are more, each agent plays each side once, and the other
agent all the rest. Where only one side is open, since the scenario has one or the other
sides were fixed, each agent plays it in turn, and their returns are compared. So no
agent gains by its seat, and both agents of a block have the same dice.
"""

from collections.abc import Mapping, Sequence
from math import fsum

from msgspec import Struct

from sim.casting.specs import check_names_no_file
from sim.conflict.stream import Line
from sim.errors import ScenarioError
from sim.library.scenario import Loaded
from sim.reading.hints import among, as_known, quoted
from sim.seam.protocol import SeatInfo

FIRST, SECOND = 0, 1
Seating = tuple[int, ...]
"""Who has each open side: FIRST or SECOND."""

_NEAR = 1e-9
_EVEN = 0.5


class Place(Struct, frozen=True):
    """A scenario as a tournament uses it: its open *sides*, and the agents of others.

    *specs* has one agent for each seat; those of open sides are not used.
    """

    name: str
    loaded: Loaded
    seats: tuple[SeatInfo, ...]
    sides: tuple[tuple[int, ...], ...]
    specs: tuple[str, ...]

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of open sides: the side's own, or those of its seats."""
        return tuple(_side_name(self.seats, members) for members in self.sides)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Every way to seat two agents; it is the same when they change places."""
        count = len(self.sides)
        if count == 1:
            return ((FIRST,), (SECOND,))
        if count == SECOND + 1:
            return ((FIRST, SECOND), (SECOND, FIRST))
        return tuple(
            tuple(who if side == alone else 1 - who for side in range(count))
            for who in (FIRST, SECOND)
            for alone in range(count)
        )

    def seated(self, seating: Seating, agents: tuple[str, str]) -> tuple[str, ...]:
        """Return the spec of every seat if *agents* sit as in *seating*."""
        specs = list(self.specs)
        for members, who in zip(self.sides, seating, strict=True):
            for index in members:
                specs[index] = agents[who]
        return tuple(specs)

    def returns(self, line: Line) -> tuple[float, ...]:
        """Return the return of each open side: the mean of its seats."""
        return self.shared(line.returns)

    def shared(self, got: Sequence[float]) -> tuple[float, ...]:
        """Return the mean over the seats of each open side."""
        return tuple(
            got[members[0]]
            if len(members) == 1
            else fsum(got[index] for index in members) / len(members)
            for members in self.sides
        )


class Result(Struct, frozen=True):
    """The result of a block, or of one game of it, for the first of two agents.

    *score* is from 0 to 1, one half in a draw; *margin* is the difference of their
    returns.
    """

    score: float
    margin: float


def make_place(loaded: Loaded, fixed: Mapping[str, str]) -> Place:
    """Return *loaded* as a place, with the sides of *fixed* closed.

    *fixed* has the agent of a side, or "" for the scenario's own, by the name of the
    side or of a seat of it; names that this scenario lacks are ignored. Raises
    ScenarioError when no side is left open.
    """
    seats = loaded.system.seats(loaded.scenario)
    specs = [seat.agent for seat in seats]
    numbers = sorted({seat.side for seat in seats if seat.side is not None})
    for name, spec in fixed.items():
        for number in numbers:
            members = [index for index, seat in enumerate(seats) if seat.side == number]
            if name in _names(seats, members):
                numbers.remove(number)
                for index in members:
                    specs[index] = spec or specs[index]
                break
    if not numbers:
        message = f"{loaded.name} has no open side left for the agents that meet"
        raise ScenarioError(message)
    sides = tuple(
        tuple(index for index, seat in enumerate(seats) if seat.side == number)
        for number in numbers
    )
    contested = {index for members in sides for index in members}
    for index, seat in enumerate(seats):
        if index not in contested and specs[index] == seat.agent:
            check_names_no_file(seat.agent, f"the agent of the seat {seat.name}")
    return Place(loaded.name, loaded, seats, sides, tuple(specs))


def fixed_sides(loaded: Sequence[Loaded], fixed: Mapping[str, str]) -> dict[str, str]:
    """Return *fixed* with the names of sides and seats as the scenarios write them.

    Raises ScenarioError for one that none of the scenarios has.
    """
    names: list[str] = []
    for scenario in loaded:
        seats = scenario.system.seats(scenario.scenario)
        for number in {seat.side for seat in seats} - {None}:
            members = [index for index, seat in enumerate(seats) if seat.side == number]
            names += _names(seats, members)
    named = {as_known(name, names): fixed[name] for name in fixed}
    for name in named:
        if name not in names:
            message = (
                f"no side or seat is called {quoted(name)}, expected"
                f" {among(list(dict.fromkeys(names)), name)}"
            )
            raise ScenarioError(message)
    return named


def of_game(place: Place, seating: Seating, returns: Sequence[float]) -> Result:
    """Return the result of one game from the returns of its seats."""
    got = place.shared(returns)
    first = [got[side] for side, who in enumerate(seating) if who == FIRST]
    second = [got[side] for side, who in enumerate(seating) if who == SECOND]
    compared = [_compared(mine, theirs) for mine in first for theirs in second]
    score = sum(compared) / len(compared)
    return Result(score, sum(first) / len(first) - sum(second) / len(second))


def result_of_returns(place: Place, returns: Sequence[Sequence[float]]) -> Result:
    """Return the result of a block from the returns of each seat in its games.

    These stand in the order of seatings.
    """
    if len(place.sides) == 1:
        mine, theirs = (place.shared(got)[0] for got in returns)
        return Result(_compared(mine, theirs), mine - theirs)
    games = [
        of_game(place, seating, got)
        for seating, got in zip(place.seatings, returns, strict=True)
    ]
    score = sum(game.score for game in games) / len(games)
    return Result(score, sum(game.margin for game in games) / len(games))


def _compared(mine: float, theirs: float) -> float:
    if abs(mine - theirs) < _NEAR:
        return _EVEN
    return 1.0 if mine > theirs else 0.0


def _names(seats: Sequence[SeatInfo], members: Sequence[int]) -> list[str]:
    return [seats[members[0]].side_named, *(seats[index].name for index in members)]


def _side_name(seats: Sequence[SeatInfo], members: Sequence[int]) -> str:
    named = seats[members[0]].side_name
    return named or " and ".join(seats[index].name for index in members)
