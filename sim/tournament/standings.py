"""Who is better, and how sure that is: the table and the matrix of a tournament.

All of it is computed from the scores of mirrored pairs. A pair is two conflicts with
the same luck in which the agents have swapped sides, so a pair, and not a conflict, is
what varies; a block is all pairs of one agent that share their luck. A verdict is only
spoken when an interval, widened for the number of verdicts spoken at once, leaves out
one half.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from sim.statistics.intervals import CONFIDENCE, Interval, block_error, blocks

EVEN = 0.5
WON = 2
DRAWN = 1
PAIR = 2 * WON
"""Points: what a conflict won, a conflict drawn and a whole pair is worth."""


class Bout(Struct, frozen=True):
    """One conflict between two agents: the points of the first, and how it ended."""

    points: int
    how: str


class Pair(Struct, frozen=True):
    """Two conflicts of the same luck; in the second the agents have swapped sides.

    Both bouts are told from the first agent's point of view.
    """

    bouts: tuple[Bout, Bout]

    @property
    def points(self) -> int:
        """What the first agent got, of 4."""
        return self.bouts[0].points + self.bouts[1].points


class Match(Struct, frozen=True):
    """All mirrored pairs of two agents on one scenario, in the order of their luck."""

    scenario: str
    first: str
    second: str
    pairs: tuple[Pair, ...]


class Pairing(Struct, frozen=True):
    """How one agent did against another: scores are the first one's, from 0 to 1.

    *counts* says how many pairs came to 0, 1, 2, 3 and 4 points: enough to compute
    everything else again.
    """

    first: str
    second: str
    counts: tuple[int, ...]
    confidence: float

    @property
    def scores(self) -> Mapping[float, int]:
        """How many pairs had which score."""
        return {
            points / PAIR: times for points, times in enumerate(self.counts) if times
        }

    @property
    def score(self) -> Interval:
        """The mean score, with an interval of its own."""
        return blocks(self.scores)

    @property
    def verdict(self) -> str:
        """What may be said: who beats whom, or that nothing is settled."""
        sure = blocks(self.scores, self.confidence)
        if not sure.excludes(EVEN):
            return "not settled"
        better = (self.first, self.second)[sure.value < EVEN]
        worse = (self.second, self.first)[sure.value < EVEN]
        return f"{better} beats {worse}"

    def to_dict(self) -> dict[str, Any]:
        """Return the pairing by name."""
        return {
            "first": self.first,
            "second": self.second,
            "pairs": dict(zip(("0", "1", "2", "3", "4"), self.counts, strict=True)),
            "score": self.score.to_dict(),
            "error": round(block_error(self.scores), 6),
            "verdict": self.verdict,
        }


class StandingsRow(Struct, frozen=True):
    """One row of the table; conflicts are won, drawn, lost, and lost by forfeit."""

    agent: str
    games: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    score: Interval
    error: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row by name."""
        return {
            "agent": self.agent,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "forfeits": self.forfeits,
            "score": self.score.to_dict(),
            "error": round(self.error, 6),
        }


class Standings(Struct, frozen=True):
    """What a round robin came to: rows, best first, and every pairing."""

    rows: tuple[StandingsRow, ...]
    pairings: tuple[Pairing, ...]

    def between(self, first: str, second: str) -> Interval | None:
        """Return the score of *first* against *second*, None when they never met."""
        for pairing in self.pairings:
            if (pairing.first, pairing.second) == (first, second):
                return pairing.score
            if (pairing.first, pairing.second) == (second, first):
                score = pairing.score
                return Interval(1 - score.value, 1 - score.high, 1 - score.low)
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the standings by name, ready for JSON."""
        return {
            "standings": [row.to_dict() for row in self.rows],
            "pairings": [pairing.to_dict() for pairing in self.pairings],
        }


def standings(agents: Sequence[str], matches: Sequence[Match]) -> Standings:
    """Return the standings of *agents* after a round robin of *matches*."""
    rows = sorted(
        (_row(agent, matches) for agent in agents), key=lambda row: -row.score.value
    )
    met = list(combinations(agents, 2))
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(met))
    pairings = (_pairing(first, second, matches, confidence) for first, second in met)
    return Standings(tuple(rows), tuple(pairings))


def _pairing(
    first: str, second: str, matches: Sequence[Match], confidence: float
) -> Pairing:
    counts = [0] * (PAIR + 1)
    for match in matches:
        if (match.first, match.second) == (first, second):
            for pair in match.pairs:
                counts[pair.points] += 1
    return Pairing(first, second, tuple(counts), confidence)


def _row(agent: str, matches: Sequence[Match]) -> StandingsRow:
    """Return the row of *agent*; its blocks are the pairs that shared their luck."""
    results: Counter[int] = Counter()
    forfeits = 0
    points: Counter[tuple[str, int]] = Counter()
    pairs: Counter[tuple[str, int]] = Counter()
    for match in matches:
        if agent not in {match.first, match.second}:
            continue
        for luck, pair in enumerate(match.pairs):
            for bout in pair.bouts:
                got = bout.points if agent == match.first else WON - bout.points
                results[got] += 1
                forfeits += bout.how == "forfeit" and got == 0
                points[match.scenario, luck] += got
            pairs[match.scenario, luck] += 1
    scores = Counter(points[block] / (PAIR * pairs[block]) for block in pairs)
    return StandingsRow(
        agent,
        results.total(),
        results[WON],
        results[DRAWN],
        results[0],
        forfeits,
        blocks(scores),
        block_error(scores),
    )
