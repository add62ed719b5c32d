"""Blocks in which each side throws and chooses by itself, unseen by the other.

Where a chart says that parts of a round are independent (`sim.seam.chart.Part`), each
side's part is followed by itself: n ways and m ways, not n times m. The two throws of a
side are followed together, since it may choose knowing both. The outcomes are then
joined for every pair. A part depends on little of the state, so it is followed once for
all states that agree on that.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from msgspec import Struct

from sim.errors import OddsError
from sim.graph.columns import Sparse, summed_matrix
from sim.graph.rounds import Rounds
from sim.graph.spot_checks import SpotChecks
from sim.optimal.matrix import Floats, Ints
from sim.optimal.menus import Menu, Places
from sim.optimal.sequence import InformationSet, Pair
from sim.optimal.side_outcomes import (
    PartKey,
    PartMenus,
    RestrictedSide,
    SideOutcomes,
)
from sim.seam.chart import Part
from sim.seam.events import Seat
from sim.seam.protocol import Chance, Decision, Due, RuleSystem, State

S = TypeVar("S", bound=State)

_FIRST = 4
"""The first blocks that were put together from kept parts are all checked."""
_SAME = 1e-12


class IndependentBlock(Struct, frozen=True):
    """A block in which each side plays by itself; both outcomes decide the next node.

    *targets* has a row for every outcome of the first side, a column for the second's.
    *tell* returns the questions of a side as they are asked here; those kept with the
    outcomes are from another state that agrees with this one on the part. *parts* are
    the keys by which menus know what each side does, None if it does nothing.
    """

    sides: tuple[SideOutcomes, SideOutcomes]
    targets: Ints
    tell: Callable[[int], tuple[Decision[Any], ...]]
    parts: tuple[PartKey | None, PartKey | None]

    @property
    def questions(
        self,
    ) -> tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]:
        """The information sets of each side, every one after the ones before it."""
        first, second = self.sides
        return first.questions, second.questions

    @property
    def nodes(self) -> Ints:
        """The nodes that it leads to; some may be named more than once."""
        return self.targets.ravel()

    def decisions(self, side: int) -> tuple[Decision[Any], ...]:
        """Return what is asked at each question of a *side*."""
        return self.tell(side)

    def sizes(self) -> Pair:
        """Return how many sequences each side has."""
        first, second = self.sides
        return first.size, second.size

    def payoffs(self, values: Floats) -> "OutcomePairs":
        """Return what each pair of sequences adds to the worth of two plans."""
        return OutcomePairs(values[self.targets], self.sides)

    def reached(self, plans: tuple[Floats, Floats]) -> tuple[Ints, Floats]:
        """Return nodes, and the probability of each by both *plans*."""
        rows, columns = map(SideOutcomes.likely, self.sides, plans)
        return self.nodes, np.outer(rows, columns).ravel()

    def ways(self, side: int, _theirs: Floats) -> tuple[Ints, Floats]:
        """Return sequences of a *side*, and the chance of each leaf beyond them."""
        return self.sides[side].sequence, self.sides[side].chance


class OutcomePairs(Struct, frozen=True):
    """Values of pairs of outcomes: *entries*, a row for each of the first side."""

    entries: Floats
    sides: tuple[SideOutcomes, SideOutcomes]

    def to_first(self, theirs: Floats) -> Floats:
        """Return what each sequence of the first side is worth against a plan."""
        first, second = self.sides
        return first.gains(self.entries @ second.likely(theirs))

    def to_second(self, theirs: Floats) -> Floats:
        """Return what each sequence of the second side is worth against a plan."""
        first, second = self.sides
        return second.gains(first.likely(theirs) @ self.entries)

    @property
    def matrix(self) -> Sparse:
        """All of it as a sparse matrix: a row for each sequence of the first side."""
        first, second = self.sides
        return first.matrix.T @ sparse_matrix(self.entries) @ second.matrix


def sparse_matrix(entries: Floats) -> Sparse:
    """Return *entries* as a sparse matrix."""
    rows, columns = np.indices(entries.shape)
    places = rows.ravel(), columns.ravel()
    return summed_matrix(
        (entries.ravel(), places), (entries.shape[0], entries.shape[1])
    )


_NONE = np.zeros(1, dtype=np.int64)
_NOBODY = SideOutcomes(_NONE, _NONE, np.ones(1), 1, 1, ()), (None,), None
"""The only outcome of a side that neither throws nor chooses."""


class _NotIndependent(Exception):  # noqa: N818 - then the block is followed in the usual way
    """Something happens within a part that is neither side's own."""


class _FollowedSide(Struct, Generic[S], frozen=True):
    """The outcomes of one side, followed from *begun*, and the state of each."""

    alone: SideOutcomes
    begun: S
    ends: tuple[S, ...]


class _Template(Struct, Generic[S], frozen=True):
    """Both sides, followed from the state *begun*.

    *kinds* has the number of the state after each pair of outcomes, in *ends*. *parts*
    are the keys of the sides, None for one that does nothing.
    """

    sides: tuple[SideOutcomes, SideOutcomes]
    parts: tuple[PartKey | None, PartKey | None]
    begun: S
    kinds: Ints
    ends: tuple[S, ...]


_ReachedAlone: TypeAlias = tuple[SideOutcomes, tuple[S | None, ...], PartKey | None]
"""The outcomes of one side, the state after each, and the key of its part."""


def _left_by_menus(
    template: _Template[Any], lefts: Sequence[RestrictedSide | None]
) -> tuple[tuple[SideOutcomes, SideOutcomes], Ints]:
    """Return both sides, and the numbers of the ends, as far as menus leave them."""
    sides, kinds = list(template.sides), template.kinds
    for side, left in enumerate(lefts):
        if left is not None:
            sides[side] = left.left
            kinds = np.take(kinds, left.outcomes, axis=side)
    first, second = sides
    return (first, second), kinds


class IndependentBlocks(Generic[S]):
    """The independent blocks that were followed, by what they depend on."""

    def __init__(
        self,
        system: RuleSystem[S],
        rounds: Rounds[S],
        is_free: Callable[[Decision[S]], bool],
        seats: tuple[Seat, Seat],
        menus: tuple[Menu | None, Menu | None],
    ) -> None:
        self._system, self._rounds, self._is_free = system, rounds, is_free
        self._seats = seats
        self.menus = PartMenus(menus)
        self._followed: dict[tuple[object, int], _FollowedSide[S] | None] = {}
        self._templates: dict[object, _Template[S] | None] = {}
        self._tells: dict[tuple[S, int], tuple[Decision[S], ...]] = {}
        self._checks = SpotChecks(_FIRST)

    def block(
        self,
        state: S,
        node: Callable[[S], int | None],
        restrict: Callable[[Decision[S], Places], Decision[S]],
    ) -> IndependentBlock | None:
        """Return the block that begins at *state*, None if it is not independent.

        *node* returns the node of a state after it, None if that is not public;
        *restrict* a question with only some of its options.
        """
        part = self._rounds.inner_part(state)
        if part is None or part.apart is None or part.joined is None:
            return None
        template, ends = self._ends(state, part)
        if template is None:
            return None
        one, other = [
            self.menus.left(side, template.parts[side], template.sides[side])
            for side in (0, 1)
        ]
        sides, kinds = _left_by_menus(template, (one, other))
        # Only what the menus leave is followed any further.
        reached = [int(number) for number in np.unique(kinds)]
        nodes = [node(ends[number]) for number in reached]
        known = [number for number in nodes if number is not None]
        if len(known) < len(nodes):
            return None
        targets = np.array(known, dtype=np.int64)[np.searchsorted(reached, kinds)]

        def tell(side: int) -> tuple[Decision[Any], ...]:
            return self._told(state, side, (one, other)[side], restrict)

        return IndependentBlock(sides, targets, tell, template.parts)

    def _ends(
        self, state: S, part: Part[S]
    ) -> tuple[_Template[S] | None, tuple[S, ...]]:
        """Return the template of the *part* at *state*, and the ends that it has here.

        There is none if the sides cannot be separated.
        """
        key = part.reads(state)
        new = key not in self._templates
        if new:
            self._templates[key] = self._template(state, part)
        template = self._templates[key]
        if new or template is None:
            return template, () if template is None else template.ends
        begun = template.begun
        ends = tuple([part.after(state, begun, end) for end in template.ends])
        if self._checks.due():
            _check_same_leaves(self._template(state, part, anew=True), template, ends)
        return template, ends

    def _told(
        self,
        state: S,
        side: int,
        left: RestrictedSide | None,
        restrict: Callable[[Decision[S], Places], Decision[S]],
    ) -> tuple[Decision[S], ...]:
        """Return the questions of a *side* that its menu has *left*, as asked here."""
        asked = self._questions(state, side)
        if left is None:
            return asked
        return tuple([restrict(asked[number], kept) for number, kept in left.asked])

    def _template(
        self, state: S, part: Part[S], *, anew: bool = False
    ) -> _Template[S] | None:
        """Return the outcomes of both from *state*, None if they cannot be separated.

        Followed *anew*, it uses nothing that was kept.
        """
        assert part.apart is not None
        assert part.joined is not None
        alone = (part.by_seat or part.apart)(state)
        throwers = [self._side(begun) for begun in alone]
        sides = [side for side in throwers if side is not None]
        if not sides or len(set(sides)) < len(throwers):
            return None
        both: list[_ReachedAlone[S]] = [_NOBODY, _NOBODY]
        for side, begun in zip(sides, alone, strict=True):
            outcomes = self._outcomes(begun, side, anew=anew)
            if outcomes is None:
                return None
            both[side] = outcomes
        kinds, numbers = list[list[int]](), dict[S, int]()
        (first, lefts, one), (second, rights, other) = both
        for left in lefts:
            row = list[int]()
            for right in rights:
                pair = left, right
                ends = [end for side in sides if (end := pair[side]) is not None]
                after = part.joined(state, ends)
                row.append(numbers.setdefault(after, len(numbers)))
            kinds.append(row)
        matrix = np.array(kinds, dtype=np.int64)
        return _Template((first, second), (one, other), state, matrix, tuple(numbers))

    def _side(self, state: S) -> int | None:
        """Return the side whose dice are due at *state*, None if neither's are."""
        asked = self._system.ask(state)
        if type(asked) is Chance and asked.who in self._seats:
            return self._seats.index(asked.who)
        return None

    def _outcomes(
        self, state: S, side: int, *, anew: bool
    ) -> "_ReachedAlone[S] | None":
        """Return what a *side* may reach from *state* by itself."""
        part = self._rounds.inner_part(state)
        if part is None:
            return None
        key = part.reads(state), side
        if anew or key not in self._followed:
            try:
                self._followed[key] = self._follow(state, side)
            except _NotIndependent:
                self._followed[key] = None
        followed = self._followed[key]
        if followed is None:
            return None
        ends = [part.after(state, followed.begun, end) for end in followed.ends]
        return followed.alone, tuple(ends), key

    def _follow(self, state: S, side: int) -> _FollowedSide[S]:
        """Follow everything that a *side* may do by itself."""
        tree, ends = _Tree(), dict[S, int]()
        reached: dict[tuple[int, int], float] = {}
        for sequence, chance, end in self._through(state, side, tree):
            # End states with the same essence are one outcome.
            place = ends.setdefault(self._rounds.essential(end), len(ends))
            key = sequence, place
            reached[key] = reached.get(key, 0.0) + chance
        keys = np.array(list(reached), dtype=np.int64).reshape(-1, 2)
        chances = np.fromiter(reached.values(), float, len(reached))
        many, size = len(ends), tree.size
        alone = SideOutcomes(
            keys[:, 0], keys[:, 1], chances, many, size, tuple(tree.questions)
        )
        return _FollowedSide(alone, state, tuple(ends))

    def _questions(self, state: S, side: int) -> tuple[Decision[S], ...]:
        """Return the questions of a *side* after *state*, as they are asked in play.

        The side does not see what the other does meanwhile, so following one way of it
        is enough. They are kept, since following takes long.
        """
        known = self._tells.get((state, side))
        if known is None:
            tree = _Tree()
            for _ in self._through(state, side, tree):
                pass
            known = tuple([question.asked for question in tree.questions])
            self._tells[state, side] = known
        return known

    def _through(
        self, begun: S, side: int, tree: "_Tree"
    ) -> Iterator[tuple[int, float, S]]:
        """Yield (sequence, chance, state) of every way through the part of a *side*.

        Of the throws and answers of others only the first is followed.
        """
        rounds, seat = self._rounds, self._seats[side]
        waiting = {(begun, 0): 1.0}
        first = True
        while waiting:
            later: dict[tuple[S, int], float] = {}
            for (before, sequence), chance in waiting.items():
                state = before if first else self._due(before)
                asked = self._system.ask(state)
                if not first and rounds.inner_part(state) is not None:
                    yield sequence, chance, state
                    continue
                if type(asked) is Chance:
                    own = asked.who == seat
                    cases = islice(rounds.fallen((state, ())), None if own else 1)
                    for share, (after, _) in cases:
                        mass = chance * share if own else chance
                        key = after, sequence
                        later[key] = later.get(key, 0.0) + mass
                    continue
                if type(asked) is not Decision:
                    raise _NotIndependent
                for pair in self._answered(state, asked, sequence, (side, tree)):
                    later[pair] = later.get(pair, 0.0) + chance
            first, waiting = False, later

    def _answered(
        self,
        state: S,
        asked: Decision[S],
        sequence: int,
        of: tuple[int, "_Tree"],
    ) -> Iterator[tuple[S, int]]:
        """Yield the state after each answer, with the sequence that ends in it."""
        side, tree = of
        if len(asked.options) == 1 or asked.who != self._seats[side]:
            if asked.who not in self._seats:
                raise _NotIndependent
            yield self._rounds.answered(state, asked.options[0]), sequence
            return
        if not self._is_free(asked):
            raise _NotIndependent
        question = tree.asked(asked, self._rounds.essential(asked.view), sequence)
        for place, option in enumerate(asked.options):
            yield self._rounds.answered(state, option), question.first + place

    def _due(self, state: S) -> S:
        """Return *state* after what is due, up to where the next part begins."""
        while True:
            asked = self._system.ask(state)
            if type(asked) is not Due or self._rounds.inner_part(state) is not None:
                return state
            state = self._rounds.folded(state, asked.events)


class _Tree:
    """The information sets of one side, while its part is followed."""

    def __init__(self) -> None:
        self.questions: list[InformationSet] = []
        self.size = 1
        self._known: dict[object, InformationSet] = {}

    def asked(self, asked: Decision[Any], view: object, after: int) -> InformationSet:
        """Return the information set of a question after the sequence *after*."""
        key = view, asked.options, after
        question = self._known.get(key)
        if question is None:
            question = self._known[key] = InformationSet(asked, after, self.size)
            self.size += len(asked.options)
            self.questions.append(question)
        return question


def _check_same_leaves(
    truth: "_Template[S] | None", template: "_Template[S]", ends: tuple[S, ...]
) -> None:
    """Raise OddsError unless a block put together equals the one followed anew."""
    pairs = () if truth is None else zip(truth.sides, template.sides, strict=True)
    same = truth is not None and all(_same_leaves(*pair) for pair in pairs)
    if truth is not None and same:
        places = {end: number for number, end in enumerate(truth.ends)}
        order = np.array([places.get(end, -1) for end in ends], dtype=np.int64)
        same = bool((order[template.kinds] == truth.kinds).all())
    if not same:
        message = "a part of a round depends on more than its chart says"
        raise OddsError(message)


def _same_leaves(one: SideOutcomes, other: SideOutcomes) -> bool:
    """Whether both are the same leaves, with the same chances."""
    return (
        np.array_equal(one.sequence, other.sequence)
        and np.array_equal(one.outcome, other.outcome)
        and bool(np.allclose(one.chance, other.chance, rtol=0.0, atol=_SAME))
    )
