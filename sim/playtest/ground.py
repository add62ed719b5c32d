"""Plays the conflicts of a playtest: one scenario, with the dice of one seed.

Agents are kept seated from game to game. The events of a conflict are kept while it is
looked at, and no longer.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any

from msgspec import Struct

from sim.casting.roster import make
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import AgentError
from sim.library.scenario import Loaded
from sim.run.sitting import begin_agents
from sim.seam.events import Event, Seat
from sim.seam.protocol import Agent, RuleSystem, SeatInfo, State
from sim.statistics.records import members

_KEPT = 256
_ALIKE = 1e-9
_EVEN = 0.5

Progress = Callable[[int], None]
"""Called with how many conflicts have been played so far."""


class Game(Struct, frozen=True):
    """One conflict: its events, its ending, the returns of every seat and side.

    *scores* has for each side 1 if it alone got most, and a share of that for each of
    several; of a single side, 1 if it got more than one half.
    """

    number: int
    events: Sequence[Event]
    how: str
    rounds: int
    returns: tuple[float, ...]
    sides: Mapping[int, float]
    scores: Mapping[int, float]


class Ground:
    """Plays one scenario; *agents* are the specs of all seats."""

    def __init__(self, loaded: Loaded, agents: Sequence[str], seed: str) -> None:
        self.loaded = loaded
        self.agents = tuple(agents)
        self.seed = seed
        self.played = 0
        self.system: RuleSystem[Any] = loaded.system
        self.seats: tuple[SeatInfo, ...] = self.system.seats(loaded.scenario)
        self.members = members(self.seats)
        self.state: State = self.system.initial(loaded.scenario)
        self._seated = lru_cache(maxsize=_KEPT)(_made)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that take part, in order."""
        return tuple(self.members)

    def side_name(self, side: int) -> str:
        """Return the name of *side* in reports: its only seat, or the side itself."""
        own = self.members[side]
        only = self.seats[own[0]]
        return only.name if len(own) == 1 else only.side_named

    def seated(self, given: Mapping[int, str | Agent]) -> tuple[str | Agent, ...]:
        """Return the agents of all seats: those *given* by seat, else its own agent."""
        return tuple(given.get(at, own) for at, own in enumerate(self.agents))

    def of_side(self, side: int, agent: str) -> dict[int, str | Agent]:
        """Return *agent* at all seats of *side*."""
        return dict.fromkeys(self.members[side], agent)

    def play(self, who: Sequence[str | Agent], number: int) -> Game:
        """Play the conflict *number*; raises AgentError where an agent fails."""
        key = conflict_key(self.seed, number)
        agents = [
            self._seated(one, seat) if isinstance(one, str) else one
            for seat, one in enumerate(who)
        ]
        done = play(
            self.system,
            self.state,
            begin_agents(agents, self.system, self.seats, key),
            KeyedDice(key),
            seats=self.seats,
            strict=True,
        )
        self.played += 1
        got = done.outcome.returns
        sides = {
            side: fmean(got[seat] for seat in own) for side, own in self.members.items()
        }
        return Game(
            number,
            done.events,
            done.outcome.how,
            done.state.round,
            got,
            sides,
            _scores(sides),
        )

    def beside(self, loaded: Loaded) -> "Ground":
        """Return the ground of a changed scenario, with the same agents and dice.

        Raises AgentError where it has other seats.
        """
        found = Ground(loaded, self.agents, self.seed)
        if len(found.seats) != len(self.seats):
            message = f"{loaded.name} has other seats than {self.loaded.name}"
            raise AgentError(message)
        return found

    def seat_of(self, name: str) -> Seat:
        """Return the seat called *name*."""
        return Seat([seat.name for seat in self.seats].index(name))


def _made(spec: str, seat: int) -> Agent:
    del seat  # each has an agent of its own, which may remember
    return make(spec)


def _scores(sides: Mapping[int, float]) -> dict[int, float]:
    most = max(sides.values(), default=0.0)
    if len(sides) == 1:
        return {side: _against_half(got) for side, got in sides.items()}
    best = [side for side, got in sides.items() if got > most - _ALIKE]
    return {side: (side in best) / len(best) for side in sides}


def _against_half(got: float) -> float:
    return 0.5 if abs(got - _EVEN) < _ALIKE else float(got > _EVEN)
