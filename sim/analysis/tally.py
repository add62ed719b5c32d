"""Add up the analyses of many conflicts, seat by seat or agent by agent."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field

from sim.analysis.analyse import Record
from sim.analysis.analysis import Analysis
from sim.analysis.moments import Account, Moment
from sim.analysis.ratios import ratio, shares
from sim.analysis.totals import Costs, Totals
from sim.conflict.phrases import called
from sim.statistics.intervals import Interval

_LOW, _HIGH = 0.35, 0.65
_ROUNDS = ((1, 1), (2, 2), (3, 5))
Who = tuple[str, str]
"""A seat and its agent; of a tournament "" and the agent."""


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
