"""The bounds of a double oracle hold the value, and reach it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.library.scenario import Loaded, load
from sim.optimal import exploring
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.exploring import Explorer
from sim.optimal.independent_blocks import IndependentBlock
from sim.optimal.oracle import DoubleOracle
from sim.optimal.sides import sides_of
from sim.run.seating import seat_agents
from sim.seam.protocol import RuleSystem, Scenario
from sim.study.optimal_files import save_strategies
from sim.study.valuing import value_of
from tests import toy
from tests.optimal import kuhn, worked
from tests.optimal.test_brackets import TINY
from tests.optimal.worked import forgetful, tiny, toy_scenario
from tests.tiers import later

NEAR = 1e-9
BOULDER = 0.9778113591281565
PAGE = 0.0808568


def asked(
    system: RuleSystem[Any],
    scenario: Scenario,
    states: int = 10**6,
    agents: tuple[str, ...] = (),
    aim: Aim = Aim.DIFFERENCE,
) -> DoubleOracle:
    """Return an oracle that has done what it can in so many *states* a side."""
    sides = sides_of(system, scenario, seat_agents(system.seats(scenario), agents))
    oracle = DoubleOracle(system, scenario, sides, aim, Budget(states=states))
    oracle.run(Clock())
    return oracle


def hold(oracle: DoubleOracle, value: float) -> None:
    """Fail unless *value* lies between the bounds."""
    low, high = (half.bound for half in oracle.halves)
    assert low - NEAR <= value <= high + NEAR


@pytest.mark.parametrize(("name", "rulings"), later(TINY, TINY[3:]))
def test_both_bounds_come_to_be_the_value(name: str, rulings: dict[str, str]) -> None:
    """In every system and for every aim both bounds reach the value."""
    loaded = tiny(name, **rulings)
    for aim in Aim:
        value = worked.value_of(loaded, aim)
        for agents in (), ("first", "uniform"):
            oracle = asked(loaded.system, loaded.scenario, agents=agents, aim=aim)
            hold(oracle, value)
            assert oracle.is_closed


def test_menus_hold_where_both_throw_unseen() -> None:
    """A side with a menu of one answer has no choice; best play of the other bounds."""
    loaded = tiny("dice_pool", max_turns="1")
    system, scenario = loaded.system, loaded.scenario
    sides = sides_of(system, scenario, seat_agents(system.seats(scenario), ()))
    oracle = DoubleOracle(system, scenario, sides, Aim.DIFFERENCE, Budget())
    assert oracle.begin(Clock())
    hold(oracle, worked.value_of(loaded))
    for half in oracle.halves:
        assert half.graph is not None
        parted = [
            block for block in half.graph.blocks if isinstance(block, IndependentBlock)
        ]
        assert any(block.questions[1 - half.side] for block in parted)
        assert not any(block.questions[half.side] for block in parted)


def test_no_agent_makes_sure_of_what_it_would_not_answer() -> None:
    """A menu asks an agent out of order, and for one answer where it is stochastic.

    Only if it would answer so in play, too, is the bound what the agent makes sure of.
    """
    loaded = tiny("planets", round_cap="1")
    named = {"steady": True, "uniform": False, "noise:share=0.3": False}
    for spec, sure in (named | {"thrift": False}).items():
        oracle = asked(loaded.system, loaded.scenario, 100, (spec, spec))
        for half in oracle.halves:
            assert half.by_agent is (sure and not half.menu.added)


def test_no_agent_makes_sure_of_what_it_answers_elsewhere() -> None:
    """What a menu leaves of a part was answered in another state that agrees on it."""
    loaded = tiny("dice_pool", max_turns="1")
    system, scenario = loaded.system, loaded.scenario
    rich, other = scenario.seats
    spent = structs.replace(other.willpower, points=0)
    poor = structs.replace(other, willpower=spent)
    scenario = structs.replace(scenario, seats=(rich, poor))
    sides = sides_of(system, scenario, seat_agents(system.seats(scenario), ()))
    oracle = DoubleOracle(system, scenario, sides, Aim.DIFFERENCE, Budget())
    assert oracle.begin(Clock())
    for half in oracle.halves:
        assert half.by_agent is (half.side == 1)
        assert half.explorer.positions.restricts_parts is (half.side == 0)


@pytest.mark.parametrize("states", [1, 10, 60])
@pytest.mark.parametrize(("name", "rulings"), later(TINY, TINY[2:]))
def test_the_value_lies_within_where_little_was_followed(
    name: str, rulings: dict[str, str], states: int
) -> None:
    """With few states the bounds still contain the value."""
    loaded = tiny(name, **rulings)
    value = worked.value_of(loaded)
    hold(asked(loaded.system, loaded.scenario, states), value)


def test_the_boulder_closes_where_it_is_known() -> None:
    """The boulder closes, with fewer than 1000 blocks on one side."""
    loaded = load("planets_boulder")
    oracle = asked(loaded.system, loaded.scenario)
    hold(oracle, BOULDER)
    assert oracle.is_closed
    assert min(len(half.explorer.blocks) for half in oracle.halves) < 1000
    hold(asked(loaded.system, loaded.scenario, 300), BOULDER)


@pytest.mark.slow
@pytest.mark.parametrize("states", [2000, pytest.param(10**6, marks=pytest.mark.long)])
def test_the_page_is_held_where_it_is_known(states: int) -> None:
    """The bounds contain the value of the page, and close with enough states."""
    loaded = load("skill_page")
    oracle = asked(loaded.system, loaded.scenario, states)
    low, high = (half.bound for half in oracle.halves)
    assert low - 1e-7 <= PAGE <= high + 1e-7
    if states > 2000:
        assert oracle.is_closed
        assert min(half.menu.added for half in oracle.halves) > 100


def test_hidden_cards_and_rounds_that_are_alike() -> None:
    """The oracle closes with hidden cards and with rounds that are alike."""
    oracle = asked(kuhn.SYSTEM, kuhn.SCENARIO)
    assert oracle.is_closed
    hold(oracle, -1 / 18 * 2 / kuhn.STAKE)
    rulings = toy.Rulings(grit=1, nerve=2, round_limit=6)
    scenario = structs.replace(toy_scenario(), rulings=rulings)
    whole = BackwardInduction(worked.graph_of(forgetful(), scenario))
    oracle = asked(forgetful(), scenario)
    hold(oracle, whole.swept(Aim.DIFFERENCE).low)
    assert oracle.is_closed


def _fight() -> tuple[Loaded, int]:
    """Return a fight, and fewer states than it has, which each half fits into."""
    loaded = tiny("skill_roll_fight")
    whole = len(worked.graph_of(loaded.system, loaded.scenario).blocks)
    halves = asked(loaded.system, loaded.scenario).halves
    most = max(len(half.explorer.blocks) for half in halves)
    assert most < whole
    return loaded, most


@pytest.mark.slow
def test_strategies_that_the_oracle_found_are_saved(tmp_path: Path) -> None:
    """Nobody gains against a strategy that the oracle found and saved."""
    loaded, states = _fight()
    value = value_of(loaded, budget=Budget(states=states, seconds=600.0))
    assert value.exact
    assert value.results is not None
    assert value.results.by_oracle
    assert value.difference.low == pytest.approx(-29 / 108, abs=NEAR)
    assert value.lost_why
    assert value.told is not None
    assert value.told.apart
    recovers = [
        choice for choice in value.told.choices if "recover" in str(choice.shares)
    ]
    assert [choice.side for choice in recovers] == [0]
    assert not value.to_dict()["whole"]
    files = list(
        save_strategies(value.results, tmp_path, budget=Budget(), clock=Clock())
    )
    assert len(files) >= 2
    for file in files:
        assert file.certificate.whole
        assert (file.certificate.gain or 0.0) < NEAR


def test_time_is_never_up_while_agents_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who answers what is not free is checked, however little was followed."""
    monkeypatch.setattr(exploring, "_LONG", 1)
    loaded = tiny("planets", round_cap="1")
    specs = seat_agents(loaded.system.seats(loaded.scenario), ())
    sides = sides_of(loaded.system, loaded.scenario, specs, ((), ()))
    explorer = Explorer(loaded.system, loaded.scenario, sides, Budget(seconds=60.0))
    assert not explorer.everything(Clock(0.0))
    assert explorer.full == "60 seconds"
