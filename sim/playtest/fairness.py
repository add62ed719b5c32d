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
from sim.playtest.best_play import BestPlay, best_play
from sim.playtest.budget import Seconds, unlimited_seconds
from sim.playtest.contenders import contenders
from sim.playtest.ground import Ground, Play
from sim.playtest.meetings import Asked, Crossing, Meetings, play_crossings
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
    ground: Ground,
    games: int,
    own: Sequence[Game] = (),
    law: Law | None = None,
    left: Seconds = unlimited_seconds,
) -> Fairness:
    """Return the value of every side, measured in about *games* conflicts.

    *own* are conflicts between its own agents, played before, and *law* is how these
    end, if that was solved. *left* says how many seconds there are to solve best play.
    """
    exact, seconds = shares_won(ground, law or {}), left()
    before = ground.played
    fields, gave_up = contenders(ground)
    games -= ground.played - before
    crossings, weighing = weigh_field(ground, fields, games)
    mixtures = weighing.mixtures
    plain, sides = weighing.plain, ground.sides
    worths = _sides(ground, weighing, mixtures)
    return Fairness(
        len(plain),
        crossings[sides[0]].each,
        1 / max(_PAIR, len(sides)),
        worths,
        wilson(sum(map(_is_drawn, plain)), len(plain)),
        tuple(_cells(ground, crossings)),
        gave_up,
        crossings[sides[0]].skill(),
        exact,
        best_play(ground, games, seconds) if exact else None,
        _wins(ground, own),
    )


def weigh_field(
    ground: Ground, fields: Mapping[int, Sequence[str]], games: int
) -> tuple[dict[int, Crossing], Weighing]:
    """Return the weighing of a field in about *games* games, and the games before it.

    *fields* has the agents of every side. Crossings hold who met whom with what result,
    from which the mixtures were found. The weighing holds the worth of these mixtures
    on fresh dice, which bounds the value of the game between these agents.
    """
    meetings = Meetings(ground.sides, lambda asked: _play_field(ground, asked))
    crossings = play_crossings(meetings, fields, int(_MIXING * games))
    mixtures = {side: crossing.mixture() for side, crossing in crossings.items()}
    opponents = {side: crossing.columns for side, crossing in crossings.items()}
    lots = Random(ground.seed)  # noqa: S311 - no secret
    fresh = meetings.played
    weighing = Weighing(meetings, mixtures, departures(fields, opponents), lots, fresh)
    weighing.weigh(games - fresh)
    return crossings, weighing


def _sides(
    ground: Ground, weighing: Weighing, mixtures: Mapping[int, Mapping[str, float]]
) -> tuple[SideWorth, ...]:
    return tuple(
        [
            _side(ground, side, weighing.worth(side), mixtures[side])
            for side in ground.sides
        ]
    )


def _wins(ground: Ground, own: Sequence[Game]) -> dict[str, Interval]:
    """Return how often each side wins in its *own* conflicts, if there are any."""
    count = len(own)
    return {
        ground.side_name(side): wilson(sum(game.scores[side] for game in own), count)
        for side in ground.sides
        if own
    }


def _side(
    ground: Ground, side: int, worth: Worth, mixture: Mapping[str, float]
) -> SideWorth:
    name, seats = ground.side_name(side), len(ground.members[side])
    return SideWorth(name, worth.score, worth.margin, worth.returns, mixture, seats)


def _play_field(ground: Ground, asked: Sequence[Asked]) -> list[Game]:
    """Play with an agent of the field at each side."""
    plays: list[Play] = []
    for agents, number in asked:
        players: dict[int, Player] = {}
        for side, agent in zip(ground.sides, agents, strict=True):
            if agent not in {OWN, NOBODY}:
                players |= ground.of_side(side, agent)
        plays.append((ground.seated(players), number))
    return ground.games(plays)


def _cells(ground: Ground, crossings: Mapping[int, Crossing]) -> Iterator[Cell]:
    for side, crossing in crossings.items():
        for (row, column), games in crossing.games.items():
            scores, returns = ([result[part] for result in games] for part in (0, 2))
            name = ground.side_name(side)
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


def shares_won(ground: Ground, law: Law) -> dict[str, float]:
    """Return what each seat's own agent wins by *law*; {} if there is no law.

    A draw is shared out, as in every other score of a playtest.
    """
    shares = {seat.name: 0.0 for seat in ground.seats if law and seat.side is not None}
    for (_, returns), chance in law.items():
        scores = side_scores(side_means(ground.members, returns))
        for seat in ground.seats:
            if seat.side is not None:
                shares[seat.name] += scores[seat.side] * chance
    return shares
