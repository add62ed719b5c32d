"""What tests of values share: a scenario explored and worked out."""

from pathlib import Path
from typing import Any

from msgspec import structs

from sim.graph.budget import Budget
from sim.library.scenario import Loaded, load
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.exploring import explored_graph
from sim.optimal.graph import Graph
from sim.optimal.sides import sides_of
from sim.run.seating import seat_agents
from sim.seam.protocol import Chart, RuleSystem, Scenario, Solving
from tests import toy

TINY = Path(__file__).parent / "tiny"
OF_GRAPHS = Path(__file__).parents[1] / "graph" / "tiny"


def graph_of(
    system: RuleSystem[Any], scenario: Scenario, budget: Budget | None = None
) -> Graph:
    """Return all that can happen in *scenario*."""
    sides = sides_of(system, scenario, seat_agents(system.seats(scenario), ()))
    return explored_graph(system, scenario, sides, budget or Budget())


def swept(loaded: Loaded, aim: Aim = Aim.DIFFERENCE) -> GraphValue:
    """Return what *loaded* is worth."""
    graph = graph_of(loaded.system, loaded.scenario)
    assert not graph.full
    return BackwardInduction(graph).swept(aim)


def value_of(loaded: Loaded, aim: Aim = Aim.DIFFERENCE) -> float:
    """Return the value, whose bounds are one."""
    result = swept(loaded, aim)
    assert abs(result.high - result.low) < 1e-12
    return result.low


def tiny(name: str, **rulings: str) -> Loaded:
    """Return a tiny conflict of these tests, or of those of graphs."""
    file = TINY / f"{name}.toml"
    return load(str(file if file.exists() else OF_GRAPHS / f"{name}.toml"), rulings)


def toy_scenario() -> toy.StandoffScenario:
    """Return a standoff of two."""
    pair = toy.Character("Ann"), toy.Character("Bo")
    return toy.StandoffScenario(title="Two", system="toy", seats=pair)


def forgetful() -> RuleSystem[toy.State]:
    """Return the standoff with rounds that are alike up to the last."""

    def begins(state: toy.State) -> bool:
        return state.waits is toy.Waits.ANSWER and state.turn == 0

    def timeless(state: toy.State) -> int:
        return state.rulings.round_limit

    def essence(state: toy.State) -> toy.State:
        alike = begins(state) and 0 < state.round < timeless(state)
        return structs.replace(state, round=0) if alike else state

    chart = Chart[toy.State](begins=begins, timeless=timeless)
    solving = Solving[toy.State](essence=essence, chart=chart)
    return structs.replace(toy.SYSTEM, solving=solving)
