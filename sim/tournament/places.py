"""Scores by scenario, side and ending: where agents win and lose."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any

import numpy as np
from msgspec import Struct

from sim.statistics.betting import always_valid_over
from sim.statistics.intervals import Interval
from sim.statistics.likelihood import one_look_over
from sim.tournament.formats import Course
from sim.tournament.law import SideLaw, mix_endings
from sim.tournament.ledger import EVEN, Ledger
from sim.tournament.place import FIRST, Place, Seating, of_game
from sim.tournament.series import End, Series


class PlaceScore(Struct, frozen=True):
    """The score of an agent on one side of one scenario, with its endings.

    *endings* are (how, games, score, mean rounds), the most frequent first. *loses*
    says whether the agent surely scores less than one half, which is true together of
    all sides of all agents at every look. If only one side is open, the score is the
    mean return, and nobody *loses*. If the score is exact there are no games, and
    *chances* are (how, chance, score): what is played and what is known are never put
    together.
    """

    agent: str
    scenario: str
    side: str
    games: int
    score: Interval
    endings: tuple[tuple[str, int, float, float], ...]
    loses: bool = False
    chances: tuple[tuple[str, float, float], ...] = ()

    @property
    def exact(self) -> bool:
        """Whether it is known without playing."""
        return bool(self.chances)

    def to_dict(self) -> dict[str, Any]:
        """Return it by name."""
        return {
            "agent": self.agent,
            "scenario": self.scenario,
            "side": self.side,
            "games": self.games,
            "score": self.score.to_dict(),
            "endings": [
                {
                    "how": how,
                    "games": games,
                    "score": round(score, 6),
                    "rounds": round(rounds, 6),
                }
                for how, games, score, rounds in self.endings
            ],
            "exact": self.exact,
            "chances": [
                {"how": how, "chance": round(chance, 9), "score": round(score, 6)}
                for how, chance, score in self.chances
            ],
        }


class _SideGames:
    """The games of one agent on one side.

    Those of one block, against several agents, are under the same dice: so their sum
    and number are kept block by block, and nothing else of each.
    """

    def __init__(self) -> None:
        self.endings: dict[str, _Ending] = {}
        self._sums = np.zeros(0)
        self._games = np.zeros(0)

    def add(self, series: Series, seating: int, scores: Mapping[End, float]) -> None:
        """Add the games of one *seating*; *scores* says what each ending is worth."""
        added = len(series) - len(self._sums)
        if added > 0:
            self._sums = np.concatenate([self._sums, np.zeros(added)])
            self._games = np.concatenate([self._games, np.zeros(added)])
        worth = np.array([scores[end] for end in series.ends])
        self._sums[: len(series)] += worth[series.played()[:, seating]]
        self._games[: len(series)] += 1
        times = series.times(seating)
        for number, end in enumerate(series.ends):
            if times[end]:
                rounds = series.rounds[seating, number]
                entry = self.endings.setdefault(end.how, _Ending())
                entry.add(times[end], scores[end], rounds)

    def score(self, *, stopped: bool) -> Interval:
        """The mean over blocks, the games under the same dice.

        If the score decided when play *stopped*, the interval is valid at every look.
        """
        values = self._values()
        interval = always_valid_over(values) if stopped else one_look_over(values)
        means = self._sums / self._games
        cut = interval.within(min(0.0, means.min()), max(1.0, means.max()))
        share = self._share()
        return Interval(share, min(share, cut.low), max(share, cut.high))

    def loses(self, confidence: float) -> bool:
        """Whether the score is surely below one half, at every look."""
        return (
            self._share() < EVEN
            and always_valid_over(self._values(), confidence).high < EVEN
        )

    def _share(self) -> float:
        """Return the mean over games."""
        return float(self._sums.sum() / self._games.sum())

    def _values(self) -> list[float]:
        """Return one value a block, whose mean is that over games."""
        share = self._share()
        scale = len(self._sums) / self._games.sum()
        values: list[float] = (
            share + (self._sums - share * self._games) * scale
        ).tolist()
        return values


class _Ending:
    """Games that ended in one way."""

    def __init__(self) -> None:
        self.games = 0
        self._score = 0.0
        self._rounds = 0

    def add(self, games: int, score: float, rounds: int) -> None:
        """Add *games* games, each with this *score*, and their *rounds*."""
        self.games += games
        self._score += games * score
        self._rounds += rounds

    @property
    def figures(self) -> tuple[int, float, float]:
        """How many games, their mean score, and their mean number of rounds."""
        return self.games, self._score / self.games, self._rounds / self.games


def place_scores(course: Course) -> tuple[PlaceScore, ...]:
    """Return the score of every agent on every side it played."""
    ledger, stopped = course.ledger, course.stops_by_score
    contest = ledger.contest
    sides = sum(len(place.sides) for place in contest.places) * len(contest.specs)
    sure = 1 - (1 - course.terms.confidence) / sides
    scores: list[PlaceScore] = []
    for agent, spec in enumerate(contest.specs):
        for (place, side), entry in _sides(ledger, agent):
            where = contest.places[place]
            names = spec, where.name, where.side_names[side]
            loses = len(where.sides) > 1 and entry.loses(sure)
            scores.append(_place_score(*names, entry, stopped=stopped, loses=loses))
        scores += _exact_scores(ledger, agent)
    return tuple(scores)


def _sides(ledger: Ledger, agent: int) -> list[tuple[tuple[int, int], _SideGames]]:
    """Return the games of *agent* on each side (place, side) it played, in order."""
    by_side: dict[tuple[int, int], _SideGames] = {}
    for place, who, series in ledger.of(agent):
        for number, seating in enumerate(series.seatings):
            for side, seated in enumerate(seating):
                if seated == who:
                    scores = {
                        end: _own(series.place, seating, side, end)
                        for end in series.ends
                    }
                    entry = by_side.setdefault((place, side), _SideGames())
                    entry.add(series, number, scores)
    return sorted(by_side.items(), key=lambda item: item[0])


def _own(where: Place, seating: Seating, side: int, end: End) -> float:
    """Return the score of the agent on a *side*; its return if only that is open."""
    if len(where.sides) == 1:
        return where.shared(end.returns)[side]
    first = of_game(where, seating, end.returns).score
    return first if seating[side] == FIRST else 1 - first


def _exact_scores(ledger: Ledger, agent: int) -> Iterator[PlaceScore]:
    """Yield the scores of *agent* where its games are known, over all of these."""
    contest = ledger.contest
    for number, where in enumerate(contest.places):
        sides: defaultdict[int, list[SideLaw]] = defaultdict(list)
        for pair in ledger.met():
            law = ledger.law(pair, number) if agent in pair else None
            for side_law in law.sides(pair.index(agent)) if law is not None else ():
                sides[side_law.side].append(side_law)
        for side, laws in sorted(sides.items()):
            score = fmean(law.score for law in laws)
            yield PlaceScore(
                contest.specs[agent],
                where.name,
                where.side_names[side],
                0,
                Interval(score, score, score),
                (),
                score < EVEN,
                mix_endings([law.endings for law in laws]),
            )


def _place_score(
    agent: str,
    scenario: str,
    side: str,
    played: _SideGames,
    *,
    stopped: bool,
    loses: bool,
) -> PlaceScore:
    often = sorted(played.endings.items(), key=lambda item: -item[1].games)
    endings = tuple((how, *ending.figures) for how, ending in often)
    score = played.score(stopped=stopped)
    games = sum(ending.games for ending in played.endings.values())
    return PlaceScore(agent, scenario, side, games, score, endings, loses)
