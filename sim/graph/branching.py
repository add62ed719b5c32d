"""A round in which one seat may choose all it is offered, or certain kinds of it.

All other seats answer as their agents do. The free seat makes one choice for each
information set: all positions that it sees alike, before sealed choices are revealed.
The distribution over these positions is its belief. It remembers what it saw and
answered in the round. Something that stays hidden after the round is refused, since an
information set by the view alone would be wrong there.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.choosers import Choosers
from sim.graph.parts import Known, Position
from sim.graph.rounds import Rounds
from sim.graph.tree import Tree
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

_OFTEN = 256
"""How many ways through a round are found between two checks of the budget."""

Belief = dict[Position[S], float]
"""A distribution over the positions of an information set."""


class TooWide(Exception):  # noqa: N818 - whoever grows the round decides what follows
    """A round that takes more memory or time than is left."""


class _Round(Struct, Generic[S]):
    """A round while its tree grows; *node* numbers the positions that follow it.

    *choices* are found by their belief, *fell* caches the outcomes of dice and
    stochastic agents at a position, *ways* counts the positions passed.
    """

    begun: int
    node: Callable[[Position[S]], int]
    choices: dict[frozenset[tuple[Position[S], float]], int]
    fell: dict[Position[S], list[tuple[float, Position[S]]]]
    ways: int = 0


class _Ahead(Struct, Generic[S]):
    """What follows a belief: *leaves* of the tree, and information sets by view.

    *unseen* are the positions at which the next round begins, by view.
    """

    leaves: dict[int, float]
    met: dict[Hashable, tuple[Decision[S], Belief[S]]]
    unseen: dict[Hashable, Position[S]]

    def add(self, leaf: int, mass: float) -> None:
        """Add probability to *leaf*."""
        self.leaves[leaf] = self.leaves.get(leaf, 0.0) + mass


class Branching(Generic[S]):
    """Grows the tree of a round with every choice of the free seat.

    *kinds* are the facts that a free question offers; None: all questions are free. The
    own agent hears every question, and keeps its memory. *room* is called now and then
    with the number of ways through the round, and says whether there may be more.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        choosers: Choosers,
        seat: Seat,
        kinds: Sequence[type[Fact]] | None,
        room: Callable[[int], bool],
    ) -> None:
        self.rounds = Rounds(system, choosers, self._is_free)
        self._usual = Rounds(system, choosers)
        self.tree = Tree()
        self.questions: dict[int, tuple[Decision[S], int]] = {}
        """Choice -> what is asked there, and the option that the own agent chooses."""
        self.system = system
        self._choosers = choosers
        self._seat = seat
        self._kinds = None if kinds is None else tuple(kinds)
        self._room = room
        self._asked: Counter[str] = Counter()
        """Kinds of option that were offered in the round that grows, and how often."""

    def grow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch for the round at *position*; *node* numbers rounds.

        Raises TooWide for a round for which there is no room, OddsError for one after
        which something stays hidden.
        """
        self._asked = Counter()
        round_ = _Round(position[0].round, node, {}, {})
        return self._believed({position: 1.0}, round_, first=True)

    def follow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch for a round in which the own agent makes all choices."""
        played = self._usual.play(position)
        parts: dict[int, float] = {}
        for after, chance in played.then.items():
            child = self.tree.target(node(after))
            parts[child] = parts.get(child, 0.0) + chance
        for (_, returns, _), chance in played.ended.items():
            child = self.tree.ending(returns[self._seat])
            parts[child] = parts.get(child, 0.0) + chance
        return self._either(parts)

    def forget(self, size: int) -> Counter[str]:
        """Drop the choices added since the tree had this *size*; return their kinds."""
        for number in [one for one in self.questions if one >= size]:
            del self.questions[number]
        return self._asked

    def _either(self, parts: Mapping[int, float]) -> int:
        """Return a chance branch over *parts*."""
        if len(parts) == 1:
            return next(iter(parts))
        return self.tree.chance(tuple(parts), tuple(parts.values()))

    def _believed(
        self, belief: Belief[S], round_: _Round[S], *, first: bool = False
    ) -> int:
        """Return the branch of *belief*: chance leads to choices and leaves."""
        ahead: _Ahead[S] = _Ahead({}, {}, {})
        while belief:
            self._count(len(belief), round_)
            later: Belief[S] = {}
            for here, mass in belief.items():
                for chance, after in self._step(here, mass, round_, ahead, first=first):
                    later[after] = later.get(after, 0.0) + mass * chance
            belief, first = later, False
        # All positions that the free seat sees alike are one information set: it
        # chooses once for all of them, and its belief is how likely each is among them.
        parts = ahead.leaves
        for asked, group in ahead.met.values():
            whole = sum(group.values())
            shares = {here: mass / whole for here, mass in group.items()}
            child = self._choice(asked, shares, round_)
            parts[child] = parts.get(child, 0.0) + whole
        return self._either(parts)

    def _step(
        self,
        here: Position[S],
        mass: float,
        round_: _Round[S],
        ahead: _Ahead[S],
        *,
        first: bool,
    ) -> list[tuple[float, Position[S]]]:
        """Return the positions after *here*, none where the free seat is asked."""
        rounds, (state, memories) = self.rounds, here
        asked = self.system.ask(state)
        if type(asked) is Outcome:
            leaf = self.tree.ending(asked.returns[self._seat])
            ahead.add(leaf, mass)
            return []
        if rounds.is_next(state, round_.begun, fresh=first):
            if type(asked) is not Due:
                after = rounds.onward(state), memories
                ahead.add(self._next(after, round_, ahead), mass)
                return []
        elif not first:
            part = rounds.part(here, round_.begun)
            if part is not None:
                return self._through(part, mass, round_, ahead)
        if type(asked) is Due:
            return [(1.0, (rounds.folded(state, asked.events), memories))]
        if type(asked) is not Decision or rounds.draws(asked):
            fell = round_.fell.get(here)
            if fell is None:
                fell = round_.fell[here] = rounds.fallen(here)
            return fell
        if self._is_free(asked):
            seen = asked.view, asked.options, memories[self._seat]
            _, group = ahead.met.setdefault(seen, (asked, {}))
            group[here] = group.get(here, 0.0) + mass
            return []
        fact, held = rounds.chosen(asked, memories)
        return [(1.0, (rounds.answered(state, fact), held))]

    def _through(
        self,
        found: tuple[Known[S], Callable[[S], S]],
        mass: float,
        round_: _Round[S],
        ahead: _Ahead[S],
    ) -> list[tuple[float, Position[S]]]:
        """Return the positions after a part of the round without a free question."""
        part, after = found
        for (_, returns, _), chance in part.ended:
            ahead.add(self.tree.ending(returns[self._seat]), mass * chance)
        for end, memories, chance in part.then:
            leaf = self._next((after(end), memories), round_, ahead)
            ahead.add(leaf, mass * chance)
        return [(p, (after(end), memories)) for end, memories, p in part.within]

    def _next(self, position: Position[S], round_: _Round[S], ahead: _Ahead[S]) -> int:
        """Return the leaf for *position*, if the next round begins there."""
        state, memories = position
        known = self._choosers.known(memories)
        seen = self.system.view(state, self._seat), known
        if ahead.unseen.setdefault(seen, position) != position:
            message = (
                f"what {self._choosers.drawing} is still hidden from"
                f" {self._choosers.place(self._seat)} when the round is over: no reply"
                " by what is seen can be the best"
            )
            raise OddsError(message)
        return self.tree.target(round_.node(position))

    def _choice(self, asked: Decision[S], belief: Belief[S], round_: _Round[S]) -> int:
        """Return the branch at which the free seat chooses for an information set."""
        # The same belief is the same choice, however it was come to in this round.
        key = frozenset(belief.items())
        if (found := round_.choices.get(key)) is not None:
            return found
        self._asked.update({type(one).__name__ for one in asked.options})
        after: list[Belief[S]] = [{} for _ in asked.options]
        usual = asked.options[0]
        for (state, memories), share in belief.items():
            # The own agent is asked at every position, so that its memory goes on as if
            # it had played. It would choose the same at each, since it sees the same.
            usual, held = self._choosers.answer(asked, memories)
            for one, option in zip(after, asked.options, strict=True):
                here = self.rounds.answered(state, option), held
                one[here] = one.get(here, 0.0) + share
        number = self.tree.choice([self._believed(one, round_) for one in after])
        self.questions[number] = asked, asked.options.index(usual)
        round_.choices[key] = number
        return number

    def _is_free(self, asked: Decision[S]) -> bool:
        if asked.who != self._seat or len(asked.options) == 1:
            return False
        return self._kinds is None or any(
            isinstance(one, self._kinds) for one in asked.options
        )

    def _count(self, ways: int, round_: _Round[S]) -> None:
        """Count *ways* more ways through the round; raises TooWide for too many."""
        looked = round_.ways // _OFTEN
        round_.ways += ways
        if round_.ways // _OFTEN > looked and not self._room(round_.ways):
            raise TooWide
