"""Tries its options out on a fork of the conflict, with dice of its own.

The fork starts from what this seat may know, so nothing hidden leaks into it: sealed
answers of others are asked for again there. In it everyone plays steadily; only this
seat also tries plans that raise the stakes whenever possible, or that choose again when
asked again. All options are tried with the same simulated dice (common random numbers),
so few samples tell them apart.
"""

from collections.abc import Hashable, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from sim.conflict.walk import Walk
from sim.dice.pool import Dice, KeyedDice
from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Chance, Decision, Table

from ._futures import EVEN, NEAR, Futures, of_lead
from .steady import Steady, Weighed

_ANSWERS_MAX = 2_500


class _Plan(Struct, frozen=True):
    """How this seat plays on in the fork.

    When it *stands* by its choice, it keeps silent if *round* asks it such a question
    again (*kinds* are its options). When *deadly*, it raises the stakes if it can.
    """

    round: int
    kinds: frozenset[type[Fact]]
    deadly: bool = False
    stands: bool = True


class Lookahead(Steady):
    """Picks the option with the best mean return over *samples* simulated futures.

    A future stops *depth* rounds on, and then counts for how far it leads. Only the
    *width* best appraised options are tried, the best of the deadliest, and giving up
    where that is offered and every future of the best was seen to its end: a mere lead
    is no reason to give up.
    """

    def __init__(
        self,
        *,
        samples: Annotated[int, Meta(ge=1)] = 4,
        depth: Annotated[int, Meta(ge=1)] = 3,
        width: Annotated[int, Meta(ge=2)] = 2,
        price: float = 0.5,
    ) -> None:
        super().__init__(price=price)
        self.samples = samples
        self.depth = depth
        self.width = width
        self._round = -1
        self._luck: list[Dice] = []
        self._again = False
        self._could_raise = False

    def begin(self, table: Table) -> None:
        """Begin a conflict, without any simulated dice yet."""
        super().begin(table)
        self._round = -1

    def memory(self) -> Hashable:
        """Return None: its dice come from its random generator."""
        return None

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return None: it simulates what follows, from all of its view."""
        del worth
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the best appraised option, unless another clearly did better."""
        candidates = self._shortlist(asked)
        between = self.between(asked, candidates[0])
        if len(candidates) == 1 or between is not candidates[0]:
            return between
        imagined = self._imagined(asked.view.round)
        kinds = frozenset(type(option) for option in asked.options)
        plan = _Plan(asked.view.round, kinds)
        best, futures = candidates[0], self._tried(asked, candidates[0], plan, imagined)
        for option in candidates[1:]:
            if self._concedes(asked, option) and not futures.ended:
                continue
            other = self._tried(asked, option, plan, imagined)
            if other.clearly_beats(futures):
                best, futures = option, other
        return best

    def _tried(
        self, asked: Decision[Any], option: Fact, plan: _Plan, imagined: Sequence[Dice]
    ) -> Futures:
        """Return the futures of *option* under the best plan there is reason to try."""
        self._again = self._could_raise = False
        best = self._futures(asked, option, plan, imagined)
        others = [structs.replace(plan, deadly=True)] if self._could_raise else []
        others += [structs.replace(plan, stands=False)] if self._again else []
        for other in others:
            futures = self._futures(asked, option, other, imagined)
            if sum(futures.values) > sum(best.values) + NEAR:
                best = futures
        return best

    def _futures(
        self, asked: Decision[Any], option: Fact, plan: _Plan, imagined: Sequence[Dice]
    ) -> Futures:
        futures = [self._future(asked, option, plan, dice) for dice in imagined]
        values = tuple(value for value, _ in futures)
        return Futures(values, all(ended for _, ended in futures))

    def _concedes(self, asked: Decision[Any], option: Fact) -> bool:
        return any(
            offered == option and worth.concedes for offered, worth in self.weigh(asked)
        )

    def _imagined(self, round_: int) -> list[Dice]:
        """Return dice of its own: the same for every question of a round."""
        if round_ != self._round:
            self._round = round_
            bits = self.table.random.getrandbits
            keys = (bits(256).to_bytes(32, "big") for _ in range(self.samples))
            self._luck = [KeyedDice(key) for key in keys]
        return self._luck

    def _shortlist(self, asked: Decision[Any]) -> list[Fact]:
        """Return the options worth trying, best appraised first, concessions last."""
        weighed = self.weigh(asked)
        left = _staying(weighed)
        chosen: list[Fact] = []
        while left and len(chosen) < self.width:
            chosen.append(self.pick(left))
            left = [pair for pair in left if pair[0] is not chosen[-1]]
        if left:
            deadly = self.pick(_deadliest(_staying(weighed)))
            chosen += [] if deadly in chosen else [deadly]
        return chosen + [option for option, worth in weighed if worth.concedes]

    def _future(
        self, asked: Decision[Any], option: Fact, plan: _Plan, dice: Dice
    ) -> tuple[float, bool]:
        """Return what one future of *option* is worth here, and whether it ended."""
        fork = Walk(self.table.rules, asked.view, option)
        until = plan.round + self.depth
        for _ in range(_ANSWERS_MAX):
            then = fork.asked
            if type(then) is Decision:
                if then.who == self.table.seat and fork.state.round >= until:
                    lead = self.weigh(then)[0][1].ahead
                    return of_lead(lead), False
                fork.take(self._answer(then, plan))
            elif type(then) is Chance:
                fork.take(then.fall(dice, fork.state.round))
            else:
                return then.returns[self.table.seat], True
        return EVEN, False

    def _answer(self, asked: Decision[Any], plan: _Plan) -> Fact:
        """Return what is chosen in the fork: the steady choice, or what *plan* says."""
        if len(asked.options) == 1:
            return asked.options[0]
        weighed = self.weigh(asked)
        if asked.who == self.table.seat:
            if self._is_again(asked, plan):
                self._again = True
                if plan.stands:
                    return asked.options[0]
            staying = _staying(weighed) or weighed
            deadliest = _deadliest(staying)
            if len(deadliest) < len(staying):
                self._could_raise = True
                if plan.deadly:
                    return self.pick(deadliest)
        return self.pick(weighed)

    def _is_again(self, asked: Decision[Any], plan: _Plan) -> bool:
        return asked.view.round == plan.round and any(
            type(option) in plan.kinds for option in asked.options
        )


def _staying(weighed: Sequence[Weighed]) -> list[Weighed]:
    return [pair for pair in weighed if not pair[1].concedes]


def _deadliest(weighed: Sequence[Weighed]) -> list[Weighed]:
    stakes = max(worth.stakes for _, worth in weighed)
    return [pair for pair in weighed if pair[1].stakes == stakes]
