"""A table at which conflicts of one scenario are played, with the dice of one seed."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from msgspec import Struct

from sim.conflict.play import Played, play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.library.scenario import Loaded
from sim.run.sitting import begin_agents
from sim.seam.events import Event
from sim.seam.protocol import Agent, RuleSystem, SeatInfo, State
from sim.statistics.records import members

_ALIKE = 1e-9
_EVEN = 0.5


class Game(Struct, frozen=True):
    """One conflict: how it ended, what every seat and side got.

    *scores* has for each side 1 if it alone got most, and a share of that for each of
    several; of a single side, 1 if it got more than one half. *events* are there only
    where the conflict was played to be looked at. *narrowed* counts how often somebody
    was kept from an option, or had to take one.
    """

    number: int
    how: str
    rounds: int
    returns: tuple[float, ...]
    sides: Mapping[int, float]
    scores: Mapping[int, float]
    narrowed: int = 0
    events: Sequence[Event] = ()


class Table:
    """Plays conflicts of *loaded*, one after the other, in this process."""

    def __init__(self, loaded: Loaded, seed: str) -> None:
        self.loaded = loaded
        self.seed = seed
        self.system: RuleSystem[Any] = loaded.system
        self.seats: tuple[SeatInfo, ...] = self.system.seats(loaded.scenario)
        self.members = members(self.seats)
        self.state: State = self.system.initial(loaded.scenario)

    def play(self, agents: Sequence[Agent], number: int) -> Played:
        """Play the conflict *number*; raises AgentError if an agent fails."""
        key = conflict_key(self.seed, number)
        return play(
            self.system,
            self.state,
            begin_agents(agents, self.system, self.seats, key),
            KeyedDice(key),
            seats=self.seats,
            strict=True,
        )

    def game(
        self, number: int, how: str, rounds: int, returns: Sequence[float]
    ) -> Game:
        """Return the conflict *number* that ended so, with what its sides got."""
        sides = side_means(self.members, returns)
        return Game(number, how, rounds, tuple(returns), sides, side_scores(sides))


def side_means(
    members: Mapping[int, Sequence[int]], returns: Sequence[float]
) -> dict[int, float]:
    """Return what every side got, the mean of what its *members* did."""
    return {side: fmean(returns[seat] for seat in own) for side, own in members.items()}


def side_scores(sides: Mapping[int, float]) -> dict[int, float]:
    """Return the score of every side by what *sides* got."""
    most = max(sides.values(), default=0.0)
    if len(sides) == 1:
        return {side: _against_half(got) for side, got in sides.items()}
    best = [side for side, got in sides.items() if got > most - _ALIKE]
    return {side: (side in best) / len(best) for side in sides}


def _against_half(got: float) -> float:
    return 0.5 if abs(got - _EVEN) < _ALIKE else float(got > _EVEN)
