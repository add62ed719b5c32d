"""One round, played out with all its chances: from where it begins to the next."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, structs

from sim.errors import OddsError
from sim.events import Fact
from sim.graph.choosers import Choosers, Memories
from sim.graph.readings import readings
from sim.protocol import Decision, Outcome, RuleSystem, State
from sim.walk import Walk

S = TypeVar("S", bound=State)

Position = tuple[S, Memories]
"""A state and what the agents remember in it."""

Ending = tuple[str, tuple[float, ...], int]
"""How it ended, what every seat got, and in which round."""

_WIDE = 500_000
"""So many positions within one round are too many."""


class Played(Struct, Generic[S], frozen=True):
    """What a round came to: where the next begins, how it ended, with the chances."""

    then: Mapping[Position[S], float]
    ended: Mapping[Ending, float]


class Rounds(Generic[S]):
    """Plays rounds through the seam."""

    def __init__(self, system: RuleSystem[S], choosers: Choosers) -> None:
        self._system = system
        self._choosers = choosers
        self._law = system.chart.law
        self._begins = system.chart.begins
        self._essence: Callable[[S], S] = system.essence or _as_it_is
        self.second: int | None = None
        """In which round the one after the first that was played began."""
        self._keeps_round = choosers.read_rounds or system.chart.timeless is None

    @property
    def forgets_rounds(self) -> bool:
        """Whether positions do not know in what round they are."""
        return not self._keeps_round

    def essential(self, state: S) -> S:
        """Return what of *state* may matter to the rules and to the agents."""
        slim = self._essence(state)
        if self._keeps_round and slim.round != state.round:
            return structs.replace(slim, round=state.round)
        return slim

    def onward(self, state: S) -> S:
        """Return what matters of *state*, where the next round begins."""
        if self.second is None:
            self.second = state.round
        return self.essential(state)

    def walk(self, state: S, answer: Fact | None = None) -> Walk[S]:
        """Stand at *state*, or at what follows when its question gets this *answer*."""
        return Walk(self._system, state, answer)

    def play(self, position: Position[S]) -> Played[S]:
        """Return what the round that begins at *position* comes to.

        Raises AgentError and OddsError for what cannot be solved.
        """
        then: dict[Position[S], float] = {}
        ended: dict[Ending, float] = {}
        begun = position[0].round
        waiting: dict[Position[S], float] = {position: 1.0}
        first = True
        while waiting:
            if len(waiting) > _WIDE:
                message = f"one round has more than {_WIDE} ways through it"
                raise OddsError(message)
            due: dict[Position[S], float] = {}
            for (state, memories), mass in waiting.items():
                rolled = self.fallen(state) if not first else [(1.0, state)]
                for chance, after in rolled:
                    into = due, then, ended
                    at = begun, first
                    self._go_on((after, memories), mass * chance, at, into)
            first, waiting = False, due
        return Played(then, ended)

    def _go_on(
        self,
        position: Position[S],
        mass: float,
        at: tuple[int, bool],
        into: tuple[
            dict[Position[S], float], dict[Position[S], float], dict[Ending, float]
        ],
    ) -> None:
        """Let everybody answer until dice are due, a round begins or it is over."""
        due, then, ended = into
        (state, memories), (begun, fresh) = position, at
        walk = self.walk(state)
        while True:
            state, asked = walk.state, walk.asked
            if type(asked) is Outcome:
                end = asked.how, asked.returns, state.round
                ended[end] = ended.get(end, 0.0) + mass
                return
            if self.is_next(state, begun, fresh=fresh):
                key = self.onward(state), memories
                then[key] = then.get(key, 0.0) + mass
                return
            if type(asked) is not Decision:
                key = state, memories
                due[key] = due.get(key, 0.0) + mass
                return
            fact = asked.options[0]
            if len(asked.options) > 1:
                fact, memories = self._choosers.answer(asked, memories)
            walk.take(fact)
            fresh = False

    def is_next(self, state: S, begun: int, *, fresh: bool) -> bool:
        """Whether the next round begins here."""
        if self._begins is None:
            return state.round > begun
        return not fresh and self._begins(state)

    def fallen(self, state: S) -> list[tuple[float, S]]:
        """Return what *state* becomes when the dice that are due have fallen."""
        evolve = self._system.evolve
        law = None if self._law is None else self._law(state)
        found: list[tuple[float, S]] = []
        if law is not None:
            for chance, events in law:
                after = state
                for event in events:
                    after = evolve(after, event)
                found.append((chance, after))
            return found
        asked: Any = self._system.ask(state)
        for faces, chance in readings(asked.pool, asked.read):
            found.append((chance, self.walk(state, asked.rolled(faces)).state))
        return found


def _as_it_is(state: S) -> S:
    return state
