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
    """What every moment of a conflict was worth to each of its *seats*.

    *continuation* has the agents that play on from every moment. *how* is "exact" or
    "rollouts"; then this many *games* were played from each. *shown_by* is above 0 if
    values are exact only as far as this many conflicts show. *ended* is how it ended,
    "" if the record stops before. *not_exact* says why games were played, "" if they
    were not.
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
        return [one for one in self.moments if one.kind == "choice"]

    @property
    def unsettled(self) -> int:
        """How many choices were judged, but more games might change the verdict."""
        return sum(bool(one.compared) and not one.settled for one in self.choices)

    @property
    def unjudged(self) -> int:
        """How many choices there was no time to judge."""
        return sum(not one.compared for one in self.choices)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each moment and participant, with named columns."""
        return [
            {
                "conflict": self.conflict,
                "event": one.event,
                "round": one.round,
                "kind": one.kind,
                "chooser": one.seat,
                "seat": name,
                "before": one.before[place],
                "after": one.after[place],
                "luck": one.luck[place],
                "advantage": one.advantage[place],
                "error": one.error[place],
                "cost": one.cost if name == one.seat and one.compared else None,
                "mark": one.mark if name == one.seat or not one.options else "",
                "said": one.said,
            }
            for one in self.moments
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
                    "seat": one.seat,
                    "agent": one.agent,
                    "before": one.before or None,
                    "expected": one.expected,
                    "error": one.error,
                    "luck": one.luck,
                    "advantage": one.advantage,
                    "own": one.own,
                    "others": one.others,
                    "came_to": one.came_to,
                    "choices": one.choices,
                    "marked": one.marked,
                    "cost_per_decision": one.cost_per_decision,
                }
                for one in self.accounts
            ],
            "moments": [plain(one, places) for one in self.moments],
        }

    def __repr__(self) -> str:
        rows = [
            f"  {one.seat}, played by {one.who}: expected {100 * one.expected:.1f},"
            f" luck {luck}, advantage {advantage}, result {result}; {one.marked} of"
            f" {one.choices} choices marked"
            for one in self.accounts
            for luck, advantage, result in [in_tenths(one)]
        ]
        return "\n".join([f"Analysis of {self._head}", *rows])

    def _repr_html_(self) -> str:
        rows = [
            (
                one.seat,
                one.who,
                f"{100 * one.expected:.1f}"
                + (f" ± {100 * one.error:.1f}" * bool(one.error)),
                *in_tenths(one),
                one.marked,
            )
            for one in self.accounts
        ]
        # Whatever names and sentences hold is text.
        drawn = curve(self.accounts, self.moments)
        return f"<p>{escape(self._head)}</p>{table(_HEADS, rows)}{drawn}"

    @property
    def _head(self) -> str:
        of = f"{self.title}, conflict {self.conflict}"
        return f"{of}, of 100; values: {self.how_sure}"

    def _participants(self) -> list[tuple[int, str]]:
        return [(one.place, one.seat) for one in self.accounts]
