"""Bounds of what is not followed whole always hold the value."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.library.scenario import load
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.exploring import Explorer
from sim.optimal.narrowing import CLOSED, narrow_bounds
from sim.optimal.sides import sides_of
from sim.run.seating import seat_agents
from sim.seam.protocol import RuleSystem, Scenario
from sim.study import value_search
from sim.study.optimal_files import save_strategies
from sim.study.valuing import value_of
from tests import toy
from tests.optimal import kuhn
from tests.optimal.worked import forgetful, graph_of, tiny, toy_scenario
from tests.tiers import later

ROUNDED = 1e-12

TINY: list[tuple[str, dict[str, str]]] = [
    ("planets", {"round_cap": "1"}),
    ("skill_roll", {}),
    ("skill_roll_fight", {"round_cap": "1"}),
    ("intensity", {}),
    ("dice_pool", {"max_turns": "1"}),
    ("solar_system", {}),
]


def narrowed(
    system: RuleSystem[Any], scenario: Scenario, states: int, aim: Aim
) -> Explorer:
    """Return what was followed of a conflict until its bounds are one, or no more."""
    sides = sides_of(system, scenario, seat_agents(system.seats(scenario), ()))
    exploring = Explorer(system, scenario, sides, Budget(states=states))
    exploring.full = "what was narrowed"
    narrow_bounds(exploring, aim, Clock())
    return exploring


@pytest.mark.parametrize(("name", "rulings"), later(TINY, TINY[3:]))
def test_the_value_lies_within_whatever_was_narrowed(
    name: str, rulings: dict[str, str]
) -> None:
    """For every aim the bounds contain the value, and narrow with more states."""
    loaded = tiny(name, **rulings)
    whole = BackwardInduction(graph_of(loaded.system, loaded.scenario))
    for aim in Aim:
        value, width = whole.swept(aim).low, 2.0
        for states in (1, 30, 200, 10**6):
            narrowing = narrowed(loaded.system, loaded.scenario, states, aim)
            swept = BackwardInduction(narrowing.graph()).swept(aim)
            assert swept.low - ROUNDED <= value <= swept.high + ROUNDED
            assert swept.gap <= width + ROUNDED
            width = swept.gap
        # Where rounds are alike, what comes at the limit of rounds stays unknown.
        assert width < CLOSED or narrowing.graph().turns


@pytest.mark.parametrize("states", [5, 12, 20, 1000])
def test_rounds_that_are_alike_are_within_the_bounds_too(states: int) -> None:
    """Bounds hold if rounds are alike and later ones were not followed."""
    rulings = toy.Rulings(grit=1, nerve=2, round_limit=6)
    scenario = structs.replace(toy_scenario(), rulings=rulings)
    value = BackwardInduction(graph_of(forgetful(), scenario)).swept(Aim.DIFFERENCE).low
    narrowing = narrowed(forgetful(), scenario, states, Aim.DIFFERENCE)
    swept = BackwardInduction(narrowing.graph()).swept(Aim.DIFFERENCE)
    assert swept.low - ROUNDED <= value <= swept.high + ROUNDED
    assert swept.low < value - 1e-3 or swept.gap < CLOSED


def test_hidden_cards_are_narrowed() -> None:
    """The bounds of Kuhn's poker close once its one block is followed."""
    narrowing = narrowed(kuhn.SYSTEM, kuhn.SCENARIO, 10**6, Aim.DIFFERENCE)
    swept = BackwardInduction(narrowing.graph()).swept(Aim.DIFFERENCE)
    assert swept.low == pytest.approx(-1 / 18 * 2 / kuhn.STAKE, abs=1e-12)
    assert swept.gap < CLOSED


@pytest.mark.slow
def test_what_cannot_matter_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Bounds may close before everything is followed; nobody gains on best play."""
    monkeypatch.setattr(value_search, "_STATES", 0.0)
    value = value_of(tiny("skill_roll_fight"), budget=Budget(seconds=600.0))
    assert value.exact
    assert value.difference.low == pytest.approx(-29 / 108, abs=1e-9)
    assert value.results is not None
    assert None in value.results.graph.blocks
    assert not value.to_dict()["whole"]
    assert value.told is not None
    assert value.lost_why
    for saved in save_strategies(
        value.results, tmp_path, budget=Budget(), clock=Clock()
    ):
        assert saved.certificate.whole
        assert (saved.certificate.gain or 0.0) < CLOSED


@pytest.mark.slow
def test_what_giving_up_makes_sure_of_is_a_round_number() -> None:
    """A bound that giving up makes sure of is printed without rounding errors."""
    value = value_of(load("guitar_duel"), budget=Budget(states=3000, seconds=60.0))
    assert not value.exact
    assert [bounds.low for bounds in value.sure] == [0.5, 0.5]
    assert (value.difference.low, value.difference.high) == (-0.5, 0.5)
