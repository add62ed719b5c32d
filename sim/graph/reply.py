"""The best reply of one seat to the agents of the others: its value and choices.

Values are computed backwards from the last round. Questions that are not free, or do
not fit into the budget, are answered by the seat's own agent; so the value is a lower
bound, and exact if all fit.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np
from msgspec import Struct, structs

from sim.conflict.walk import Walk
from sim.errors import AgentError
from sim.graph.branching import Branching
from sim.graph.budget import Budget, without_garbage_collection
from sim.graph.choosers import Choosers
from sim.graph.clock import Clock
from sim.graph.forest import Forest
from sim.graph.graph import Floats, Ints
from sim.graph.own_play import OwnPlayBound
from sim.graph.progress import Progress, no_progress
from sim.graph.shadow_walks import shadow_walks
from sim.graph.tree import Tree
from sim.graph.ways import ReachedPart
from sim.graph.worth import BranchValues
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, Outcome, RuleSystem, SeatInfo, State
from sim.seam.seats import by_seat

S = TypeVar("S", bound=State)

_STILL = 1e-13
"""Values that change by less have converged."""
_ROUNDS_MAX = 100_000
_NO_MASS = 1e-12
_TOLD = 20_000
"""The most questions whose choices are listed."""


class Choice(Struct, Generic[S], frozen=True):
    """A question that the reply meets: its probability, the choice, the alternatives.

    *usual* is the choice of the seat's own agent, *values* the value of each option.
    """

    number: int
    mass: float
    asked: Decision[S]
    chosen: int
    usual: int
    values: tuple[float, ...]


class SolvedReply(Struct, frozen=True):
    """A best reply: its return, its size, and its choices.

    *base* is the return of the seat's own agent; *judge* computes the least return of
    other choices, *at_most* the greatest. *closed* names the bound that ended the free
    choices: beyond it the own agent plays. *full* names the bound that ended even that:
    beyond it returns count as 0. In either case *value* is a lower bound. With
    *keeps_round* choices may depend on the round. *shown_by* is that of `Solved`.
    """

    value: float
    base: float
    states: int
    choices: Sequence[Choice[Any]]
    judge: Callable[[Mapping[int, int]], float]
    at_most: Callable[[Mapping[int, int]], float]
    keeps_round: bool = False
    closed: str = ""
    full: str = ""
    shown_by: int = 0
    most: float = 1.0
    """An upper bound: no reply by choices of the free kinds returns more."""

    @property
    def whole(self) -> bool:
        """Whether every choice was free, and every position was played."""
        return not self.closed and not self.full

    @property
    def exact(self) -> bool:
        """Whether it is whole, and all agents declare what they use."""
        return self.whole and not self.shown_by


@without_garbage_collection()
def reply(  # noqa: PLR0913 - a conflict, who plays it, and how far to go
    system: RuleSystem[S],
    state: S,
    seats: Sequence[SeatInfo],
    specs: Sequence[str],
    free: tuple[Seat, Sequence[type[Fact]] | None],
    *,
    budget: Budget | None = None,
    clock: Clock | None = None,
    progress: Progress = no_progress,
    apart: bool = False,
) -> SolvedReply:
    """Return the best reply of a seat that is *free*: (seat, kinds; None: all).

    *specs* are the agents of all seats; that of the free one answers questions that are
    not free. Equivalent faces are merged by the law of the system's dice, so a choice
    after a throw is known for one representative of them; with *apart* every reading of
    a throw is followed, and choices are known for everything the seat may see in play.
    """
    system = _without_dice_law(system) if apart else system
    others = [seat for seat, _ in by_seat(specs) if seat != free[0]]
    choosers = Choosers(system, seats, specs, may_draw=others)
    first = Walk(system, state)
    begun, asked = first.state, first.asked
    if type(asked) is Outcome:
        returned = asked.returns[free[0]]
        return SolvedReply(
            returned, returned, 0, (), lambda _: returned, lambda _: returned
        )
    seat, kinds = free[0], None if free[1] is None else tuple(free[1])
    shown_by = _shown_by(system, begun, seats, choosers)
    within = budget or Budget()
    forest = Forest(system, choosers, (seat, kinds), within, progress, clock=clock)
    forest.put(forest.node((begun, choosers.begin)), 1.0)
    forest.grow()
    course = _rounds_in_order(forest, begun)
    choosers.check(begun)
    return structs.replace(_best_reply(forest, course), shown_by=shown_by)


def _shown_by(
    system: RuleSystem[S], begun: S, seats: Sequence[SeatInfo], choosers: Choosers
) -> int:
    """Return how many conflicts showed that agents use nothing the graph leaves out.

    It is 0 if all agents declare what they use. Raises AgentError for an agent that
    uses what the graph leaves out.
    """
    shadow = shadow_walks(system, begun, seats, choosers)
    if shadow.plain:
        message = (
            "an agent looks at what can no longer matter: what these agents are worth"
            " can be solved, but no reply to them"
        )
        raise AgentError(message)
    return shadow.shown_by


def _without_dice_law(system: RuleSystem[S]) -> RuleSystem[S]:
    """Return the *system* without its law of the dice."""
    solving = system.solving
    chart = structs.replace(solving.chart, law=None)
    return structs.replace(system, solving=structs.replace(solving, chart=chart))


def _rounds_in_order(forest: Forest[S], begun: S) -> "_Course":
    """Return the rounds in order, those at the limit included."""
    branching, late, last = forest.branching, None, 0
    timeless = branching.system.solving.chart.timeless
    if branching.rounds.forgets_rounds and timeless is not None:
        last = timeless(begun) - (branching.rounds.second or 0)
        late = _late_copies(forest, timeless(begun))
    worth, own_play = BranchValues.of(branching.tree), forest.own_play
    lows = None if own_play is None else own_play.lows
    return _Course(worth, forest.roots, late, last, lows)


def _best_reply(forest: Forest[Any], course: "_Course") -> SolvedReply:
    """Compute the best reply, and the return of the seat's own agent."""
    branching, worth = forest.branching, course.worth
    # Ties keep the own agent's choice.
    _fix_answers(branching.tree, worth, branching.usual)
    judge = _return_function(branching.tree, course)
    most = judge if not forest.full else _most_function(forest, course)
    value, masses = course.returned(choose=True), course.masses()
    chosen, values = worth.chosen.copy(), worth.values
    base = judge({})
    # A question counts as met if either the reply or the own agent meets it: what the
    # own agent does there is listed beside what the reply does.
    masses = np.maximum(masses, course.masses())
    bound = value if forest.whole else _upper_bound(forest, course)
    return SolvedReply(
        value=value,
        base=base,
        closed=forest.closed,
        full=forest.full,
        states=len(forest.positions),
        choices=_Choices(branching, (chosen, values), masses),
        judge=judge,
        at_most=most,
        keeps_round=not branching.rounds.forgets_rounds,
        most=max(value, bound),
    )


def _most_function(
    forest: Forest[Any], course: "_Course"
) -> Callable[[Mapping[int, int]], float]:
    """Return a function that computes the greatest possible return for given answers.

    What is not known counts as the greatest possible return.
    """
    own_play = forest.own_play
    highs = None if own_play is None else own_play.highs
    roots = forest.roots_at_most
    most = _Course(course.worth, roots, course.late, course.rounds, highs)
    return _return_function(forest.branching.tree, most)


def _upper_bound(forest: Forest[Any], course: "_Course") -> float:
    """Return an upper bound of the return.

    Rounds whose choices are unknown count with the greatest possible return.
    """
    roots, late, last = forest.highest, course.late, course.rounds
    return _Course(BranchValues.of(forest.branching.tree), roots, late, last).returned(
        choose=True
    )


def _return_function(
    tree: Tree, course: "_Course"
) -> Callable[[Mapping[int, int]], float]:
    """Return a function that computes the return for given answers to questions.

    All others are answered as they are now. It is restricted to what can then be
    reached, a small part of a large tree.
    """
    usual = course.worth.chosen.copy()
    ways = course.worth.ways()

    def judge(answers: Mapping[int, int]) -> float:
        course.worth.chosen[:] = usual
        _fix_answers(tree, course.worth, answers)
        reached = ways.reached(course.worth.chosen, course.roots, course.late)
        return course.within(reached).returned(choose=False)

    return judge


def _fix_answers(tree: Tree, worth: BranchValues, answers: Mapping[int, int]) -> None:
    """Fix the answer of each of these questions, by number."""
    for number, option in answers.items():
        worth.chosen[number] = tree.children(number)[option]


def _late_copies(forest: Forest[S], last: int) -> Ints:
    """Return the copy of every node that knows the *last* round."""
    rounds = forest.branching.rounds
    size = len(forest.positions)
    late = np.arange(size)
    own_play = forest.own_play
    away = set[int]() if own_play is None else {*own_play.lows.nodes.tolist()}
    for number in range(1, size):
        state, memories = forest.positions[number]
        if state.round == 0 and number not in away:
            known = rounds.essential(structs.replace(state, round=last))
            late[number] = forest.node((known, memories))
            forest.put(int(late[number]), 0.0)
    forest.grow()
    return late


class _Course:
    """All rounds in order: values are computed backwards, probabilities forwards.

    *roots* are the branches of the rounds. *late* maps each node to its copy in the
    last round that is like the others, *rounds* after the second; None if every node
    knows its round. *own_play* has the returns from nodes on that are not in the tree.
    """

    def __init__(
        self,
        worth: BranchValues,
        roots: Ints,
        late: Ints | None,
        rounds: int,
        own_play: OwnPlayBound | None = None,
    ) -> None:
        self.worth = worth
        self.roots = roots
        self.late = late
        self.rounds = rounds
        self.own_play = own_play

    def within(self, reached: ReachedPart) -> "_Course":
        """Return the same, restricted to what is *reached*."""
        nodes, late = reached.nodes, self.late
        if late is not None:
            late = reached.node[late[nodes[nodes < len(late)]]]
        roots = reached.branch[self.roots[nodes]]
        own_play = None if self.own_play is None else self.own_play.within(reached)
        return _Course(self.worth.within(reached), roots, late, self.rounds, own_play)

    def returned(self, *, choose: bool) -> float:
        """Return the value of the first round, after taking the best with *choose*."""
        values, late = np.zeros(len(self.roots)), self.late
        if late is None:
            return float(self._settled(values, None, _ROUNDS_MAX, choose=choose)[0])
        # Value iteration: first the rounds at the limit, which know their round, until
        # they have converged. Then every other node takes the value of its copy there,
        # and values are propagated back, one iteration for each round.
        watched = np.unique(late)
        values = self._settled(values, watched, _ROUNDS_MAX, choose=choose, left=0)
        values[: len(late)] = values[late]
        return float(self._settled(values, None, self.rounds + 1, choose=choose)[0])

    def _settled(
        self,
        values: Floats,
        watched: Ints | None,
        times: int,
        *,
        choose: bool,
        left: int | None = None,
    ) -> Floats:
        """Iterate this many *times*, or until the *watched* values converge.

        Each time one more round is left, unless so many are *left* all the time.
        """
        roots, own_play = self.roots, self.own_play
        for before in range(times):
            after = self.worth.update(values, choose=choose)[roots]
            if own_play is not None:
                after[own_play.nodes] = own_play.at(
                    before + 1 if left is None else left
                )
            change = np.abs(after - values)
            values = after
            if left is None and own_play is not None and own_play.moves(before + 1):
                continue
            if float((change if watched is None else change[watched]).max()) < _STILL:
                break
        return values

    def masses(self) -> Floats:
        """Return the probability of reaching every branch under the choices."""
        roots, late = self.roots, self.late
        mass = np.zeros(len(self.roots))
        mass[0] = 1.0
        total = np.zeros(len(self.worth.values))
        for step in range(_ROUNDS_MAX):
            # The last rounds begin: the mass of each node moves to its late copy.
            if late is not None and step == self.rounds + 1:
                known = np.zeros(len(self.roots))
                np.add.at(known, late, mass[: len(late)])
                known[len(late) :] += mass[len(late) :]
                mass = known
            if float(mass.sum()) < _NO_MASS:
                break
            flow = self.worth.flow(roots, mass)
            total += flow
            mass = self.worth.onward(flow, len(self.roots))
        return total


class _Choices(Sequence[Choice[S]]):
    """The choices of a reply, the most probable questions first.

    A choice is built only when it is looked at, since most never are.
    """

    def __init__(
        self, branching: Branching[S], best: tuple[Ints, Floats], masses: Floats
    ) -> None:
        self._branching, self._best, self._masses = branching, best, masses
        numbers = sorted(branching.usual, key=lambda number: -masses[number])
        self._numbers = numbers[:_TOLD]
        self._made: dict[int, Choice[S]] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Choice[S]: ...
    @overload
    def __getitem__(self, place: slice) -> "Sequence[Choice[S]]": ...
    def __getitem__(self, place: int | slice) -> "Choice[S] | Sequence[Choice[S]]":
        if isinstance(place, slice):
            return [self._choice(number) for number in self._numbers[place]]
        return self._choice(self._numbers[place])

    def _choice(self, number: int) -> Choice[S]:
        choice = self._made.get(number)
        if choice is None:
            branching, (chosen, values) = self._branching, self._best
            children = list(branching.tree.children(number))
            choice = self._made[number] = Choice(
                number=number,
                mass=float(self._masses[number]),
                asked=branching.asked(number),
                chosen=children.index(int(chosen[number])),
                usual=branching.usual[number],
                values=tuple(float(values[child]) for child in children),
            )
        return choice
