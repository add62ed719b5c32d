"""What given agents lose where they choose otherwise than is best.

The agents play each other. Wherever one is asked, its answer is held against the best
one, both followed by best play on both sides; behind a seal, against the other's best
mix. The loss of a question is that difference times how often the question is met.

Behind a seal the agents meet each other, not best mixes. Where both choose otherwise
than is best at the same time, what comes of it need not be the sum of what either loses
against the best mix: two who always show the same coin lose nothing against one who
tosses his, and yet one wins every time. What is left over is kept by itself. With it

    value = what the agents get + losses of the first - losses of the second - left over
"""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any

import numpy as np
from msgspec import Struct

from sim.errors import AgentError, OddsError
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.optimal.backward import GraphValue
from sim.optimal.blocks import Block, OpenChoice, SealedChoices, Side, Trees
from sim.optimal.course import (
    AskedQuestion,
    ChoicesBySweep,
    ReachedBlock,
    probability_asked,
    questions_to,
    reached_blocks,
)
from sim.optimal.graph import Graph
from sim.optimal.matrix import Floats
from sim.optimal.sequence import InformationSet
from sim.optimal.sides import Sides
from sim.seam.events import Fact
from sim.seam.protocol import Decision, RuleSystem, SeatInfo
from sim.seam.seats import by_seat

NOISE = 1e-9
"""An answer that costs less each time costs nothing: so much a solver's mix may miss.

All that is left out comes to less than this for each question of a conflict.
"""


class Loss(Struct, frozen=True):
    """A question at which an agent chooses otherwise than is best.

    *taken* is the answer that costs it most, the only one unless it draws lots, and
    *best* the best one; *cost* is what it loses each time on average, *mass* how often
    it is asked in a conflict.
    """

    side: Side
    asked: Decision[Any]
    round: int
    taken: Fact
    best: Fact
    cost: float
    mass: float


class Losses(Struct, frozen=True):
    """What the agents lose, the dearest first, and what is *unseen*.

    That is how much more the first side got than the losses explain, since both chose
    otherwise than is best at the same time, unseen.
    """

    each: tuple[Loss, ...]
    unseen: float


def losses(
    system: RuleSystem[Any],
    seats: Sequence[SeatInfo],
    sides: Sides,
    play: tuple[Graph, GraphValue],
    clock: Clock,
) -> Losses:
    """Return the losses of the agents of *sides* against each other.

    *play* is where best play stands. Raises AgentError for an agent that remembers, or
    of which nothing exact can be said; OddsError if there are too many rounds for
    it, TimeUpError if there is no time.
    """
    agents = _Agents(system, seats, sides)
    found, unseen = list[Loss](), list[float]()
    for step in reached_blocks(*play, (agents.do, agents.do)):
        clock.look()
        lost = list(_losses_in_block(step))
        found += lost
        if isinstance(step.block, SealedChoices | Trees):
            unseen.append(_gain_left_over(step, step.block, lost))
    return Losses(tuple(sorted(found, key=_by_cost)), fsum(unseen))


def _by_cost(one: Loss) -> float:
    return -one.cost * one.mass


def _losses_in_block(step: ReachedBlock) -> Iterator[Loss]:
    """Yield the losses in one block, of each side against the best of the other."""
    values = step.plays.values
    if values is None:
        message = "there are too many rounds to say what each choice costs"
        raise OddsError(message)
    for side, sign in ((0, 1.0), (1, -1.0)):
        worths = sign * _option_worths(step, side, values)
        if not len(worths):
            continue
        for one, options in _questions_with_worths(step, side, worths):
            best = int(options.argmax())
            costs = (options[best] - options) * one.chances
            taken, cost = int(costs.argmax()), float(costs.sum())
            # What the other's best mix leads to may never be asked between the agents.
            if cost > NOISE and one.mass > 0.0:
                told = one.asked.options
                yield Loss(
                    side, one.asked, one.round, told[taken], told[best], cost, one.mass
                )


def _gain_left_over(
    step: ReachedBlock, block: SealedChoices | Trees, lost: Sequence[Loss]
) -> float:
    """Return the first side's gain in a block that *lost* does not explain."""
    values = step.plays.values
    assert values is not None
    one, other = step.mixes
    if isinstance(block, SealedChoices):
        came = float(one @ values[block.targets] @ other)
    else:
        nodes, shares = block.reached((one, other))
        came = float(values[nodes] @ shares)
    owed = fsum([loss.mass * (loss.cost if loss.side else -loss.cost) for loss in lost])
    return step.mass * (came - float(values[step.node])) - owed


def _questions_with_worths(
    step: ReachedBlock, side: Side, worths: Floats
) -> Iterator[tuple[AskedQuestion, Floats]]:
    """Yield each question to *side*, with the value of each option to it."""
    block = step.block
    if not isinstance(block, Trees):
        for one in questions_to(step, side):
            yield one, worths
        return
    others = _question_chances(step, side)
    by_first = {asked.first: asked for asked in block.questions[side]}
    totals = worths.copy()
    for asked in reversed(block.questions[side]):
        totals[asked.after] += totals[asked.answers].max()
    for one, asked in zip(
        questions_to(step, side), _questions_reached(step, side, by_first), strict=True
    ):
        likely = others.get(asked.first, 0.0)
        if likely > 0.0:
            yield one, totals[asked.answers] / likely


def _questions_reached(
    step: ReachedBlock, side: Side, by_first: dict[int, InformationSet]
) -> Iterator[InformationSet]:
    """Yield the questions that the side's own answers lead to."""
    mix = step.mixes[side]
    for asked in by_first.values():
        if mix[asked.after] > 0.0:
            yield asked


def _question_chances(step: ReachedBlock, side: Side) -> dict[int, float]:
    """Return question -> probability, by the best mix of the other side."""
    block = step.block
    assert isinstance(block, Trees)
    theirs = step.plays.mix(step.node, block, 1 - side)
    ways = block.ways(side, theirs)
    return {
        one.first: probability_asked(block, side, one, ways)
        for one in block.questions[side]
    }


def _option_worths(step: ReachedBlock, side: Side, values: Floats) -> Floats:
    """Return the values of options, or sequences, against the other's best mix."""
    node, block = step.node, step.block
    if isinstance(block, OpenChoice):
        return values[list(block.targets)] if block.side == side else np.zeros(0)
    if isinstance(block, SealedChoices):
        theirs = step.plays.mix(node, block, 1 - side)
        worths = values[block.targets]
        return worths @ theirs if side == 0 else theirs @ worths
    if isinstance(block, Trees):
        theirs = step.plays.mix(node, block, 1 - side)
        payoffs = block.payoffs(values)
        return payoffs.to_second(theirs) if side else payoffs.to_first(theirs)
    return np.zeros(0)


class _Agents:
    """The agents of both sides, asked wherever the conflict comes to."""

    def __init__(
        self, system: RuleSystem[Any], seats: Sequence[SeatInfo], sides: Sides
    ) -> None:
        every = [seat for seat, _ in by_seat(seats)]
        self._choosers = Choosers(system, seats, sides.specs, lots=every)

    def do(
        self, _node: int, block: Block, side: Side, _plays: ChoicesBySweep
    ) -> Floats:
        """Return the mix of the agent of *side* in a block."""
        if isinstance(block, OpenChoice):
            return self._chances(block.asked) if block.side == side else np.zeros(0)
        if isinstance(block, SealedChoices):
            return self._chances(block.asked[side])
        if isinstance(block, Trees):
            plan = np.zeros(block.sizes()[side])
            plan[0] = 1.0
            pairs = zip(block.questions[side], block.decisions(side), strict=True)
            for one, asked in pairs:
                if plan[one.after] > 0.0:
                    plan[one.answers] = plan[one.after] * self._chances(asked)
            return plan
        return np.zeros(0)

    def _chances(self, asked: Decision[Any]) -> Floats:
        begin = self._choosers.begin
        answers, after = self._choosers.answers(asked, begin)
        if after != begin:
            message = (
                f"{self._choosers.place(asked.who)} remembers what it was asked before,"
                " so its choices are not held against the best ones"
            )
            raise AgentError(message)
        chances = dict(answers)
        return np.array([chances.get(option, 0.0) for option in asked.options])
