"""Solving conflicts with arrays: states that differ only in sums move together.

In many fights a blow only adds to somebody's damage, and damage matters only where it
reaches a mark, such as a capacity. So a state is split into its *core*, which is
everything else, and its *numbers*. For each core and round there is one array with a
cell for every combination of numbers; a cell holds the probability of that state.

Probability is pushed forward layer by layer:

1. For every core and round, cut its array into boxes of cells that are beyond the same
   marks. All states of a box take the same step, so the rules play it once for each.
2. The step gives the probability of each core that follows, and the amounts added to
   the numbers: the box moves, shifted by these, into an array of the next layer.
3. Mass at an ending is counted there; the rest is the next layer.

Layers that have been left are dropped, so memory is that of two layers.
"""

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from sim.graph.budget import BoundError, Budget, Guard, clock
from sim.graph.choosers import Choosers
from sim.graph.flow import Flow, GraphFlow
from sim.graph.graph import Floats
from sim.graph.layers import (
    Axes,
    Box,
    Mass,
    Move,
    Mover,
    axes_after,
    boxes_of,
    whole_box,
)
from sim.graph.progress import Progress
from sim.graph.steps import AgentReadsLead, Kind, Steps
from sim.seam.protocol import RuleSystem, SeatInfo

_STEPS_MAX = 10_000
_NOTHING = 1e-15
"""A smaller probability is not pushed on, but still counted as open."""
_KEPT = 1 << 16
"""Numbers in the arrays of a layer for each megabyte: half of it, for two layers."""


def flow_by_sums(
    system: RuleSystem[Any],
    begun: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    budget: Budget,
    progress: Progress,
) -> GraphFlow | None:
    """Return the endings that follow *begun*, if its chart has sums.

    None if it has none, if an agent's choices depend on the numbers, if it needs more
    than *budget* allows, or if it does not end. States that differ only in their
    numbers count as one.
    """
    chart = system.solving.chart
    sums = None if chart.sums is None else chart.sums(begun)
    if sums is None:
        return None
    choosers = Choosers(system, seats, specs)
    if choosers.read_all:
        return None
    steps = Steps(system, choosers, sums, len(sums.numbers(begun)))
    core, values = steps.split((begun, choosers.begin))
    try:
        flow = _Layers(steps, budget, progress).push(core, values)
    except (AgentReadsLead, BoundError):
        return None
    choosers.check(begun)
    return flow


Key = tuple[int, int]
"""A core, and a round."""
Plan = dict[Key, dict[Key, list[Move]]]
"""(from, to) -> the moves of probability between these two arrays."""


class _Layers:
    """Probability on its way: for every core and round, an array over all numbers."""

    def __init__(self, steps: Steps[Any], budget: Budget, progress: Progress) -> None:
        self._steps = steps
        self._budget = budget
        self._since = clock()
        self._check = Guard(self._within)
        steps.guard(self._check)
        self._progress = progress
        self._ended: dict[Kind, float] = {}
        self._length = self._open = 0.0
        self._states = self._edges = 0
        self._axes: Axes = ()
        self._cuts: dict[tuple[int, Box], list[Box]] = {}
        self._everything = whole_box(())

    def push(self, core: int, values: tuple[int, ...]) -> GraphFlow | None:
        """Push all probability from *core* at these *values* to the endings."""
        # An axis lists the values that one number can have in this layer. All begin
        # with a single value, that of the first state. The round is the first number.
        self._axes = tuple([np.array([value]) for value in values[1:]])
        layer = {(core, values[0]): np.ones([1] * len(self._axes))}
        for _ in range(_STEPS_MAX):
            layer = self._likely(layer)
            if not layer:
                return self._summed()
            self._states += len(layer)
            if self._states > self._budget.states:
                return None
            # Cuts depend on the axes, so they are computed anew for each layer.
            self._cuts = {}
            self._everything = whole_box(self._axes)
            plan = {key: self._planned(key, Mass(mass)) for key, mass in layer.items()}
            # The axes of the next layer have every value that some move can reach. If
            # the arrays over them would be too large, give up before making them.
            moves = [
                move
                for to in plan.values()
                for between in to.values()
                for move in between
            ]
            onto = axes_after(self._axes, moves)
            cells = prod([len(axis) for axis in onto])
            targets = len({key for to in plan.values() for key in to})
            self._progress(self._states, self._states + targets)
            if targets * cells > self._budget.megabytes * _KEPT:
                return None
            layer = self._moved(Mover(self._axes, onto), layer, plan)
            self._axes = onto
        return None

    def _within(self) -> None:
        """Raise BoundError if the budget is used up."""
        if bound := self._budget.used_up(self._since):
            raise BoundError(bound, bound)

    def _likely(self, layer: dict[Key, Floats]) -> dict[Key, Floats]:
        """Return *layer* without arrays of negligible probability."""
        likely: dict[Key, Floats] = {}
        for key, mass in layer.items():
            total = float(mass.sum())
            if total > _NOTHING / len(layer):
                likely[key] = mass
            else:
                self._open += total
        return likely

    def _planned(self, key: Key, mass: Mass) -> dict[Key, list[Move]]:
        """Take the steps from *key*: count the endings, and return the moves.

        A step may lead to another step of the same round before it adds anything. Such
        a core waits with the box it came from, and is cut further by its own marks.
        """
        moves: dict[Key, list[Move]] = {}
        round_ = key[1]
        waiting = [(key[0], self._everything, 1.0)]
        while waiting:
            self._check()
            core, within, chance = waiting.pop()
            place = self._steps.place(core, round_)
            for cut in self._cut(place, within):
                share = mass.of(cut)
                if not share:
                    continue
                example = partial(self._example, mass, cut, round_)
                outcomes = self._steps.take(place, cut.reached, example)
                for (kind, later), p in outcomes.ended.items():
                    self._end(kind, round_ + later, share * chance * p)
                for inner, p in outcomes.within.items():
                    waiting.append((inner, cut, chance * p))
                for (after, added), p in outcomes.then.items():
                    move = Move(cut, added[1:], chance * p)
                    moves.setdefault((after, round_ + added[0]), []).append(move)
        self._edges += sum(map(len, moves.values()))
        return moves

    def _cut(self, place: int, within: Box) -> list[Box]:
        """Divide the box *within* into boxes the step from *place* treats alike."""
        number = self._steps.marks_of[place]
        cuts = self._cuts.get((number, within))
        if cuts is None:
            size = tuple([len(values) for values in self._axes])
            boxes = boxes_of(self._axes, self._steps.marks[number])
            cuts = [box.within(within, size) for box in boxes]
            self._cuts[number, within] = cuts
        return cuts

    def _example(self, mass: Mass, cut: Box, round_: int) -> tuple[int, ...]:
        """Return round and numbers of one state in *cut*, which represents them all."""
        cell = zip(self._axes, mass.first(cut), strict=True)
        return round_, *[int(values[at]) for values, at in cell]

    def _end(self, kind: Kind, round_: int, mass: float) -> None:
        self._ended[kind] = self._ended.get(kind, 0.0) + mass
        self._length += mass * round_

    def _moved(
        self, mover: Mover, layer: dict[Key, Floats], plan: Plan
    ) -> dict[Key, Floats]:
        """Return the next layer, dropping each array of *layer* once it has moved."""
        next_layer: dict[Key, Floats] = {}
        for key, to in plan.items():
            mass = layer.pop(key)
            for target, moves in to.items():
                into = next_layer.get(target)
                if into is None:
                    into = next_layer[target] = np.zeros(mover.size)
                mover.move(mass, moves, into)
        return next_layer

    def _summed(self) -> GraphFlow:
        ended = np.array(list(self._ended.values()))
        flow = Flow(ended, np.zeros_like(ended), self._open, self._length)
        return GraphFlow(list(self._ended), flow, self._states, self._edges)
