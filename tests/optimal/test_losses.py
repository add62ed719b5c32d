"""What agents lose adds up to all that lies between them and best play."""

from math import fsum
from pathlib import Path

import pytest

from sim.graph.clock import Clock
from sim.graph.solve import Bounds
from sim.library.scenario import Loaded
from sim.optimal.backward import Aim, BackwardInduction
from sim.optimal.losses import Losses, losses
from sim.optimal.sides import sides_of
from sim.study.solving import solution
from sim.study.valuing import value_of
from tests.optimal import kuhn
from tests.optimal.worked import graph_of, tiny
from tests.tiers import later

EXACT = 1e-12

SMALL: list[tuple[str, dict[str, str]]] = [
    ("planets", {"round_cap": "1"}),
    ("skill_roll", {}),
    ("skill_roll_fight", {}),
    ("intensity", {}),
    ("solar_system", {}),
    ("dice_pool_violent", {"max_turns": "1"}),
    ("planets", {"round_cap": "4"}),
    ("dice_pool_guarded", {}),
]
PAIRS = [("first", "first"), ("uniform", "uniform"), ("steady", "uniform")]


def lost(loaded: Loaded, agents: tuple[str, str]) -> tuple[float, Losses]:
    """Return what *loaded* is worth, and what *agents* lose."""
    system, scenario = loaded.system, loaded.scenario
    graph = graph_of(system, scenario)
    swept = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    seats, sides = system.seats(scenario), sides_of(system, scenario, agents)
    lost_by = losses(system, seats, sides, (graph, swept), Clock())
    return (swept.low + swept.high) / 2, lost_by


def by_side(lost_by: Losses, side: int) -> float:
    """Return all that one side loses."""
    return fsum([loss.mass * loss.cost for loss in lost_by.each if loss.side == side])


def difference(loaded: Loaded, agents: tuple[str, str]) -> float:
    """Return how much more the first of *agents* gets, as `solve` says."""
    mine, theirs = solution(loaded, agents).returns.values()
    assert isinstance(mine, Bounds)
    assert isinstance(theirs, Bounds)
    return mine.middle - theirs.middle


@pytest.mark.parametrize("agents", PAIRS, ids="-".join)
@pytest.mark.parametrize(("name", "rulings"), later(SMALL, SMALL[5:]))
def test_losses_are_all_that_lies_between_agents_and_best_play(
    name: str, rulings: dict[str, str], agents: tuple[str, str]
) -> None:
    """The value less each side's losses is what the agents get against each other."""
    loaded = tiny(name, **rulings)
    value, lost_by = lost(loaded, agents)
    told = value - by_side(lost_by, 0) + by_side(lost_by, 1) + lost_by.unseen
    assert told == pytest.approx(difference(loaded, agents), abs=EXACT)


def test_what_comes_of_choices_unseen_is_no_loss_of_either() -> None:
    """What comes of choices made unseen by both is counted for neither."""
    value, lost_by = lost(tiny("planets", round_cap="1"), ("uniform", "uniform"))
    assert value == 0.625
    assert by_side(lost_by, 0) == pytest.approx(0.649691358024691)
    assert by_side(lost_by, 1) == pytest.approx(0.183641975308642)
    assert lost_by.unseen == pytest.approx(5 / 72)


def test_what_is_never_asked_between_the_agents_is_no_loss() -> None:
    """An answer to a question that is never asked costs nothing."""
    agents = "first", "first"
    system, scenario = kuhn.SYSTEM, kuhn.SCENARIO
    graph = graph_of(system, scenario)
    swept = BackwardInduction(graph).swept(Aim.DIFFERENCE)
    sides = sides_of(system, scenario, agents)
    seats = system.seats(scenario)
    lost_by = losses(system, seats, sides, (graph, swept), Clock())
    assert lost_by.each
    assert all(loss.mass > 0.0 for loss in lost_by.each)
    # Whoever has the higher card wins the stake of one, which comes to nothing.
    told = swept.low - by_side(lost_by, 0) + by_side(lost_by, 1) + lost_by.unseen
    assert told == pytest.approx(0.0, abs=EXACT)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("name", "rulings"), later(SMALL[::4], SMALL[4:]))
def test_who_plays_best_loses_nothing_and_nothing_is_left_over(
    name: str, rulings: dict[str, str], side: int, tmp_path: Path
) -> None:
    """An agent that plays best loses nothing; the other loses the difference."""
    loaded = tiny(name, **rulings)
    saved = value_of(loaded).save(tmp_path, seconds=600.0)
    file = saved[side].file
    agents = ("uniform", file) if side else (file, "uniform")
    _, lost_by = lost(loaded, agents)
    assert by_side(lost_by, side) == 0.0
    assert by_side(lost_by, 1 - side) > 0.0
    assert lost_by.unseen == pytest.approx(0.0, abs=EXACT)
