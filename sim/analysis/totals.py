"""What the analyses of a whole run or tournament come to: totals, costs, conflicts."""

from collections.abc import Sequence
from html import escape
from typing import Any

import msgspec
from msgspec import Struct

from sim.analysis.highlights import Highlight
from sim.analysis.moments import Account
from sim.analysis.scale import in_tenths
from sim.statistics.html import table
from sim.statistics.intervals import Interval

_FORMAT = 1
_PARTS = ("expected", "luck", "advantage")
_HEADS = ("seat", "agent", "times", "expected", "luck", "advantage", "came to")


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
    values, *shown* are exact as far as *shown_by* conflicts show, the others means of
    *games* games or more. *unjudged* choices there was no time to judge. *shares* are
    those of what was expected, of luck and of advantage in the variance of what they
    came to; [] where all came to the same.
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

    def to_dict(self) -> dict[str, Any]:
        """Return the whole as `fracas analyse --json` prints it."""
        words = {
            one: msgspec.to_builtins(getattr(self, one))
            for one in ("totals", "kinds", "situations", "highlights")
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
        """In how many conflicts every branch was followed."""
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
            f"  {one.seat or one.agent}: expected {100 * one.expected:.1f}, luck"
            f" {luck}, advantage {advantage}, came to {result}"
            for one in self.totals
            for luck, advantage, result in [in_tenths(one)]
        ]
        return "\n".join([self._head, *rows])

    def _repr_html_(self) -> str:
        rows = [
            (
                *(one.seat, one.agent, one.conflicts, f"{100 * one.expected:.1f}"),
                *in_tenths(one),
            )
            for one in self.totals
        ]
        return f"<p>{escape(self._head)}</p>{table(_HEADS, rows)}"
