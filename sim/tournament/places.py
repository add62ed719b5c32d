"""Scores by scenario, side and ending: where agents win and lose."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from msgspec import Struct

from sim.statistics.betting import always_valid_over
from sim.statistics.intervals import Interval
from sim.statistics.likelihood import one_look_over
from sim.tournament.arena import FIRST, game_result
from sim.tournament.formats import Course
from sim.tournament.law import SideLaw, mixed
from sim.tournament.ledger import EVEN, Ledger


class PlaceScore(Struct, frozen=True):
    """The score of an agent on one side of one scenario, with its endings.

    *endings* are (how, games, score, mean rounds), the most frequent first. Where only
    one side is open, the score is the mean return, and nobody *loses*: else that is
    whether the agent surely scores less than one half, true together of all sides of
    all agents at every look. If it is exact there are no games, and *chances* are (how,
    chance, score): what is played and what is known are never put together.
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


class _Seen:
    """The games of one agent on one side."""

    def __init__(self) -> None:
        self.blocks: defaultdict[int, list[float]] = defaultdict(list)
        self.endings: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)

    def score(self, *, stopped: bool) -> Interval:
        """The mean over blocks, the games under the same dice.

        If the score decided when play *stopped*, the interval is valid at every look.
        """
        values = self._values()
        found = always_valid_over(values) if stopped else one_look_over(values)
        means = [fmean(one) for one in self.blocks.values()]
        cut = found.within(min(0.0, *means), max(1.0, *means))
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
        return fmean(got for one in self.blocks.values() for got in one)

    def _values(self) -> list[float]:
        """Return one value a block, whose mean is that over games."""
        share = self._share()
        scale = len(self.blocks) / sum(map(len, self.blocks.values()))
        return [
            share + (fmean(one) - share) * len(one) * scale
            for one in self.blocks.values()
        ]


def place_scores(course: Course) -> tuple[PlaceScore, ...]:
    """Return the score of every agent on every side it played."""
    ledger, stopped = course.ledger, course.stops_by_score
    contest = ledger.contest
    sides = sum(len(one.sides) for one in contest.places) * len(contest.specs)
    sure = 1 - (1 - course.terms.confidence) / sides
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
        for (place, side), entry in sorted(seen.items(), key=lambda one: one[0]):
            where = contest.places[place]
            names = spec, where.name, where.side_names[side]
            loses = len(where.sides) > 1 and entry.loses(sure)
            found.append(_place_score(*names, entry, stopped=stopped, loses=loses))
        found += _exact_scores(ledger, agent)
    return tuple(found)


def _exact_scores(ledger: Ledger, agent: int) -> Iterator[PlaceScore]:
    """Yield what *agent* scores where its games are known, against all of these."""
    contest = ledger.contest
    for number, where in enumerate(contest.places):
        sides: defaultdict[int, list[SideLaw]] = defaultdict(list)
        for pair in ledger.met():
            law = ledger.law(pair, number) if agent in pair else None
            for one in law.sides(pair.index(agent)) if law is not None else ():
                sides[one.side].append(one)
        for side, laws in sorted(sides.items()):
            score = fmean(one.score for one in laws)
            yield PlaceScore(
                contest.specs[agent],
                where.name,
                where.side_names[side],
                0,
                Interval(score, score, score),
                (),
                score < EVEN,
                mixed([one.endings for one in laws]),
            )


def _place_score(
    agent: str, scenario: str, side: str, seen: _Seen, *, stopped: bool, loses: bool
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
    games = counts.total()
    return PlaceScore(agent, scenario, side, games, score, endings, loses)
