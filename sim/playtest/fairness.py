"""The value of each side between competent agents.

A few agents meet on the same dice, each at every side against each other. The resulting
table of margins is a game of its own, and its equilibrium is a mixed strategy for every
side. All sides then play these mixtures on fresh dice, and their scores are what the
sides are worth. Agents that give up at once take no part.

Which mixture comes out is luck too. So the table is drawn anew from its own games many
times (a bootstrap), each time with mixtures of its own, and how far these differ in
worth, by the table as it was played, widens the interval of the fresh games.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import hypot
from random import Random
from statistics import fmean, stdev, variance
from typing import Any

from msgspec import Struct

from sim.errors import FracasError
from sim.fitting.field import FIELD
from sim.graph.budget import Budget as Room
from sim.playtest.batch import Seating
from sim.playtest.best_play import BestPlay, best_play
from sim.playtest.equilibrium import weights
from sim.playtest.ground import Ground, Play
from sim.playtest.paired import mean_of
from sim.playtest.restricting import Player
from sim.playtest.table import Game
from sim.playtest.watching import questions
from sim.statistics.intervals import CONFIDENCE, Interval, normal_quantile, wilson
from sim.study.solving import solution

OWN = ""
"""In place of an agent: each seat's own."""
NOBODY = "nobody"
_PAIR = 2
_TRIED = 6
"""The number of conflicts that test whether an agent gives up at once."""
_STATES, _SECONDS = 4000, 5.0
"""The budget for an exact solution; a larger conflict is not solved here."""
_GAMES_LEAST = 6
_LEAST = 0.002
"""Margins closer than this count as equal, however small their error."""
_NO_SPREAD = 0.01
"""With a smaller variance of margins there is nothing to explain."""
_REDRAWN = 40
"""So many times the table is drawn anew."""

_Worth = tuple[float, float, float]
"""A score, a margin and a return."""
Pair = tuple[str, str]
"""The agent of one side, and that of everybody else."""


class Cell(Struct, frozen=True):
    """What *side* got by one agent, everybody else played by another."""

    side: str
    agent: str
    others: str
    score: Interval
    returns: Interval


class SideWorth(Struct, frozen=True):
    """The value of a side; *agents* has the weight of each agent there."""

    side: str
    score: Interval
    margin: Interval
    returns: Interval
    agents: Mapping[str, float]


class Fairness(Struct, frozen=True):
    """The values of all sides between the agents of the field.

    *games* were played in equilibrium, and *each* by every pair of agents before.
    *even* is the score of a side where all are equal, *drawn* the share of conflicts in
    which all got the same. *skill* is the share of the
    spread of results that the agents make, the rest is luck; None where that cannot be
    told. *exact* has what each seat's own agent wins, where that could be solved, and
    *best* what each side can be sure of by best play, where that is known too.
    """

    games: int
    each: int
    even: float
    sides: tuple[SideWorth, ...]
    drawn: Interval
    cells: tuple[Cell, ...]
    gave_up: tuple[tuple[str, str], ...]
    skill: float | None
    exact: Mapping[str, float]
    best: BestPlay | None = None

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each side, and each pair of agents there."""
        return [
            {
                "side": one.side,
                "agent": one.agent,
                "others": one.others,
                "score": one.score.value,
                "return": one.returns.value,
            }
            for one in self.cells
        ]


class _Matrix:
    """What one side got, game by game, by each of its agents against each."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.rows, self.columns = rows, columns
        self.games: dict[Pair, list[tuple[float, float, float]]] = {}
        """(score, margin, return) of every game."""

    def add(self, pair: Pair, side: int, game: Game) -> None:
        """Note what *side* got in a *game* of this pair."""
        one = game.scores[side], _margin(side, game), game.sides[side]
        self.games.setdefault(pair, []).append(one)

    def margins(self) -> list[list[float]]:
        """Return the mean margins, a row for each agent of the side."""
        return [
            [fmean(one[1] for one in self.games[row, at]) for at in self.columns]
            for row in self.rows
        ]

    def redrawn(self, numbers: Sequence[int]) -> "_Matrix":
        """Return the table of the games with these *numbers*, the same of each pair."""
        found = _Matrix(self.rows, self.columns)
        found.games = {
            pair: [games[number] for number in numbers]
            for pair, games in self.games.items()
        }
        return found

    def worth(self, rows: Mapping[str, float], columns: Mapping[str, float]) -> _Worth:
        """Return the mean (score, margin, return) of the side in such mixtures."""
        means = [
            (
                one * other,
                [fmean(part) for part in zip(*self.games[row, at], strict=True)],
            )
            for row, one in rows.items()
            for at, other in columns.items()
        ]
        score, margin, got = (
            sum(weight * found[part] for weight, found in means) for part in range(3)
        )
        return score, margin, got

    def error(self) -> float:
        """Return the standard error of a mean margin."""
        spreads = [variance([one[1] for one in games]) for games in self.games.values()]
        count = len(next(iter(self.games.values())))
        return float((fmean(spreads) / count) ** 0.5)

    def mixture(self) -> dict[str, float]:
        """Return the weight of each agent of the side in equilibrium."""
        found = weights(self.margins(), max(_LEAST, self.error()))
        return {row: one for row, one in zip(self.rows, found, strict=True) if one}

    def skill(self) -> float | None:
        """Return the share of the spread of margins that is between the agents.

        It is the analysis of variance of agents and dice, both of them random.
        """
        table = [[one[1] for one in games] for games in self.games.values()]
        rows, columns = len(table), len(table[0])
        if rows < 2 or columns < 2:  # noqa: PLR2004 - nothing varies
            return None
        mean = fmean(map(fmean, table))
        agents = [fmean(one) - mean for one in table]
        dice = [fmean(one) - mean for one in zip(*table, strict=True)]
        rest = sum(
            (table[row][at] - mean - agents[row] - dice[at]) ** 2
            for row in range(rows)
            for at in range(columns)
        ) / ((rows - 1) * (columns - 1))
        by_agents = columns * sum(one * one for one in agents) / (rows - 1)
        by_dice = rows * sum(one * one for one in dice) / (columns - 1)
        skill = max(0.0, (by_agents - rest) / columns)
        whole = skill + max(0.0, (by_dice - rest) / rows) + rest
        return skill / whole if whole > _NO_SPREAD else None


def fairness(ground: Ground, games: int) -> Fairness:
    """Return what every side is worth, in about *games* conflicts."""
    exact = _exact(ground)
    found, gave_up = _fields(ground)
    matrices = _played(ground, found, games // 2)
    mixtures = {side: matrices[side].mixture() for side in ground.sides}
    first = max(len(one) for one in matrices[ground.sides[0]].games.values())
    played = _mixed(ground, mixtures, range(first, first + games // 2))
    moved = _moved(ground, matrices)
    return Fairness(
        len(played),
        first,
        1 / max(_PAIR, len(ground.sides)),
        tuple(
            _side(ground, side, mixtures[side], played, moved[side])
            for side in ground.sides
        ),
        wilson(sum(map(_drawn, played)), len(played)),
        tuple(_cells(ground, matrices)),
        gave_up,
        matrices[ground.sides[0]].skill(),
        exact,
        best_play(ground, games) if exact else None,
    )


def _cells(ground: Ground, matrices: Mapping[int, _Matrix]) -> Iterator[Cell]:
    for side, matrix in matrices.items():
        for (row, column), games in matrix.games.items():
            scores, returns = ([one[part] for one in games] for part in (0, 2))
            name = ground.side_name(side)
            yield Cell(name, row, column, mean_of(scores), mean_of(returns))


def _mixed(
    ground: Ground,
    mixtures: Mapping[int, Mapping[str, float]],
    numbers: range,
) -> list[Game]:
    """Play with the agents of every side as likely as its mixture says."""
    lots = Random(ground.seed)  # noqa: S311 - no secret
    plays: list[Play] = []
    for number in numbers:
        given: dict[int, Player] = {}
        for side, mixture in mixtures.items():
            (agent,) = lots.choices(list(mixture), list(mixture.values()))
            if agent != OWN:
                given |= ground.of_side(side, agent)
        plays.append((ground.seated(given), number))
    return ground.games(plays)


def _side(
    ground: Ground,
    side: int,
    mixture: Mapping[str, float],
    played: Sequence[Game],
    moved: _Worth,
) -> SideWorth:
    by_score, by_margin, by_return = moved
    return SideWorth(
        ground.side_name(side),
        _widened([one.scores[side] for one in played], by_score).within(0.0, 1.0),
        _widened([_margin(side, one) for one in played], by_margin).within(-1.0, 1.0),
        _widened([one.sides[side] for one in played], by_return).within(0.0, 1.0),
        mixture,
    )


def _widened(values: Sequence[float], moved: float) -> Interval:
    """Return the mean of *values*; its mixture alone moves it by the error *moved*."""
    found = mean_of(values)
    more = normal_quantile(CONFIDENCE) * moved
    return Interval(
        found.value,
        found.value - hypot(found.value - found.low, more),
        found.value + hypot(found.high - found.value, more),
    )


def _moved(ground: Ground, matrices: Mapping[int, _Matrix]) -> dict[int, _Worth]:
    """Return how far the mixtures of redrawn tables differ in worth for each side.

    These are standard errors of (score, margin, return). With more sides than two,
    everybody else is mixed as in the table of the side.
    """
    lots = Random(ground.seed)  # noqa: S311 - no secret
    first = matrices[ground.sides[0]]
    each = len(next(iter(first.games.values())))
    worths: dict[int, list[_Worth]] = {side: [] for side in ground.sides}
    for _ in range(_REDRAWN):
        numbers = lots.choices(range(each), k=each)
        drawn = {side: one.redrawn(numbers) for side, one in matrices.items()}
        mixtures = {side: one.mixture() for side, one in drawn.items()}
        for place, side in enumerate(ground.sides):
            rest = ground.sides[1 - place] if len(ground.sides) == _PAIR else side
            one = matrices[side]
            alone = one.columns == (NOBODY,)
            others = {NOBODY: 1.0} if alone else mixtures[rest]
            worths[side].append(one.worth(mixtures[side], others))
    return {
        side: (
            stdev(one[0] for one in found),
            stdev(one[1] for one in found),
            stdev(one[2] for one in found),
        )
        for side, found in worths.items()
    }


def _drawn(game: Game) -> bool:
    """Return whether all sides got the same."""
    return (
        len(game.sides) > 1 and len({round(got, 9) for got in game.sides.values()}) == 1
    )


def _margin(side: int, game: Game) -> float:
    """Return how much more *side* got than the others on average."""
    rest = [got for other, got in game.sides.items() if other != side]
    return game.sides[side] - (fmean(rest) if rest else 0.0)


def _fields(
    ground: Ground,
) -> tuple[dict[int, tuple[str, ...]], tuple[tuple[str, str], ...]]:
    """Return the agents of every side, and those that concede there at once."""
    found: dict[int, tuple[str, ...]] = {}
    gave_up: list[tuple[str, str]] = []
    for side in ground.sides:
        own = {ground.agents[seat] for seat in ground.members[side]}
        field = [one for one in FIELD if not (len(own) == 1 and one in own)]
        if len(ground.sides) > _PAIR:
            field = field[:3]
        stays = [one for one in field if not _gives_up(ground, side, one)]
        if stays:
            gave_up += [
                (one, ground.side_name(side)) for one in field if one not in stays
            ]
        found[side] = tuple(stays or [OWN])
    return found, tuple(gave_up)


def _gives_up(ground: Ground, side: int, agent: str) -> bool:
    """Return whether *agent* mostly gives up for *side* before anything happens."""
    who = ground.seated({} if agent == OWN else ground.of_side(side, agent))
    games = [ground.play(who, number) for number in range(_TRIED)]
    return sum(_left(ground, side, game) for game in games) * 2 > _TRIED


def _left(ground: Ground, side: int, game: Game) -> bool:
    """Return whether *side* gave up in the first round that asked anything."""
    appraise = ground.system.solving.appraise
    first: int | None = None
    for asked in questions(ground, game):
        first = asked.round if first is None else first
        if asked.round > first:
            return False
        if ground.seats[asked.who].side == side and asked.real:
            concedes = (
                appraise is not None
                and appraise(asked.decision.view, asked.answer).concedes
            )
            if concedes or asked.answer.gives_up:
                return True
    return False


def _played(
    ground: Ground,
    found: Mapping[int, tuple[str, ...]],
    games: int,
) -> dict[int, _Matrix]:
    """Play all pairs on the same dice; two sides share the conflicts."""
    sides = ground.sides
    matrices: dict[int, _Matrix] = {}
    asked: list[tuple[int, Pair]] = []
    for side in sides:
        rest = [other for other in sides if other != side]
        # With more sides than two, everybody else is played alike.
        others = found[rest[0]] if len(rest) == 1 else found[side]
        matrices[side] = _Matrix(found[side], others if rest else (NOBODY,))
        if len(sides) != _PAIR or side == sides[0]:
            matrix = matrices[side]
            asked += [(side, pair) for pair in product(matrix.rows, matrix.columns)]
    each = max(_GAMES_LEAST, games // len(asked))
    order = [(side, pair, number) for number in range(each) for side, pair in asked]
    played = ground.games(
        [(_seating(ground, side, *pair), number) for side, pair, number in order]
    )
    for (side, (row, column), _), game in zip(order, played, strict=True):
        matrices[side].add((row, column), side, game)
        if len(sides) == _PAIR:
            matrices[sides[1]].add((column, row), sides[1], game)
    return matrices


def _seating(ground: Ground, side: int, row: str, column: str) -> Seating:
    given: dict[int, Player] = {}
    for other in ground.sides:
        agent = row if other == side else column
        if agent not in {OWN, NOBODY}:
            given |= ground.of_side(other, agent)
    return ground.seated(given)


def _exact(ground: Ground) -> dict[str, float]:
    """Return what each seat's own agent wins, where that is solved at once."""
    room = Room(_STATES, seconds=_SECONDS)
    try:
        solved = solution(ground.loaded, ground.agents, budget=room, bounds=True)
    except FracasError:
        return {}
    if not solved.exact:
        return {}
    return {name: value.low for name, value in solved.wins.items()}  # type: ignore[union-attr] # exact
