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
from sim.optimal.backward import Swept
from sim.optimal.blocks import Block, Open, Sealed, Side, Trees
from sim.optimal.course import Met, Plays, Step, come_to, course, questions
from sim.optimal.graph import Graph
from sim.optimal.matrix import Floats
from sim.optimal.sequence import Asked
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
    play: tuple[Graph, Swept],
    clock: Clock,
) -> Losses:
    """Return what the agents of *sides* lose against each other.

    *play* is where best play stands. Raises AgentError for an agent that remembers, or
    of which nothing exact can be said; OddsError where there are too many rounds for
    it, TimeUpError where there is no time.
    """
    agents = _Agents(system, seats, sides)
    found, unseen = list[Loss](), list[float]()
    for step in course(*play, (agents.do, agents.do)):
        clock.look()
        lost = list(_lost(step))
        found += lost
        if isinstance(step.block, Sealed | Trees):
            unseen.append(_left_over(step, step.block, lost))
    return Losses(tuple(sorted(found, key=_dear)), fsum(unseen))


def _dear(one: Loss) -> float:
    return -one.cost * one.mass


def _lost(step: Step) -> Iterator[Loss]:
    """Yield what is lost in one block, by each side against the best of the other."""
    values = step.plays.values
    if values is None:
        message = "there are too many rounds to say what each choice costs"
        raise OddsError(message)
    for side, sign in ((0, 1.0), (1, -1.0)):
        worths = sign * _worths(step, side, values)
        if not len(worths):
            continue
        for one, options in _met(step, side, worths):
            best = int(options.argmax())
            costs = (options[best] - options) * one.chances
            taken, cost = int(costs.argmax()), float(costs.sum())
            if cost > NOISE:
                told = one.asked.options
                yield Loss(
                    side, one.asked, one.round, told[taken], told[best], cost, one.mass
                )


def _left_over(step: Step, block: Sealed | Trees, lost: Sequence[Loss]) -> float:
    """Return how much more came of a block for the first side than was *lost* in it."""
    values = step.plays.values
    assert values is not None
    one, other = step.mixes
    if isinstance(block, Sealed):
        came = float(one @ values[block.targets] @ other)
    else:
        nodes, shares = block.reached((one, other))
        came = float(values[nodes] @ shares)
    owed = fsum([loss.mass * (loss.cost if loss.side else -loss.cost) for loss in lost])
    return step.mass * (came - float(values[step.node])) - owed


def _met(step: Step, side: Side, worths: Floats) -> Iterator[tuple[Met, Floats]]:
    """Yield each question to *side*, with what each option is worth to it."""
    block = step.block
    if not isinstance(block, Trees):
        for one in questions(step, side):
            yield one, worths
        return
    others = _likely(step, side)
    by_first = {asked.first: asked for asked in block.questions[side]}
    totals = worths.copy()
    for asked in reversed(block.questions[side]):
        totals[asked.after] += totals[asked.answers].max()
    for one, asked in zip(
        questions(step, side), _come(step, side, by_first), strict=True
    ):
        likely = others.get(asked.first, 0.0)
        if likely > 0.0:
            yield one, totals[asked.answers] / likely


def _come(step: Step, side: Side, by_first: dict[int, Asked]) -> Iterator[Asked]:
    """Yield the questions that the side's own answers lead to."""
    mix = step.mixes[side]
    for asked in by_first.values():
        if mix[asked.after] > 0.0:
            yield asked


def _likely(step: Step, side: Side) -> dict[int, float]:
    """Return how likely each question is, by the best mix of the other side."""
    block = step.block
    assert isinstance(block, Trees)
    theirs = step.plays.mix(step.node, block, 1 - side)
    ways = block.ways(side, theirs)
    return {one.first: come_to(block, side, one, ways) for one in block.questions[side]}


def _worths(step: Step, side: Side, values: Floats) -> Floats:
    """Return what options, or sequences, are worth against the other's best mix."""
    node, block = step.node, step.block
    if isinstance(block, Open):
        return values[list(block.targets)] if block.side == side else np.zeros(0)
    if isinstance(block, Sealed):
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

    def do(self, _node: int, block: Block, side: Side, _plays: Plays) -> Floats:
        """Return what the agent of *side* does in a block."""
        if isinstance(block, Open):
            return self._chances(block.asked) if block.side == side else np.zeros(0)
        if isinstance(block, Sealed):
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
