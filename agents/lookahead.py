"""Tries its options out on a fork of the conflict, with dice of its own.

The fork starts from what this seat may know, so nothing hidden leaks into it: sealed
answers of others are asked for again there. In it everyone plays steadily. All options
meet the same imagined luck, so few samples tell them apart.
"""

from typing import Annotated, Any

from msgspec import Meta

from agents.steady import Steady
from sim.dice import Dice, KeyedDice
from sim.events import Fact
from sim.protocol import Appraisal, Chance, Decision, Due, State

_STEPS_MAX = 100_000
_EVEN = 0.5
_TRUST = 0.9
"""How much a lead counts where sampling stops, of what winning would count."""


class Lookahead(Steady):
    """Picks the option with the best mean return over *samples* imagined futures.

    A future stops *depth* rounds on, and then counts for how far it leads. Only the
    *width* best appraised options are tried, and giving up where it is offered.
    """

    def __init__(
        self,
        *,
        samples: Annotated[int, Meta(ge=1)] = 12,
        depth: Annotated[int, Meta(ge=1)] = 2,
        width: Annotated[int, Meta(ge=2)] = 4,
        price: float = 0.25,
    ) -> None:
        super().__init__(price=price)
        self.samples = samples
        self.depth = depth
        self.width = width

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option that did best; on a tie, the better appraised."""
        candidates = self._shortlist(asked)
        if len(candidates) == 1:
            return candidates[0]
        bits = self.table.random.getrandbits
        luck = [KeyedDice(bits(256).to_bytes(32, "big")) for _ in range(self.samples)]
        best, most = candidates[0], float("-inf")
        for option in candidates:
            total = sum(self._try(asked.view, option, dice) for dice in luck)
            if total > most:
                best, most = option, total
        return best

    def _shortlist(self, asked: Decision[Any]) -> list[Fact]:
        """Return the best appraised options, best first, and then the concessions."""
        weighed = self.weigh(asked)
        left = [pair for pair in weighed if not pair[1].concedes]
        chosen: list[Fact] = []
        while left and len(chosen) < self.width:
            best = self.pick(left)
            chosen.append(best)
            left = [pair for pair in left if pair[0] is not best]
        return chosen + [option for option, worth in weighed if worth.concedes]

    def _try(self, view: State, option: Fact, dice: Dice) -> float:
        """Return what one future after *option* is worth to this seat."""
        rules = self.table.rules
        until = view.round + self.depth
        state = self._take(view, option)
        for _ in range(_STEPS_MAX):
            asked = rules.ask(state)
            if type(asked) is Due:
                for due in asked.events:
                    state = rules.evolve(state, due)
            elif type(asked) is Decision:
                if asked.who == self.table.seat and state.round >= until:
                    lead = self._worth(asked.view, asked.options[0]).ahead
                    return _EVEN + _EVEN * _TRUST * lead
                state = self._take(state, self._policy(asked))
            elif type(asked) is Chance:
                name = (state.round, asked.who, asked.why, asked.attempt)
                faces = dice.roll(*name, asked.seen, asked.pool)
                state = self._take(state, asked.rolled(faces))
            else:
                return asked.returns[self.table.seat]
        return _EVEN

    def _take(self, state: State, fact: Fact) -> State:
        """Return the state after *fact* and what follows from it."""
        rules = self.table.rules
        consequences = rules.decide(state, fact)
        state = rules.evolve(state, fact)
        for consequence in consequences:
            state = rules.evolve(state, consequence)
        return state

    def _policy(self, asked: Decision[Any]) -> Fact:
        """Return what anyone would do in the fork: the steady choice."""
        if len(asked.options) == 1:
            return asked.options[0]
        return self.pick(self.weigh(asked))

    def _worth(self, view: State, option: Fact) -> Appraisal:
        return self.table.appraise(view, option)
