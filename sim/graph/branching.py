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
from sim.protocol import Chance, Decision, Outcome, RuleSystem, State

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
        self.rounds = Rounds(system, choosers)
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
        walk = rounds.walk(state)
        while True:
            state, asked = walk.state, walk.asked
            if type(asked) is Outcome:
                return self.tree.ending(asked.returns[self._seat])
            if rounds.is_next(state, begun, fresh=first):
                return self.tree.target(node((rounds.onward(state), memories)))
            if type(asked) is not Decision or self._is_free(asked):
                break
            fact = asked.options[0]
            if len(asked.options) > 1:
                fact, memories = self._choosers.answer(asked, memories)
            walk.take(fact)
            first = False
        here = state, memories
        if (found := known.get(here)) is not None:
            return found
        if len(known) > _WIDE:
            message = f"one round has more than {_WIDE} ways through it"
            raise OddsError(message)
        number = self._grown(here, asked, begun, known, node)
        known[here] = number
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
                        (rounds.walk(state, one).state, memories), begun, known, node
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
