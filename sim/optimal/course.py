"""Forward from the beginning: the probability of every position, by both sides' mixes.

The positions of a round are visited by falling height, so that all predecessors of a
position are visited before it. Where rounds are not told apart, each round has a sweep
of its own (`sim.optimal.backward`), and so other choices.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any

import numpy as np
from msgspec import Struct

from sim.optimal import sequence
from sim.optimal.backward import GraphValue
from sim.optimal.blocks import (
    Block,
    NextRound,
    OpenChoice,
    SealedChoices,
    Side,
    Throw,
    Trees,
)
from sim.optimal.graph import Graph, node_heights
from sim.optimal.matrix import Floats, Ints, MixPair
from sim.optimal.sequence import InformationSet
from sim.seam.protocol import Decision


class ReachedBlock(Struct, frozen=True):
    """A block that play reaches, with the probability *mass*.

    Where states do not know their round, *before* is added to the round they show; 0
    elsewhere. *mixes* are those of both sides there: the chances of the options if it
    is one question, else a plan. *plays* has the best choices.
    """

    node: int
    block: Block
    before: int
    mass: float
    mixes: tuple[Floats, Floats]
    plays: "ChoicesBySweep"


class ChoicesBySweep:
    """The choices of one sweep after the other, the last sweep first."""

    def __init__(self, graph: Graph, swept: GraphValue) -> None:
        self._option = np.zeros(len(graph.blocks), dtype=np.int64)
        self._mixes: dict[int, MixPair] = {}
        self._before: list[tuple[Ints, Ints, dict[int, MixPair | None]]] = []
        self._values = [play.values for play in swept.plays]
        for play in swept.plays:
            nodes, options = play.opens
            mixes = {node: self._mixes.get(node) for node in play.mixes}
            self._before.append((nodes, self._option[nodes], mixes))
            self._option[nodes] = options
            self._mixes.update(play.mixes)

    def back(self) -> None:
        """Undo the last sweep: the choices become those of one round later in play."""
        nodes, options, mixes = self._before.pop()
        self._values.pop()
        self._option[nodes] = options
        self._mixes.update(
            {node: mix for node, mix in mixes.items() if mix is not None}
        )

    @property
    def values(self) -> Floats | None:
        """The values of all nodes, None if they were not kept."""
        return self._values[-1]

    def mix(self, node: int, block: Block, side: Side) -> Floats:
        """Return the best mix of *side* in a block, empty if it is not asked."""
        if isinstance(block, OpenChoice):
            chosen = np.zeros(len(block.asked.options))
            chosen[self._option[node]] = 1.0
            return chosen
        if isinstance(block, SealedChoices | Trees):
            mixes = self._mixes[node]
            return mixes.columns if side else mixes.rows
        return np.zeros(0)


MixFunction = Callable[[int, Block, Side, ChoicesBySweep], Floats]
"""(node, block, side, best choices) -> the mix of that side there."""


def best_mix(node: int, block: Block, side: Side, plays: ChoicesBySweep) -> Floats:
    """Return the optimal mix of *side*."""
    return plays.mix(node, block, side)


def uniform_mix(_node: int, block: Block, side: Side, _plays: ChoicesBySweep) -> Floats:
    """Return the mix of *side* that takes every option with the same chance."""
    if isinstance(block, OpenChoice):
        return _equal_chances(len(block.asked.options))
    if isinstance(block, SealedChoices):
        return _equal_chances(len(block.asked[side].options))
    if isinstance(block, Trees):
        return sequence.uniform_plan(block, side)
    return np.zeros(0)


def _equal_chances(count: int) -> Floats:
    return np.full(count, 1.0 / count)


def reached_blocks(
    graph: Graph,
    swept: GraphValue,
    doing: tuple[MixFunction, MixFunction],
    least: float = 0.0,
) -> Iterator[ReachedBlock]:
    """Yield every block that play reaches with more than the *least* probability."""
    forward = _ForwardPass(graph, ChoicesBySweep(graph, swept), doing, least)
    before, begun = 0, {graph.root: 1.0}
    for turn in range(swept.turns, -1, -1):
        later: dict[int, float] = {}
        yield from forward.round(begun, before, later)
        forward.plays.back()
        begun, before = later, (graph.positions.second or 0) + swept.turns - turn
    if graph.full:
        return
    lates = {graph.lates[node]: mass for node, mass in begun.items()}
    yield from forward.round(lates, 0, {})


class _ForwardPass:
    """The forward pass through one round after the other."""

    def __init__(
        self,
        graph: Graph,
        plays: ChoicesBySweep,
        doing: tuple[MixFunction, MixFunction],
        least: float,
    ) -> None:
        self._blocks = graph.blocks
        self._height = node_heights(graph)
        self.plays = plays
        self._doing = doing
        self._least = least

    def round(
        self, begun: dict[int, float], before: int, later: dict[int, float]
    ) -> Iterator[ReachedBlock]:
        """Yield the blocks of the round of *begun*; add the next round's to *later*."""
        mass = dict(begun)
        waiting = list[tuple[int, int]]()
        for node in mass:
            heappush(waiting, (-int(self._height[node]), node))
        while waiting:
            _, node = heappop(waiting)
            block, probability = self._blocks[node], mass[node]
            if block is None or probability <= self._least:
                continue
            if isinstance(block, NextRound):
                later[block.begun] = later.get(block.begun, 0.0) + probability
                continue
            first, second = self._doing
            mixes = (
                first(node, block, 0, self.plays),
                second(node, block, 1, self.plays),
            )
            yield ReachedBlock(node, block, before, probability, mixes, self.plays)
            for after, share in _targets_with_chances(block, mixes):
                if after not in mass:
                    heappush(waiting, (-int(self._height[after]), after))
                mass[after] = mass.get(after, 0.0) + probability * share


def _targets_with_chances(
    block: Block, mixes: tuple[Floats, Floats]
) -> Iterator[tuple[int, float]]:
    """Yield the nodes that a block leads to, with their probabilities."""
    if isinstance(block, Throw):
        yield from zip(block.targets, block.chances, strict=True)
        return
    if isinstance(block, OpenChoice):
        targets, shares = np.array(block.targets), mixes[block.side]
    elif isinstance(block, SealedChoices):
        targets, shares = block.targets.ravel(), np.outer(*mixes).ravel()
    elif isinstance(block, Trees):
        targets, shares = block.reached(mixes)
    else:
        return
    likely = np.flatnonzero(shares)
    yield from zip(targets[likely].tolist(), shares[likely].tolist(), strict=True)


class AskedQuestion(Struct, frozen=True):
    """A question to a *side*: the probability *mass* of it, and its answers.

    *chances* are those of the options, in the order offered.
    """

    side: Side
    asked: Decision[Any]
    round: int
    mass: float
    chances: Floats


def questions_to(step: ReachedBlock, side: Side) -> Iterator[AskedQuestion]:
    """Yield the questions that *side* is asked in the block of a *step*."""
    block, mix = step.block, step.mixes[side]
    if isinstance(block, OpenChoice) and block.side == side:
        yield _question_to(step, side, block.asked, (step.mass, mix))
    elif isinstance(block, SealedChoices):
        yield _question_to(step, side, block.asked[side], (step.mass, mix))
    elif isinstance(block, Trees):
        ways = block.ways(side, step.mixes[1 - side])
        pairs = zip(block.questions[side], block.decisions(side), strict=True)
        for question, asked in pairs:
            own = float(mix[question.after])
            if own > 0.0:
                mass = step.mass * own * probability_asked(block, side, question, ways)
                answered = mass, mix[question.answers] / own
                yield _question_to(step, side, asked, answered)


def _question_to(
    step: ReachedBlock, side: Side, asked: Decision[Any], answered: tuple[float, Floats]
) -> AskedQuestion:
    return AskedQuestion(side, asked, step.before + asked.view.round, *answered)


def probability_asked(
    block: Trees, side: Side, question: InformationSet, ways: tuple[Ints, Floats]
) -> float:
    """Return the probability of a question, if the side itself answers towards it.

    That is the sum over the leaves beyond one of its answers, with the side's own later
    answers fixed.
    """
    own, others = ways
    beyond = {question.first}
    leaves = np.isin(own, list(_with_later_sequences(block.questions[side], beyond)))
    return float(others[leaves].sum())


def _with_later_sequences(
    questions: tuple[InformationSet, ...], sequences: set[int]
) -> set[int]:
    """Return *sequences* and the first answers of all questions that follow them."""
    for later in questions:
        if later.after in sequences:
            sequences.add(later.first)
    return sequences
