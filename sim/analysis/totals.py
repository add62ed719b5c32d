"""The summary of the analyses of a run or tournament: totals, costs, conflicts."""

from collections.abc import Sequence
from html import escape
from typing import Any

import msgspec
from msgspec import Struct

from sim.analysis.highlights import Highlight
from sim.analysis.moments import Account
from sim.analysis.scale import expectation_in_words, in_tenths
from sim.statistics.html import table
from sim.statistics.intervals import Interval

_FORMAT = 1
_PARTS = ("expected", "luck", "advantage")
_HEADS = ("seat", "agent", "times", "expected", "luck", "advantage", "came to")


class Costs(Struct, frozen=True):
    """The costs of one kind of choice, or of choices in one situation, to a seat.

    *seat* is "" in a tournament. *per_choice* is the cost of those that are marked,
    divided by the number of choices; *share* is their part of the seat's total cost.
    """

    seat: str
    agent: str
    what: str
    choices: int
    marked: int
    per_choice: Interval
    share: float


class Totals(Struct, frozen=True):
    """The results of one seat, or one agent of a tournament: means over conflicts."""

    seat: str
    agent: str
    conflicts: int
    expected: float
    error: float
    """At most the standard error of `expected`, and so of `luck`; 0 if exact."""
    luck: float
    own: float
    others: float
    came_to: float
    choices: int
    marked: int
    per_choice: Interval
    per_round: Interval
    """Its own advantage per round of its conflicts."""

    @property
    def advantage(self) -> float:
        """The advantage by the choices of all seats."""
        return self.own + self.others


class Overall(Struct, frozen=True):
    """The summary of the analyses of a run or tournament.

    *drawn* of *recorded* conflicts (in a campaign, games) were taken, in an order drawn
    by *seed*, and *analysed* conflicts have an analysis. *exact* of them have exact
    values, *shown* are exact as far as *shown_by* conflicts show, the others are means
    of *games* games or more. *unjudged* is the number of choices that there was no time
    to judge. *shares* are those of expectation, luck and advantage in the variance of
    results; [] if all results are the same.
    """

    kind: str
    name: str
    title: str
    recorded: int
    drawn: int
    analysed: int
    seed: str
    exact: int
    shown: int
    games: int
    unjudged: int
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
                "seat": account.seat,
                "agent": account.agent,
                "expected": account.expected,
                "error": account.error,
                "luck": account.luck,
                "own": account.own,
                "others": account.others,
                "came_to": account.came_to,
                "choices": account.choices,
                "marked": account.marked,
                "cost": account.cost,
            }
            for conflict, account in self.accounts
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole as `fracas analyse --json` prints it."""
        words = {
            name: msgspec.to_builtins(getattr(self, name))
            for name in ("totals", "kinds", "situations", "highlights")
        }
        shares = map(Interval.to_dict, self.shares)
        return {
            "format": _FORMAT,
            "of": self.kind,
            "id": self.name,
            "title": self.title,
            "recorded": self.recorded,
            "drawn": self.drawn,
            "analysed": self.analysed,
            "seed": self.seed,
            "exact": self.exact,
            "games": self.games if self._followed < self.analysed else None,
            "unjudged": self.unjudged,
            "shown": self.shown or None,
            "shown_by": self.shown_by or None,
            "continuation": self.continuation or None,
            "unread": list(self.unread),
            **words,
            "shares": dict(zip(_PARTS, shares, strict=False)),
        }

    @property
    def sure(self) -> str:
        """How sure the values are, in words."""
        far = f" as far as {self.shown_by} conflicts show" if self.shown else ""
        if self._followed == self.analysed:
            return f"exact{far}"
        played = f"means of {self.games} games from each moment"
        if not self._followed:
            return played
        return f"exact in {self._followed} conflicts{far}, else {played}"

    @property
    def _followed(self) -> int:
        """The number of conflicts in which every branch was followed."""
        return self.exact + self.shown

    @property
    def _head(self) -> str:
        conflicts = f"{self.analysed:,} conflicts"
        if self.drawn < self.recorded:
            conflicts = f"{self.drawn:,} of {self.recorded:,} conflicts"
        return (
            f"Analysis of {self.title}, {self.kind} {self.name}: {conflicts}, of 100;"
            f" values: {self.sure}"
        )

    def __repr__(self) -> str:
        rows = [
            f"  {row.seat or row.agent}: expected {expectation_in_words(row)}, luck"
            f" {luck}, advantage {advantage}, came to {result}"
            for row in self.totals
            for luck, advantage, result in [in_tenths(row)]
        ]
        return "\n".join([self._head, *rows])

    def _repr_html_(self) -> str:
        rows = [
            (
                *(row.seat, row.agent, row.conflicts, expectation_in_words(row)),
                *in_tenths(row),
            )
            for row in self.totals
        ]
        return f"<p>{escape(self._head)}</p>{table(_HEADS, rows)}"
