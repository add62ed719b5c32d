"""Foresees what the others are about to answer, and answers that.

Where both sides choose without seeing each other, the best reply to what the other does
now is easily foretold. This agent supposes that the others reason so, by exact odds,
and weighs its own options against what they will have chosen.
"""

from typing import Any

from agents.steady import Steady
from sim.events import Fact
from sim.protocol import Decision, Due, State

_KNOWN_MAX = 4096


class Omen(Steady):
    """Steady against what is coming instead of what is.

    It looks ahead only at choices that are sealed, *parts* answers far at most; what is
    open it sees anyway.
    """

    def __init__(self, *, parts: int = 8, price: float = 0.5) -> None:
        super().__init__(price=price)
        self.parts = parts
        self._foretold: dict[tuple[int, State], Fact] = {}

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best option against what the others are about to answer."""
        if not all(option.sealed for option in asked.options):
            return super().choose(asked)
        key = asked.who, asked.view
        chosen = self._foretold.get(key)
        if chosen is None or chosen not in asked.options:
            coming = self.foresee(asked)
            appraise = self.table.appraise
            options = [(option, appraise(coming, option)) for option in asked.options]
            chosen = self.pick(options)
            if len(self._foretold) < _KNOWN_MAX:
                self._foretold[key] = chosen
        return chosen

    def foresee(self, asked: Decision[Any]) -> State:
        """Return the state as it will be when everyone has answered, oneself silent.

        The view as it is, when the conflict would end or nobody else is to answer.
        """
        ask, evolve = self.table.rules.ask, self.table.rules.evolve
        state: State = self._after(asked.view, asked.options[0])
        then = ask(state)
        others = 0
        for _ in range(self.parts):
            if type(then) is not Decision or not then.options[0].sealed:
                break
            silent = then.who == asked.who
            others += not silent
            answer = then.options[0] if silent else self.pick(self.weigh(then))
            state = self._after(state, answer)
            then = ask(state)
        if not others or type(then) is not Due:
            return state if others and type(then) is not Due else asked.view
        for due in then.events:
            state = evolve(state, due)
        return state

    def _after(self, state: State, fact: Fact) -> State:
        rules = self.table.rules
        follows = rules.decide(state, fact)
        state = rules.evolve(state, fact)
        for event in follows:
            state = rules.evolve(state, event)
        return state
