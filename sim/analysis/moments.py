"""The parts of an analysis: its moments, and the accounts of its participants."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sim.analysis.values import Returns


class Moment(Struct, frozen=True):
    """One throw or choice, and what it changed.

    *event* to *last* are its events. A throw is all dice between two choices. *before*
    and *after* are the expected returns of every seat; *luck* and *advantage* add up to
    the difference, which has the standard *error*. A choice has its *cost* against the
    *best* option, between *low* and *high*, *settled* or not; *compared* of its
    *options* were compared, 0 if there was no time to judge it. The luck of a choice
    comes from answers that others had sealed, which the chooser could not know.
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
    """The account of one participant, from its expectation to its result.

    *expected* + *luck* + *advantage* = *came_to*. The advantage is that of its *own*
    choices and of those of the *others*. *cost* is the sum over its marked choices, and
    no part of the sum above.
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
    """The standard error of its expectation, and so of its luck."""
    before: str = ""
    """In a kept branch, the agents that played the seat before, and to which event."""

    @property
    def who(self) -> str:
        """The agents that played the seat, one after the other."""
        return f"{self.before}, then {self.agent}" if self.before else self.agent

    @property
    def advantage(self) -> float:
        """The advantage by all choices, relative to those of the continuation."""
        return self.own + self.others

    @property
    def cost_per_decision(self) -> float:
        """The cost of its marked choices, divided by the number of its choices."""
        return self.cost / self.choices if self.choices else 0.0


def plain(moment: Moment, places: Sequence[int]) -> dict[str, Any]:
    """Return a moment for JSON, with the numbers of the seats at *places*."""

    def of(returns: Returns) -> list[float]:
        return [returns[place] for place in places]

    words: dict[str, Any] = {
        "event": moment.event,
        "last": moment.last,
        "round": moment.round,
        "kind": moment.kind,
        "seat": moment.seat or None,
        "said": moment.said,
        "came": moment.came,
        "before": of(moment.before),
        "values": of(moment.after),
        "luck": of(moment.luck),
        "advantage": of(moment.advantage),
        "error": of(moment.error),
        "mark": moment.mark or None,
    }
    if moment.options:
        words |= {
            "cost": moment.cost if moment.compared else None,
            "low": moment.low if moment.compared else None,
            "high": moment.high if moment.compared else None,
            "best": moment.best or None,
            "settled": moment.settled,
            "options": moment.options,
            "compared": moment.compared,
        }
    return words
