"""The tree of one part of a round, with every choice of the free seat in it.

All other seats answer as their agents do. The free seat makes one choice for each
information set: all positions that it sees alike, before sealed choices are revealed.
The distribution over these positions is its belief. It remembers what it saw and
answered in the round. Something that stays hidden after the round is refused, since an
information set by the view alone would be wrong there.

A sketch ends where the next part begins, so that it can be reused in all states in
which its part reads the same (`sim.graph.branching`). What the seat does not see at
such an end would be lost. Then the sketch is drawn *through* to the end of the round,
and is of its own state alone.
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
"""How one position follows from another: "due", or an answer, or a throw, and which."""

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
            isinstance(one, self.kinds) for one in asked.options
        )


class Leaf(Struct, Generic[S], frozen=True):
    """Where a sketch ends: it is *over* with a return, or at a position.

    There the next round begins or, with *within*, the next part of this round.
    """

    over: float | None
    state: S | None = None
    memories: Memories = ()
    within: bool = False


class Choice(Struct, Generic[S], frozen=True):
    """What is *asked* there, and the number of the option that is *usual*.

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
    """Counts of the positions of a round passed, and of kinds of answer offered.

    *room* hears the number now and then, and says whether there may be more.
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
    """The continuation of a belief: *leaves* of the tree, information sets by view.

    *unseen* are the positions at which it ends, by view.
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

        Raises TooWide, Hidden, and OddsError for what is hidden beyond a round.
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
            for here, mass in belief.items():
                for chance, after in self._step(here, mass, ahead, first=first):
                    later[after] = later.get(after, 0.0) + mass * chance
            belief, first = later, False
        # All positions that the free seat sees alike are one information set: it
        # chooses once for all of them, and its belief is how likely each is among them.
        parts = ahead.leaves
        for asked, group in ahead.met.values():
            whole = sum(group.values())
            shares = {here: mass / whole for here, mass in group.items()}
            child = self._choice(asked, shares)
            parts[child] = parts.get(child, 0.0) + whole
        if len(parts) == 1:
            return next(iter(parts))
        return self._branch(tuple(parts), tuple(parts.values()))

    def _branch(
        self, children: tuple[int, ...], chances: tuple[float, ...] | None
    ) -> int:
        self._branches.append((children, chances))
        return len(self._branches) - 1

    def _step(
        self, here: Position[S], mass: float, ahead: _AfterBelief[S], *, first: bool
    ) -> Sequence[tuple[float, Position[S]]]:
        """Return the positions after *here*, none where the free seat is asked."""
        rounds, (state, memories) = self._rounds, here
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
            part = rounds.part(here, self._begun)
            if part is not None:
                return self._past(part, mass, ahead)
        if type(asked) is Due:
            after = rounds.folded(state, asked.events), memories
            self._trace(after, here, (DUE, 0))
            return ((1.0, after),)
        if type(asked) is not Decision or rounds.draws(asked):
            return self._fallen(here)
        if self._free.asked(asked):
            seen = asked.view, asked.options, memories[self._free.seat]
            _, group = ahead.met.setdefault(seen, (asked, {}))
            group[here] = group.get(here, 0.0) + mass
            return ()
        fact, held = rounds.chosen(asked, memories)
        after = rounds.answered(state, fact), held
        self._trace(after, here, (ANSWERED, asked.options.index(fact)))
        return ((1.0, after),)

    def _trace(self, after: Position[S], here: Position[S], step: Step) -> None:
        """Note how *after* follows from *here*, the first time it does."""
        if self._traced:
            self._came.setdefault(after, (here, step))

    def _fallen(self, here: Position[S]) -> Sequence[tuple[float, Position[S]]]:
        """Return the outcomes of dice, or of a stochastic agent."""
        fell = self._fell.get(here)
        if fell is None:
            fell = self._fell[here] = list(self._rounds.cases(here))
            for _, after, which in fell:
                self._trace(after, here, (FELL, which))
        return [(chance, after) for chance, after, _ in fell]

    def _past(
        self,
        found: tuple[CachedOutcomes[S], Callable[[S], S]],
        mass: float,
        ahead: _AfterBelief[S],
    ) -> list[tuple[float, Position[S]]]:
        """Return the positions after a part of the round without a free question."""
        part, after = found
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
        # The same belief is the same choice, however it was come to.
        key = frozenset(belief.items())
        if (found := self._chosen.get(key)) is not None:
            return found
        self._passed.offered.update({type(one).__name__ for one in asked.options})
        after: list[Belief[S]] = [{} for _ in asked.options]
        usual = asked.options[0]
        for (state, memories), share in belief.items():
            # The own agent is asked at every position, so that its memory goes on as if
            # it had played. It would choose the same at each, since it sees the same.
            here = state, memories
            usual, held = self._choosers.answer(asked, memories)
            for number, option in enumerate(asked.options):
                then = self._rounds.answered(state, option), held
                self._trace(then, here, (ANSWERED, number))
                after[number][then] = after[number].get(then, 0.0) + share
        children = tuple([self._believed(one) for one in after])
        branch = self._branch(children, None)
        steps = self._steps(next(iter(belief)))
        self._choices[branch] = Choice(asked, asked.options.index(usual), steps)
        self._chosen[key] = branch
        return branch

    def _steps(self, position: Position[S]) -> tuple[Step, ...]:
        """Return how *position* is reached from where the sketch began."""
        found: list[Step] = []
        before = self._came.get(position)
        while before is not None:
            position, step = before
            found.append(step)
            before = self._came.get(position)
        return tuple(reversed(found))
