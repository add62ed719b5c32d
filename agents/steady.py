"""The best appraised option, every time: the agent the others are measured against.

It looks one exchange ahead by exact odds, takes what deals most and costs least, keeps
to the stakes it finds and never gives up. Where a rule system cannot appraise, it keeps
to the first option.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from sim.events import Fact
from sim.protocol import Agent, Appraisal, Decision, RuleSystem, State, Table

Weighed = tuple[Fact, Appraisal]
"""An option and what it is worth."""

_NEAR = 1e-9
_KNOWN_MAX = 4096


class Steady(Agent):
    """Picks by harm dealt less harm suffered, then by chance to win, then by cost.

    *price* is the harm that one point of a pool is worth: a point is spent only when
    it gains more than that. Options that are worth the same yield to the earlier, and
    what is deadlier than silence is left alone.
    """

    def __init__(self, *, price: float = 0.5) -> None:
        self.price = price
        self._rules: RuleSystem[Any] | None = None
        self._known: dict[tuple[int, State], list[Weighed]] = {}

    def begin(self, table: Table) -> None:
        """Sit down; under the same rules, what was worked out before still holds."""
        super().begin(table)
        if table.rules is not self._rules:
            self._rules = table.rules
            self._known.clear()

    def memory(self) -> Hashable:
        """Return what it remembers: nothing."""
        return ()

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads: all but who leads, and what endings return."""
        harm = worth.deals, worth.suffers
        return *harm, worth.cost, worth.win, worth.stakes, worth.concedes

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option."""
        return self.pick(self.weigh(asked))

    def weigh(self, asked: Decision[Any]) -> Sequence[Weighed]:
        """Return every option with its appraisal, in the order offered.

        Half of the questions of a long run come again, and exact odds are dear.
        """
        key = asked.who, asked.view
        weighed = self._known.get(key)
        if weighed is None:
            appraise, view = self.table.appraise, asked.view
            weighed = [(option, appraise(view, option)) for option in asked.options]
            if len(self._known) < _KNOWN_MAX:
                self._known[key] = weighed
        return weighed

    def pick(self, weighed: Sequence[Weighed]) -> Fact:
        """Return the best of *weighed* that does not concede, or else the first."""
        price = self.price
        best, silence = weighed[0]
        stakes = float("inf") if silence.concedes else silence.stakes
        most, chance, least = float("-inf"), 0.0, 0.0
        for option, worth in weighed:
            if worth.concedes or worth.stakes > stakes:
                continue
            cost = worth.cost
            gain = worth.deals - worth.suffers - price * cost
            if gain < most - _NEAR:
                continue
            win = worth.win
            if gain <= most + _NEAR:
                if win < chance - _NEAR:
                    continue
                if win <= chance + _NEAR and cost >= least:
                    continue
            best, most, chance, least = option, gain, win, cost
        return best
