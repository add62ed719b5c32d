"""Scores by scenario, side and ending: where agents win and lose."""

from collections import Counter, defaultdict
from statistics import fmean
from typing import Any

from msgspec import Struct

from sim.statistics.betting import always_valid_over
from sim.statistics.intervals import Interval
from sim.statistics.likelihood import one_look_over
from sim.tournament.arena import FIRST, game_result
from sim.tournament.formats import Course
from sim.tournament.ledger import EVEN


class PlaceScore(Struct, frozen=True):
    """The score of an agent on one side of one scenario, with its endings.

    *endings* are (how, games, score, mean rounds), the most frequent first. Where only
    one side is open, the score is the mean return.
    """

    agent: str
    scenario: str
    side: str
    games: int
    score: Interval
    endings: tuple[tuple[str, int, float, float], ...]

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
        }


class _Seen:
    """The games of one agent on one side."""

    def __init__(self) -> None:
        self.blocks: defaultdict[int, list[float]] = defaultdict(list)
        self.endings: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)

    def score(self, *, stopped: bool) -> Interval:
        """The mean over blocks, the games under the same dice.

        If the score decided when play *stopped*, the interval is valid at every look.
        """
        means = [fmean(one) for one in self.blocks.values()]
        weights = [len(one) for one in self.blocks.values()]
        total = sum(weights)
        share = sum(a * b for a, b in zip(means, weights, strict=True)) / total
        scale = len(means) / total
        values = [
            share + (mean - share) * weight * scale
            for mean, weight in zip(means, weights, strict=True)
        ]
        found = always_valid_over(values) if stopped else one_look_over(values)
        cut = found.within(min(0.0, *means), max(1.0, *means))
        return Interval(share, min(share, cut.low), max(share, cut.high))


def place_scores(course: Course) -> tuple[PlaceScore, ...]:
    """Return the score of every agent on every side it played."""
    ledger, stopped = course.ledger, course.stops_by_score
    contest = ledger.contest
    found: list[PlaceScore] = []
    for agent, spec in enumerate(contest.specs):
        seen: dict[tuple[int, int], _Seen] = {}
        for place, who, seating, line in ledger.games_of(agent):
            where = contest.places[place]
            alone = len(where.sides) == 1
            first = EVEN if alone else game_result(where, seating, line).score
            for side, one in enumerate(seating):
                if one != who:
                    continue
                got = where.returns(line)[side] if alone else first
                own = got if alone or who == FIRST else 1 - got
                entry = seen.setdefault((place, side), _Seen())
                entry.blocks[line.game].append(own)
                entry.endings[line.how].append((own, line.rounds))
        found += [
            _place_score(spec, contest.places[place].name, name, entry, stopped=stopped)
            for (place, side), entry in sorted(seen.items(), key=lambda one: one[0])
            for name in [contest.places[place].side_names[side]]
        ]
    return tuple(found)


def _place_score(
    agent: str, scenario: str, side: str, seen: _Seen, *, stopped: bool
) -> PlaceScore:
    counts = Counter({how: len(games) for how, games in seen.endings.items()})
    endings = tuple(
        (
            how,
            games,
            fmean(score for score, _ in seen.endings[how]),
            fmean(rounds for _, rounds in seen.endings[how]),
        )
        for how, games in counts.most_common()
    )
    score = seen.score(stopped=stopped)
    return PlaceScore(agent, scenario, side, counts.total(), score, endings)
