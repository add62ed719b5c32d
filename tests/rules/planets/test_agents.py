"""Shipped agents in this system."""

import pytest

from sim.agents.bold import Bold
from sim.agents.cautious import Cautious
from sim.agents.steady import Steady
from sim.agents.uniform import Uniform
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key
from sim.library.scenario import load
from sim.rules.planets.facts import ApproachChosen
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.system import SYSTEM
from sim.seam.protocol import Agent, Table
from tests.agents.tables import conflict
from tests.rules.walking import shipped


def sit(agent: Agent, scenario: PlanetsScenario, seat: int) -> Agent:
    """Return *agent*, begun in its seat."""
    seats = SYSTEM.seats(scenario)
    agent.begin(Table(SYSTEM, seat, seats, agent_key(b"k" * 32, seat)))
    return agent


@pytest.mark.parametrize("name", shipped("planets"))
@pytest.mark.parametrize(
    "kind", [Steady, Bold, Cautious, Uniform], ids=lambda kind: kind.__name__
)
def test_agents_play_every_scenario(name: str, kind: type[Agent]) -> None:
    """Agents play every scenario without choosing what is not offered."""
    scenario = load(name, {"round_cap": "3"}).scenario
    seats = SYSTEM.seats(scenario)
    agents = [sit(kind(), scenario, seat) for seat in range(len(seats))]
    state = SYSTEM.initial(scenario)
    played = play(SYSTEM, state, agents, KeyedDice(b"7" * 32), seats=seats, strict=True)
    assert played.outcome.how != "forfeit"


@pytest.mark.parametrize(("spec", "dares"), [("bold", True), ("bold:fears=1", False)])
def test_bold_dares_more_once_it_leads(spec: str, *, dares: bool) -> None:
    """`bold` takes the riskier approach, unless it fears the stakes."""
    table = load("planets_arm_wrestle")
    ways = {
        event.approach
        for game in range(6)
        for event in conflict(table, "steady", spec, game=game).events
        if isinstance(event, ApproachChosen) and event.who == 1
    }
    assert ("overpower" in ways) == dares
