"""Double oracle: bounds of a value, from conflicts in which one side has few options.

A conflict in which only one side is restricted to a menu (`sim.optimal.menus`) is worth
no more to that side than the true one: with a menu for the first side its value is a
lower bound, with one for the second an upper bound. With a menu the graph is far
smaller.

Both menus begin with the answers of the agents. A side that has no menu in one of the
two conflicts shows by its best play there what its menu lacks in the other: this is
added, and only the blocks with changed questions are followed again. When neither menu
lacks anything, both conflicts have the same value, which is that of the true one.

Source: double oracle (McMahan, Gordon and Blum 2003) and its form for games that unfold
(Bosansky, Kiekintveld, Lisy and Pechoucek 2014), with bounds for what was not followed.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import structs

from sim.graph.budget import Budget, Limit, kind_of, without_garbage_collection
from sim.graph.clock import Clock, TimeUpError
from sim.graph.progress import Progress, no_progress
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.blocks import Side
from sim.optimal.course import best_mix, questions_to, reached_blocks, uniform_mix
from sim.optimal.exploring import BudgetFull, Explorer
from sim.optimal.graph import Graph
from sim.optimal.independent_blocks import IndependentBlock
from sim.optimal.matrix import Floats
from sim.optimal.menus import Key, Menu, Places
from sim.optimal.narrowing import CLOSED, Narrowing
from sim.optimal.side_outcomes import PartQuestion
from sim.optimal.sides import Sides
from sim.seam.protocol import Decision, RuleSystem

_NEAR = 0.25
"""Menus grow once a restricted conflict's own gap is less than this share of the gap
between both bounds."""
_WHOLE = 0.3
"""The share of the time after which it is decided whether the whole graph may fit."""
_OPEN = 0.35
"""It may fit if at most this share of the positions is still to be followed."""
_STATES = 0.5
"""The share of the states for the whole graph; the rest is for the heuristic search."""
_SOON = 0.1
"""With fewer seconds left nothing is begun."""
_TRIES = 0.125
"""The first share of the time that each side's agent has before the other's turn."""
_TURN, _ALL = 0.5, 1.0
"""The share of the time that one bound has before the other's turn, and all of it."""
_SELDOM = 1e-4
"""At first only answers to questions more probable than this are added to menus."""
_SELDOM_FACTOR = 1 / 30
"""If nothing was added, that limit is multiplied by this."""
_NEVER = 1e-12
_TAKEN = 1e-9
"""An option with a smaller chance does not count as taken."""


TakenOptions = tuple[Key, Decision[Any], Places]
"""The key by which menus know a question, the question, and the options taken."""


class RestrictedConflict:
    """The conflict in which one *side* has a menu, and the bound that it gives."""

    def __init__(self, explorer: Explorer, side: Side, menu: Menu, aim: Aim) -> None:
        self.explorer, self.side, self.menu, self._aim = explorer, side, menu, aim
        self._narrowing = Narrowing(explorer, aim)
        self.may_fit = True
        """Whether the whole graph may still fit into the budget."""
        self._changed = True
        """Whether more was followed than the last solution has."""
        self.swept: GraphValue | None = None
        self.graph: Graph | None = None
        self.bound = aim.range[side]
        """The best bound found: what the side with the menu can be sure of."""
        self.best: tuple[Graph, GraphValue] | None = None
        """The graph and solution that gave the bound."""
        self.by_agent = False
        """Whether the side's agent makes sure of it, with nothing added to its menu."""

    def solve_whole(self, until: Clock, computing: Clock) -> bool:
        """Follow the whole graph; return whether it fits and its value is computed.

        If so, the bound is exact for the menu. If it is unlikely to fit, this is not
        tried again. The graph is followed *until* then, and solved within *computing*.
        """
        followed = self.explorer.followed
        done = self.explorer.everything(until, _STATES)
        by_time = kind_of(self.explorer.full) is Limit.TIME
        self.may_fit = done or (by_time and self.explorer.left < _OPEN)
        self._changed |= self.explorer.followed > followed
        if done and self._changed:
            graph, before = self.explorer.graph(), self._narrowing.found
            try:
                swept = BackwardInduction(graph, computing).swept(
                    self._aim, before, computing
                )
            except TimeUpError:
                return False
            self._changed, self.graph, self.swept = False, graph, swept
            self._narrowing.found = swept
            self._keep_better(graph, swept)
        return done

    def run(self, until: Clock, gap: float) -> None:
        """Improve the bound until its own gap is less than *gap*, or the time is up.

        While the whole graph may fit it is followed, and the bound is exact; after that
        the heuristic search takes over.
        """
        while self.may_fit and until.left > _SOON:
            if self.solve_whole(until.part(_WHOLE), until):
                return
        bounds = self._narrowing.run(until, max(gap, CLOSED))
        if bounds is not None and self._narrowing.graph is not None:
            self.swept, self.graph = bounds, self._narrowing.graph
            self._keep_better(self.graph, bounds)

    def _keep_better(self, graph: Graph, swept: GraphValue) -> None:
        """Keep the bound of a solution if it is better than the one before."""
        menu, bound = self.menu, swept.high if self.side else swept.low
        better = bound < self.bound if self.side else bound > self.bound
        if better or self.best is None:
            self.bound, self.best = bound, (graph, swept)
            # Within a part the menu begins with what the agent answers in another state
            # that agrees on it; the agent may see more.
            apart = self.explorer.positions.restricts_parts
            self.by_agent = menu.is_agent and not menu.added and not apart

    def taken(self, least: float, until: Clock) -> list[TakenOptions]:
        """Return the options that the other side takes in best play.

        Only questions with a probability above *least* are looked at. Raises
        TimeUpError if that takes longer than *until*.
        """
        if self.swept is None or self.graph is None:
            return []
        other = 1 - self.side
        doing = (uniform_mix, best_mix) if other else (best_mix, uniform_mix)
        taken, positions = list[TakenOptions](), self.explorer.positions
        for step in reached_blocks(self.graph, self.swept, doing, least):
            until.look()
            if isinstance(step.block, IndependentBlock):
                taken += _taken_apart(step.block, other, step.mixes[other])
                continue
            for question in questions_to(step, other):
                places = _places(question.chances)
                taken.append((positions.key(question.asked), question.asked, places))
        return taken

    def grow(self, taken: Sequence[TakenOptions]) -> int:
        """Add the options *taken* to the menu; return how many are new."""
        before, changed = self.menu.added, set[int]()
        for key, asked, places in taken:
            changed |= self.explorer.positions.add(key, asked, places)
        for number in sorted(changed):
            self._narrowing.again(number)
            self._changed = True
        return self.menu.added - before


def _places(chances: Floats) -> Places:
    return tuple(np.flatnonzero(chances > _TAKEN).tolist())


def _taken_apart(
    block: IndependentBlock, side: Side, plan: Floats
) -> Iterator[TakenOptions]:
    """Yield the options that a *side* takes by its *plan* in an independent block."""
    part = block.parts[side]
    for number, question in enumerate(block.questions[side]):
        before = plan[question.after]
        if before > _TAKEN:
            key = PartQuestion(part, number)
            yield key, question.asked, _places(plan[question.answers] / before)


class DoubleOracle:
    """The two restricted conflicts (halves) by one aim, with menus that grow."""

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: object,
        sides: Sides,
        aim: Aim,
        budget: Budget,
        progress: Progress = no_progress,
    ) -> None:
        first, second = [
            _restricted_conflict(system, scenario, (sides, side), aim, budget, progress)
            for side in (0, 1)
        ]
        self.halves = first, second
        self._least = _SELDOM

    @property
    def gap(self) -> float:
        """The distance between both bounds."""
        lower, upper = self.halves
        return upper.bound - lower.bound

    @property
    def is_closed(self) -> bool:
        """Whether both bounds meet."""
        return self.gap < CLOSED

    @property
    def states(self) -> int:
        """The number of positions found in both halves."""
        return sum(len(half.explorer.blocks) for half in self.halves)

    @without_garbage_collection()
    def begin(self, clock: Clock) -> bool:
        """Solve both halves with the menus as they begin: best replies to the agents.

        The halves take turns, so that one that is done early leaves its time to the
        other. Return whether both were solved.
        """
        waiting, turn = list(self.halves), clock.left * _TRIES
        while waiting and clock.left > _SOON:
            for half in tuple(waiting):
                until = clock.part(min(1.0, turn / max(clock.left, _SOON)))
                if half.solve_whole(until, until) or not half.may_fit:
                    waiting.remove(half)
            turn *= 2
        return self._fits and not waiting

    @property
    def _fits(self) -> bool:
        """Whether the whole graphs of both halves may fit."""
        return all(half.may_fit for half in self.halves)

    @without_garbage_collection()
    def run(self, clock: Clock) -> None:
        """Narrow the bounds until they meet, or the budget is used up."""
        halves, turn = list(self.halves), _TURN
        while halves:
            before = self._sizes
            for half in halves:
                half.run(clock.part(turn), self.gap * _NEAR)
            if clock.over or self.is_closed:
                break
            moved = self._grow_menus(clock) or self._sizes != before
            if not moved and turn == _ALL:
                break
            # If nothing moved, the time left may be too short to be shared.
            turn = _TURN if moved else _ALL
            halves = [half for half in self.halves if half.explorer.has_room]

    @property
    def _sizes(self) -> list[int]:
        """The number of blocks followed in each half."""
        return [half.explorer.followed for half in self.halves]

    def _grow_menus(self, clock: Clock) -> bool:
        """Add to the menus; return whether they grew, or may after more searching.

        If nothing is lacking at probable questions, less probable ones are looked at.
        """
        while not clock.over:
            # Read both before either menu grows, since that changes the graphs.
            try:
                taken = [
                    half.taken(self._least, clock) for half in reversed(self.halves)
                ]
            except TimeUpError:
                return False
            added = 0
            for half, options in zip(self.halves, taken, strict=True):
                if not half.explorer.has_room:
                    continue
                half.explorer.within(clock)
                try:
                    added += half.grow(options)
                except BudgetFull as full:
                    half.explorer.full = full.bound
                    return False
            least, self._least = self._least, max(_NEVER, self._least * _SELDOM_FACTOR)
            if added:
                self._least = least
                return True
            if self._least == least or not self._fits:
                return self._least < least
        return False


def _restricted_conflict(
    system: RuleSystem[Any],
    scenario: object,
    of: tuple[Sides, Side],
    aim: Aim,
    budget: Budget,
    progress: Progress,
) -> RestrictedConflict:
    """Return the half in which one side has a menu that its agent begins."""
    sides, side = of
    seat = sides.both[side]
    menu = Menu(system, system.seats(scenario), seat, sides.specs[seat])
    menus = (None, menu) if side else (menu, None)
    held = structs.replace(sides, menus=menus)
    return RestrictedConflict(
        Explorer(system, scenario, held, budget, progress), side, menu, aim
    )
