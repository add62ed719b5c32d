"""Meetings of agents: who gets what when each side is played by one of its field.

All pairs meet a few times, and these games give a first mixture of each side. What
matters for the next mixture is each agent against such a mixture, so those pairs are
played more often, and most games go where they decide something.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import sqrt
from statistics import fmean

from sim.fitting.field import NOBODY
from sim.playtest.equilibrium import maximin_weights
from sim.playtest.table import Game
from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

_PAIR = 2
_GAMES_LEAST = 2
"""How often every pair meets at least."""
_FIRST = 0.5
"""The share of the games in which all pairs meet equally often."""
_ROUNDS = 2
"""How many times the games follow the mixtures found so far."""
_LEAST = 0.002
"""Mixtures that lose less than this are as good as the best."""
_NO_SPREAD = 0.01
"""With a smaller variance of margins there is nothing to explain."""
_SHOWN = 8
"""With fewer conflicts that all pairs played, agents and dice are not told apart."""
_SEEN = 0.02
"""An agent with less weight than this is left out."""

Agents = tuple[str, ...]
"""The agent of each side, in order."""
Mixture = Mapping[str, float]
"""The weight of each agent; the weights add up to 1."""
Pair = tuple[str, str]
"""The agent of one side, and that of everybody else."""
Meeting = tuple[Agents, int]
"""Who plays, and the number of the conflict."""


class Meetings:
    """Conflicts between agents, one for each of *sides*; each is played only once."""

    def __init__(
        self,
        sides: Sequence[int],
        play: Callable[[Sequence[Meeting]], Sequence[Game]],
    ) -> None:
        self.sides = tuple(sides)
        self._play = play
        self._known: dict[Meeting, Game] = {}

    @property
    def played(self) -> int:
        """How many conflicts were played."""
        return len(self._known)

    def games(self, wanted: Sequence[Meeting]) -> list[Game]:
        """Return the games of the *wanted* meetings, in order."""
        new = [play for play in dict.fromkeys(wanted) if play not in self._known]
        self._known.update(zip(new, self._play(new), strict=True))
        return [self._known[play] for play in wanted]

    def pair(self, side: int, pair: Pair) -> Agents:
        """Return who plays where *side* meets everybody else by this *pair*."""
        own, others = pair
        return tuple(own if place == side else others for place in self.sides)


def margin_over_others(side: int, game: Game) -> float:
    """Return how much more *side* got than the others on average."""
    rest = [got for other, got in game.sides.items() if other != side]
    return game.sides[side] - (fmean(rest) if rest else 0.0)


class Crossing:
    """What one side got, game by game, by each of its agents against each."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.rows, self.columns = rows, columns
        self.games: dict[Pair, list[tuple[float, float, float]]] = {}
        """(score, margin, return) of every game."""
        self.each = 0
        """This many games come first, in which all pairs met alike."""

    def add(self, pair: Pair, side: int, game: Game) -> None:
        """Note what *side* got in a *game* of this pair."""
        result = game.scores[side], margin_over_others(side, game), game.sides[side]
        self.games.setdefault(pair, []).append(result)

    def margins(self) -> list[list[float]]:
        """Return the mean margins, a row for each agent of the side."""
        return [
            [fmean(result[1] for result in self.games[row, at]) for at in self.columns]
            for row in self.rows
        ]

    def mixture(self) -> dict[str, float]:
        """Return the weight of each agent of the side in equilibrium."""
        return _mix_agents(self.rows, self.margins())

    def opposed(self) -> dict[str, float]:
        """Return the weight of each agent of everybody else in equilibrium."""
        turned = [
            [-margin for margin in row] for row in zip(*self.margins(), strict=True)
        ]
        return _mix_agents(self.columns, turned)

    def skill(self) -> Interval | None:
        """Return the share of the spread of margins that is between the agents.

        It is the analysis of variance of agents and dice, both of them random, in the
        games in which all pairs met alike. Its interval is that of the jackknife, which
        leaves out the games of one conflict after the other.
        """
        table = [
            [result[1] for result in games[: self.each]]
            for games in self.games.values()
        ]
        share = _share_between_rows(table)
        if share is None or self.each < _SHOWN:
            return None
        fewer = [
            _share_between_rows([[*row[:at], *row[at + 1 :]] for row in table]) or 0.0
            for at in range(self.each)
        ]
        middle, count = fmean(fewer), len(fewer)
        spread = sum((value - middle) ** 2 for value in fewer) * (count - 1) / count
        half = student_quantile(CONFIDENCE, count - 1) * sqrt(spread)
        return Interval(share, share - half, share + half).within(0.0, 1.0)


def _share_between_rows(table: Sequence[Sequence[float]]) -> float | None:
    """Return the share of spread between the rows of *table*, None with too little."""
    rows, columns = len(table), len(table[0])
    if rows < _PAIR or columns < _PAIR:
        return None
    mean = fmean(map(fmean, table))
    agents = [fmean(row) - mean for row in table]
    dice = [fmean(column) - mean for column in zip(*table, strict=True)]
    rest = sum(
        (table[row][at] - mean - agents[row] - dice[at]) ** 2
        for row in range(rows)
        for at in range(columns)
    ) / ((rows - 1) * (columns - 1))
    by_agents = columns * sum(effect * effect for effect in agents) / (rows - 1)
    by_dice = rows * sum(effect * effect for effect in dice) / (columns - 1)
    skill = max(0.0, (by_agents - rest) / columns)
    total = skill + max(0.0, (by_dice - rest) / rows) + rest
    return skill / total if total > _NO_SPREAD else None


def _mix_agents(
    agents: Sequence[str], margins: Sequence[Sequence[float]]
) -> dict[str, float]:
    """Return how to mix *agents*, a row of *margins* each, without small weights."""
    weights = dict(zip(agents, maximin_weights(margins, _LEAST), strict=True))
    kept = {agent: weight for agent, weight in weights.items() if weight > _SEEN}
    return {agent: weight / sum(kept.values()) for agent, weight in kept.items()}


def play_crossings(
    meetings: Meetings, fields: Mapping[int, Sequence[str]], games: int
) -> dict[int, Crossing]:
    """Let the agents of every side meet, in about *games* conflicts.

    With two sides one table of games serves both.
    """
    sides = meetings.sides
    crossings = {side: _crossing(side, sides, fields) for side in sides}
    tables = {
        side: crossings[side] for side in sides[: 1 if len(sides) == _PAIR else None]
    }
    pairs = [
        (side, pair)
        for side, crossing in tables.items()
        for pair in product(crossing.rows, crossing.columns)
    ]
    each = max(_GAMES_LEAST, int(_FIRST * games) // len(pairs))
    _play_pairs(meetings, crossings, pairs, range(each))
    for crossing in crossings.values():
        crossing.each = each
    for again in range(_ROUNDS):
        pairs = list(_weighty_pairs(tables))
        more = (games - meetings.played) // (_ROUNDS - again) // len(pairs)
        _play_pairs(meetings, crossings, pairs, range(each, each + more))
        each += max(0, more)
    return crossings


def _crossing(
    side: int, sides: Sequence[int], fields: Mapping[int, Sequence[str]]
) -> Crossing:
    rest = [other for other in sides if other != side]
    # With more sides than two, everybody else is played alike.
    others = fields[rest[0]] if len(rest) == 1 else fields[side]
    return Crossing(fields[side], others if rest else (NOBODY,))


def _weighty_pairs(tables: Mapping[int, Crossing]) -> Iterator[tuple[int, Pair]]:
    """Yield the pairs with an agent that has weight in the current mixtures."""
    for side, crossing in tables.items():
        own, others = crossing.mixture(), crossing.opposed()
        for row, column in product(crossing.rows, crossing.columns):
            if row in own or column in others:
                yield side, (row, column)


def _play_pairs(
    meetings: Meetings,
    crossings: Mapping[int, Crossing],
    pairs: Sequence[tuple[int, Pair]],
    numbers: range,
) -> None:
    """Play *pairs* with the same dice, and note the results."""
    sides = meetings.sides
    order = [(side, pair, number) for number in numbers for side, pair in pairs]
    wanted = [(meetings.pair(side, pair), number) for side, pair, number in order]
    for (side, pair, _), game in zip(order, meetings.games(wanted), strict=True):
        crossings[side].add(pair, side, game)
        if len(sides) == _PAIR:
            crossings[sides[1]].add((pair[1], pair[0]), sides[1], game)
