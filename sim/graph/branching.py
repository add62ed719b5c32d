"""A round in which one seat may choose all it is offered, or certain kinds of it.

Whoever is not free answers as its agent does. What others have hidden is a function of
what they see and remember, so a choice that is made for each position of its own is not
one that peeps.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from sim.errors import OddsError
from sim.events import Fact, Seat
from sim.graph.choosers import Choosers
from sim.graph.parts import Position
from sim.graph.rounds import Rounds
from sim.graph.tree import Tree
from sim.protocol import Chance, Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

_WIDE = 400_000
"""So many positions within one round are too many."""


class Branching(Generic[S]):
    """Plays rounds with every choice of the free seat.

    *kinds* are the facts that a free question offers; None: all questions are free. The
    own agent hears every question and remembers what it will.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        choosers: Choosers,
        seat: Seat,
        kinds: Sequence[type[Fact]] | None,
    ) -> None:
        self.rounds = Rounds(system, choosers, self._is_free)
        self.tree = Tree()
        self.questions: dict[int, tuple[Decision[S], int]] = {}
        """Choice -> what is asked there, and the option that the own agent chooses."""
        self.system = system
        self._choosers = choosers
        self._seat = seat
        self._kinds = None if kinds is None else tuple(kinds)

    def grow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch that is the round at *position*; *node* numbers rounds."""
        known: dict[Position[S], int] = {}
        begun = position[0].round
        return self._branch(position, begun, known, node, first=True)

    def _branch(
        self,
        position: Position[S],
        begun: int,
        known: dict[Position[S], int],
        node: Callable[[Position[S]], int],
        *,
        first: bool = False,
    ) -> int:
        """Return the branch of *position*, which may be the same as one met before."""
        rounds, (state, memories) = self.rounds, position
        while True:
            asked = self.system.ask(state)
            if type(asked) is Outcome:
                return self.tree.ending(asked.returns[self._seat])
            if not rounds.is_next(state, begun, fresh=first):
                branch = self._by_part((state, memories), begun, known, node)
                if branch is not None:
                    return branch
            elif type(asked) is not Due:
                return self.tree.target(node((rounds.onward(state), memories)))
            first = False
            if type(asked) is Due:
                state = rounds.folded(state, asked.events)
                continue
            if type(asked) is not Decision or self._is_free(asked):
                break
            fact, memories = rounds.chosen(asked, memories)
            state = rounds.answered(state, fact)
        here = state, memories
        if (found := known.get(here)) is None:
            found = self._grown(here, asked, begun, known, node)
            self._know(here, found, known)
        return found

    @staticmethod
    def _know(here: Position[S], number: int, known: dict[Position[S], int]) -> None:
        if len(known) > _WIDE:
            message = f"one round has more than {_WIDE} ways through it"
            raise OddsError(message)
        known[here] = number

    def _by_part(
        self,
        here: Position[S],
        begun: int,
        known: dict[Position[S], int],
        node: Callable[[Position[S]], int],
    ) -> int | None:
        """Return the branch of the part that begins *here*, unless the seat is free."""
        if (number := known.get(here)) is not None:
            return number
        found = self.rounds.part(here, begun)
        if found is None:
            return None
        part, after = found
        parts: dict[int, float] = {}
        for end, memories, chance in part.then:
            child = self.tree.target(node((after(end), memories)))
            parts[child] = parts.get(child, 0.0) + chance
        for end, memories, chance in part.within:
            child = self._branch((after(end), memories), begun, known, node)
            parts[child] = parts.get(child, 0.0) + chance
        for (_, returns, _), chance in part.ended:
            child = self.tree.ending(returns[self._seat])
            parts[child] = parts.get(child, 0.0) + chance
        if len(parts) == 1:
            number = next(iter(parts))
        else:
            number = self.tree.chance(tuple(parts), tuple(parts.values()))
        self._know(here, number, known)
        return number

    def _grown(
        self,
        here: Position[S],
        asked: Decision[S] | Chance,
        begun: int,
        known: dict[Position[S], int],
        node: Callable[[Position[S]], int],
    ) -> int:
        """Return the new branch at which the free seat, or chance, chooses."""
        rounds, (state, memories) = self.rounds, here
        if type(asked) is Decision:
            usual, memories = self._choosers.answer(asked, memories)
            number = self.tree.choice(
                [
                    self._branch(
                        (rounds.answered(state, one), memories), begun, known, node
                    )
                    for one in asked.options
                ]
            )
            self.questions[number] = asked, asked.options.index(usual)
            return number
        parts: dict[int, float] = {}
        for chance, after in rounds.fallen(state):
            child = self._branch((after, memories), begun, known, node)
            parts[child] = parts.get(child, 0.0) + chance
        return self.tree.chance(tuple(parts), tuple(parts.values()))

    def _is_free(self, asked: Decision[S]) -> bool:
        if asked.who != self._seat or len(asked.options) == 1:
            return False
        return self._kinds is None or any(
            isinstance(one, self._kinds) for one in asked.options
        )
