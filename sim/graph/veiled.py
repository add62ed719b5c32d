"""Rounds in which one seat is free and others draw lots that it may not see at once.

A choice is made for all positions that the seat sees alike, before it sees what was
drawn: what it takes for possible, and how likely that is, is its belief. What is still
hidden when the round is over is refused: who chooses by what is seen could not know it.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.branching import OFTEN, Branching, TooWide
from sim.graph.parts import Known, Position
from sim.protocol import Decision, Due, Outcome, State

S = TypeVar("S", bound=State)

Belief = dict[Position[S], float]
"""What may be, and how likely each is."""


class _Round(Struct, Generic[S]):
    """A round as it grows; *node* numbers where the next ones begin."""

    begun: int
    node: Callable[[Position[S]], int]
    choices: dict[frozenset[tuple[Position[S], float]], int]


class _Ahead(Struct, Generic[S]):
    """Where a belief leads: to *leaves* of the tree, and to questions by what is seen.

    *unseen* are the positions in which the next round begins, by what is seen there.
    """

    leaves: dict[int, float]
    met: dict[Hashable, tuple[Decision[S], Belief[S]]]
    unseen: dict[Hashable, Position[S]]

    def add(self, leaf: int, mass: float) -> None:
        """Let so much more lead to *leaf*."""
        self.leaves[leaf] = self.leaves.get(leaf, 0.0) + mass


class Veiled(Branching[S]):
    """Plays rounds with every choice of the free seat, by what it sees."""

    def grow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch that is the round at *position*; *node* numbers rounds.

        Raises TooWide for a round for which there is no room, OddsError for one after
        which something stays hidden.
        """
        round_ = _Round(position[0].round, node, {})
        return self._believed({position: 1.0}, round_, first=True)

    def _believed(
        self, belief: Belief[S], round_: _Round[S], *, first: bool = False
    ) -> int:
        """Return the branch of *belief*: chance leads to questions and leaves."""
        ahead: _Ahead[S] = _Ahead({}, {}, {})
        while belief:
            if len(belief) >= OFTEN and not self._room(len(belief)):
                raise TooWide
            later: Belief[S] = {}
            for here, mass in belief.items():
                for chance, after in self._step(here, mass, round_, ahead, first=first):
                    later[after] = later.get(after, 0.0) + mass * chance
            belief, first = later, False
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
        """Return what *here* becomes next, nothing where somebody is waited for."""
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
            return rounds.fallen(here)
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
        """Return what comes within the round of a part that asks nobody who is free."""
        part, after = found
        for (_, returns, _), chance in part.ended:
            ahead.add(self.tree.ending(returns[self._seat]), mass * chance)
        for end, memories, chance in part.then:
            leaf = self._next((after(end), memories), round_, ahead)
            ahead.add(leaf, mass * chance)
        return [(p, (after(end), memories)) for end, memories, p in part.within]

    def _next(self, position: Position[S], round_: _Round[S], ahead: _Ahead[S]) -> int:
        """Return the leaf at which the round *position* begins, if it is known then."""
        state, memories = position
        seen = self.system.view(state, self._seat), memories[self._seat]
        if ahead.unseen.setdefault(seen, position) != position:
            message = (
                f"what {self._choosers.drawing} drew is still hidden from"
                f" {self._choosers.place(self._seat)} when the round is over: no reply"
                " by what is seen can be the best"
            )
            raise OddsError(message)
        return self.tree.target(round_.node(position))

    def _choice(self, asked: Decision[S], belief: Belief[S], round_: _Round[S]) -> int:
        """Return the branch at which the free seat chooses for all it takes to be."""
        key = frozenset(belief.items())
        if (found := round_.choices.get(key)) is not None:
            return found
        after: list[Belief[S]] = [{} for _ in asked.options]
        usual = asked.options[0]
        for (state, memories), share in belief.items():
            usual, held = self._choosers.answer(asked, memories)
            for one, option in zip(after, asked.options, strict=True):
                here = self.rounds.answered(state, option), held
                one[here] = one.get(here, 0.0) + share
        number = self.tree.choice([self._believed(one, round_) for one in after])
        self.questions[number] = asked, asked.options.index(usual)
        round_.choices[key] = number
        if len(round_.choices) % OFTEN == 0 and not self._room(len(round_.choices)):
            raise TooWide
        return number
