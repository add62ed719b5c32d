"""The value of each side between competent agents.

A few agents meet on the same dice, each at every side against each other. The resulting
table of margins is a game of its own, and its equilibrium is a mixed strategy for every
side. Games with these mixtures, on other dice, say what each side is worth: see
`sim.playtest.worth`. Agents that give up at once take no part.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from sim.fitting.arena import OWN
from sim.fitting.field import NOBODY
from sim.playtest.arena import Arena, Play
from sim.playtest.best_play import BestPlay, best_play
from sim.playtest.budget import Seconds, unlimited_seconds
from sim.playtest.contenders import contenders
from sim.playtest.meetings import Crossing, Meeting, Meetings, play_crossings
from sim.playtest.paired import mean_with_interval
from sim.playtest.restricted_agents import Player
from sim.playtest.solving import Law
from sim.playtest.table import Game, side_means, side_scores
from sim.playtest.worth import Weighing, Worth, departures
from sim.statistics.intervals import Interval, wilson

_PAIR = 2
_MIXING = 0.35
"""The share of the games that are used to find the mixtures."""


class Cell(Struct, frozen=True):
    """The result of *side* played by one agent, and everybody else by another."""

    side: str
    agent: str
    others: str
    score: Interval
    returns: Interval


class SideWorth(Struct, frozen=True):
    """The value of a side of *seats* seats; *agents* has the weight of each agent."""

    side: str
    score: Interval
    margin: Interval
    returns: Interval
    agents: Mapping[str, float]
    seats: int = 1


class Fairness(Struct, frozen=True):
    """The values of all sides between the agents of the field.

    *games* were played in equilibrium, and *each* by every pair of agents before. The
    interval of a side holds its worth if everybody chooses as well as possible among
    these agents, however good the mixtures are that were found.

    *even* is the score of a side where all are equal, *drawn* the share of conflicts in
    which all got the same. *skill* is the share of the spread of results that the
    agents make, the rest is luck; None if that cannot be told. *exact* has what each
    seat's own agent wins, draws shared out, where that could be solved, and *best* what
    each side can be sure of by best play, where that is known too. *own* has how often
    each side wins between its own agents.
    """

    games: int
    each: int
    even: float
    sides: tuple[SideWorth, ...]
    drawn: Interval
    cells: tuple[Cell, ...]
    gave_up: tuple[tuple[str, str], ...]
    skill: Interval | None
    exact: Mapping[str, float]
    best: BestPlay | None = None
    own: Mapping[str, Interval] = {}

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each side, and each pair of agents there."""
        return [
            {
                "side": cell.side,
                "agent": cell.agent,
                "others": cell.others,
                "score": cell.score.value,
                "return": cell.returns.value,
            }
            for cell in self.cells
        ]


def measure_fairness(
    arena: Arena,
    games: int,
    own: Sequence[Game] = (),
    law: Law | None = None,
    left: Seconds = unlimited_seconds,
) -> Fairness:
    """Return the value of every side, measured in about *games* conflicts.

    *own* are conflicts between its own agents, played before, and *law* is how these
    end, if that was solved. *left* says how many seconds there are to solve best play.
    """
    exact, seconds = shares_won(arena, law or {}), left()
    before = arena.played
    fields, gave_up = contenders(arena)
    games -= arena.played - before
    crossings, weighing = weigh_field(arena, fields, games)
    mixtures = weighing.mixtures
    plain, sides = weighing.plain, arena.sides
    worths = _sides(arena, weighing, mixtures)
    return Fairness(
        len(plain),
        crossings[sides[0]].each,
        1 / max(_PAIR, len(sides)),
        worths,
        wilson(sum(map(_is_drawn, plain)), len(plain)),
        tuple(_cells(arena, crossings)),
        gave_up,
        crossings[sides[0]].skill(),
        exact,
        best_play(arena, games, seconds) if exact else None,
        _wins(arena, own),
    )


def weigh_field(
    arena: Arena, fields: Mapping[int, Sequence[str]], games: int
) -> tuple[dict[int, Crossing], Weighing]:
    """Return the weighing of a field in about *games* games, and the games before it.

    *fields* has the agents of every side. Crossings hold who met whom with what result,
    from which the mixtures were found. The weighing holds the worth of these mixtures
    on fresh dice, which bounds the value of the game between these agents.
    """
    meetings = Meetings(arena.sides, lambda wanted: _play_field(arena, wanted))
    crossings = play_crossings(meetings, fields, int(_MIXING * games))
    mixtures = {side: crossing.mixture() for side, crossing in crossings.items()}
    opponents = {side: crossing.columns for side, crossing in crossings.items()}
    random = Random(arena.seed)  # noqa: S311 - no secret
    fresh = meetings.played
    weighing = Weighing(
        meetings, mixtures, departures(fields, opponents), random, fresh
    )
    weighing.weigh(games - fresh)
    return crossings, weighing


def _sides(
    arena: Arena, weighing: Weighing, mixtures: Mapping[int, Mapping[str, float]]
) -> tuple[SideWorth, ...]:
    return tuple(
        [
            _side(arena, side, weighing.worth(side), mixtures[side])
            for side in arena.sides
        ]
    )


def _wins(arena: Arena, own: Sequence[Game]) -> dict[str, Interval]:
    """Return how often each side wins in its *own* conflicts, if there are any."""
    count = len(own)
    return {
        arena.side_name(side): wilson(sum(game.scores[side] for game in own), count)
        for side in arena.sides
        if own
    }


def _side(
    arena: Arena, side: int, worth: Worth, mixture: Mapping[str, float]
) -> SideWorth:
    name, seats = arena.side_name(side), len(arena.members[side])
    return SideWorth(name, worth.score, worth.margin, worth.returns, mixture, seats)


def _play_field(arena: Arena, wanted: Sequence[Meeting]) -> list[Game]:
    """Play with an agent of the field at each side."""
    plays: list[Play] = []
    for agents, number in wanted:
        players: dict[int, Player] = {}
        for side, agent in zip(arena.sides, agents, strict=True):
            if agent not in {OWN, NOBODY}:
                players |= arena.of_side(side, agent)
        plays.append((arena.seated(players), number))
    return arena.games(plays)


def _cells(arena: Arena, crossings: Mapping[int, Crossing]) -> Iterator[Cell]:
    for side, crossing in crossings.items():
        for (row, column), games in crossing.games.items():
            scores, returns = ([result[part] for result in games] for part in (0, 2))
            name = arena.side_name(side)
            yield Cell(
                name,
                row,
                column,
                mean_with_interval(scores),
                mean_with_interval(returns),
            )


def _is_drawn(game: Game) -> bool:
    """Return whether all sides got the same."""
    return (
        len(game.sides) > 1 and len({round(got, 9) for got in game.sides.values()}) == 1
    )


def shares_won(arena: Arena, law: Law) -> dict[str, float]:
    """Return what each seat's own agent wins by *law*; {} if there is no law.

    A draw is shared out, as in every other score of a playtest.
    """
    shares = {seat.name: 0.0 for seat in arena.seats if law and seat.side is not None}
    for (_, returns), chance in law.items():
        scores = side_scores(side_means(arena.members, returns))
        for seat in arena.seats:
            if seat.side is not None:
                shares[seat.name] += scores[seat.side] * chance
    return shares
