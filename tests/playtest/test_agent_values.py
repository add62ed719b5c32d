"""What a conflict is worth among shipped agents, where bounds are wide."""

from math import inf

import numpy as np
import pytest

from sim.fitting.arena import OWN
from sim.graph.budget import Budget
from sim.graph.clock import Clock
from sim.graph.solve import Bounds
from sim.optimal import matrix
from sim.playtest import agent_values as estimating
from sim.playtest.agent_values import WAYS, value_among_agents, value_with_fallback
from sim.playtest.arena import Arena
from sim.run.seating import seat_agents
from sim.study.among import Among
from sim.study.solving import solution
from tests.optimal.worked import tiny
from tests.tiers import later

FIGHT = "skill_roll_fight"
FEW = ("", "bold", "cautious", "first")
FORCED = 2


def estimated(ways: tuple[str, ...], games: int, name: str = FIGHT) -> Among:
    """Return the interval for a tiny conflict in so many games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimating, "WAYS", ways)
        patch.setattr(estimating, "_GAMES", games)
        patch.setattr(estimating, "_OPTIONS", FORCED)
        patch.setattr(estimating, "_KEPT", len(ways) + FORCED)
        loaded = tiny(name)
        specs = seat_agents(loaded.system.seats(loaded.scenario), ())
        among = value_among_agents(loaded, specs, Clock(inf))
    assert among is not None
    return among


def exactly(ways: tuple[str, ...], name: str) -> float:
    """Return the value of the game of these ways, each pair of them solved.

    They are agents, and each seat's own one made to take what it is offered.
    """
    loaded = tiny(name)
    seats = loaded.system.seats(loaded.scenario)
    own = seat_agents(seats, ())
    arena = Arena(loaded, own, "value")
    sides = []
    for seat in (0, 1):
        forced = list(estimating._agents_that_take(arena, seat))[:FORCED]
        assert forced or name != FIGHT
        sides.append([*(way or own[seat] for way in ways), *forced])
    rows = []
    for first_way in sides[0]:
        row = []
        for other in sides[1]:
            first, second = solution(loaded, (first_way, other)).returns.values()
            assert isinstance(first, Bounds)
            assert isinstance(second, Bounds)
            assert first.low == first.high
            row.append(first.low - second.low)
        rows.append(row)
    return matrix.optimal_mixes(np.array(rows)).low


@pytest.mark.parametrize(
    "name", later([FIGHT, "dice_pool", "solar_system"], [FIGHT, "solar_system"])
)
def test_the_interval_holds_the_value_of_the_game_between_these_agents(
    name: str,
) -> None:
    """The interval holds the value of the game between these agents, solved exactly."""
    among = estimated(FEW, 2000, name)
    value = exactly(FEW, name)
    assert among.difference.low <= value <= among.difference.high
    assert among.difference.high - among.difference.low < 0.25
    for side in among.sides:
        assert 1 <= side.ways <= len(FEW) + FORCED
        assert sum(side.agents.values()) == pytest.approx(1.0)
        assert OWN not in side.agents


def test_who_plays_alike_is_one_way() -> None:
    """Agents that play alike are one way, and with one way each there is no value."""
    loaded = tiny(FIGHT)
    specs = seat_agents(loaded.system.seats(loaded.scenario), ())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimating, "WAYS", ("", "steady"))
        patch.setattr(estimating, "_OPTIONS", 0)
        assert value_among_agents(loaded, specs, Clock(inf)) is None


@pytest.mark.parametrize(("games", "most"), [(60, 3), (400, 8)])
def test_fewer_games_are_for_fewer_ways(games: int, most: int) -> None:
    """With fewer games fewer ways are tried, and the games stay within bounds."""
    among = estimated(WAYS, games)
    assert max(side.ways for side in among.sides) <= most
    tried = 2 * (len(WAYS) + 1 + estimating._OPTIONS)
    assert among.games <= games + tried * estimating._ALIKE


def test_it_stands_beside_bounds_that_are_far_apart_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The value among agents is estimated only where bounds are wide."""
    monkeypatch.setattr(estimating, "_GAMES", 100)
    wide = value_with_fallback(tiny(FIGHT), budget=Budget(states=100, seconds=8.0))
    assert not wide.exact
    assert wide.among is not None
    assert "ways of playing" in repr(wide)
    told = wide.to_dict()["among"]
    assert told["difference"]["low"] == round(wide.among.difference.low, 6)
    assert value_with_fallback(tiny(FIGHT), budget=Budget(seconds=600.0)).among is None
    some = value_with_fallback(
        tiny(FIGHT), free=["action"], budget=Budget(states=10, seconds=4.0)
    )
    assert some.among is None
