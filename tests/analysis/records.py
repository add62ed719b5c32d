"""Small conflicts of every system, played, to be valued and analysed."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sim.analysis.analyse import Record
from sim.analysis.judging import ExactBoard
from sim.analysis.points import Point, points
from sim.analysis.values import ExactValues
from sim.casting.roster import make
from sim.conflict.play import play
from sim.conflict.walk import Walk
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.library.scenario import Loaded, load
from sim.run.sitting import begin_agents
from sim.seam.events import Fact
from sim.seam.protocol import Chance, Decision, Outcome, State
from tests.tiers import TINY, later

_FOLDER = Path(__file__).parent.parent / "graph" / "tiny"
NAMES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
"""Conflicts that are small enough for exact values, at least one of every system."""
SOME = later(NAMES, set(NAMES).difference(TINY))
"""The same; one of every system is quick."""
SEALING = ("dice_pool", "intensity", "planets")
"""Those in which somebody chooses what others do not see at once."""
SEED = "analysis"


@cache
def loaded(name: str) -> Loaded:
    """Return the tiny scenario *name*."""
    return load(str(_FOLDER / f"{name}.toml"))


def record(name: str, spec: str = "steady", game: int = 0) -> Record:
    """Return a tiny conflict in which *spec* played all seats."""
    scenario = loaded(name)
    system, seats = scenario.system, scenario.system.seats(scenario.scenario)
    key = conflict_key(SEED, game)
    agents = begin_agents([make(spec) for _ in seats], system, tuple(seats), key)
    played = play(system, system.initial(scenario.scenario), agents, KeyedDice(key))
    return Record(name, scenario.title, system, scenario.scenario, played.events)


@cache
def values(name: str, spec: str = "steady") -> ExactValues:
    """Return exact values of the tiny scenario *name* between agents *spec*."""
    scenario = loaded(name)
    seats = scenario.system.seats(scenario.scenario)
    begun = scenario.system.initial(scenario.scenario)
    return ExactValues(scenario.system, begun, seats, [spec] * len(seats), steps=10**6)


def options_of(point: Point) -> tuple[Fact, ...]:
    """Return the options of whoever had a choice at *point*."""
    return point.asked.options if isinstance(point.asked, Decision) else ()


def points_of(recorded: Record) -> list[Point]:
    """Return the points of a tiny conflict, for `steady` as the continuation."""
    board = ExactBoard(recorded.system, values(recorded.conflict))
    begun = Walk(recorded.system, recorded.begun).state
    return list(
        points(recorded.system, begun, recorded.events, board.start, board.after)
    )


def played_on(
    recorded: Record,
    point: Point,
    option: Any,  # noqa: ANN401 - a fact of the system
    specs: Sequence[str] = (),
) -> Record:
    """Return *one* with *option* in place of the answer at *point*, played on.

    *specs* play it, by default `steady`. Each is asked again what it was asked before.
    """
    system, dice = recorded.system, KeyedDice(conflict_key(SEED, 99))
    made = [make(spec) for spec in specs or ["steady"] * len(recorded.seats)]
    agents = begin_agents(made, system, recorded.seats, bytes(32))
    walk = Walk(system, recorded.begun, recorded=True)
    for earlier in points_of(recorded):
        asked = earlier.asked
        if specs and isinstance(asked, Decision) and len(asked.options) > 1:
            agents[asked.who].choose(asked)
        if earlier.event == point.event:
            break
        walk.take(earlier.fact)
    walk.take(option)

    def reply(asked: Decision[Any] | Chance | Outcome, state: State) -> Fact | None:
        if isinstance(asked, Decision):
            agent = agents[asked.who]
            only = len(asked.options) == 1
            return next(iter(asked.options)) if only else agent.choose(asked)
        return asked.fall(dice, state.round) if isinstance(asked, Chance) else None

    walk.run(reply)
    return Record(
        recorded.conflict, recorded.title, system, recorded.scenario, walk.events
    )
