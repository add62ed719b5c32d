"""The agent that answers what is coming, and the others at this table."""

import pytest

from sim.agents.bold import Bold
from sim.agents.cautious import Cautious
from sim.agents.omen import Omen
from sim.agents.steady import Steady
from sim.agents.uniform import Uniform
from sim.dice import KeyedDice
from sim.play import play
from sim.protocol import Agent, Decision, Table
from sim.rules.planets import facts as f
from sim.rules.planets.appraisal.appraise import appraise
from sim.rules.planets.scenario.sheet import Planets, PlanetsScenario
from sim.rules.planets.state import State
from sim.rules.planets.system import SYSTEM
from sim.scenario import load
from sim.seed import agent_key
from tests.rules.planets.table import A, B, Game, cardinal, conflict, renaissance
from tests.rules.walking import shipped

WAYS = ("hold", "overpower", "outwit", "gamble", "fervor")
OTHER = Planets(mercury="d6", venus="wed", mars="d8", jupiter="d6", saturn="d8")
CYCLE = conflict(
    cardinal(approaches=WAYS),
    renaissance(planets=OTHER, approaches=WAYS),
)
"""Every approach is beaten by another, so the best reply goes round in circles."""


def sit(agent: Agent, scenario: PlanetsScenario, seat: int) -> Agent:
    """Return *agent*, seated."""
    seats = SYSTEM.seats(scenario)
    agent.begin(Table(SYSTEM, seat, seats, agent_key(b"k" * 32, seat)))
    return agent


def after_a_round(way: str, other: str) -> tuple[Game, Decision[State]]:
    """A game in which the two have gone one round so, and side 0 is asked again."""
    game = Game(CYCLE)
    game.say(f.ApproachChosen(A, way), f.ApproachChosen(B, other))
    while not any(isinstance(one, f.Pressed) for one in options(game)):
        asked = game.asked
        if isinstance(asked, Decision):
            game.say(asked.options[0])
        else:
            game.roll(*(2 for _ in game.sizes))
    assert isinstance(game.asked, Decision)
    return game, game.asked


def options(game: Game) -> tuple[object, ...]:
    """What is offered, if anything."""
    return game.options if isinstance(game.asked, Decision) else ()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("other", WAYS)
def test_it_answers_what_the_other_is_about_to_choose(way: str, other: str) -> None:
    """Against a steady rival its choice is never worse than the steady one."""
    game, asked = after_a_round(way, other)
    omen, steady = (sit(agent, CYCLE, A).choose(asked) for agent in (Omen(), Steady()))
    game.say(asked.options[0])
    assert isinstance(game.asked, Decision)
    theirs = sit(Steady(), CYCLE, B).choose(game.asked)
    game.say(theirs)
    now = game.state

    def gain(mine: object) -> float:
        worth = appraise(now, mine)  # type: ignore[arg-type] # a fact
        return worth.deals - worth.suffers

    assert gain(omen) >= gain(steady) - 1e-9


def test_it_foresees_the_first_intents() -> None:
    """Before the first round it weighs against what the other will show."""
    asked = Game(CYCLE).asked
    assert isinstance(asked, Decision)
    agent = sit(Omen(), CYCLE, A)
    assert isinstance(agent, Omen)
    foreseen = agent.foresee(asked)
    assert foreseen is not None
    assert [option for option, _ in foreseen] == list(asked.options)
    plain = [appraise(asked.view, option) for option in asked.options]
    assert [worth for _, worth in foreseen] != plain
    assert sit(Omen(horizon=0), CYCLE, A).choose(asked) == sit(
        Steady(), CYCLE, A
    ).choose(asked)


@pytest.mark.parametrize("name", shipped("planets"))
@pytest.mark.parametrize(
    "kind", [Omen, Steady, Bold, Cautious, Uniform], ids=lambda kind: kind.__name__
)
def test_agents_play_every_scenario(name: str, kind: type[Agent]) -> None:
    """Strictly, so that anything not offered would raise; none of them needs rules."""
    scenario = load(name, {"round_cap": "3"}).scenario
    seats = SYSTEM.seats(scenario)
    agents = [sit(kind(), scenario, seat) for seat in range(len(seats))]
    state = SYSTEM.initial(scenario)
    played = play(SYSTEM, state, agents, KeyedDice(b"7" * 32), seats=seats, strict=True)
    assert played.outcome.how != "forfeit"
