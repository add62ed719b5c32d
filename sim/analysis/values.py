"""The value of a conflict at any of its states, for every seat, between given agents.

A state may be in the middle of a round: the memory of every agent at that point is
given with it. `ExactValues` follows every branch with its probability; if there are too
many it raises BoundError, and `sim.analysis.rollouts` plays games instead.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Generic, NoReturn, TypeVar

from msgspec import Struct, structs

from sim.analysis.pace import Pace
from sim.conflict.walk import Walk
from sim.errors import AgentError
from sim.graph.budget import BoundError, Guard
from sim.graph.choosers import Choosers, Memories
from sim.graph.parts import CachedOutcomes, Position
from sim.graph.readings import faces_of, readings_of
from sim.graph.rounds import OFTEN, Rounds, TooManyWaysError
from sim.graph.shadow_walks import shadow_walks
from sim.seam.events import Fact
from sim.seam.protocol import (
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    SeatInfo,
    State,
)
from sim.seam.seats import by_seat

S = TypeVar("S", bound=State)

Returns = tuple[float, ...]
"""The return, or expected return, of each seat."""

STEPS = 20_000
"""The number of steps after which exact values are given up."""
TIME = "the time that there is"
"""The other bound of exact values."""

_FACES = 100_000
"""The most combinations of faces of one roll that are followed."""


class _Fallen(Struct, Generic[S]):
    """The distribution after a roll or a part: over next positions and over endings."""

    then: dict[Position[S], float]
    ended: dict[Returns, float]


class _DatedRounds(Rounds[S]):
    """Rounds whose positions keep the number of their round.

    A graph forgets the number while it does not matter yet, and handles the limit of
    rounds itself. Values recurse from round to round, so they need the number.
    """

    def essential(self, state: S) -> S:
        """Return what of *state* may matter, with the number of its round."""
        slim = super().essential(state)
        if slim.round == state.round:
            return slim
        return structs.replace(slim, round=state.round)


class ExactValues:
    """Exact values between *specs*, the agents of all seats.

    *shown_by* is 0 if values are exact for certain. If an agent is from a file or may
    read everything in its view, it is the number of conflicts that showed no use of the
    parts of the state that values forget; they are exact as far as these show.
    *remembering* are the seats whose agents remembered something in these conflicts.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        begun: Any,  # noqa: ANN401 - a state of the system
        seats: Sequence[SeatInfo],
        specs: Sequence[str],
        *,
        steps: int = STEPS,
    ) -> None:
        """Prepare for the conflict that begins at *begun*, and for this many *steps*.

        Raises AgentError for an agent that cannot be followed exactly, such as one that
        does not declare its memory.
        """
        self._system = system
        self._begun = Walk(system, begun).state
        every_seat = [seat for seat, _ in by_seat(specs)]
        self.choosers = Choosers(system, seats, specs, may_draw=every_seat)
        _refuse_forgetful(self.choosers)
        shadow = shadow_walks(system, self._begun, seats, self.choosers)
        self.shown_by, self.remembering = shadow.shown_by, shadow.remembering
        self._plain = shadow.plain
        self._rounds = _DatedRounds(system, self.choosers, plain=shadow.plain)
        self._known: dict[Position[Any], Returns] = {}
        self._gone, self._most = 0, steps
        self._pace = Pace()
        self._rounds.watch = self._watched
        self._rounds.check = Guard(self._timed)
        self._rounds.widest = steps

    def begin_again(self, pace: Pace | None = None, steps: int = 0) -> None:
        """Reset the budget for another conflict: the same number of steps, or *steps*.

        Values that are known stay known.
        """
        self._gone, self._pace = 0, pace or Pace()
        self._most = self._rounds.widest = steps or self._most

    @property
    def start(self) -> Memories:
        """The memories of the agents before anything has happened."""
        return self.choosers.begin

    def returns_at(
        self,
        state: Any,  # noqa: ANN401 - a state of the system
        memories: Memories,
        answer: Fact | None = None,
    ) -> Returns:
        """Return the exact returns at *state*, or after this *answer* to its question.

        *memories* are those of all agents then. Raises BoundError if it takes more
        steps than are allowed.
        """
        walk = Walk(self._system, state, answer)
        if type(walk.asked) is Outcome:
            return walk.asked.returns
        position = self._onward((walk.state, memories), fresh=True)
        if isinstance(position, Outcome):
            return position.returns
        try:
            return self._at(position)
        except TooManyWaysError:
            _give_up(f"{self._most} steps")

    def answers(
        self, asked: Decision[Any], memories: Memories
    ) -> tuple[Mapping[Fact, float], Memories]:
        """Return the chance of each answer that may be given, and the memories then."""
        chances, after = self.choosers.answers(asked, memories)
        return dict(chances), after

    def faces(self, asked: Chance) -> Sequence[tuple[Fact, float]]:
        """Return the possible rolls of *asked* with chances; equal readings are one."""
        read: Any = asked.read  # hashable, as all of a state is
        cases = faces_of(asked.pool) if self._plain else readings_of(asked.pool, read)
        return [(asked.rolled(faces), chance) for faces, chance in cases]

    def check(self) -> None:
        """Ask the agents some questions again; raise AgentError if answers differ."""
        self.choosers.check(self._begun)

    def _at(self, position: Position[Any]) -> Returns:
        """Return the value of *position*, by depth-first search with memoization.

        Dice or a stochastic choice are due there, or a round or a part of one begins.
        """
        known, opened = self._known, dict[Position[Any], _Fallen[Any]]()
        # An explicit stack, since conflicts are deeper than Python's recursion limit: a
        # position stays on it until the values of all its successors are known.
        stack = [position]
        while stack:
            current = stack[-1]
            if current in known:
                stack.pop()
                continue
            if current not in opened:
                opened[current] = self._fallen(current)
            # Nothing leads back to an earlier roll, so the search ends.
            unknown = [after for after in opened[current].then if after not in known]
            if unknown:
                stack += unknown
            else:
                known[current] = self._mean(opened.pop(current))
                stack.pop()
        return known[position]

    def _fallen(self, position: Position[Any]) -> _Fallen[Any]:
        """Return the distribution after the part, dice or stochastic choice here."""
        state = position[0]
        self._refuse_wide(state)
        if self._rounds.begins_part(state):
            part = self._rounds.part(position, state.round)
            if part is not None:
                return self._after_part(*part)
        fallen: _Fallen[Any] = _Fallen({}, {})
        for chance, after in self._rounds.fallen(position):
            self._step(1)
            _add(fallen, self._onward(after, fresh=False), chance)
        return fallen

    def _after_part(
        self, known: CachedOutcomes[Any], after: Callable[[Any], Any]
    ) -> _Fallen[Any]:
        """Return the distribution after a part that may have been played elsewhere."""
        fallen: _Fallen[Any] = _Fallen({}, {})
        for end, memories, chance in (*known.then, *known.within):
            self._step(1)
            position = after(end), memories
            if self._rounds.begins_part(position[0]):
                _add(fallen, position, chance)
            else:
                _add(fallen, self._onward(position, fresh=True), chance)
        for (_, returns, _), chance in known.ended:
            fallen.ended[returns] = fallen.ended.get(returns, 0.0) + chance
        return fallen

    def _watched(self, _ways: int) -> None:
        """Count the steps within a part, which reports only one in `OFTEN`."""
        self._step(OFTEN)

    def _step(self, count: int) -> None:
        """Count this many steps; raises BoundError if steps or time are used up."""
        self._gone += count
        if self._gone > self._most:
            _give_up(f"{self._most} steps")
        self._timed()

    def _timed(self) -> None:
        """Raise BoundError if the time is up."""
        if self._pace.left < 0:
            _give_up(TIME)

    def _refuse_wide(self, state: State) -> None:
        """Raise BoundError if a single roll has too many faces to be followed."""
        asked = self._system.ask(state)
        if type(asked) is not Chance or getattr(asked.read, "unordered", False):
            return
        faces = prod(die.values for die in asked.pool)
        law = self._system.solving.chart.law
        if faces > _FACES and (law is None or law(state) is None):
            _give_up(f"{_FACES} faces of one roll")

    def _onward(
        self, position: Position[Any], *, fresh: bool
    ) -> Position[Any] | Outcome:
        """Follow deterministic answers to the next chance, part of a round, or end.

        Where a round or a part of one begins, the position stops and is reduced to its
        essence; a *fresh* position may begin one itself, and goes on.
        """
        (state, memories), rounds = position, self._rounds
        begun, ask = state.round, self._system.ask
        while True:
            asked = ask(state)
            if type(asked) is Outcome:
                return asked
            # Where a round begins, most of the last one no longer matters, so different
            # histories are merged into one position and valued once.
            if not fresh and type(asked) is not Due and self._is_cut(state, begun):
                state, fresh = rounds.essential(state), True
                begun = state.round
                if rounds.begins_part(state):
                    return state, memories
                continue
            if type(asked) is Due:
                state = rounds.folded(state, asked.events)
            elif type(asked) is Decision and not rounds.draws(asked):
                fact, memories = rounds.chosen(asked, memories)
                state = rounds.answered(state, fact)
            else:
                return state, memories
            fresh = False

    def _is_cut(self, state: State, begun: int) -> bool:
        """Whether a round or a part of one begins at *state*."""
        rounds = self._rounds
        return rounds.is_next(state, begun, fresh=False) or rounds.begins_part(state)

    def _mean(self, fallen: _Fallen[Any]) -> Returns:
        """Return the expected returns over all successors."""
        sums = [0.0] * len(self.choosers.specs)
        for returns, chance in fallen.ended.items():
            for seat, amount in enumerate(returns):
                sums[seat] += chance * amount
        for then, chance in fallen.then.items():
            for seat, amount in enumerate(self._known[then]):
                sums[seat] += chance * amount
        return tuple(sums)


def _give_up(bound: str) -> NoReturn:
    message = f"exact values take more than {bound}"
    raise BoundError(message, bound)


def _add(fallen: _Fallen[Any], after: Position[Any] | Outcome, chance: float) -> None:
    """Add *chance* to a successor, or to the returns of an ending."""
    if isinstance(after, Outcome):
        fallen.ended[after.returns] = fallen.ended.get(after.returns, 0.0) + chance
    else:
        fallen.then[after] = fallen.then.get(after, 0.0) + chance


def _refuse_forgetful(choosers: Choosers) -> None:
    """Raise AgentError if an agent does not say what it remembers."""
    for seat, memory in by_seat(choosers.begin):
        if memory is None:
            message = (
                f"{choosers.place(seat)} does not say what it remembers"
                " (`Agent.memory`), so nothing exact can be said of it"
            )
            raise AgentError(message)
