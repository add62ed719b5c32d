"""The analysis of one conflict: values, luck and advantage, seat by seat.

For every seat: expectation at the start + luck + advantage = return. The cost of a
choice, against the best option, is reported separately and not part of the sum.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sim.analysis.curve import as_html, as_text
from sim.analysis.values import Returns
from sim.graph.sure import Sure, followed


class Moment(Struct, frozen=True):
    """One throw or choice, and what it changed.

    *event* to *last* are its events. A throw is all dice between two choices. *before*
    and *after* are what every seat could expect; *luck* and *advantage* add up to the
    difference, with the standard *error* of that. Of a choice: what it *cost* against
    the *best* option, between *low* and *high*, *settled* or not; *compared* of so many
    *options*, 0 where there was no time to judge it. The luck of a choice is what
    others had sealed, which nobody could know.
    """

    event: int
    last: int
    round: int
    kind: str
    seat: str
    said: str
    came: str
    before: Returns
    after: Returns
    luck: Returns
    advantage: Returns
    error: Returns
    mark: str = ""
    cost: float = 0.0
    low: float = 0.0
    high: float = 0.0
    best: str = ""
    settled: bool = True
    options: int = 0
    compared: int = 0


class Account(Struct, frozen=True):
    """What one participant could expect, and what it came to.

    *expected* + *luck* + *advantage* = *came_to*. The advantage is its *own* and that
    of the *others*, by their choices. *cost* is that of all its choices whose cost is
    marked, and no part of the sum.
    """

    seat: str
    place: int
    side: int
    agent: str
    expected: float
    luck: float
    own: float
    others: float
    came_to: float
    choices: int
    marked: int
    cost: float
    error: float = 0.0
    """The standard error of what it could expect, and so of its luck."""
    before: str = ""
    """Who played the seat at first, in a kept branch: another agent, to which event."""

    @property
    def who(self) -> str:
        """Who played the seat, one after the other."""
        return f"{self.before}, then {self.agent}" if self.before else self.agent

    @property
    def advantage(self) -> float:
        """The advantage by all choices, relative to those of the continuation."""
        return self.own + self.others

    @property
    def cost_per_decision(self) -> float:
        """The cost of its marked choices, divided by the number of its choices."""
        return self.cost / self.choices if self.choices else 0.0


class Analysis(Struct, frozen=True):
    """What every moment of a conflict was worth to each of its *seats*.

    *continuation* has the agents that play on from every moment. *how* is "exact" or
    "rollouts"; then so many *games* were played from each. *shown_by* is above 0 where
    values are exact only as far as so many conflicts show. *ended* is how it ended, ""
    where the record stops before.
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

    @property
    def certainty(self) -> Sure:
        """How sure the values are: exact, shown, or value ± error."""
        return followed(self.shown_by) if self.how == "exact" else Sure.ESTIMATED

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
        if self.certainty is Sure.ESTIMATED:
            how |= {"how": self.how, "games": self.games}
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
            "moments": [_plain(one, places) for one in self.moments],
        }

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def _participants(self) -> list[tuple[int, str]]:
        return [(one.place, one.seat) for one in self.accounts]


def _plain(one: Moment, places: Sequence[int]) -> dict[str, Any]:
    """Return a moment as JSON has it, with the numbers of the participants alone."""

    def of(returns: Returns) -> list[float]:
        return [returns[place] for place in places]

    words: dict[str, Any] = {
        "event": one.event,
        "last": one.last,
        "round": one.round,
        "kind": one.kind,
        "seat": one.seat or None,
        "said": one.said,
        "came": one.came,
        "before": of(one.before),
        "values": of(one.after),
        "luck": of(one.luck),
        "advantage": of(one.advantage),
        "error": of(one.error),
        "mark": one.mark or None,
    }
    if one.options:
        words |= {
            "cost": one.cost if one.compared else None,
            "low": one.low if one.compared else None,
            "high": one.high if one.compared else None,
            "best": one.best or None,
            "settled": one.settled,
            "options": one.options,
            "compared": one.compared,
        }
    return words
