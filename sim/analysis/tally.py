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

    def add(self, choice: Moment) -> None:
        self.cost += choice.cost if choice.mark else 0.0
        self.choices += 1
        self.marked += bool(choice.mark)


class _Part(Struct):
    """The seats that one agent had in one conflict, which are one draw together."""

    accounts: list[Account] = field(default_factory=list[Account])
    own: float = 0.0
    cost: float = 0.0
    choices: int = 0
    rounds: int = 0

    def add(self, account: Account, rounds: int) -> None:
        self.accounts.append(account)
        self.own += account.own
        self.cost += account.cost
        self.choices += account.choices
        self.rounds += rounds


def _costs(who: Who, what: str, sums: Sequence[_Sum], total: float) -> Costs:
    """Return the costs of *sums*, one for each conflict, of the *total* cost."""
    costs = [choices.cost for choices in sums]
    return Costs(
        *who,
        what,
        sum(choices.choices for choices in sums),
        sum(choices.marked for choices in sums),
        _cost_per_choice(costs, [choices.choices for choices in sums]),
        sum(costs) / total,
    )


class Tally(Struct):
    """Adds up analyses, one conflict after the other."""

    by_agent: bool
    analyses: list[Analysis] = field(default_factory=list[Analysis])
    kinds: list[dict[int, str]] = field(default_factory=list[dict[int, str]])

    def add(self, record: Record, analysis: Analysis) -> None:
        """Add the analysis of one conflict."""
        self.analyses.append(analysis)
        self.kinds.append(
            {
                choice.event: called(
                    record.system, type(record.events[choice.event - 1]).__name__
                )
                for choice in analysis.choices
            }
        )

    def who(self, account: Account) -> Who:
        """Return the name under which an account is counted."""
        return ("" if self.by_agent else account.seat, account.agent)

    def totals(self) -> list[Totals]:
        """Return the totals of everybody, in the order in which they came up."""
        rows: dict[Who, dict[int, _Part]] = defaultdict(dict)
        for number, analysis in enumerate(self.analyses):
            rounds = max(1, *[moment.round for moment in analysis.moments], 1)
            for account in analysis.accounts:
                parts = rows[self.who(account)]
                parts.setdefault(number, _Part()).add(account, rounds)
        return [_totals(who, list(parts.values())) for who, parts in rows.items()]

    def costs(self, named: Callable[[int, Moment, Account], str]) -> list[Costs]:
        """Return the costs of choices, grouped as *named*, the largest share first."""
        cases: dict[tuple[Who, str], dict[int, _Sum]] = defaultdict(dict)
        for number, choice, account in self._choices():
            case = self.who(account), named(number, choice, account)
            cases[case].setdefault(number, _Sum()).add(choice)
        totals: dict[Who, float] = defaultdict(float)
        for (who, _), sums in cases.items():
            totals[who] += sum(choices.cost for choices in sums.values())
        costs = [
            _costs(who, what, list(sums.values()), totals[who])
            for (who, what), sums in cases.items()
            if totals[who]
        ]
        return sorted(costs, key=lambda row: -row.share)

    def _choices(self) -> Iterator[tuple[int, Moment, Account]]:
        """Yield (number of the conflict, choice, account) of every participant."""
        for number, analysis in enumerate(self.analyses):
            for account in analysis.accounts:
                for choice in analysis.choices:
                    if choice.seat == account.seat:
                        yield number, choice, account

    def of_kind(self, number: int, choice: Moment, account: Account) -> str:
        """Return the kind of a choice."""
        del account
        return self.kinds[number][choice.event]

    def shares(self) -> list[Interval]:
        """Return the shares of expectation, luck and advantage; [] for no variance."""
        # Conflicts of different scenarios, with other seats, have no common means.
        accounts = [analysis.accounts for analysis in self.analyses]
        seats = {tuple(account.seat for account in row) for row in accounts}
        if len(seats) != 1 or len(accounts) < _FEWEST:
            return []
        return shares(
            [[(a.expected, a.luck, a.advantage) for a in row] for row in accounts],
            [[a.came_to for a in row] for row in accounts],
        )


_FEWEST = 3


def situation(number: int, choice: Moment, account: Account) -> str:
    """Return the situation of a choice: the round, and the chooser's expectation."""
    del number
    amount = choice.before[account.place]
    outlook = "35 to 65"
    if amount < _LOW:
        outlook = "below 35"
    elif amount > _HIGH:
        outlook = "above 65"
    rounds = f"{_ROUNDS[-1][1] + 1} or later"
    for first, last in _ROUNDS:
        if choice.round <= last:
            rounds = f"{first}" if first == last else f"{first} to {last}"
            break
    return f"{rounds}, {outlook}"


def _totals(who: Who, parts: Sequence[_Part]) -> Totals:
    accounts = [account for part in parts for account in part.accounts]
    count = len(accounts)
    return Totals(
        *who,
        count,
        sum(account.expected for account in accounts) / count,
        # Conflicts that begin alike share the games of their first value.
        sum(account.error for account in accounts) / count,
        sum(account.luck for account in accounts) / count,
        sum(account.own for account in accounts) / count,
        sum(account.others for account in accounts) / count,
        sum(account.came_to for account in accounts) / count,
        sum(account.choices for account in accounts),
        sum(account.marked for account in accounts),
        _cost_per_choice(
            [part.cost for part in parts], [part.choices for part in parts]
        ),
        ratio([part.own for part in parts], [part.rounds for part in parts]).within(
            -1.0, 1.0
        ),
    )


def _cost_per_choice(costs: Sequence[float], choices: Sequence[float]) -> Interval:
    """Return the mean cost of a choice, which is from 0 to 1."""
    return ratio(costs, choices).within(0.0, 1.0)
