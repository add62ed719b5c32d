"""Public positions of a conflict, and the block from each to the next ones.

From a public position every answer and every chance is followed, until everything is
public again: sealed answers are revealed, covered dice are shown. The states in between
are identified by what each side has answered since (`sequence`), and merged where they
are the same.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct, structs

from sim.errors import AgentError, OddsError
from sim.graph.budget import BoundError, bound_of_ways
from sim.graph.choosers import Choosers, Memories
from sim.graph.parts import Position
from sim.graph.rounds import OFTEN, Rounds
from sim.graph.shadow_walks import shadow_walks
from sim.optimal.blocks import (
    Block,
    EndOfConflict,
    NextRound,
    OpenChoice,
    Side,
    Throw,
    TreeBuilder,
)
from sim.optimal.independent_blocks import IndependentBlocks
from sim.optimal.menus import Key, Places
from sim.optimal.side_outcomes import PartQuestion
from sim.optimal.sides import Sides
from sim.optimal.throws import Throws
from sim.seam.events import Fact, Seat
from sim.seam.protocol import (
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    State,
)
from sim.seam.seats import by_seat
from sim.spine.kept import Kept

S = TypeVar("S", bound=State)

_WIDE = 400_000
"""The most positions within one block."""
_MOST = 1 << 17
"""How many states are cached with the node that follows each."""
_NEW = -1
_UNASKED = "steady"
"""The agent at a seat that chooses freely; it is never asked."""


class TooWideError(BoundError):
    """A block has more ways from its public position to the next than are followed."""

    def __init__(self) -> None:
        message = (
            f"between two public positions are more than {_WIDE} ways: what is hidden"
            " is hidden too long"
        )
        super().__init__(message, bound_of_ways(_WIDE))


class _Stop(Struct, Generic[S], frozen=True, gc=False):
    """The point at which a walk stops: a question, a chance or the end.

    With *begins* a round begins here whose number does not matter.
    """

    state: S
    memories: Memories
    asked: Decision[S] | Chance | Outcome
    begins: bool = False
    places: Places | None = None
    """The options that may be taken; None for all of them."""


class Positions(Generic[S]):
    """The public positions that were met, with a number for each.

    The number of a position is that of its node. Endings with equal returns share a
    node, and so do equal beginnings of a next round whose number does not matter.
    *watch* is called now and then within a long block.
    """

    def __init__(self, system: RuleSystem[S], scenario: object, sides: Sides) -> None:
        self.system = system
        self.sides = sides
        self.watch: Callable[[int], None] = _ignore_ways
        self._side: dict[int, Side] = {sides.first: 0, sides.second: 1}
        self._seats = system.seats(scenario)
        self._choosers = choosers = self._seated()
        # Agents that may read everything would miss what an essence leaves out.
        plain = bool(sides.restricted) and choosers.read_all
        self._rounds: Rounds[S] = Rounds(system, choosers, self.is_free, plain=plain)
        self._aparts: IndependentBlocks[S] = IndependentBlocks(
            system, self._rounds, self.is_free, sides.both, sides.menus
        )
        self._begins = system.solving.chart.begins if self.forgets_rounds else None
        self._numbers: dict[Position[S] | EndOfConflict | NextRound, int] = {}
        # Agents may remember, and menus note, each time they are asked: nothing may be
        # cached then.
        self._wholly_free = not sides.restricted
        self._caches_nodes = self._wholly_free and sides.menus == (None, None)
        self._throws: Throws[S] = Throws(self._rounds)
        self._nodes: Kept[Position[S], int | None] = Kept(_MOST)
        self._unrestricted: dict[tuple[S, tuple[Fact, ...]], Decision[S]] = {}
        """(view, options of a menu) -> the whole question."""
        self._at: int | None = None
        """The node that is being followed; None while the conflict begins."""
        self._met: dict[Key, set[int]] = {}
        """Question or part with a menu -> the nodes from whose blocks it is reached."""
        self.known: list[Position[S] | EndOfConflict | NextRound] = []
        self.second: int | None = None
        """The number of the round after the first, where rounds are not told apart."""
        self.first = self._go_on(system.initial(scenario), choosers.begin, fresh=True)
        over = type(self.first.asked) is Outcome
        # The first position keeps its round, from which the others are counted.
        begun = self.first.state, self.first.memories
        self.root = self._node(self.first) if over else self._number(begun)

    def _seated(self) -> Choosers:
        """Return the agents of judges, and of sides that are not wholly free."""
        sides, specs = self.sides, list(self.sides.specs)
        for seat in sides.both:
            if seat not in sides.restricted:
                specs[seat] = _UNASKED
        asked = [
            seat
            for seat, _ in by_seat(specs)
            if seat not in self._side or seat in sides.restricted
        ]
        return Choosers(self.system, self._seats, specs, may_draw=asked)

    def check(self, begun: S) -> None:
        """Raise AgentError if the agent of a side answers differently in play."""
        if self.sides.restricted:
            if not self._rounds.plain:
                shadow_walks(self.system, begun, self._seats, self._choosers)
            self._choosers.check(begun)

    @property
    def forgets_rounds(self) -> bool:
        """Whether most positions do not know their round."""
        return self._rounds.forgets_rounds

    @property
    def restricts_parts(self) -> bool:
        """Whether a menu left less of what a side does unseen by the other."""
        return self._aparts.menus.used

    def is_free(self, asked: Decision[S]) -> bool:
        """Whether one of the two sides chooses here."""
        side = self._side.get(asked.who)
        if side is None or len(asked.options) == 1:
            return False
        kinds = self.sides.free[side]
        return kinds is None or any(isinstance(fact, kinds) for fact in asked.options)

    def block(self, number: int) -> Block:
        """Return the block of the node *number*.

        Raises OddsError for a block that cannot be followed.
        """
        known = self.known[number]
        if isinstance(known, EndOfConflict | NextRound):
            return known
        self._at = number
        stop = self._go_on(*known, fresh=True)
        if type(stop.asked) is Outcome:
            # If nothing matters any more, an essence may already be at the end.
            return self._ended(stop.asked)
        if not self._is_choice(stop):
            thrown = self._apart(stop) or self._thrown(stop)
            if thrown is not None:
                return thrown
        return self._open(stop) or self._tree(stop)

    def _thrown(self, stop: _Stop[S]) -> Throw | None:
        """Return the throw at *stop*, None if its result is not public."""
        if not self._wholly_free:
            after = list(self._fallen(stop))
            known = all(self._is_known(stop_after) for _, stop_after in after)
            return self._throw(after) if known else None
        chances: dict[int, float] = {}
        for chance, (state, memories) in self._throws.at((stop.state, stop.memories)):
            node = self._reached(state, memories)
            if node is None:
                return None
            chances[node] = chances.get(node, 0.0) + chance
        return Throw(tuple(chances), tuple(chances.values()))

    def _open(self, stop: _Stop[S]) -> OpenChoice | None:
        """Return the choice at *stop* if everybody sees it, else None."""
        if not self._wholly_free or not self._is_choice(stop):
            return None
        asked = self._offered(stop)
        targets = list[int]()
        for option in asked.options:
            answered = self._rounds.answered(stop.state, option)
            node = self._reached(answered, stop.memories)
            if node is None:
                return None
            targets.append(node)
        return OpenChoice(self._side[asked.who], asked, tuple(targets))

    def _reached(self, state: S, memories: Memories) -> int | None:
        """Return the node that follows *state*, None if it is not public."""
        position = state, memories
        node = self._nodes.get(position, _NEW) if self._caches_nodes else _NEW
        if node == _NEW:
            stop = self._go_on(state, memories)
            node = self._node(stop) if self._is_known(stop) else None
            if self._caches_nodes:
                self._nodes.keep(position, node)
        return node

    def _offered(self, stop: _Stop[S]) -> Decision[S]:
        """Return the question at *stop*, restricted to the options of its menu."""
        asked = stop.asked
        assert isinstance(asked, Decision)
        return asked if stop.places is None else self._restricted(asked, stop.places)

    def _restricted(self, asked: Decision[S], places: Places) -> Decision[S]:
        """Return *asked* with the options *places* of a menu only."""
        options = tuple([asked.options[place] for place in places])
        self._unrestricted[asked.view, options] = asked
        return structs.replace(asked, options=options)

    def _apart(self, stop: _Stop[S]) -> Block | None:
        """Return the independent block at *stop*, None if it is not one."""
        memories = stop.memories

        def node(state: S) -> int | None:
            after = self._go_on(state, memories)
            return self._node(after) if self._is_known(after) else None

        block = self._aparts.block(stop.state, node, self._restricted)
        if block is None:
            return None
        for menu, part in zip(self.sides.menus, block.parts, strict=True):
            if menu is not None and part is not None and self._at is not None:
                self._met.setdefault(part, set()).add(self._at)
        if any(block.questions):
            return block
        # Nobody chooses within it, so it is a single throw.
        no_plan = np.ones(1)
        chances: dict[int, float] = {}
        nodes, shares = block.reached((no_plan, no_plan))
        for target, share in zip(nodes.tolist(), shares.tolist(), strict=True):
            chances[target] = chances.get(target, 0.0) + share
        return Throw(tuple(chances), tuple(chances.values()))

    def late(self, number: int, round_: int) -> int:
        """Return the node of a position that begins a round, moved to *round_*."""
        known = self.known[number]
        assert isinstance(known, tuple)
        state = self._rounds.essential(structs.replace(known[0], round=round_))
        return self._number((state, known[1]))

    def _throw(self, after: list[tuple[float, _Stop[S]]]) -> Throw:
        chances: dict[int, float] = {}
        for chance, stop in after:
            node = self._node(stop)
            chances[node] = chances.get(node, 0.0) + chance
        return Throw(tuple(chances), tuple(chances.values()))

    def _tree(self, begun: _Stop[S]) -> Block:
        """Follow everything, level by level, until all is public again."""
        leaves = TreeBuilder()
        waiting = {((begun.state, begun.memories), (0, 0)): (begun, 1.0)}
        first, ways = True, 0
        while waiting:
            later: dict[
                tuple[Position[S], tuple[int, int]], tuple[_Stop[S], float]
            ] = {}
            for (_, pair), (stop, chance) in waiting.items():
                ways += 1
                if ways % OFTEN == 0:
                    self.watch(ways)
                if ways > _WIDE:
                    raise TooWideError
                if not first and self._is_known(stop):
                    leaves.add(pair, self._node(stop), chance)
                    continue
                for share, seen, after in self._beyond(stop, pair, leaves):
                    key = (after.state, after.memories), seen
                    before = later[key][1] if key in later else 0.0
                    later[key] = after, before + chance * share
            first, waiting = False, later
        return leaves.block()

    def _beyond(
        self, stop: _Stop[S], pair: tuple[int, int], leaves: TreeBuilder
    ) -> Iterator[tuple[float, tuple[int, int], _Stop[S]]]:
        """Yield (chance, both sequences, next stop) after *stop*."""
        if not self._is_choice(stop):
            leaves.thrown = True
            for chance, after in self._fallen(stop):
                yield chance, pair, after
            return
        asked = self._offered(stop)
        side = self._side[asked.who]
        view = self._rounds.essential(asked.view)
        question = leaves.asked(side, asked, view, pair[side])
        for place, option in enumerate(asked.options):
            state = self._rounds.answered(stop.state, option)
            sequence = question.first + place
            seen = (sequence, pair[1]) if side == 0 else (pair[0], sequence)
            yield 1.0, seen, self._go_on(state, stop.memories)

    def _is_choice(self, stop: _Stop[S]) -> bool:
        """Whether one of the two sides is asked at *stop*."""
        return type(stop.asked) is Decision and self.is_free(stop.asked)

    def _fallen(self, stop: _Stop[S]) -> Iterator[tuple[float, _Stop[S]]]:
        """Yield (chance, next stop) after the chance at *stop*."""
        asked = stop.asked
        for chance, after in self._rounds.fallen((stop.state, stop.memories)):
            if type(asked) is Decision:
                self._check_memory(asked.who, stop.memories, after[1])
            yield chance, self._go_on(*after)

    def _go_on(self, state: S, memories: Memories, *, fresh: bool = False) -> _Stop[S]:
        """Return the next stop, after all events due and all answers that are given."""
        rounds, begins = self._rounds, self._begins
        while True:
            asked = self.system.ask(state)
            if type(asked) is Due:
                state = rounds.folded(state, asked.events)
                continue
            if type(asked) is Outcome:
                return _Stop(state, memories, asked)
            if begins is not None and not fresh and begins(state):
                return _Stop(state, memories, asked, begins=True)
            fresh = False
            if type(asked) is Chance or rounds.draws(asked):
                return _Stop(state, memories, asked)
            if self.is_free(asked):
                places = self._places(asked)
                if places is not None and len(places) == 1 and self._at is not None:
                    fact = asked.options[places[0]]
                    answered = rounds.answered(state, fact)
                    # A single option is taken at once, unless its result is hidden: a
                    # block with something hidden begins at a public state.
                    if self._is_public(answered):
                        state = answered
                        continue
                return _Stop(state, memories, asked, places=places)
            before = memories
            fact, memories = rounds.chosen(asked, memories)
            self._check_memory(asked.who, before, memories)
            state = rounds.answered(state, fact)

    def _places(self, asked: Decision[S]) -> Places | None:
        """Return the options that may be taken, None for all of them."""
        side = self._side[asked.who]
        menu = self.sides.menus[side]
        if menu is None:
            return None
        key = self.key(asked)
        if self._at is not None:
            self._met.setdefault(key, set()).add(self._at)
        return menu.places(key, asked)

    def key(self, asked: Decision[S]) -> Key:
        """Return the key by which menus identify the question *asked*."""
        return self._rounds.essential(asked.view), asked.options

    def has_menu(self, number: int) -> bool:
        """Whether a side with a menu chooses among several options at a node."""
        known = self.known[number]
        if isinstance(known, EndOfConflict | NextRound):
            return False
        self._at = None
        stop = self._go_on(*known, fresh=True)
        return stop.places is not None and len(stop.places) > 1

    def add(self, key: Key, asked: Decision[S], places: Places) -> set[int]:
        """Add options to a menu; return the nodes whose blocks grow by them."""
        menu = self.sides.menus[self._side[asked.who]]
        assert menu is not None
        if not menu.add(key, asked, places):
            return set()
        if isinstance(key, PartQuestion):
            self._aparts.menus.forget(key.part)
            return self._met.pop(key.part, set())
        return self._met.pop(key, set())

    def whole(self, asked: Decision[S]) -> Decision[S]:
        """Return the whole question, of which *asked* has the options of a menu."""
        return self._unrestricted.get((asked.view, asked.options), asked)

    def _check_memory(self, seat: Seat, before: Memories, after: Memories) -> None:
        """Raise AgentError if the agent of a side remembers a question."""
        if seat in self._side and after != before:
            message = (
                f"{self._choosers.place(seat)} remembers what it was asked before,"
                " which the other side does not see: another has to answer what is not"
                " free (`--agents`)"
            )
            raise AgentError(message)

    def _is_known(self, stop: _Stop[S]) -> bool:
        """Whether nothing is hidden from either side at *stop*."""
        if type(stop.asked) is Outcome:
            return True
        if self._is_public(stop.state):
            return True
        if stop.begins:
            message = (
                "something stays hidden from one round to the next, so that no state"
                " has a value of its own"
            )
            raise OddsError(message)
        return False

    def _is_public(self, state: S) -> bool:
        """Whether both sides see all of *state*."""
        view = self.system.view
        for seat in self.sides.both:
            seen = view(state, seat)
            if seen is not state and seen != state:
                return False
        return True

    def _node(self, stop: _Stop[S]) -> int:
        """Return the number of the node at *stop*."""
        if type(stop.asked) is Outcome:
            return self._number(self._ended(stop.asked))
        state = self._rounds.essential(stop.state)
        number = self._number((state, stop.memories))
        if stop.begins and state.round < stop.state.round:
            if self.second is None:
                self.second = stop.state.round
            return self._number(NextRound(number))
        return number

    def _ended(self, outcome: Outcome) -> EndOfConflict:
        first, second = self.sides.both
        return EndOfConflict((outcome.returns[first], outcome.returns[second]))

    def _number(self, known: "Position[S] | EndOfConflict | NextRound") -> int:
        number = self._numbers.setdefault(known, len(self.known))
        if number == len(self.known):
            self.known.append(known)
        return number


def _ignore_ways(_ways: int) -> None:
    return None
