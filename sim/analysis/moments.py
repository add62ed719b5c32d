"""What an analysis says of each moment of a conflict, and of each participant."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.analysis.values import Returns


class Moment(Struct, frozen=True):
    """One throw or choice, and what it changed.

    *event* to *last* are its events. A throw is all dice between two choices. *before*
    and *after* are what every seat could expect; *luck* and *advantage* add up to the
    difference, with the standard *error* of that. Of a choice: what it *cost* against
    the *best* option, between *low* and *high*, *settled* or not; *compared* of this
    many *options*, 0 if there was no time to judge it. The luck of a choice is what
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


def plain(one: Moment, places: Sequence[int]) -> dict[str, Any]:
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
