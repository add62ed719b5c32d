"""Nothing that is not exact is called exact, in words or in JSON.

Every conflict is solved with room for everything and with room for hardly anything,
between agents that promise to read nothing but options, and with one that promises
nothing. What is said has to follow from what was left open and who may look at what.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from sim.graph.budget import Budget
from sim.graph.certainty import Certainty
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


def _said(found: Solution) -> Certainty:
    """Check what is said of *found*; return the word for how sure it is."""
    solved, words = found.solved, found.to_dict()
    sure = isinstance(solved, Solved) and not solved.full and not solved.shown_by
    assert found.exact == words["exact"] == sure
    assert (found.sure == "exact") == (words["certainty"] == "exact") == sure
    assert set(_words(words)) == {words["certainty"]}
    assert ("shown_by" in words) == bool(solved.shown_by)
    if not isinstance(solved, Solved):
        assert "±" in found.sure
        assert found.share < 1.0
        assert all(set(one) >= {"value", "error"} for one in _values(words))
    elif solved.full:
        assert found.sure.startswith("bounds only")
        assert found.certainty is Certainty.BOUNDS
    elif not sure:
        assert found.certainty is Certainty.SHOWN
        assert f"as far as {solved.shown_by} conflicts" in found.sure
    return found.certainty


def _words(words: dict[str, Any]) -> Iterator[str]:
    """Yield every text in JSON that is a word for how sure something is."""
    every = {one.value for one in Certainty}
    for value in words.values():
        if isinstance(value, dict):
            yield from _words(value)
        elif isinstance(value, str) and value in every:
            yield value


def _values(words: Any) -> list[dict[str, float]]:  # noqa: ANN401 - of JSON
    """Return all that seats return, as JSON has it."""
    return [one["return"] for one in words["seats"] if isinstance(one["return"], dict)]


def _solved(loaded: Loaded, agents: str, budget: Budget) -> Solution:
    return solution(loaded, (agents,), budget=budget, games=2, seed="s")


@pytest.mark.parametrize("agents", ["steady", LOOKS])
@pytest.mark.parametrize("name", system_names())
def test_a_small_conflict_is_called_exact_where_it_is(name: str, agents: str) -> None:
    """And with no room it is an estimate, or the exact value of a single round."""
    loaded = tiny(name)
    found = _solved(loaded, agents, MUCH)
    shown = Certainty.SHOWN if found.solved.shown_by else Certainty.EXACT
    assert _said(found) is shown
    assert agents == LOOKS or shown is Certainty.EXACT
    few = _solved(loaded, agents, FEW)
    if _said(few) is shown:
        assert few.returns == found.returns


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_no_scenario_is_called_exact_where_it_did_not_fit(name: str) -> None:
    """None has room for much: only a conflict of a round or two is solved whole."""
    found = _solved(load(name), "steady", FEW)
    assert _said(found) is Certainty.ESTIMATED or found.solved.states <= 2


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
    assert set(_words(words)) == {found.certainty}
    assert found.exact == words["exact"] == (found.certainty is Certainty.EXACT)
    if found.exact:
        assert not found.shown_by
        assert found.most == pytest.approx(found.returns, abs=1e-9)
    if found.found is None or not found.found.whole:
        assert found.why
        assert not found.exact or found.most == pytest.approx(found.returns, abs=1e-9)
