"""Conflicts told in arrays: whoever differs in sums alone takes a step at once.

Mass is pushed forward step by step, and nothing is kept of a state that is left.
"""

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from sim.graph.budget import Budget
from sim.graph.flow import Flow, Pushed
from sim.graph.graph import Floats
from sim.graph.layers import Axes, Cut, Mass, Move, Mover, cuts, reached_by, whole
from sim.graph.progress import Progress
from sim.graph.steps import Kind, Leadless, ReadsLead, Steps
from sim.seam.protocol import RuleSystem, SeatInfo

_STEPS_MAX = 10_000
_NOTHING = 1e-15
"""Less mass than this is no mass, but still counted as open."""
_KEPT = 1 << 16
"""So many numbers are kept for each megabyte, half of what it holds."""


def summed(
    system: RuleSystem[Any],
    begun: Any,  # noqa: ANN401 - a state of the system, in which somebody is asked
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    budget: Budget,
    told: Progress,
) -> Pushed | None:
    """Return what follows *begun*, where its chart has sums and nobody reads them.

    None also where it takes more than *budget* allows, or does not come to an end. What
    differs in its numbers alone is one state.
    """
    chart = system.solving.chart
    sums = None if chart.sums is None else chart.sums(begun)
    if sums is None:
        return None
    choosers = Leadless(system, seats, specs)
    if choosers.read_all:
        return None
    steps = Steps(system, choosers, sums, len(sums.numbers(begun)))
    core, values = steps.split((begun, choosers.begin))
    try:
        found = _Layers(steps, budget, told).push(core, values)
    except ReadsLead:
        return None
    choosers.check(begun)
    return found


Key = tuple[int, int]
"""A core, and a round."""
Plan = dict[Key, dict[Key, list[Move]]]
"""From where to where mass moves, and how."""


class _Layers:
    """Mass on its way: for every core and round an array over all numbers."""

    def __init__(self, steps: Steps[Any], budget: Budget, told: Progress) -> None:
        self._steps = steps
        self._budget = budget
        self._progress = told
        self._ended: dict[Kind, float] = {}
        self._length = self._open = 0.0
        self._states = self._edges = 0
        self._axes: Axes = ()
        self._cuts: dict[tuple[int, Cut], list[Cut]] = {}
        self._everything = whole(())

    def push(self, core: int, values: tuple[int, ...]) -> Pushed | None:
        """Push all mass from here to where it ends."""
        self._axes = tuple([np.array([one]) for one in values[1:]])
        layer = {(core, values[0]): np.ones([1] * len(self._axes))}
        for _ in range(_STEPS_MAX):
            layer = self._likely(layer)
            if not layer:
                return self._summed()
            self._states += len(layer)
            if self._states > self._budget.states:
                return None
            self._cuts = {}
            self._everything = whole(self._axes)
            plan = {key: self._planned(key, Mass(mass)) for key, mass in layer.items()}
            moves = [m for to in plan.values() for some in to.values() for m in some]
            onto = reached_by(self._axes, moves)
            cells = prod([len(one) for one in onto])
            targets = len({key for to in plan.values() for key in to})
            self._progress(self._states, self._states + targets)
            if targets * cells > self._budget.megabytes * _KEPT:
                return None
            layer = self._moved(Mover(self._axes, onto), layer, plan)
            self._axes = onto
        return None

    def _likely(self, layer: dict[Key, Floats]) -> dict[Key, Floats]:
        """Return *layer* without what is so unlikely that it is no mass."""
        found: dict[Key, Floats] = {}
        for key, mass in layer.items():
            total = float(mass.sum())
            if total > _NOTHING / len(layer):
                found[key] = mass
            else:
                self._open += total
        return found

    def _planned(self, key: Key, mass: Mass) -> dict[Key, list[Move]]:
        """Take the steps from *key*: count what ends, and return what moves where."""
        moves: dict[Key, list[Move]] = {}
        round_ = key[1]
        waiting = [(key[0], self._everything, 1.0)]
        while waiting:
            core, within, chance = waiting.pop()
            place = self._steps.place(core, round_)
            for cut in self._cut(place, within):
                share = mass.of(cut)
                if not share:
                    continue
                one = partial(self._one, mass, cut, round_)
                told = self._steps.take(place, cut.reached, one)
                for (kind, later), p in told.ended.items():
                    self._end(kind, round_ + later, share * chance * p)
                for inner, p in told.within.items():
                    waiting.append((inner, cut, chance * p))
                for (after, added), p in told.then.items():
                    move = Move(cut, added[1:], chance * p)
                    moves.setdefault((after, round_ + added[0]), []).append(move)
        self._edges += sum(map(len, moves.values()))
        return moves

    def _cut(self, place: int, within: Cut) -> list[Cut]:
        """Return the cells *within* a cut by what the step from *place* reads."""
        number = self._steps.marks_of[place]
        found = self._cuts.get((number, within))
        if found is None:
            size = tuple([len(values) for values in self._axes])
            some = cuts(self._axes, self._steps.marks[number])
            found = [one.within(within, size) for one in some]
            self._cuts[number, within] = found
        return found

    def _one(self, mass: Mass, cut: Cut, round_: int) -> tuple[int, ...]:
        """Return the round and numbers of a state of *cut*."""
        cell = zip(self._axes, mass.first(cut), strict=True)
        return round_, *[int(values[at]) for values, at in cell]

    def _end(self, kind: Kind, round_: int, mass: float) -> None:
        self._ended[kind] = self._ended.get(kind, 0.0) + mass
        self._length += mass * round_

    def _moved(
        self, mover: Mover, layer: dict[Key, Floats], plan: Plan
    ) -> dict[Key, Floats]:
        """Return the next layer; the present one is used up."""
        found: dict[Key, Floats] = {}
        for key, to in plan.items():
            mass = layer.pop(key)
            for target, moves in to.items():
                into = found.get(target)
                if into is None:
                    into = found[target] = np.zeros(mover.size)
                mover.move(mass, moves, into)
        return found

    def _summed(self) -> Pushed:
        ended = np.array(list(self._ended.values()))
        flow = Flow(ended, np.zeros_like(ended), self._open, self._length)
        return Pushed(list(self._ended), flow, self._states, self._edges)
