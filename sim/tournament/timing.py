"""How long agents of a tournament think, measured by playing some of it again."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from msgspec import Struct

from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.run.chunk import setting, stdout_kept_clean
from sim.run.plan import Plan
from sim.run.sitting import begin_agents, seated_agents
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision
from sim.tournament.contest import Contest
from sim.tournament.ledger import block_seatings

_GAMES = 6
_SECONDS = 1.0
"""No game begins after this many seconds, since some agents think for minutes."""


class Thinking(Struct, frozen=True):
    """An agent against itself: how many choices it made, and the seconds of those.

    The seconds are by the clock of this machine; those of the rules are not among them.
    """

    agent: str
    choices: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """The milliseconds that a choice takes."""
        return 1000 * self.seconds / max(1, self.choices)


def measure_thinking(contest: Contest, number: int) -> Thinking:
    """Return the thinking time of the agent of this *number*, on the first scenario.

    The choices of the first game count only where there is no other: what is loaded
    once, and the process of an agent from a file, begin in it.
    """
    pair = number, number
    plan = contest.plan(0, pair, block_seatings(contest.places[0], pair)[0])
    first, *later = _games(plan)
    taken = [seconds for game in later for seconds in game] or first
    return Thinking(contest.specs[number], len(taken), sum(taken))


def _games(plan: Plan) -> list[list[float]]:
    """Return what each choice took, game by game."""
    begin, games = setting(plan), list[list[float]]()
    until = perf_counter() + _SECONDS
    with stdout_kept_clean(), seated_agents(plan) as agents:
        clock = _Clock()
        for agent in agents:
            clock.watch(agent)
        while not games or (len(games) < _GAMES and perf_counter() < until):
            key = conflict_key(plan.seed, len(games))
            seated = begin_agents(agents, begin.system, begin.seats, key)
            clock.taken = []
            # With notes, agents are asked even at positions that were met before.
            play(
                begin.system,
                begin.state,
                seated,
                KeyedDice(key),
                seats=begin.seats,
                notes=[],
            )
            games.append(clock.taken)
    return games


class _Clock:
    """Takes the time of choices that agents make."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def watch(self, agent: Agent) -> None:
        """Take the time of *agent* from now on; it stays the object that it is."""
        setattr(agent, "choose", self._timed(agent.choose))  # noqa: B010 - of one object

    def _timed(
        self, choose: Callable[[Decision[Any]], Fact]
    ) -> Callable[[Decision[Any]], Fact]:
        def timed(asked: Decision[Any]) -> Fact:
            began = perf_counter()
            fact = choose(asked)
            self.taken.append(perf_counter() - began)
            return fact

        return timed
