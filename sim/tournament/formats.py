"""Formats say who meets next: round robin, gauntlet, ladder, Swiss, knockout, racing.

A format reads the ledger and returns the blocks to play; when there are none, the
tournament is over. It depends on recorded blocks alone, so a tournament that was killed
resumes exactly as it would have gone on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil, log2
from statistics import fmean

from msgspec import Struct

from sim.tournament.contest import Contest
from sim.tournament.ledger import EVEN, Ledger, Pair
from sim.tournament.verdicts import Judge, Verdict, exact_verdict

_FIRST_LOOK = 10
_LOOK_MAX = 100
_GROWTH = 4
_HALF = 2


class Meet(Struct, frozen=True):
    """Blocks to play between two agents in every scenario."""

    pair: Pair
    start: int
    count: int


class Course:
    """The progress of a tournament: verdicts so far, and what to play next."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.contest: Contest = ledger.contest
        self.terms = ledger.contest.terms
        self.judge = Judge(self.terms, len(ledger.contest.pairs))
        self._games = sum(len(place.seatings) for place in ledger.contest.places)
        self._spoken: dict[tuple[Pair, int], Verdict] = {}

    @property
    def stops_by_score(self) -> bool:
        """Whether the number of blocks that two agents play depends on the scores."""
        return bool(self.terms.until) or self.terms.format == "racing"

    def verdict(self, pair: Pair, *, foresee: bool = False) -> Verdict:
        """Return the verdict on *pair* so far, as `Judge.verdict` does."""
        ledger = self.ledger
        exact = ledger.exact(pair)
        if exact is not None:
            return exact_verdict(exact.score)
        # A verdict depends on the blocks alone, so their number finds it again. One
        # that was given without a forecast is given anew where a forecast is asked for.
        key = pair, ledger.count(pair)
        verdict = self._spoken.get(key)
        if verdict is None or (foresee and not verdict.settled):
            verdict = self._spoken[key] = self.judge.verdict(
                ledger.scores(pair),
                games=self._games,
                alike=ledger.alike(pair),
                foresee=foresee,
            )
        return verdict

    def over(self, pair: Pair) -> bool:
        """Whether *pair* has finished."""
        if self.ledger.exact(pair) is not None:
            return True
        count = self.ledger.count(pair)
        if count >= self.terms.blocks:
            return True
        if not count or not self.terms.until:
            return False
        verdict = self.verdict(pair)
        if self.terms.until == "error":
            width = verdict.interval.high - verdict.interval.low
            return width / _HALF < self.terms.error
        return verdict.settled

    def next(self) -> list[Meet]:
        """Return the blocks to play next, none when the tournament is over.

        Pairs of which it is not known yet where they play come first, by `unseen`.
        """
        pairs = self._pairs()
        count = min(self.terms.null, self.terms.blocks)
        alone = [Meet((agent, agent), 0, count) for agent in self._alone(pairs)]
        return [*alone, *map(self._meet, pairs)]

    def unseen(self) -> list[Pair]:
        """Return the pairs that meet next and were not looked at for exact verdicts."""
        if not self.terms.exact:
            return []
        return [pair for pair in self._pairs() if not self.ledger.looked_at(pair)]

    def _pairs(self) -> list[Pair]:
        pairs = _FORMATS[self.terms.format](self)
        return [pair for pair in pairs if not self.over(pair)]

    def _alone(self, pairs: Sequence[Pair]) -> Sequence[int]:
        """Return the agents that meet themselves before anything else, as a check.

        Where exact verdicts are asked for, those are the agents that play at all.
        """
        if not self.terms.null:
            return ()
        if self.terms.exact:
            playing = sorted({agent for pair in pairs for agent in pair})
            return [agent for agent in playing if not self.ledger.null(agent)[0]]
        # All of them do so in the first round only, which is asked for as a whole. So
        # one of them shows whether it was played.
        return () if self.ledger.null(0)[0] else range(len(self.contest.agents))

    def _meet(self, pair: Pair) -> Meet:
        done = self.ledger.count(pair)
        return Meet(pair, done, self.look(done))

    def look(self, done: int) -> int:
        """Return how many blocks to play after *done* before the next look."""
        more = _LOOK_MAX
        if self.stops_by_score:
            more = min(more, max(_FIRST_LOOK, done // _GROWTH))
        return min(more, self.terms.blocks - done)


def score_against(ledger: Ledger, first: int, second: int) -> float:
    """Return the score of *first* against *second*, one half if they never met."""
    pair, turned = (
        ((first, second), False) if first < second else ((second, first), True)
    )
    mean = ledger.score(pair)
    return 1 - mean if turned else mean


def _everyone(course: Course) -> Iterator[Pair]:
    yield from course.contest.pairs


def swiss_rounds(course: Course) -> list[list[Pair]]:
    """Return the rounds so far, the last perhaps unfinished.

    There are as many as would decide a knockout. In each, agents meet opponents that
    they have not met, as near in points as possible; the points of a match are its
    scores, and an agent without an opponent gets one point.
    """
    agents = range(len(course.contest.agents))
    points = dict.fromkeys(agents, 0.0)
    rested: set[int] = set()
    met: set[Pair] = set()
    rounds: list[list[Pair]] = []
    for _ in range(ceil(log2(len(agents)))):
        # Every round is derived anew from the scores of those before, so that a
        # tournament that was killed pairs as it would have done.
        order = sorted(agents, key=lambda agent: (-points[agent], agent))
        if len(order) % 2:
            # The lowest who has not rested yet gets the free point.
            idle = next((a for a in reversed(order) if a not in rested), order[-1])
            rested.add(idle)
            order.remove(idle)
            points[idle] += 1
        pairs = _matched(order, met)
        rounds.append(pairs)
        met.update(pairs)
        if not all(map(course.over, pairs)):
            break
        for first, second in pairs:
            got = score_against(course.ledger, first, second)
            points[first] += got
            points[second] += 1 - got
    return rounds


def _matched(order: list[int], met: set[Pair]) -> list[Pair]:
    """Return pairs of neighbours in *order* that have not met, if there are any."""
    if not order:
        return []
    # The first takes the nearest it has not met, if the rest can be paired as well; if
    # not, the next one (backtracking).
    first, rest = order[0], order[1:]
    for other in rest:
        pair = min(first, other), max(first, other)
        if pair in met:
            continue
        others = [agent for agent in rest if agent != other]
        matched = _matched(others, met)
        if len(matched) == len(others) // _HALF:
            return [pair, *matched]
    return []


def knockout_rounds(course: Course) -> list[list[Pair]]:
    """Return the rounds so far, the last perhaps unfinished.

    Agents are seeded in the order in which they were given: the first meets the last.
    If a round does not come out even, the first seeds rest. The agent that scored more
    goes on; if neither did, the one that was given first.
    """
    remaining = list(range(len(course.contest.agents)))
    rounds: list[list[Pair]] = []
    while len(remaining) > 1:
        # A bracket has the next power of two of places. The first seeds meet the places
        # that stay empty, and rest; the others play, the best of them against the last.
        size = 1 << (len(remaining) - 1).bit_length()
        playing = remaining[size - len(remaining) :]
        pairs = [
            (min(pair), max(pair))
            for pair in zip(playing, reversed(playing), strict=True)
        ][: len(playing) // _HALF]
        rounds.append(pairs)
        if not all(map(course.over, pairs)):
            break
        lost = {
            second if score_against(course.ledger, first, second) >= EVEN else first
            for first, second in pairs
        }
        remaining = [agent for agent in remaining if agent not in lost]
    return rounds


def racing_field(course: Course) -> list[int]:
    """Return the agents still in the race: those not surely worse than the leader."""
    agents = range(len(course.contest.agents))
    ledger = course.ledger
    mean = {
        agent: fmean(
            score_against(ledger, agent, other) for other in agents if other != agent
        )
        for agent in agents
    }
    # One verdict against the leader is enough to drop out: it holds at every look, so
    # the race may look after every block. Where the lead changes hands, those whom only
    # the old leader beat are in the race again.
    leader = max(agents, key=lambda agent: (mean[agent], -agent))
    return [agent for agent in agents if not _beaten(course, leader, agent)]


def _beaten(course: Course, leader: int, agent: int) -> bool:
    if leader == agent:
        return False
    pair = min(leader, agent), max(leader, agent)
    if not course.ledger.has_met(pair):
        return False
    return course.verdict(pair).says == ("better" if leader < agent else "worse")


def _last_of(
    rounds: Callable[[Course], list[list[Pair]]],
) -> Callable[[Course], Iterator[Pair]]:
    def pairs(course: Course) -> Iterator[Pair]:
        yield from rounds(course)[-1]

    return pairs


def _race(course: Course) -> Iterator[Pair]:
    for pair in combinations(racing_field(course), 2):
        if not course.ledger.has_met(pair) or not course.verdict(pair).settled:
            yield pair


_FORMATS: Mapping[str, Callable[[Course], Iterator[Pair]]] = {
    "round-robin": _everyone,
    "gauntlet": _everyone,
    "ladder": _everyone,
    "swiss": _last_of(swiss_rounds),
    "knockout": _last_of(knockout_rounds),
    "racing": _race,
}
