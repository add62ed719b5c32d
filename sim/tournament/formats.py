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
        known = self._spoken.get(key)
        if known is None or (foresee and not known.settled):
            known = self._spoken[key] = self.judge.verdict(
                ledger.scores(pair),
                games=self._games,
                alike=ledger.alike(pair),
                foresee=foresee,
            )
        return known

    def over(self, pair: Pair) -> bool:
        """Whether *pair* has finished."""
        if self.ledger.exact(pair) is not None:
            return True
        count = self.ledger.count(pair)
        if count >= self.terms.blocks:
            return True
        if not count or not self.terms.until:
            return False
        found = self.verdict(pair)
        if self.terms.until == "error":
            width = found.interval.high - found.interval.low
            return width / _HALF < self.terms.error
        return found.settled

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
        found = _FORMATS[self.terms.format](self)
        return [pair for pair in found if not self.over(pair)]

    def _alone(self, pairs: Sequence[Pair]) -> Sequence[int]:
        """Return the agents that meet themselves before anything else, as a check.

        Where exact verdicts are asked for, those are the agents that play at all.
        """
        if not self.terms.null:
            return ()
        if self.terms.exact:
            playing = sorted({agent for pair in pairs for agent in pair})
            return [agent for agent in playing if not self.ledger.null(agent)[0]]
        # All do so in the first round only. It is asked for as a whole, so one of them
        # says whether that has been.
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


def score_against(ledger: Ledger, one: int, other: int) -> float:
    """Return the score of *one* against *other*, one half if they never met."""
    pair, turned = ((one, other), False) if one < other else ((other, one), True)
    mean = ledger.score(pair)
    return 1 - mean if turned else mean


def _everyone(course: Course) -> Iterator[Pair]:
    yield from course.contest.pairs


def swiss_rounds(course: Course) -> list[list[Pair]]:
    """Return the rounds so far, the last perhaps unfinished.

    There are as many as would decide a knockout. In each, agents meet whom they have
    not met, as near in points as can be; a point is the score of a match, and who has
    nobody to meet gets a whole one.
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
        for one, other in pairs:
            got = score_against(course.ledger, one, other)
            points[one] += got
            points[other] += 1 - got
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
        found = _matched(others, met)
        if len(found) == len(others) // _HALF:
            return [pair, *found]
    return []


def knockout_rounds(course: Course) -> list[list[Pair]]:
    """Return the rounds so far, the last perhaps unfinished.

    Agents are seeded as they were given: the first meets the last. Where a round does
    not come out even, the first seeds rest. Who scored more goes on, and where nobody
    did the one who was given first.
    """
    left = list(range(len(course.contest.agents)))
    rounds: list[list[Pair]] = []
    while len(left) > 1:
        # A bracket has the next power of two of places. The first seeds meet the places
        # that stay empty, and rest; the others play, the best of them against the last.
        size = 1 << (len(left) - 1).bit_length()
        playing = left[size - len(left) :]
        pairs = [
            (min(pair), max(pair))
            for pair in zip(playing, reversed(playing), strict=True)
        ][: len(playing) // _HALF]
        rounds.append(pairs)
        if not all(map(course.over, pairs)):
            break
        lost = {
            other if score_against(course.ledger, one, other) >= EVEN else one
            for one, other in pairs
        }
        left = [agent for agent in left if agent not in lost]
    return rounds


def racing_field(course: Course) -> list[int]:
    """Return the agents still in the race: those not surely worse than the leader."""
    agents = range(len(course.contest.agents))
    ledger = course.ledger
    mean = {
        one: fmean(
            score_against(ledger, one, other) for other in agents if other != one
        )
        for one in agents
    }
    # One verdict against the leader is enough to drop out: it holds at every look, so
    # the race may look after every block. Where the lead changes hands, those whom only
    # the old leader beat are in the race again.
    leader = max(agents, key=lambda agent: (mean[agent], -agent))
    return [one for one in agents if not _beaten(course, leader, one)]


def _beaten(course: Course, leader: int, one: int) -> bool:
    if leader == one:
        return False
    pair = min(leader, one), max(leader, one)
    if not course.ledger.has_met(pair):
        return False
    return course.verdict(pair).says == ("better" if leader < one else "worse")


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
