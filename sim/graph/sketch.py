"""The tree of one part of a round, with every choice of the free seat in it.

All other seats are played by their agents. The free seat makes one choice for each
information set: all positions with the same view, before sealed choices are revealed.
The distribution over these positions is its belief. It remembers what it saw and
answered in the round. Anything that stays hidden after the round is refused, since the
view alone would be no information set there.

A sketch ends where the next part begins, so that it can be reused in all states in
which its part reads the same (`sim.graph.branching`). If positions at such an end look
the same to the seat, its belief would be lost: then the sketch is drawn *through* to
the end of the round, and holds for its own state alone.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.choosers import Choosers, Memories
from sim.graph.parts import CachedOutcomes, Position
from sim.graph.rounds import Rounds, Which
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

Belief = dict[Position[S], float]
"""A distribution over the positions of an information set."""

Step = tuple[str, Which]
"""How one position follows from another: the kind of step, and which outcome."""

DUE, ANSWERED, FELL = "due", "answered", "fell"


class Indistinguishable(Exception):  # noqa: N818 - no error: then it is drawn through
    """Where the next part begins, the free seat cannot tell two positions apart."""


class FreeSeat(Struct, frozen=True):
    """The free *seat*, and the *kinds* of fact that make a question free; None: all."""

    seat: Seat
    kinds: tuple[type[Fact], ...] | None

    def asked(self, asked: Decision[S]) -> bool:
        """Whether the seat may choose freely what is *asked*."""
        if asked.who != self.seat or len(asked.options) == 1:
            return False
        return self.kinds is None or any(
            isinstance(option, self.kinds) for option in asked.options
        )


class Leaf(Struct, Generic[S], frozen=True):
    """An end of a sketch: the conflict is *over* with a return, or a position.

    There the next round begins or, with *within*, the next part of this round.
    """

    over: float | None
    state: S | None = None
    memories: Memories = ()
    within: bool = False


class Choice(Struct, Generic[S], frozen=True):
    """A choice: the question *asked*, and the number of the *usual* option.

    *steps* lead there from where the sketch began.
    """

    asked: Decision[S]
    usual: int
    steps: tuple[Step, ...]


Branch = tuple[tuple[int, ...], tuple[float, ...] | None]
"""The children of a branch, and their chances; None if the free seat chooses.

A child is the number of a branch or, below 0, ~ the number of a leaf.
"""


class Sketch(Struct, Generic[S], frozen=True):
    """The tree from *begun* on; its last branch is the root.

    A tree of nothing but a leaf has that as its *root*, written as a child is.
    """

    begun: S
    leaves: tuple[Leaf[S], ...]
    branches: tuple[Branch, ...]
    choices: Mapping[int, Choice[S]]
    root: int


class PassedCount(Struct):
    """Counts the positions of a round passed, and the kinds of answer offered.

    *room* is called with the number now and then, and returns whether it may grow.
    """

    room: Callable[[int], bool]
    ways: int = 0
    offered: Counter[str] = Counter()

    def count(self, ways: int) -> None:
        """Count *ways* more; raises TooWide where there is no room for them."""
        looked = self.ways // _OFTEN
        self.ways += ways
        if self.ways // _OFTEN > looked and not self.room(self.ways):
            raise TooWide


_OFTEN = 256
"""How many ways through a round are found between two checks of the budget."""


class TooWide(Exception):  # noqa: N818 - whoever grows the round decides what follows
    """A round that takes more memory or time than is left."""


class _AfterBelief(Struct, Generic[S]):
    """The continuation of a belief: *leaves* of the tree, and information sets *met*.

    The latter are by view. *unseen* are the positions at which it ends, by view.
    """

    leaves: dict[int, float]
    met: dict[Hashable, tuple[Decision[S], Belief[S]]]
    unseen: dict[Hashable, Position[S]]

    def add(self, leaf: int, mass: float) -> None:
        """Add probability to *leaf*."""
        self.leaves[leaf] = self.leaves.get(leaf, 0.0) + mass


class Drawing(Generic[S]):
    """Draws one sketch; *begun* is the round in which the current one began."""

    def __init__(  # noqa: PLR0913 - a conflict, who is free, and where
        self,
        system: RuleSystem[S],
        rounds: Rounds[S],
        choosers: Choosers,
        free: FreeSeat,
        passed: PassedCount,
        begun: int,
        *,
        through: bool = False,
        traced: bool = False,
    ) -> None:
        self._system, self._rounds, self._choosers = system, rounds, choosers
        self._free, self._passed = free, passed
        self._begun, self._through = begun, through
        self._leaves: list[Leaf[S]] = []
        self._leaf_at: dict[object, int] = {}
        """Position, or what it is over with -> its leaf."""
        self._branches: list[Branch] = []
        self._choices: dict[int, Choice[S]] = {}
        self._chosen: dict[frozenset[tuple[Position[S], float]], int] = {}
        """The branches of choices, by their belief."""
        self._fell: dict[Position[S], list[tuple[float, Position[S], Which]]] = {}
        """The outcomes of dice and stochastic agents."""
        self._traced = traced
        self._came: dict[Position[S], tuple[Position[S], Step] | None] = {}
        """Where *traced*, from where each position came, and how."""

    def draw(self, position: Position[S]) -> Sketch[S]:
        """Return the sketch from *position* on.

        Raises TooWide, Indistinguishable, and OddsError if something stays hidden.
        """
        self._came[position] = None
        root = self._believed({position: 1.0}, first=True)
        return Sketch(
            position[0],
            tuple(self._leaves),
            tuple(self._branches),
            self._choices,
            root,
        )

    def _believed(self, belief: Belief[S], *, first: bool = False) -> int:
        """Return the branch of *belief*: chance leads to choices and leaves."""
        ahead: _AfterBelief[S] = _AfterBelief({}, {}, {})
        while belief:
            self._passed.count(len(belief))
            later: Belief[S] = {}
            for position, mass in belief.items():
                for chance, after in self._step(position, mass, ahead, first=first):
                    later[after] = later.get(after, 0.0) + mass * chance
            belief, first = later, False
        # All positions with the same view are one information set: the free seat
        # chooses once for all of them, and its belief is their relative probability.
        parts = ahead.leaves
        for asked, group in ahead.met.values():
            total = sum(group.values())
            within = {position: mass / total for position, mass in group.items()}
            child = self._choice(asked, within)
            parts[child] = parts.get(child, 0.0) + total
        if len(parts) == 1:
            return next(iter(parts))
        return self._branch(tuple(parts), tuple(parts.values()))

    def _branch(
        self, children: tuple[int, ...], chances: tuple[float, ...] | None
    ) -> int:
        self._branches.append((children, chances))
        return len(self._branches) - 1

    def _step(
        self, position: Position[S], mass: float, ahead: _AfterBelief[S], *, first: bool
    ) -> Sequence[tuple[float, Position[S]]]:
        """Return the positions after *position*; none if the free seat is asked."""
        rounds, (state, memories) = self._rounds, position
        asked = self._system.ask(state)
        if type(asked) is Outcome:
            ahead.add(self._over(asked.returns), mass)
            return ()
        if rounds.is_next(state, self._begun, fresh=first):
            if type(asked) is not Due:
                after = rounds.onward(state), memories
                ahead.add(self._end(after, ahead, within=False), mass)
                return ()
        elif not first and rounds.begins_part(state):
            if not self._through:
                # Outcomes of parts are cached by essences, as within a round.
                after = rounds.essential(state), memories
                ahead.add(self._end(after, ahead, within=True), mass)
                return ()
            part = rounds.part(position, self._begun)
            if part is not None:
                return self._past(part, mass, ahead)
        if type(asked) is Due:
            after = rounds.folded(state, asked.events), memories
            self._trace(after, position, (DUE, 0))
            return ((1.0, after),)
        if type(asked) is not Decision or rounds.draws(asked):
            return self._fallen(position)
        if self._free.asked(asked):
            seen = asked.view, asked.options, memories[self._free.seat]
            _, group = ahead.met.setdefault(seen, (asked, {}))
            group[position] = group.get(position, 0.0) + mass
            return ()
        fact, held = rounds.chosen(asked, memories)
        after = rounds.answered(state, fact), held
        self._trace(after, position, (ANSWERED, asked.options.index(fact)))
        return ((1.0, after),)

    def _trace(self, after: Position[S], before: Position[S], step: Step) -> None:
        """Record how *after* follows from *before*, the first time."""
        if self._traced:
            self._came.setdefault(after, (before, step))

    def _fallen(self, position: Position[S]) -> Sequence[tuple[float, Position[S]]]:
        """Return the outcomes of dice, or of a stochastic agent."""
        outcomes = self._fell.get(position)
        if outcomes is None:
            outcomes = self._fell[position] = list(self._rounds.cases(position))
            for _, after, which in outcomes:
                self._trace(after, position, (FELL, which))
        return [(chance, after) for chance, after, _ in outcomes]

    def _past(
        self,
        cached: tuple[CachedOutcomes[S], Callable[[S], S]],
        mass: float,
        ahead: _AfterBelief[S],
    ) -> list[tuple[float, Position[S]]]:
        """Return the positions after a part of the round without a free question."""
        part, after = cached
        for (_, returns, _), chance in part.ended:
            ahead.add(self._over(returns), mass * chance)
        for end, memories, chance in part.then:
            leaf = self._end((after(end), memories), ahead, within=False)
            ahead.add(leaf, mass * chance)
        return [(p, (after(end), memories)) for end, memories, p in part.within]

    def _over(self, returns: Sequence[float]) -> int:
        return self._leaf(returns[self._free.seat], None, within=False)

    def _leaf(
        self, over: float | None, position: Position[S] | None, *, within: bool
    ) -> int:
        key = over if position is None else position
        number = self._leaf_at.setdefault(key, len(self._leaves))
        if number == len(self._leaves):
            state, memories = (None, ()) if position is None else position
            self._leaves.append(Leaf(over, state, memories, within))
        return ~number

    def _end(
        self, position: Position[S], ahead: _AfterBelief[S], *, within: bool
    ) -> int:
        """Return the leaf for *position*, at which a round or a part begins."""
        state, memories = position
        known = self._choosers.known(memories)
        seen = self._system.view(state, self._free.seat), known
        other = ahead.unseen.setdefault(seen, position)
        if other != position:
            if not self._through:
                raise Indistinguishable
            message = (
                f"what {self._choosers.drawing} is still hidden from"
                f" {self._choosers.place(self._free.seat)} when the round is over: no"
                " reply by what is seen can be the best"
            )
            raise OddsError(message)
        return self._leaf(None, position, within=within)

    def _choice(self, asked: Decision[S], belief: Belief[S]) -> int:
        """Return the branch at which the free seat chooses for an information set."""
        # The same belief is the same choice, by whatever way it was reached.
        key = frozenset(belief.items())
        if (known := self._chosen.get(key)) is not None:
            return known
        self._passed.offered.update({type(fact).__name__ for fact in asked.options})
        after: list[Belief[S]] = [{} for _ in asked.options]
        usual = asked.options[0]
        for (state, memories), share in belief.items():
            # The own agent is asked at every position, so that its memory stays right.
            # Its choice is the same at each, since its view is.
            position = state, memories
            usual, held = self._choosers.answer(asked, memories)
            for number, option in enumerate(asked.options):
                then = self._rounds.answered(state, option), held
                self._trace(then, position, (ANSWERED, number))
                after[number][then] = after[number].get(then, 0.0) + share
        children = tuple([self._believed(option_belief) for option_belief in after])
        branch = self._branch(children, None)
        steps = self._steps(next(iter(belief)))
        self._choices[branch] = Choice(asked, asked.options.index(usual), steps)
        self._chosen[key] = branch
        return branch

    def _steps(self, position: Position[S]) -> tuple[Step, ...]:
        """Return how *position* is reached from where the sketch began."""
        steps: list[Step] = []
        before = self._came.get(position)
        while before is not None:
            position, step = before
            steps.append(step)
            before = self._came.get(position)
        return tuple(reversed(steps))
