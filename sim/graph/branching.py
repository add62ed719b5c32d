"""A round in which one seat is free to choose any option, or certain kinds of it.

The tree of a round is put together from sketches of its parts (`sim.graph.sketch`):

1. A part in which the free seat has no choice is a chance branch over its outcomes,
   from the cache of parts.
2. Any other part is drawn once for all states in which it reads the same. Its sketch is
   placed into the tree with its leaves translated to the actual state.
3. Different choices and rounds lead to the same position within a round. It and all
   that follows is a single branch.

Now and then a sketch from the cache is drawn again and compared, as outcomes are.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from sim.graph.cases import Case, Cases
from sim.graph.choosers import Choosers
from sim.graph.lead_notes import Comparison
from sim.graph.parts import CachedOutcomes, Position, same_state
from sim.graph.rounds import Rounds
from sim.graph.sketch import (
    DUE,
    FELL,
    Branch,
    Drawing,
    FreeSeat,
    Indistinguishable,
    Leaf,
    PassedCount,
    Sketch,
)
from sim.graph.spot_checks import SpotChecks, check_outcomes
from sim.graph.tree import Tree
from sim.seam.chart import Part
from sim.seam.protocol import Decision, RuleSystem, State

S = TypeVar("S", bound=State)

_MOST = 1 << 16
"""How many sketches are cached."""
_CHECKED = 8
"""How many of the first sketches from the cache are drawn again for every part."""
_DIGITS = 12
"""Chances that agree in this many digits count as equal."""

After = Callable[[S], S]
"""A state after the part as it was drawn -> the same for the actual state."""


class _PlacedSketch(Struct, Generic[S]):
    """A *sketch* in the tree with certain leaves: first at *state*, with this *root*.

    *roots* has its root for each set of sights of the free seat at its choices; empty
    while there is only one.
    """

    sketch: Sketch[S]
    state: S
    root: int
    roots: dict[Hashable, int]


class Branching(Generic[S]):
    """Grows the tree of a round with every choice of the *free* seat.

    The seat's own agent is asked every question too, so its memory stays right. *room*
    is called now and then with the number of ways through the round, and returns
    whether there may be more.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        choosers: Choosers,
        free: FreeSeat,
        room: Callable[[int], bool],
    ) -> None:
        self.rounds = Rounds(system, choosers, free.asked)
        self._usual = Rounds(system, choosers)
        self.tree = Tree()
        self.usual: dict[int, int] = {}
        """Choice -> the option that the own agent chooses."""
        self.system = system
        self._choosers, self._free, self._room = choosers, free, room
        self._passed = PassedCount(room)
        self._where: dict[int, tuple[Sketch[S], int, S]] = {}
        """Choice -> its sketch, its branch there, and where that was placed."""
        self._cases: Cases[S, Sketch[S]] = Cases(_MOST)
        self._checks = defaultdict[Part[S], SpotChecks](lambda: SpotChecks(_CHECKED))
        self._within: dict[tuple[Position[S], int], int] = {}
        """Position within a round, and when that began -> its branch."""
        self._same: dict[tuple[int, ...], _PlacedSketch[S]] = {}
        """The `id` of a sketch and its leaves -> where it was placed with them."""
        self._chances: dict[tuple[tuple[int, float], ...], int] = {}
        """The children of a chance branch with their chances -> the branch."""
        self._shown: dict[int, tuple[CachedOutcomes[S], bool]] = {}
        """For each part without a choice, whether the seat sees its outcome."""

    def guard(self, check: Callable[[], None]) -> None:
        """Call *check* in every step of a round, to end a long one by raising."""
        self.rounds.check = self._usual.check = check

    @property
    def offered(self) -> Counter[str]:
        """How often each kind of answer was offered in the last round."""
        return self._passed.offered

    def grow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch for the round at *position*; *node* numbers rounds.

        Raises TooWide if there is no room for the round, OddsError if something stays
        hidden after it.
        """
        self._passed = PassedCount(self._room, 0, Counter())
        return self._grown(position, position[0].round, node, fresh=True)

    def follow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch for a round in which the own agent makes all choices."""
        played = self._usual.play(position)
        parts: dict[int, float] = {}
        for after, chance in played.then.items():
            child = self.tree.target(node(after))
            parts[child] = parts.get(child, 0.0) + chance
        for (_, returns, _), chance in played.ended.items():
            child = self.tree.ending(returns[self._free.seat])
            parts[child] = parts.get(child, 0.0) + chance
        return self._chance_branch(parts)

    def asked(self, number: int) -> Decision[S]:
        """Return the question at the choice of this *number*."""
        return self._asked(*self._where[number])

    def _asked(self, sketch: Sketch[S], branch: int, state: S) -> Decision[S]:
        """Return what is asked at a choice of a *sketch* that is placed at *state*.

        If it was drawn from another state, its steps are taken again.
        """
        choice = sketch.choices[branch]
        if state is sketch.begun:
            return choice.asked
        for how, which in choice.steps:
            asked: Any = self.system.ask(state)
            if how == DUE:
                state = self.rounds.folded(state, asked.events)
            elif how == FELL:
                state = self.rounds.fell(state, which)
            else:
                state = self.rounds.answered(state, asked.options[which])
        again: Any = self.system.ask(state)
        assert type(again) is Decision
        return cast("Decision[S]", again)

    def _chance_branch(self, parts: Mapping[int, float]) -> int:
        """Return a chance branch over *parts*."""
        if len(parts) == 1:
            return next(iter(parts))
        key = tuple(parts.items())
        branch = self._chances.get(key)
        if branch is None:
            branch = self.tree.chance(tuple(parts), tuple(parts.values()))
            self._chances[key] = branch
        return branch

    def _grown(
        self,
        position: Position[S],
        begun: int,
        node: Callable[[Position[S]], int],
        *,
        fresh: bool = False,
    ) -> int:
        """Return the branch at *position*, in the round that began in *begun*.

        *fresh* says that it begins there.
        """
        part = self.rounds.part(position, begun, fresh=fresh)
        if part is not None and self._is_seen(part[0]):
            return self._part_branch(*part, begun, node)
        sketch, after = self._sketched(position, begun)
        self._passed.count(1)
        leaves = [self._leaf(leaf, after, begun, node) for leaf in sketch.leaves]
        return self._shared(sketch, leaves, position[0])

    def _shared(self, sketch: Sketch[S], leaves: list[int], state: S) -> int:
        """Return the branch of a *sketch* with these *leaves* at *state*.

        States with the same leaves share it, unless the free seat sees something else
        at a choice: a saved reply depends on what it sees.
        """
        key = id(sketch), *leaves
        kept = self._same.get(key)
        if kept is None:
            root = self._placed(sketch, leaves, state)
            self._same[key] = _PlacedSketch(sketch, state, root, {})
            return root
        if not kept.roots:
            kept.roots[self._sights(sketch, kept.state)] = kept.root
        sights = self._sights(sketch, state)
        if sights not in kept.roots:
            kept.roots[sights] = self._placed(sketch, leaves, state)
        return kept.roots[sights]

    def _sights(self, sketch: Sketch[S], state: S) -> Hashable:
        """Return what the free seat sees at each choice of a *sketch* at *state*."""
        each = [self._asked(sketch, branch, state) for branch in sketch.choices]
        return tuple([(asked.view, asked.options) for asked in each])

    def _branch_within(
        self, position: Position[S], begun: int, node: Callable[[Position[S]], int]
    ) -> int:
        """Return the branch at a *position* within a round, from the cache if known."""
        key = position, begun
        branch = self._within.get(key)
        if branch is None:
            branch = self._within[key] = self._grown(position, begun, node)
        return branch

    def _part_branch(
        self,
        part: CachedOutcomes[S],
        after: After[S],
        begun: int,
        node: Callable[[Position[S]], int],
    ) -> int:
        """Return the branch of a part in which the free seat has no choice."""
        self._passed.count(1)
        parts: dict[int, float] = {}
        for (_, returns, _), chance in part.ended:
            leaf = self.tree.ending(returns[self._free.seat])
            parts[leaf] = parts.get(leaf, 0.0) + chance
        for end, memories, chance in part.then:
            leaf = self.tree.target(node((after(end), memories)))
            parts[leaf] = parts.get(leaf, 0.0) + chance
        for end, memories, chance in part.within:
            branch = self._branch_within((after(end), memories), begun, node)
            parts[branch] = parts.get(branch, 0.0) + chance
        return self._chance_branch(parts)

    def _is_seen(self, part: CachedOutcomes[S]) -> bool:
        """Whether the free seat can tell all outcomes of a part apart."""
        kept = self._shown.get(id(part))
        if kept is None or kept[0] is not part:
            known, view = self._choosers.known, self.system.view
            ends = [*part.then, *part.within]
            seen = {
                (view(end, self._free.seat), known(memories))
                for end, memories, _ in ends
            }
            kept = self._shown[id(part)] = part, len(seen) == len(ends)
        return kept[1]

    def _leaf(
        self,
        leaf: Leaf[S],
        after: After[S],
        begun: int,
        node: Callable[[Position[S]], int],
    ) -> int:
        """Return the branch for a *leaf* of a sketch."""
        if leaf.over is not None:
            return self.tree.ending(leaf.over)
        assert leaf.state is not None
        position = after(leaf.state), leaf.memories
        if leaf.within:
            return self._branch_within(position, begun, node)
        return self.tree.target(node(position))

    def _placed(self, sketch: Sketch[S], leaves: list[int], state: S) -> int:
        """Put the branches of a *sketch* into the tree, from these *leaves* on."""
        made: list[int] = []
        for number, (children, chances) in enumerate(sketch.branches):
            below = [made[at] if at >= 0 else leaves[~at] for at in children]
            if chances is not None:
                parts: dict[int, float] = {}
                for child, chance in zip(below, chances, strict=True):
                    parts[child] = parts.get(child, 0.0) + chance
                made.append(self._chance_branch(parts))
                continue
            choice = self.tree.choice(below)
            self.usual[choice] = sketch.choices[number].usual
            self._where[choice] = sketch, number, state
            made.append(choice)
        return made[sketch.root] if sketch.root >= 0 else leaves[~sketch.root]

    def _sketched(
        self, position: Position[S], begun: int
    ) -> tuple[Sketch[S], After[S]]:
        """Return the sketch at *position*, and how to translate its leaves."""
        state, memories = position
        part = self.rounds.inner_part(state)
        if part is None:
            return self._drawn(position, begun), same_state
        key = part.reads(state), part, memories
        case = self._cases.find(key, part, state)
        if case is None:
            case = self._learnt(position, part, key, begun)
        elif case.outcomes is not None:
            self._checked(case.outcomes, position, part, begun)
        sketch = case.outcomes
        if sketch is None:
            # Something hidden at its end stays hidden, so it holds for no other state.
            return self._drawn(position, begun), same_state
        if sketch.begun is state:
            return sketch, same_state
        return sketch, partial(part.after, state, sketch.begun)

    def _learnt(
        self,
        position: Position[S],
        part: Part[S],
        key: Hashable,
        begun: int,
    ) -> Case[S, Sketch[S]]:
        """Draw a part, and cache it with the agents' comparisons of their lead."""
        recorder = self._choosers.recorder
        noting = recorder.recording() if part.leads is not None else nullcontext()
        sketch: Sketch[S] | None = None
        compared: tuple[Comparison, ...] | None = None
        with noting as notes:
            try:
                sketch = self._drawing(begun, traced=True).draw(position)
            except Indistinguishable:
                sketch = None
        if notes is not None:
            compared = notes.compared()
        return self._cases.keep(key, part, position[0], sketch, compared)

    def _drawn(self, position: Position[S], begun: int) -> Sketch[S]:
        """Draw the part at *position*, if necessary to the end of the round."""
        try:
            return self._drawing(begun).draw(position)
        except Indistinguishable:
            return self._drawing(begun, through=True).draw(position)

    def _drawing(
        self, begun: int, *, through: bool = False, traced: bool = False
    ) -> Drawing[S]:
        return Drawing(
            self.system,
            self.rounds,
            self._choosers,
            self._free,
            self._passed,
            begun,
            through=through,
            traced=traced,
        )

    def _checked(
        self, sketch: Sketch[S], position: Position[S], part: Part[S], begun: int
    ) -> None:
        """Now and then draw a known part again; raises AgentError if it differs."""
        if not self._checks[part].due():
            return
        truth: object = None
        with self._choosers.recorder.recording(), suppress(Indistinguishable):
            truth = _facts_to_compare(self._drawing(begun).draw(position), same_state)
        after = partial(part.after, position[0], sketch.begun)
        check_outcomes(_facts_to_compare(sketch, after), truth, self._choosers.specs)


def _facts_to_compare(sketch: Sketch[S], after: After[S]) -> object:
    """Return everything in which two sketches of one part must agree."""
    leaves = [
        leaf.over
        if leaf.state is None
        else (after(leaf.state), leaf.memories, leaf.within)
        for leaf in sketch.leaves
    ]
    usual = {number: choice.usual for number, choice in sketch.choices.items()}
    return leaves, [_rounded(branch) for branch in sketch.branches], usual, sketch.root


def _rounded(branch: Branch) -> object:
    children, chances = branch
    if chances is None:
        return children
    return children, [round(chance, _DIGITS) for chance in chances]
