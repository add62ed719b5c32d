"""The agent `thrift`, which makes its points last, and others, in this system."""

import pytest

from sim.agents.miser import Miser
from sim.agents.steady import Steady
from sim.agents.storyteller import Storyteller
from sim.agents.thrift import Thrift
from sim.agents.uniform import Uniform
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key
from sim.library.scenario import load
from sim.rules.intensity.consequences import PoolsShown
from sim.rules.intensity.facts import Conceded, ExtraBought, PoolClosed, WentOn
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Agent, Decision, Table
from tests.rules.intensity.table import Told, contest, drive, duel, seat, until
from tests.rules.walking import shipped

MANY = ", ".join(f"t{n} trait {6 + n % 4}" for n in range(6)) + ", s skill 8"


def sit(agent: Agent, scenario: IntensityScenario, seat: int) -> Agent:
    """Return *agent*, begun in its seat."""
    seats = SYSTEM.seats(scenario)
    agent.begin(Table(SYSTEM, seat, seats, agent_key(b"k" * 32, seat)))
    return agent


def bought(points: int, **settings: int) -> int:
    """Return how many extra dice are bought in round one with so many points."""
    scenario = duel(a=MANY, points=(points, 9))
    told = Told(scenario)
    agent = sit(Thrift(**settings), scenario, 0)
    asked: Decision[State] = until(told, 0, PoolClosed)
    dice = 0
    while type(chosen := agent.choose(asked)) is ExtraBought:
        dice += 1
        told.answer(chosen)
        again = SYSTEM.ask(told.state)
        if type(again) is not Decision or again.who != 0:
            break
        asked = again
    return dice


def test_thrift_buys_more_the_more_it_has_for_each_round() -> None:
    """`thrift` buys more dice with more points, and fewer with more rounds to come."""
    assert bought(40, rounds=2, dear=9, price=0) > bought(5, rounds=4, dear=9, price=0)
    assert bought(4, rounds=4, dear=9, price=0) == 0


def test_thrift_cedes_when_it_has_nothing_left_and_a_rival_has() -> None:
    """`thrift` cedes if it has nothing left, a rival has, and it loses nothing."""
    scenario = duel(points=(1, 5))
    asked = until(Told(scenario), 0, WentOn)
    assert sit(Thrift(), scenario, 0).choose(asked) == Conceded(0)
    assert sit(Thrift(cedes=False), scenario, 0).choose(asked) == WentOn(0)
    told = drive(duel(points=(5, 5)), rounds=1)
    even = until(told, 0, WentOn)
    assert sit(Thrift(), scenario, 0).choose(even) == WentOn(0)


def test_thrift_stays_while_its_side_has_points() -> None:
    """`thrift` does not cede while a mate still has points."""
    scenario = contest(
        seat("A", "a", "x trait 8", 1),
        seat("AA", "a", "xx trait 8", 5),
        seat("B", "b", "y trait 8", 5),
    )
    asked = until(Told(scenario), 0, WentOn)
    assert sit(Thrift(), scenario, 0).choose(asked) == WentOn(0)


def test_thrift_keeps_more_back_among_more_rivals() -> None:
    """`thrift` keeps more points back against more rivals."""
    many = MANY + ", a1 asset 8, a2 asset 8"
    bought_: list[int] = []
    for sides in (("a", "b", "b"), ("a", "b", "c")):
        seats = [seat(n, side, many, 12) for n, side in zip("ABC", sides, strict=True)]
        scenario = contest(*seats)
        agents = [
            sit(Thrift(price=0, dear=99), scenario, number) for number in range(3)
        ]
        initial = SYSTEM.initial(scenario)
        played = play(SYSTEM, initial, agents, KeyedDice(b"d" * 32))
        rounds = [type(event) for event in played.events]
        first = played.events[: rounds.index(PoolsShown)]
        bought_.append(
            sum(type(event) is ExtraBought and event.who == 0 for event in first)
        )
    assert bought_ == [2, 1]


@pytest.mark.parametrize("name", shipped("intensity"))
@pytest.mark.parametrize(
    "kind",
    [Thrift, Steady, Miser, Uniform, Storyteller],
    ids=lambda kind: kind.__name__,
)
def test_agents_play_every_scenario(name: str, kind: type[Agent]) -> None:
    """Agents play every scenario without choosing what is not offered."""
    scenario = load(name).scenario
    seats = SYSTEM.seats(scenario)
    agents = [sit(kind(), scenario, seat) for seat in range(len(seats))]
    for game in range(3):
        dice = KeyedDice(bytes([game]) * 32)
        played = play(
            SYSTEM, SYSTEM.initial(scenario), agents, dice, seats=seats, strict=True
        )
        assert played.outcome.how != "forfeit"
