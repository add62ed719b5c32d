"""Foresees what the others are about to answer, and answers that.

Where both sides choose without seeing each other, the best reply to what the other does
now is easily foretold. This agent plays the conflict on in a fork, where the others
answer by exact odds, until it is asked the same again and sees what they chose.
"""

from collections.abc import Hashable
from typing import Any

from sim.events import Fact, Seat
from sim.protocol import Appraisal, Asked, Chance, Decision, State
from sim.walk import Walk

from .steady import Steady, Weighed

_KNOWN_MAX = 4096


class Omen(Steady):
    """Steady against what is coming instead of what is.

    It looks ahead only where choices are sealed, and *horizon* answers far at most. In
    its fork it keeps silent itself and every die shows its middle.
    """

    def __init__(self, *, horizon: int = 40, price: float = 0.5) -> None:
        super().__init__(price=price)
        self.horizon = horizon
        self._foretold: dict[tuple[int, State], Fact] = {}

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return None: it reads what follows."""
        del worth
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option against what the others are about to answer."""
        if not all(option.sealed for option in asked.options):
            return super().choose(asked)
        key = asked.who, asked.view
        chosen = self._foretold.get(key)
        if chosen is None or chosen not in asked.options:
            later = self.foresee(asked)
            chosen = self.pick(self.weigh(asked) if later is None else later)
            if len(self._foretold) < _KNOWN_MAX:
                self._foretold[key] = chosen
        return chosen

    def foresee(self, asked: Decision[Any]) -> list[Weighed] | None:
        """Weigh the options where they are offered again; None if they are not.

        What silence means now is weighed as what it will mean then.
        """
        fork = Walk(self.table.rules, asked.view, asked.options[0])
        for _ in range(self.horizon):
            then = fork.asked
            if type(then) is Decision and then.who == asked.who:
                silence, *others = then.options
                if set(asked.options[1:]) <= set(others):
                    meant = (silence, *asked.options[1:])
                    appraise = self.table.appraise
                    return [
                        (option, appraise(then.view, one))
                        for option, one in zip(asked.options, meant, strict=True)
                    ]
            answer = self._answer(then, asked.who)
            if answer is None:
                return None
            fork.take(answer)
        return None

    def _answer(self, asked: Asked[Any], own: Seat) -> Fact | None:
        """Return what is answered in the fork; None when it is over."""
        if type(asked) is Decision:
            silent = asked.who == own
            return asked.options[0] if silent else self.pick(self.weigh(asked))
        if type(asked) is Chance:
            middle = tuple((die.low + die.high) // 2 for die in asked.pool)
            return asked.rolled(middle)
        return None
