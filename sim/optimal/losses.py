"""What given agents lose by choices that are not optimal.

The agents play each other. Wherever one is asked, its answer is compared with the best
one, both followed by best play on both sides; if the other answers at the same time,
both are compared against the other's optimal mix. The loss of a question is that
difference times the probability of the question.

In simultaneous choices the agents meet each other, not optimal mixes. If both deviate
at once, the result need not be the sum of their losses against the optimal mixes: in
matching pennies two agents that always show the same coin lose nothing against one that
tosses it, and yet one of them wins every time. This remainder is kept apart:

    value = what the agents get + losses of the first - losses of the second - remainder
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
"""An answer that costs less counts as optimal: a solver's mix may miss by this much.

The total left out is less than this for each question of a conflict.
"""


class Loss(Struct, frozen=True):
    """A question at which an agent does not make the best choice.

    *best* is the best answer and *taken* the agent's answer, the costliest if it draws
    among several. *cost* is the expected loss each time the question is asked, *mass*
    how often that is in a conflict.
    """

    side: Side
    asked: Decision[Any]
    round: int
    taken: Fact
    best: Fact
    cost: float
    mass: float


class Losses(Struct, frozen=True):
    """The losses of the agents, the largest first, and the remainder *unseen*.

    That is how much more the first side got than the losses explain, because both
    deviated at the same time, unseen by each other.
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

    *play* is the graph and its solution. Raises AgentError for an agent that remembers
    or cannot be followed exactly, OddsError if there are too many rounds, TimeUpError
    if there is no time.
    """
    agents = _Agents(system, seats, sides)
    each, remainders = list[Loss](), list[float]()
    for step in reached_blocks(*play, (agents.mix, agents.mix)):
        clock.look()
        in_block = list(_losses_in_block(step))
        each += in_block
        if isinstance(step.block, SealedChoices | Trees):
            remainders.append(_remainder(step, step.block, in_block))
    return Losses(tuple(sorted(each, key=_by_cost)), fsum(remainders))


def _by_cost(loss: Loss) -> float:
    return -loss.cost * loss.mass


def _losses_in_block(step: ReachedBlock) -> Iterator[Loss]:
    """Yield the losses of each side in one block, against the other's best play."""
    values = step.plays.values
    if values is None:
        message = "there are too many rounds to say what each choice costs"
        raise OddsError(message)
    for side, sign in ((0, 1.0), (1, -1.0)):
        worths = sign * _option_worths(step, side, values)
        if not len(worths):
            continue
        for question, option_worths in _questions_with_worths(step, side, worths):
            best = int(option_worths.argmax())
            costs = (option_worths[best] - option_worths) * question.chances
            taken, cost = int(costs.argmax()), float(costs.sum())
            # A question on the way of the other's best mix may have no probability
            # between the agents.
            if cost > NOISE and question.mass > 0.0:
                asked, mass = question.asked, question.mass
                answer, better = asked.options[taken], asked.options[best]
                yield Loss(side, asked, question.round, answer, better, cost, mass)


def _remainder(
    step: ReachedBlock, block: SealedChoices | Trees, in_block: Sequence[Loss]
) -> float:
    """Return the first side's gain in a block that its losses do not explain."""
    values = step.plays.values
    assert values is not None
    first, second = step.mixes
    if isinstance(block, SealedChoices):
        actual = float(first @ values[block.targets] @ second)
    else:
        nodes, shares = block.reached((first, second))
        actual = float(values[nodes] @ shares)
    explained = fsum(
        [loss.mass * (loss.cost if loss.side else -loss.cost) for loss in in_block]
    )
    return step.mass * (actual - float(values[step.node])) - explained


def _questions_with_worths(
    step: ReachedBlock, side: Side, worths: Floats
) -> Iterator[tuple[AskedQuestion, Floats]]:
    """Yield each question to *side*, with the value of each option to it."""
    block = step.block
    if not isinstance(block, Trees):
        for question in questions_to(step, side):
            yield question, worths
        return
    others = _question_chances(step, side)
    by_first = {asked.first: asked for asked in block.questions[side]}
    totals = worths.copy()
    # Add the best answer of every later question to the sequence that leads to it.
    for asked in reversed(block.questions[side]):
        totals[asked.after] += totals[asked.answers].max()
    for question, asked in zip(
        questions_to(step, side), _questions_reached(step, side, by_first), strict=True
    ):
        # Worths of sequences contain the probability that the question is asked.
        likely = others.get(asked.first, 0.0)
        if likely > 0.0:
            yield question, totals[asked.answers] / likely


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
        question.first: probability_asked(block, side, question, ways)
        for question in block.questions[side]
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
    """The agents of both sides, asked wherever play leads."""

    def __init__(
        self, system: RuleSystem[Any], seats: Sequence[SeatInfo], sides: Sides
    ) -> None:
        every = [seat for seat, _ in by_seat(seats)]
        self._choosers = Choosers(system, seats, sides.specs, may_draw=every)

    def mix(
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
            for question, asked in pairs:
                before = plan[question.after]
                if before > 0.0:
                    plan[question.answers] = before * self._chances(asked)
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
