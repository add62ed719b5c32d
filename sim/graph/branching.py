"""A round in which one seat may choose all it is offered, or certain kinds of it.

Whoever is not free answers as its agent does. What others have hidden is a function of
what they see and remember, so a choice that is made for each position of its own is not
one that peeps.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from sim.events import Fact, Seat
from sim.graph.choosers import Choosers
from sim.graph.parts import Position
from sim.graph.rounds import Rounds
from sim.graph.tree import Tree
from sim.protocol import Chance, Decision, Due, Outcome, RuleSystem, State

S = TypeVar("S", bound=State)

OFTEN = 1024
"""How many ways through a round are known between two looks at the budget."""


class TooWide(Exception):  # noqa: N818 - whoever grows the round decides what follows
    """A round that takes more room than there is."""


class Branching(Generic[S]):
    """Plays rounds with every choice of the free seat.

    *kinds* are the facts that a free question offers; None: all questions are free. The
    own agent hears every question and remembers what it will. *room* is asked now and
    then, of how many ways through a round, whether there may be more.
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

    def grow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the branch that is the round at *position*; *node* numbers rounds.

        Raises TooWide for a round for which there is no room.
        """
        known: dict[Position[S], int] = {}
        begun = position[0].round
        return self._branch(position, begun, known, node, first=True)

    def follow(self, position: Position[S], node: Callable[[Position[S]], int]) -> int:
        """Return the same of a round in which the own agent chooses everything."""
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
        """Forget all questions since the tree had this *size*; return their kinds."""
        kinds: Counter[str] = Counter()
        for number in [one for one in self.questions if one >= size]:
            asked, _ = self.questions.pop(number)
            kinds.update({type(one).__name__ for one in asked.options})
        return kinds

    def _either(self, parts: Mapping[int, float]) -> int:
        """Return the branch on which it is chance that chooses between *parts*."""
        if len(parts) == 1:
            return next(iter(parts))
        return self.tree.chance(tuple(parts), tuple(parts.values()))

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

    def _know(
        self, here: Position[S], number: int, known: dict[Position[S], int]
    ) -> None:
        known[here] = number
        if len(known) % OFTEN == 0 and not self._room(len(known)):
            raise TooWide

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
        number = self._either(parts)
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
        for chance, after in rounds.fallen(here):
            child = self._branch(after, begun, known, node)
            parts[child] = parts.get(child, 0.0) + chance
        return self.tree.chance(tuple(parts), tuple(parts.values()))

    def _is_free(self, asked: Decision[S]) -> bool:
        if asked.who != self._seat or len(asked.options) == 1:
            return False
        return self._kinds is None or any(
            isinstance(one, self._kinds) for one in asked.options
        )
