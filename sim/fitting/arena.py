"""Conflicts of one scenario, played in this process one after the other.

Agents are made once and play again and again. Only results matter: no events are kept,
no process is started, and the same seed, game and agents give the same conflict as a
run.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from sim.casting.roster import make
from sim.casting.specs import files_of
from sim.conflict.play import Played, play
from sim.conflict.stream import BESIDE_PLAY
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.errors import AgentError
from sim.library.scenario import Loaded
from sim.reading.hints import shortened
from sim.run.sitting import begin_agents
from sim.seam.events import Forfeited
from sim.seam.protocol import Agent, SeatInfo
from sim.seam.seats import by_seat

OWN = ""
"""Stands for each seat's own agent, as the scenario has it."""

Sides = Mapping[int, str]
"""Side -> the agent at all of its seats, or OWN."""

_KEPT = 256
_HALF = 0.5


class Result(Struct, frozen=True):
    """The return of each side (the mean of its seats) and of each seat in one conflict.

    If an agent forfeited, *forfeit* has its spec, its seat and the reason. It ended in
    the way *how* after this many *events*, as a run would record them.
    """

    returns: Mapping[int, float]
    seats: tuple[float, ...] = ()
    forfeit: tuple[str, str, str] | None = None
    how: str = ""
    events: int = 0

    def score(self, side: int) -> float:
        """Return 1 where *side* got more than any other, 0 if less, else one half.

        A side without another has won where it got more than one half, as in a run.
        """
        own = self.returns[side]
        others = (got for other, got in self.returns.items() if other != side)
        best = max(others, default=_HALF)
        return 0.5 if own == best else float(own > best)


class Arena:
    """Plays conflicts of one scenario, with the dice of one seed.

    Raises AgentError if the scenario has an agent from a file, or one that reads
    any: the files that a scenario names are never run here, since the user was not
    asked. An agent that fails is an error if *strict* is set, and otherwise forfeits as
    in a run.
    """

    def __init__(self, loaded: Loaded, seed: str, *, strict: bool = True) -> None:
        self.loaded = loaded
        self.seed = seed
        self._strict = strict
        self.seats = loaded.system.seats(loaded.scenario)
        for info in self.seats:
            _check_shipped(loaded, info)
        self._state = loaded.system.initial(loaded.scenario)
        self._agent = lru_cache(maxsize=_KEPT)(self._made)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides that take part, in order."""
        sides = {seat.side for seat in self.seats if seat.side is not None}
        return tuple(sorted(sides))

    def _made(self, spec: str, seat: int) -> Agent:
        """Return the agent *spec* for one seat, which forgets each game at the next."""
        del seat  # each has an agent of its own, which may remember
        return make(spec)

    def play(self, who: Sides, game: int) -> Result:
        """Play one game; raises AgentError when an agent fails and it is strict."""
        key = conflict_key(self.seed, game)
        agents = [self._agent(spec, seat) for seat, spec in by_seat(self.specs(who))]
        done = play(
            self.loaded.system,
            self._state,
            begin_agents(agents, self.loaded.system, self.seats, key),
            KeyedDice(key),
            seats=self.seats,
            strict=self._strict,
        )
        returns = done.outcome.returns
        return Result(
            self._means(returns),
            returns,
            self._forfeit(who, done),
            done.outcome.how,
            len(done.events) + BESIDE_PLAY,
        )

    def specs(self, who: Sides) -> tuple[str, ...]:
        """Return the agent of each seat; a judge keeps the scenario's own."""
        return tuple(
            (seat.side is not None and who.get(seat.side)) or seat.agent
            for seat in self.seats
        )

    def _forfeit(self, who: Sides, done: Played) -> tuple[str, str, str] | None:
        for event in done.events[-2:]:
            if isinstance(event, Forfeited):
                reason = f"{event.reason}{done.place}"
                return self.specs(who)[event.who], self.seats[event.who].name, reason
        return None

    def _means(self, returns: Sequence[float]) -> dict[int, float]:
        by_side: dict[int, list[float]] = {}
        for seat, got in zip(self.seats, returns, strict=True):
            if seat.side is not None:
                by_side.setdefault(seat.side, []).append(got)
        return {side: round(sum(got) / len(got), 9) for side, got in by_side.items()}


def _check_shipped(loaded: Loaded, info: SeatInfo) -> None:
    path = next(files_of([info.agent]), None)
    if path is not None:
        message = (
            f"the agent of the seat {info.name} in {loaded.name} names the file"
            f" {shortened(path)!r}, expected an agent without one: what a scenario"
            " names is not run here"
        )
        raise AgentError(message)
