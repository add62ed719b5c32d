"""Who sits where when two agents meet, and what the games of a meeting come to.

An agent takes every seat of a side. Two meetings mirror each other when the agents
have swapped sides; game by game they share their luck.
"""

from collections.abc import Sequence
from math import fsum

from msgspec import Struct, structs

from sim.errors import ScenarioError
from sim.protocol import SeatInfo
from sim.run.chunk import Plan
from sim.run.run import make_plan
from sim.run.seating import seat_agents
from sim.scenario import Loaded
from sim.stream import Line
from sim.tournament.standings import DRAWN, WON, Bout, Match, Pair

_SIDES = 2
_NEAR = 1e-9


class Arena(Struct, frozen=True):
    """A scenario, and which of its seats are on which of its two sides."""

    name: str
    loaded: Loaded
    seats: tuple[SeatInfo, ...]
    sides: tuple[tuple[int, ...], tuple[int, ...]]


class Terms(Struct, frozen=True):
    """What is the same for every meeting of a tournament."""

    seed: str
    pairs: int
    load: str
    patience: float
    sandbox: bool


class Meeting(Struct, frozen=True):
    """One agent on the first side of an arena, one on the second."""

    arena: Arena
    first: str
    second: str
    plan: Plan


def arena(loaded: Loaded) -> Arena:
    """Return the scenario's two sides; raises ScenarioError when it has not two."""
    seats = loaded.system.seats(loaded.scenario)
    sides = sorted({seat.side for seat in seats if seat.side is not None})
    if len(sides) != _SIDES:
        message = (
            f"{loaded.name} has {len(sides)} side{'s' * (len(sides) != 1)}, but agents"
            " can only meet in mirrored pairs where there are two"
        )
        raise ScenarioError(message)
    first, second = (
        tuple(index for index, seat in enumerate(seats) if seat.side == side)
        for side in sides
    )
    return Arena(loaded.name, loaded, seats, (first, second))


def meeting(place: Arena, first: str, second: str, terms: Terms) -> Meeting:
    """Return the meeting of *first*, on the side named first, and *second*."""
    specs = list(seat_agents(place.seats, ()))
    for side, spec in zip(place.sides, (first, second), strict=True):
        for index in side:
            specs[index] = spec
    seed = scenario_seed(terms.seed, place.loaded.digest)
    plan = make_plan(place.loaded, specs, seed=seed, games=terms.pairs, record="none")
    plan = structs.replace(
        plan, load=terms.load, patience=terms.patience, sandbox=terms.sandbox
    )
    return Meeting(place, first, second, plan)


def scenario_seed(seed: str, digest: bytes) -> str:
    """Return the seed of one scenario's games in the tournament with this *seed*.

    Scenarios have luck of their own, so that what is learnt on one says nothing of the
    luck on another: the tournament's seed, a stroke, and 16 hexadecimal digits of the
    scenario's digest.
    """
    return f"{seed}/{digest.hex()[:16]}"


def match(there: Meeting, lines: Sequence[Line], back: Sequence[Line]) -> Match:
    """Return the mirrored pairs that *lines* make with those of the way *back*."""
    sides = there.arena.sides
    pairs = tuple(
        Pair(
            (
                Bout(points(line, sides), line.how),
                Bout(WON - points(mirror, sides), mirror.how),
            )
        )
        for line, mirror in zip(lines, back, strict=True)
    )
    return Match(there.arena.name, there.first, there.second, pairs)


def points(line: Line, sides: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """Return what the first side got: WON when more than the second, else less."""
    first, second = (
        fsum(line.returns[index] for index in side) / len(side) for side in sides
    )
    if abs(first - second) < _NEAR:
        return DRAWN
    return WON if first > second else 0
