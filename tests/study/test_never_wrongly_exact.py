"""Nothing that is not exact is called exact, in words or in JSON.

Every conflict is solved with room for everything and with room for hardly anything,
between agents that promise to read nothing but options, and with one that promises
nothing. What is said has to follow from what was left open and who may look at what.
"""

from typing import Any

import pytest

from sim.graph.budget import Budget
from sim.graph.solve import Solved
from sim.library.catalogue import scenarios
from sim.library.registry import system_names
from sim.library.scenario import Loaded, load
from sim.study.best_reply import best_reply
from sim.study.replying import question_of
from sim.study.solving import Solution, solution
from tests.graph.test_brute import tiny

LOOKS = "delay"
"""An agent that says nothing of what it reads."""
FEW = Budget(states=1, seconds=5.0)
MUCH = Budget(seconds=20.0)


def _said(found: Solution) -> str:
    """Check what is said of *found*; return how the values were found."""
    solved, words = found.solved, found.to_dict()
    sure = isinstance(solved, Solved) and not solved.full and not solved.shown_by
    assert found.exact == words["exact"] == sure
    assert (found.sure == "exact") == sure
    assert ("shown_by" in words) == bool(solved.shown_by)
    if not isinstance(solved, Solved):
        assert "±" in found.sure
        assert found.share < 1.0
        assert all(set(one) >= {"value", "error"} for one in _values(words))
    elif solved.full:
        assert found.sure.startswith("bounds only")
    elif not sure:
        assert f"as far as {solved.shown_by} conflicts" in found.sure
    return found.method


def _values(words: Any) -> list[dict[str, float]]:  # noqa: ANN401 - of JSON
    """Return all that seats return, as JSON has it."""
    return [one["return"] for one in words["seats"] if isinstance(one["return"], dict)]


def _solved(loaded: Loaded, agents: str, budget: Budget) -> Solution:
    return solution(loaded, (agents,), budget=budget, games=2, seed="exact")


@pytest.mark.parametrize("agents", ["steady", LOOKS])
@pytest.mark.parametrize("name", system_names())
def test_a_small_conflict_is_called_exact_where_it_is(name: str, agents: str) -> None:
    """And with no room it is an estimate, or the exact value of a single round."""
    loaded = tiny(name)
    found = _solved(loaded, agents, MUCH)
    assert _said(found) == "exact"
    assert found.exact == (agents != LOOKS or not found.solved.shown_by)
    few = _solved(loaded, agents, FEW)
    if _said(few) == "exact":
        assert few.returns == found.returns


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_no_scenario_is_called_exact_where_it_did_not_fit(name: str) -> None:
    """None has room for much: only a conflict of a round or two is solved whole."""
    found = _solved(load(name), "steady", FEW)
    method = _said(found)
    assert method != "exact" or found.solved.states <= 2


@pytest.mark.slow
@pytest.mark.parametrize("states", [1, 1_000_000])
@pytest.mark.parametrize("name", system_names())
def test_no_reply_is_called_exact_that_is_not(name: str, states: int) -> None:
    """It is where all choices were free and all states played, and nowhere else."""
    loaded = tiny(name)
    seat = loaded.system.seats(loaded.scenario)[0].name
    asked = question_of(loaded, seat, against="steady", agent="first")
    found = best_reply(asked, games=20, seconds=5, budget=Budget(states))
    words = found.to_dict()
    whole = found.found is not None and found.found.whole
    assert found.exact == words["exact"]
    if found.exact:
        assert whole
        assert not found.shown_by
        assert not found.freed
        assert found.most == pytest.approx(found.returns, abs=1e-9)
    if not whole:
        assert found.why
        assert found.certainty != "exact" or not found.exact
