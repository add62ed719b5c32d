"""Double oracle: bounds of a value, from conflicts in which one side tries few options.

Where only one side is held to a menu (`sim.optimal.menus`), it is worth no more to that
side than the conflict itself: so the value when the first side has a menu is a lower
bound, and that when the second has one an upper bound. With a menu far less can happen.

Both menus begin with what the agents answer. What best play takes in one of the two
conflicts is what the other's menu lacks: it is added there, and only what begins at the
questions that were changed is followed anew. Where neither menu lacks anything, both
conflicts are worth the same: best play in each is best play in the conflict itself.

Source: double oracle (McMahan, Gordon and Blum 2003) and its form for games that unfold
(Bosansky, Kiekintveld, Lisy and Pechoucek 2014), with bounds for what was not followed.
"""

from collections.abc import Sequence
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
from sim.optimal.menus import Menu, Places
from sim.optimal.narrowing import CLOSED, Narrowing
from sim.optimal.sides import Sides
from sim.seam.protocol import Decision, RuleSystem

_NEAR = 0.25
"""A bound is near enough to grow menus where it moves by less than this share of the
gap between both."""
_WHOLE = 0.3
"""The share of the time after which it is asked whether all may fit that can happen."""
_OPEN = 0.35
"""If no larger share of the positions is left then, it goes on with following all."""
_STATES = 0.5
"""The share of the states for that; the rest is for what keeps bounds apart."""
_SOON = 0.1
"""With so few seconds left nothing is begun."""
_TRIES = 0.125
"""The share of the time that each side's agent is followed in before the other's."""
_TURN, _ALL = 0.5, 1.0
"""The share of the time that one bound has before the other's turn, and all of it."""
_SELDOM = 1e-4
"""At first only what is come to more often than this is added to menus."""
_SELDOMER = 1 / 30
"""Where nothing is added, what is come to that many times as seldom."""
_NEVER = 1e-12
_TAKEN = 1e-9
"""An option that is taken with a smaller chance is not."""


class RestrictedConflict:
    """The conflict in which one *side* has a menu, and the bound that comes of it."""

    def __init__(self, explorer: Explorer, side: Side, menu: Menu, aim: Aim) -> None:
        self.explorer, self.side, self.menu, self._aim = explorer, side, menu, aim
        self._narrowing = Narrowing(explorer, aim)
        self._whole, self._changed = True, True
        self.swept: GraphValue | None = None
        self.graph: Graph | None = None
        self.bound = aim.range[side]
        """What the side with the menu is sure of: the best bound that was found."""
        self.best: tuple[Graph, GraphValue] | None = None
        """Where the bound was found, and by what play."""
        self.by_agent = False
        """Whether it is what the side's agent makes sure of, without anything added."""

    def all(self, until: Clock, computing: Clock) -> bool:
        """Follow all that can happen; return whether that fits, and is computed.

        If it does, the bound is exact for the menu. If it hardly can, this is not tried
        again. What was followed *until* then is computed as long as *computing* goes.
        """
        followed = self.explorer.followed
        done = self.explorer.everything(until, _STATES)
        by_time = kind_of(self.explorer.full) is Limit.TIME
        self._whole = done or (by_time and self.explorer.left < _OPEN)
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
            self._compare(graph, swept)
        return done

    @property
    def may_fit(self) -> bool:
        """Whether all that can happen may still fit."""
        return self._whole

    def run(self, until: Clock, gap: float) -> None:
        """Go on until the bound moves by less than *gap*, or the time is up.

        As long as all fits that can happen it is followed, and the bound is exact.
        """
        while self._whole and until.left > _SOON:
            if self.all(until.part(_WHOLE), until):
                return
        found = self._narrowing.run(until, max(gap, CLOSED))
        if found is not None and self._narrowing.graph is not None:
            self.swept, self.graph = found, self._narrowing.graph
            self._compare(self.graph, found)

    def _compare(self, graph: Graph, swept: GraphValue) -> None:
        """Keep the bound of these sweeps where it is better."""
        bound = swept.high if self.side else swept.low
        better = bound < self.bound if self.side else bound > self.bound
        if better or self.best is None:
            self.bound, self.best = bound, (graph, swept)
            # What both throw apart is held to no menu, so to no agent either.
            apart = any(isinstance(block, IndependentBlock) for block in graph.blocks)
            self.by_agent = not self.menu.added and not apart

    def taken(self, least: float, until: Clock) -> list[tuple[Decision[Any], Places]]:
        """Return what the other side takes, where it is asked oftener than *least*.

        Raises TimeUpError if that takes longer than *until*.
        """
        if self.swept is None or self.graph is None:
            return []
        other = 1 - self.side
        doing = (uniform_mix, best_mix) if other else (best_mix, uniform_mix)
        found = list[tuple[Decision[Any], Places]]()
        for step in reached_blocks(self.graph, self.swept, doing, least):
            until.look()
            if isinstance(step.block, IndependentBlock):
                # No menu holds there (`Positions`).
                continue
            for met in questions_to(step, other):
                some = np.flatnonzero(met.chances > _TAKEN).tolist()
                found.append((met.asked, tuple(some)))
        return found

    def grow(self, some: Sequence[tuple[Decision[Any], Places]]) -> int:
        """Add options to the menu; return how many are new."""
        before, changed = self.menu.added, set[int]()
        for asked, places in some:
            changed |= self.explorer.positions.add(asked, places)
        for number in sorted(changed):
            self._narrowing.again(number)
            self._changed = True
        return self.menu.added - before


class DoubleOracle:
    """Both halves of a conflict by one aim, with menus that grow."""

    def __init__(
        self,
        system: RuleSystem[Any],
        scenario: object,
        sides: Sides,
        aim: Aim,
        budget: Budget,
        progress: Progress = no_progress,
    ) -> None:
        one, other = [
            _restricted_conflict(system, scenario, (sides, side), aim, budget, progress)
            for side in (0, 1)
        ]
        self.halves = one, other
        self._least = _SELDOM

    @property
    def gap(self) -> float:
        """How far both bounds are apart."""
        one, other = self.halves
        return other.bound - one.bound

    @property
    def is_closed(self) -> bool:
        """Whether both bounds are one."""
        return self.gap < CLOSED

    @property
    def states(self) -> int:
        """How many positions were found in both halves."""
        return sum(len(half.explorer.blocks) for half in self.halves)

    @without_garbage_collection()
    def begin(self, clock: Clock) -> bool:
        """Follow all that can happen while a side does what its agent does.

        That is the best reply to each agent. Whichever is followed sooner leaves its
        time to the other. Return whether both were.
        """
        waiting, turn = list(self.halves), clock.left * _TRIES
        while waiting and clock.left > _SOON:
            for half in tuple(waiting):
                until = clock.part(min(1.0, turn / max(clock.left, _SOON)))
                if half.all(until, until) or not half.may_fit:
                    waiting.remove(half)
            turn *= 2
        return self._fits and not waiting

    @property
    def _fits(self) -> bool:
        """Whether all that can happen may fit in both halves."""
        return all(half.may_fit for half in self.halves)

    @without_garbage_collection()
    def run(self, clock: Clock) -> None:
        """Bring the bounds nearer until they are one, or the budget is used up."""
        going, turn = list(self.halves), _TURN
        while going:
            before = self._size
            for half in going:
                half.run(clock.part(turn), self.gap * _NEAR)
            if clock.over or self.is_closed:
                break
            moved = self._grown(clock) or self._size != before
            if not moved and turn == _ALL:
                break
            # What is left may be too short to be shared.
            turn = _TURN if moved else _ALL
            going = [half for half in self.halves if half.explorer.has_room]

    @property
    def _size(self) -> list[int]:
        """How much was followed in each half."""
        return [half.explorer.followed for half in self.halves]

    def _grown(self, clock: Clock) -> bool:
        """Let menus grow; return whether any did, or may if more is looked at.

        Where nothing is lacking of what is come to often, what is come to more seldom
        is added.
        """
        while not clock.over:
            # Both are read before either grows: what follows is another graph then.
            try:
                taken = [
                    half.taken(self._least, clock) for half in reversed(self.halves)
                ]
            except TimeUpError:
                return False
            added = 0
            for half, some in zip(self.halves, taken, strict=True):
                if not half.explorer.has_room:
                    continue
                half.explorer.within(clock)
                try:
                    added += half.grow(some)
                except BudgetFull as full:
                    half.explorer.full = full.bound
                    return False
            least, self._least = self._least, max(_NEVER, self._least * _SELDOMER)
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
    """Return the half in which one side has a menu: what its agent answers."""
    sides, side = of
    seat = sides.both[side]
    menu = Menu(system, system.seats(scenario), seat, sides.specs[seat])
    menus = (None, menu) if side else (menu, None)
    held = structs.replace(sides, menus=menus)
    return RestrictedConflict(
        Explorer(system, scenario, held, budget, progress), side, menu, aim
    )
