"""The analysis of one conflict: values, luck and advantage, seat by seat.

For every seat: expectation at the start + luck + advantage = return. The cost of a
choice, against the best option, is reported separately and not part of the sum.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

from msgspec import Struct

from sim.analysis.curve import curve
from sim.analysis.moments import Account, Moment, plain
from sim.analysis.scale import in_tenths
from sim.graph.certainty import Certainty, certainty_followed
from sim.statistics.html import table

_HEADS = ("seat", "agent", "expected", "luck", "advantage", "result", "marked")
"""The columns of an analysis in a notebook."""


class Analysis(Struct, frozen=True):
    """The values of every moment of a conflict, for each of its *seats*.

    *continuation* has the agents that play on from every moment. *how* is "exact", or
    "rollouts" if *games* were played from each. *shown_by* is above 0 if values are
    exact only as far as this many conflicts show. *ended* is how the conflict ended, ""
    if the record stops before its end. *not_exact* says why games were played, "" if
    they were not.
    """

    conflict: str
    title: str
    seats: tuple[str, ...]
    continuation: Mapping[str, str]
    how: str
    games: int
    shown_by: int
    ended: str
    accounts: tuple[Account, ...]
    moments: tuple[Moment, ...]
    not_exact: str = ""

    @property
    def certainty(self) -> Certainty:
        """How sure the values are: exact, shown, or value ± error."""
        return (
            certainty_followed(self.shown_by)
            if self.how == "exact"
            else Certainty.ESTIMATED
        )

    @property
    def how_sure(self) -> str:
        """How sure the values are, in words."""
        if self.certainty is Certainty.ESTIMATED:
            return f"means of {self.games} games from each moment"
        if self.shown_by:
            return f"exact as far as {self.shown_by} conflicts show"
        return "exact"

    @property
    def choices(self) -> list[Moment]:
        """The moments at which somebody chose."""
        return [moment for moment in self.moments if moment.kind == "choice"]

    @property
    def unsettled(self) -> int:
        """The number of choices whose verdict more games might change."""
        return sum(
            bool(choice.compared) and not choice.settled for choice in self.choices
        )

    @property
    def unjudged(self) -> int:
        """The number of choices that there was no time to judge."""
        return sum(not choice.compared for choice in self.choices)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each moment and participant, with named columns."""
        return [
            {
                "conflict": self.conflict,
                "event": moment.event,
                "round": moment.round,
                "kind": moment.kind,
                "chooser": moment.seat,
                "seat": name,
                "before": moment.before[place],
                "after": moment.after[place],
                "luck": moment.luck[place],
                "advantage": moment.advantage[place],
                "error": moment.error[place],
                "cost": moment.cost
                if name == moment.seat and moment.compared
                else None,
                "mark": moment.mark
                if name == moment.seat or not moment.options
                else "",
                "said": moment.said,
            }
            for moment in self.moments
            for place, name in self._participants()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as `fracas analyse --json` prints it."""
        places = [place for place, _ in self._participants()]
        sure = self.certainty.value
        how: dict[str, Any] = {"how": sure, "certainty": sure}
        if self.certainty is Certainty.ESTIMATED:
            how |= {"how": self.how, "games": self.games}
            how["not_exact"] = self.not_exact
        if self.shown_by:
            how["shown_by"] = self.shown_by
        return {
            "format": 1,
            "conflict": self.conflict,
            "title": self.title,
            "continuation": dict(self.continuation),
            **how,
            "ended": self.ended,
            "unsettled": self.unsettled,
            "unjudged": self.unjudged,
            "seats": [
                {
                    "seat": account.seat,
                    "agent": account.agent,
                    "before": account.before or None,
                    "expected": account.expected,
                    "error": account.error,
                    "luck": account.luck,
                    "advantage": account.advantage,
                    "own": account.own,
                    "others": account.others,
                    "came_to": account.came_to,
                    "choices": account.choices,
                    "marked": account.marked,
                    "cost_per_decision": account.cost_per_decision,
                }
                for account in self.accounts
            ],
            "moments": [plain(moment, places) for moment in self.moments],
        }

    def __repr__(self) -> str:
        rows = [
            f"  {account.seat}, played by {account.who}: expected"
            f" {100 * account.expected:.1f}, luck {luck}, advantage {advantage}, result"
            f" {result}; {account.marked} of {account.choices} choices marked"
            for account in self.accounts
            for luck, advantage, result in [in_tenths(account)]
        ]
        return "\n".join([f"Analysis of {self._head}", *rows])

    def _repr_html_(self) -> str:
        rows = [
            (
                account.seat,
                account.who,
                f"{100 * account.expected:.1f}"
                + (f" ± {100 * account.error:.1f}" * bool(account.error)),
                *in_tenths(account),
                account.marked,
            )
            for account in self.accounts
        ]
        # Names and sentences are escaped: they may hold markup.
        drawn = curve(self.accounts, self.moments)
        return f"<p>{escape(self._head)}</p>{table(_HEADS, rows)}{drawn}"

    @property
    def _head(self) -> str:
        of = f"{self.title}, conflict {self.conflict}"
        return f"{of}, of 100; values: {self.how_sure}"

    def _participants(self) -> list[tuple[int, str]]:
        return [(account.place, account.seat) for account in self.accounts]
