"""The analyses of many conflicts as one: what cost most, how much was luck.

What was analysed, all conflicts or some drawn at random, is part of the answer.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from msgspec import Struct, field

from sim.analysis.analyse import Analyses, Effort, Record, continuation_of
from sim.analysis.analysis import Account, Analysis, Moment
from sim.analysis.highlights import Highlight, highlights
from sim.analysis.ratios import ratio, shares
from sim.analysis.recordings import Recordings
from sim.conflict.phrases import called
from sim.errors import StreamError
from sim.statistics.intervals import Interval

_LOW, _HIGH = 0.35, 0.65
_ROUNDS = ((1, 1), (2, 2), (3, 5))
Who = tuple[str, str]
"""A seat and its agent; of a tournament "" and the agent."""


class Costs(Struct, frozen=True):
    """What one kind of choice, or choices in one situation, cost whoever made them.

    *seat* is "" in a tournament. *per_choice* is the cost of those that are marked for
    each choice, and *share* the part of all that its choices cost.
    """

    seat: str
    agent: str
    what: str
    choices: int
    marked: int
    per_choice: Interval
    share: float


class Totals(Struct, frozen=True):
    """How one seat, or one agent of a tournament, did: means over its conflicts."""

    seat: str
    agent: str
    conflicts: int
    expected: float
    luck: float
    own: float
    others: float
    came_to: float
    choices: int
    marked: int
    per_choice: Interval
    per_round: Interval
    """Its own advantage for each round of its conflicts."""

    @property
    def advantage(self) -> float:
        """What all choices were worth to it."""
        return self.own + self.others


class Overall(Struct, frozen=True):
    """What the analyses of a run or tournament come to.

    *analysed* of *recorded* conflicts were, drawn by *seed*; *exact* of them have exact
    values, the others means of *games* games. *shares* are those of what was expected,
    of luck and of advantage in the variance of what they came to; [] where all came to
    the same.
    """

    kind: str
    name: str
    title: str
    recorded: int
    drawn: int
    analysed: int
    seed: str
    exact: int
    games: int
    shown_by: int
    continuation: str
    unread: Sequence[str]
    totals: Sequence[Totals]
    kinds: Sequence[Costs]
    situations: Sequence[Costs]
    shares: Sequence[Interval]
    highlights: Sequence[Highlight]
    accounts: Sequence[tuple[str, Account]]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each conflict and participant, with named columns."""
        return [
            {
                "conflict": conflict,
                "seat": one.seat,
                "agent": one.agent,
                "expected": one.expected,
                "error": one.error,
                "luck": one.luck,
                "own": one.own,
                "others": one.others,
                "came_to": one.came_to,
                "choices": one.choices,
                "marked": one.marked,
                "cost": one.cost,
            }
            for conflict, one in self.accounts
        ]


class _Sum(Struct):
    """Choices of one kind in one conflict."""

    cost: float = 0.0
    choices: int = 0
    marked: int = 0

    def add(self, one: Moment) -> None:
        self.cost += one.cost if one.mark else 0.0
        self.choices += 1
        self.marked += bool(one.mark)


class _Part(Struct):
    """The seats that one agent had in one conflict, which are one draw together."""

    accounts: list[Account] = field(default_factory=list[Account])
    own: float = 0.0
    cost: float = 0.0
    choices: int = 0
    rounds: int = 0

    def add(self, one: Account, rounds: int) -> None:
        self.accounts.append(one)
        self.own += one.own
        self.cost += one.cost
        self.choices += one.choices
        self.rounds += rounds


def _costs(who: Who, what: str, sums: Sequence[_Sum], whole: float) -> Costs:
    """Return what *sums* cost, each of one conflict, of the *whole* cost."""
    costs = [one.cost for one in sums]
    return Costs(
        *who,
        what,
        sum(one.choices for one in sums),
        sum(one.marked for one in sums),
        _price(costs, [one.choices for one in sums]),
        sum(costs) / whole,
    )


class Tally(Struct):
    """Adds up analyses, one conflict after the other."""

    by_agent: bool
    found: list[Analysis] = field(default_factory=list[Analysis])
    kinds: list[dict[int, str]] = field(default_factory=list[dict[int, str]])

    def add(self, record: Record, found: Analysis) -> None:
        """Add the analysis of one conflict."""
        self.found.append(found)
        self.kinds.append(
            {
                one.event: called(
                    record.system, type(record.events[one.event - 1]).__name__
                )
                for one in found.choices
            }
        )

    def who(self, one: Account) -> Who:
        """Return under whose name an account is counted."""
        return ("" if self.by_agent else one.seat, one.agent)

    def totals(self) -> list[Totals]:
        """Return how everybody did, in the order in which they came up."""
        rows: dict[Who, dict[int, _Part]] = defaultdict(dict)
        for number, one in enumerate(self.found):
            rounds = max(1, *[moment.round for moment in one.moments], 1)
            for account in one.accounts:
                parts = rows[self.who(account)]
                parts.setdefault(number, _Part()).add(account, rounds)
        return [_totals(who, list(parts.values())) for who, parts in rows.items()]

    def costs(self, named: Callable[[int, Moment, Account], str]) -> list[Costs]:
        """Return what choices cost, told apart as *named*, the dearest first."""
        cases: dict[tuple[Who, str], dict[int, _Sum]] = defaultdict(dict)
        for number, one, account in self._choices():
            what = self.who(account), named(number, one, account)
            cases[what].setdefault(number, _Sum()).add(one)
        whole: dict[Who, float] = defaultdict(float)
        for (who, _), sums in cases.items():
            whole[who] += sum(one.cost for one in sums.values())
        found = [
            _costs(who, what, list(sums.values()), whole[who])
            for (who, what), sums in cases.items()
            if whole[who]
        ]
        return sorted(found, key=lambda one: -one.share)

    def _choices(self) -> Iterator[tuple[int, Moment, Account]]:
        """Yield every choice of a participant: in which conflict, and whose it was."""
        for number, analysis in enumerate(self.found):
            for account in analysis.accounts:
                for one in analysis.choices:
                    if one.seat == account.seat:
                        yield number, one, account

    def of_kind(self, number: int, one: Moment, account: Account) -> str:
        """Return what kind of choice it was."""
        del account
        return self.kinds[number][one.event]

    def shares(self) -> list[Interval]:
        """Return the shares of expectation, luck and advantage; [] for no variance."""
        # Conflicts of other scenarios have other seats: each kind by its own means.
        seats = {tuple(one.seat for one in found.accounts) for found in self.found}
        if len(seats) != 1 or len(self.found) < _FEWEST:
            return []
        accounts = [found.accounts for found in self.found]
        return shares(
            [[(a.expected, a.luck, a.advantage) for a in row] for row in accounts],
            [[a.came_to for a in row] for row in accounts],
        )


_FEWEST = 3


def situation(number: int, one: Moment, account: Account) -> str:
    """Return in which situation somebody chose: the round, and what it could expect."""
    del number
    amount = one.before[account.place]
    outlook = "35 to 65"
    if amount < _LOW:
        outlook = "below 35"
    elif amount > _HIGH:
        outlook = "above 65"
    rounds = f"{_ROUNDS[-1][1] + 1} or later"
    for first, last in _ROUNDS:
        if one.round <= last:
            rounds = f"{first}" if first == last else f"{first} to {last}"
            break
    return f"{rounds}, {outlook}"


class Draw(Struct, frozen=True):
    """How many conflicts to analyse: for so many *seconds*, at most *most*."""

    seconds: float
    most: int = 0
    seed: str = "analysis"

    def order(self, count: int) -> list[int]:
        """Return which of *count* conflicts to take, in the order in which they are.

        All where there is no limit to their number; each seed shuffles them otherwise.
        """
        order = list(range(count))
        Random(f"fracas-analysis/{self.seed}").shuffle(order)  # noqa: S311 - which conflicts are looked at first
        return order[: self.most] if self.most else order


def overall(
    whole: Recordings,
    draw: Draw,
    given: Sequence[str] = (),
    *,
    effort: Effort,
    trusted: bool = False,
    progress: Callable[[float], None] = lambda _share: None,
) -> Overall:
    """Return the analyses of *whole* as one: all for which there is time, one at least.

    *given* play on from every moment, by default those that played. *progress* is
    called with the share done so far. Raises AgentError for agents that cannot play on,
    StreamError if no conflict can be analysed.
    """
    order = draw.order(len(whole.names))
    tally, clock = Tally(whole.kind == "tournament"), _Clock(draw.seconds, progress)
    analyses, unread = Analyses(effort), list[str]()
    for taken, place in enumerate(order):
        if taken and clock.is_over():
            break
        within = partial(clock.tell, taken, len(order))
        for record in whole.read(place):
            specs = continuation_of(record, given, trusted=trusted)
            try:
                tally.add(record, analyses.of(record, specs, within))
            except StreamError as error:
                unread.append(str(error))
        clock.taken = taken + 1
    if not tally.found:
        message = f"no conflict can be analysed: {unread[0]}"
        raise StreamError(message)
    return _whole(whole, draw, tally, clock.taken, unread, effort)


class _Clock:
    """Says how much is done, and when no other conflict is to be begun."""

    def __init__(self, seconds: float, progress: Callable[[float], None]) -> None:
        self._began, self._seconds, self._progress = monotonic(), seconds, progress
        self.taken = 0

    def is_over(self) -> bool:
        """Whether another conflict, if it is like these, would end too late."""
        spent = monotonic() - self._began
        return spent + spent / self.taken / 2 > self._seconds

    def tell(self, taken: int, whole: int, done: int, of: int) -> None:
        """Tell the share that is done; of the first conflict alone if it is that."""
        share = done / of
        if taken:
            spent = (monotonic() - self._began) / self._seconds
            share = min(1.0, max(spent, (taken + share) / whole))
        self._progress(share)


def _whole(
    whole: Recordings,
    draw: Draw,
    tally: Tally,
    taken: int,
    unread: Sequence[str],
    effort: Effort,
) -> Overall:
    found = tally.found
    on = {one for analysis in found for one in analysis.continuation.values()}
    given = {tuple(analysis.continuation.values()) for analysis in found}
    played = all(
        analysis.continuation[a.seat] == a.agent
        for analysis in found
        for a in analysis.accounts
    )
    return Overall(
        kind=whole.kind,
        name=whole.name,
        title=whole.title,
        recorded=len(whole.names),
        drawn=taken,
        analysed=len(found),
        seed=draw.seed,
        exact=sum(one.how == "exact" for one in found),
        games=effort.games,
        shown_by=max(one.shown_by for one in found),
        continuation="" if played else ", ".join(_continued(on, given)),
        unread=unread,
        totals=tally.totals(),
        kinds=tally.costs(tally.of_kind),
        situations=tally.costs(situation),
        shares=tally.shares(),
        highlights=highlights(found),
        accounts=[(one.conflict, a) for one in found for a in one.accounts],
    )


def _continued(on: set[str], given: set[tuple[str, ...]]) -> Iterator[str]:
    """Yield the agents that play on: those of the seats where they are always those."""
    yield from sorted(on) if len(given) > 1 or len(on) == 1 else next(iter(given))


def _totals(who: Who, parts: Sequence[_Part]) -> Totals:
    accounts = [one for part in parts for one in part.accounts]
    count = len(accounts)
    return Totals(
        *who,
        count,
        sum(one.expected for one in accounts) / count,
        sum(one.luck for one in accounts) / count,
        sum(one.own for one in accounts) / count,
        sum(one.others for one in accounts) / count,
        sum(one.came_to for one in accounts) / count,
        sum(one.choices for one in accounts),
        sum(one.marked for one in accounts),
        _price([one.cost for one in parts], [one.choices for one in parts]),
        ratio([one.own for one in parts], [one.rounds for one in parts]).within(
            -1.0, 1.0
        ),
    )


def _price(costs: Sequence[float], choices: Sequence[float]) -> Interval:
    """Return the cost a choice; none is below 0 or above 1."""
    return ratio(costs, choices).within(0.0, 1.0)
