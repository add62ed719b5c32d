"""The bounds of a reply hold where the rest is followed all together."""

from pathlib import Path

import pytest

from sim.graph import forest
from sim.graph.budget import Budget
from sim.library.scenario import load
from sim.seam.events import Seat
from tests.graph.tables import solved
from tests.graph.test_reply import best
from tests.tiers import later

NEAR = 1e-9
TINY = Path(__file__).parent / "tiny" / "solar_system.toml"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Follow together whatever is left when there is no more room for choices."""

    def at_once(_: object) -> bool:
        return True

    monkeypatch.setattr(forest.Forest, "_is_long", at_once)


@pytest.mark.slow
@pytest.mark.parametrize("volleys", ["3", "60"])
@pytest.mark.parametrize("states", later([40, 100], [100]))
def test_bounds_hold_what_a_whole_reply_finds(volleys: str, states: int) -> None:
    """The bounds of a partial reply contain the value of the whole reply."""
    loaded, seat = load(str(TINY), {"max_volleys": volleys}), Seat(0)
    whole = best(loaded, seat, "bold", "steady")
    assert whole.whole
    best_reply = best(loaded, seat, "bold", "steady", budget=Budget(states))
    assert best_reply.closed
    own = solved(loaded, "bold", "steady").returns[seat].low
    assert best_reply.base - NEAR <= own <= best_reply.at_most({}) + NEAR
    assert best_reply.base - NEAR <= best_reply.value <= whole.value + NEAR
    assert best_reply.most >= whole.value - NEAR


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_the_own_agent_is_followed_to_the_end(seat: int) -> None:
    """With room to follow the own agent to the end, its return is exact."""
    loaded, budget = load("alley"), Budget(8_000)
    own = solved(loaded, "cautious", "cautious").returns[seat].low
    best_reply = best(loaded, Seat(seat), "cautious", "cautious", budget=budget)
    assert best_reply.full
    assert best_reply.base == pytest.approx(own, abs=NEAR)
    assert best_reply.at_most({}) == pytest.approx(own, abs=NEAR)
    assert best_reply.value > own + 0.005


@pytest.mark.slow
def test_where_nothing_is_followed_together_the_rest_goes_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """States that cannot be split are followed one by one, to the same values."""
    loaded, budget = load("alley"), Budget(8_000)
    together = best(loaded, Seat(0), "cautious", "cautious", budget=budget)

    def nothing(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr(forest, "bounds_of_own_play", nothing)
    alone = best(loaded, Seat(0), "cautious", "cautious", budget=budget)
    assert alone.value == pytest.approx(together.value, abs=1e-6)
    assert alone.base == pytest.approx(together.base, abs=1e-6)
