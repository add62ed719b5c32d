"""The fixture of all benchmarks: one scenario, the cheapest agents.

All games have one seed. A process keeps the positions that it met, so each round plays
games that it has not played before, as a run does.
"""

from collections.abc import Iterator, Sequence
from functools import wraps
from itertools import count, islice
from typing import Any

from msgspec import structs

from benchmarks.bare_duel import duel
from benchmarks.bare_tables import Event, Result, Strategy
from benchmarks.first import NAME
from benchmarks.measure import Work
from sim.casting.roster import make
from sim.conflict import positions
from sim.conflict.play import Played, play
from sim.conflict.stream import Sealed, seal_stream
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.run.chunk import Plan, Setting, setting
from sim.run.run import make_plan
from sim.seam.protocol import Agent, Table
from sim.store.events import conflict_stream

SEED = "benchmark"
DUEL = "alley"
ROSTER = "benchmarks.first"
SHOWN = (DUEL, "dice_pool_knives", "skill_duel")
"""Fights that stand for their systems, which ship quieter scenarios before them."""


def plan(scenario: str, games: int, **changes: Any) -> Plan:  # noqa: ANN401 - fields of Plan
    """Return the plan of *games* games of *scenario* between the cheapest agents."""
    loaded = load(scenario)
    agents = [NAME] * len(loaded.system.seats(loaded.scenario))
    made = make_plan(loaded, agents, seed=SEED, games=games)
    return structs.replace(made, roster=ROSTER, **changes)


def begin(scenario: str) -> Setting:
    """Return the initial state of *scenario*."""
    return setting(plan(scenario, 1))


def played(start: Setting, agents: list[Agent], game: int) -> Sealed:
    """Play game number *game* alone and seal it, as a run does."""
    key = conflict_key(SEED, game)
    for seat, agent in enumerate(agents):
        agent.begin(Table(start.system, seat, start.seats, agent_key(key, seat)))
    done: Played = play(
        start.system, start.state, agents, KeyedDice(key), seats=start.seats
    )
    started = structs.replace(start.opening, key=key.hex(), game=game)
    return seal_stream(start.system, conflict_stream("0" * 8, game), started, done)


def quiet(options: Sequence[Event]) -> Event:
    """Choose as the agent First does."""
    return options[1] if options[0][0] == "accepted" else options[0]


QUIET: tuple[Strategy, ...] = (quiet, quiet)


def bare(
    start: Setting, game: int, strategies: Sequence[Strategy] = QUIET
) -> tuple[list[tuple[str, bytes]], Result]:
    """Play the same game of the duel by hand and seal it."""
    key = conflict_key(SEED, game)
    opening = start.opening
    started: Event = (
        "started",
        opening.system,
        opening.rules_version,
        opening.scenario,
        opening.rulings,
        opening.seats,
        key.hex(),
        opening.seed,
        game,
    )
    name = conflict_stream("0" * 8, game)
    return duel(key, strategies, name, start.digest, started)


class Fresh:
    """Plays the same number of new games each time, and counts their decisions.

    *first* is the number of the first of them; those before it are played at once.
    """

    def __init__(
        self, start: Setting, agents: list[Agent], games: int, first: int = 0
    ) -> None:
        self._start, self._agents, self._games = start, agents, games
        self._numbers = count()
        self.conflicts = self.decisions = self.events = 0
        for number in islice(self._numbers, first):
            played(start, agents, number)

    def play(self) -> None:
        """Play the next games."""
        for number in islice(self._numbers, self._games):
            line = played(self._start, self._agents, number).line
            self.conflicts += 1
            self.decisions += line.decisions
            self.events += line.events

    def by_decisions(self) -> int:
        """Play the next games; return how many decisions they had."""
        before = self.decisions
        self.play()
        return self.decisions - before

    def by_events(self) -> int:
        """Play the next games; return how many events they had."""
        before = self.events
        self.play()
        return self.events - before


def apart(work: Work) -> Work:
    """Return *work* in such a form that it knows only positions that it met itself."""
    met: dict[tuple[Any, ...], Any] = {}

    @wraps(work)
    def done() -> int:
        before, positions.BEGUN = positions.BEGUN, met
        try:
            return work()
        finally:
            positions.BEGUN = before

    return done


def forget() -> None:
    """Forget all positions that were met, as a process that begins knows none."""
    positions.BEGUN.clear()


def shipped(start: Setting) -> list[Agent]:
    """Return the agents that the scenario names for its seats."""
    return [make(seat.agent) for seat in start.seats]


def one_a_system() -> Iterator[tuple[str, str]]:
    """Yield one (system, scenario) for every rule system: a fight, or the first."""
    seen: set[str] = set()
    for name in (*SHOWN, *scenarios()):
        system = load(name).system.name
        if system not in seen:
            seen.add(system)
            yield system, name


def same(sealed: Sealed, rows: list[tuple[str, bytes]], line: Result) -> bool:
    """Whether the game written by hand has the same events as the one played."""
    return sealed.rows == rows and all(
        getattr(line, name) == getattr(sealed.line, name)
        for name in Result.__struct_fields__
    )
