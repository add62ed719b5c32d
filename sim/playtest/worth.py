"""The worth of a side if everybody chooses among the agents of the field.

It is the value of the game of the field. Mixtures of agents that were found in some
games bound it in other games. Whatever the mixtures are, a side can be sure of what its
own mixture gets against the agent that does best against it, and gets no more than its
best agent does against the mixture of the others. Both are looked for on fresh dice:
all sides play by their mixtures, and each departs in turn to each agent of its field.
If a departure changes nothing, or something for the worse, a few games show it. So most
games go to the departures that bound a side, and the interval holds however poor the
mixtures are. This is how an approximate equilibrium is certified.

Only one departure bounds a side in truth. So a bound fails no more often than the
interval of that departure does, and nothing is corrected for how many there are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from math import sqrt
from random import Random
from statistics import fmean

from msgspec import Struct

from sim.playtest.meetings import Agents, Meetings, Mixture, margin_over_others
from sim.playtest.paired import mean_and_variance, paired_differences
from sim.playtest.table import Game
from sim.statistics.intervals import CONFIDENCE, Interval, student_quantile

_LEAST = 6
"""How many games of the mixtures, and of each departure, come first."""
_STEPS = 40
"""In about this many steps the rest goes where an interval is widest."""
_UNSEEN = 1.0
"""The squared deviation added for unseen games: no more is needed, by simulation."""
_CERTAIN = 1.0 - 1e-9
_FLOOR = 0.25
"""A sum is not surer than this share of the variance of either of its parts."""

Figure = Callable[[Game, int], float]
"""What a side got in a game, by one measure."""


def _score(game: Game, side: int) -> float:
    return game.scores[side]


def _margin(game: Game, side: int) -> float:
    return margin_over_others(side, game)


def _returned(game: Game, side: int) -> float:
    return game.sides[side]


class Worth(Struct, frozen=True):
    """The worth of a side; each interval holds the value of the game of the field."""

    score: Interval
    margin: Interval
    returns: Interval


class Departure(Struct, frozen=True):
    """All of *sides* play *agent* in place of their mixtures."""

    sides: tuple[int, ...]
    agent: str


_NOBODY = Departure((), "")
"""All sides play by their mixtures."""


class Weighing:
    """Games in which sides play by *mixtures*, or depart from them.

    *random* draws who plays in each, and the conflicts are numbered from *first* on.
    """

    def __init__(
        self,
        meetings: Meetings,
        mixtures: Mapping[int, Mixture],
        departures: Sequence[Departure],
        random: Random,
        first: int,
    ) -> None:
        self._meetings, self.mixtures = meetings, mixtures
        self._random, self._first = random, first
        self._drawn: list[Agents] = []
        changing = [
            departure for departure in departures if not self._is_certain(departure)
        ]
        self._games: dict[Departure, list[Game]] = {
            departure: [] for departure in (*changing, _NOBODY)
        }

    @property
    def plain(self) -> Sequence[Game]:
        """The games in which all sides played by their mixtures."""
        return self._games[_NOBODY]

    def weigh(self, games: int) -> None:
        """Play about this many *games*, where they bound the worth of a side."""
        last = self._meetings.played + games
        self._play(dict.fromkeys(self._games, _LEAST))
        step = max(_LEAST, games // _STEPS)
        turns = cycle(self._meetings.sides)
        while self._meetings.played < last:
            self._play({self._widest(next(turns)): step})

    def worth(self, side: int) -> Worth:
        """Return what *side* is worth."""
        return Worth(
            self._bounded(side, _score).within(0.0, 1.0),
            self._bounded(side, _margin).within(-1.0, 1.0),
            self._bounded(side, _returned).within(0.0, 1.0),
        )

    def _is_certain(self, departure: Departure) -> bool:
        """Whether a departure changes nothing: these sides play that agent anyway."""
        mixtures = [self.mixtures[side] for side in departure.sides]
        return all(mixture.get(departure.agent, 0.0) > _CERTAIN for mixture in mixtures)

    def _play(self, wanted: Mapping[Departure, int]) -> None:
        """Play this many more games of each, and of the mixtures if those are fewer."""
        until = {
            departure: len(self._games[departure]) + more
            for departure, more in wanted.items()
        }
        most = max(until.values())
        until[_NOBODY] = max(until.get(_NOBODY, 0), most, len(self.plain))
        plays = [
            (departure, number)
            for departure, end in until.items()
            for number in range(len(self._games[departure]), end)
        ]
        games = self._meetings.games(
            [(self._agents(departure, at), self._first + at) for departure, at in plays]
        )
        for (departure, _), game in zip(plays, games, strict=True):
            self._games[departure].append(game)

    def _agents(self, departure: Departure, at: int) -> Agents:
        """Return who plays the game at the place *at* of the series of a departure."""
        while len(self._drawn) <= at:
            self._drawn.append(
                tuple(
                    self._random.choices(list(mixture), list(mixture.values()))[0]
                    for mixture in self.mixtures.values()
                )
            )
        return tuple(
            departure.agent if side in departure.sides else agent
            for side, agent in zip(self.mixtures, self._drawn[at], strict=True)
        )

    def _bounding(self, side: int) -> Iterator[tuple[Departure, int]]:
        """Yield the departures that bound *side*, from below (-1) or above (1)."""
        rest = tuple(other for other in self.mixtures if other != side)
        for departure in self._games:
            if departure.sides == (side,):
                yield departure, 1
            elif departure.sides and departure.sides == rest:
                yield departure, -1

    def _widest(self, side: int) -> Departure:
        """Return the departure whose next game narrows the interval of *side* most."""
        plain = self._values(_NOBODY, side, _margin)
        spreads = {_NOBODY: 2 * mean_and_variance(plain, _UNSEEN)[1] / len(plain)}
        ends: dict[int, tuple[float, Departure, float]] = {}
        for departure, sign in self._bounding(side):
            gaps = self._gaps(departure, plain, side, _margin)
            gain = mean_and_variance(gaps, _UNSEEN)[1] / len(gaps)
            end = sign * _bound(plain, gaps, sign)
            if sign not in ends or end > ends[sign][0]:
                ends[sign] = end, departure, gain
        spreads |= {departure: gain for _, departure, gain in ends.values()}
        return max(spreads, key=lambda departure: spreads[departure])

    def _bounded(self, side: int, figure: Figure) -> Interval:
        plain = self._values(_NOBODY, side, figure)
        mean, error = mean_and_variance(plain, _UNSEEN)
        half = student_quantile(CONFIDENCE, len(plain) - 1) * sqrt(error)
        ends = {-1: mean - half, 1: mean + half}
        for departure, sign in self._bounding(side):
            end = _bound(plain, self._gaps(departure, plain, side, figure), sign)
            ends[sign] = sign * max(sign * ends[sign], sign * end)
        return Interval(mean, ends[-1], ends[1])

    def _gaps(
        self, departure: Departure, plain: Sequence[float], side: int, figure: Figure
    ) -> list[float]:
        """Return what a departure changes, game by game, of the first *plain* ones."""
        departed = self._values(departure, side, figure)
        return paired_differences(departed, plain[: len(departed)])

    def _values(self, departure: Departure, side: int, figure: Figure) -> list[float]:
        return [figure(game, side) for game in self._games[departure]]


def _bound(plain: Sequence[float], gaps: Sequence[float], sign: int) -> float:
    """Return the bound of what a side gets where somebody departs.

    It is what it gets by the mixtures, from all *plain* games, and the difference that
    the departure makes with the same dice, from some of these.
    """
    mean, error = mean_and_variance(plain, _UNSEEN)
    gap, gap_error = mean_and_variance(gaps, _UNSEEN)
    both = 2 * _covariance(plain[: len(gaps)], gaps) / len(plain)
    summed = max(error + gap_error + both, _FLOOR * max(error, gap_error))
    half = student_quantile(CONFIDENCE, len(gaps) - 1) * sqrt(summed)
    return mean + gap + sign * half


def _covariance(first: Sequence[float], second: Sequence[float]) -> float:
    """Return how two measures of the same games go together."""
    first_mean, second_mean = fmean(first), fmean(second)
    products = [
        (a - first_mean) * (b - second_mean) for a, b in zip(first, second, strict=True)
    ]
    return sum(products) / (len(products) - 1)


def departures(
    fields: Mapping[int, Sequence[str]], others: Mapping[int, Sequence[str]]
) -> list[Departure]:
    """Return all departures: of each side, and of all sides but it.

    *fields* has the agents of every side, *others* those of everybody else.
    """
    listed = [
        Departure((side,), agent) for side, own in fields.items() for agent in own
    ]
    for side, opponents in others.items():
        rest = tuple(other for other in fields if other != side)
        listed += [Departure(rest, agent) for agent in opponents if rest]
    return list(dict.fromkeys(listed))
