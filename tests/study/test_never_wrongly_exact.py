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


def _said(solution: Solution) -> Certainty:
    """Check what is said of *found*; return the word for how sure it is."""
    solved, words = solution.solved, solution.to_dict()
    sure = isinstance(solved, Solved) and not solved.full and not solved.shown_by
    assert solution.exact == words["exact"] == sure
    assert (solution.sure == "exact") == (words["certainty"] == "exact") == sure
    assert set(_words(words)) == {words["certainty"]}
    assert ("shown_by" in words) == bool(solved.shown_by)
    if not isinstance(solved, Solved):
        assert "±" in solution.sure
        assert solution.share < 1.0
        assert all(set(value) >= {"value", "error"} for value in _values(words))
    elif solved.full:
        assert solution.sure.startswith("bounds only")
        assert solution.certainty is Certainty.BOUNDS
    elif not sure:
        assert solution.certainty is Certainty.SHOWN
        assert f"as far as {solved.shown_by} conflicts" in solution.sure
    return solution.certainty


def _words(words: dict[str, Any]) -> Iterator[str]:
    """Yield every text in JSON that is a word for how sure something is."""
    every = {certainty.value for certainty in Certainty}
    for value in words.values():
        if isinstance(value, dict):
            yield from _words(value)
        elif isinstance(value, str) and value in every:
            yield value


def _values(words: Any) -> list[dict[str, float]]:  # noqa: ANN401 - of JSON
    """Return all that seats return, as JSON has it."""
    return [
        seat["return"] for seat in words["seats"] if isinstance(seat["return"], dict)
    ]


def _solved(loaded: Loaded, agents: str, budget: Budget) -> Solution:
    return solution(loaded, (agents,), budget=budget, games=2, seed="s")


@pytest.mark.parametrize("agents", ["steady", LOOKS])
@pytest.mark.parametrize("name", system_names())
def test_a_small_conflict_is_called_exact_where_it_is(name: str, agents: str) -> None:
    """A small conflict is exact with room for it; with none, only a true value is."""
    loaded = tiny(name)
    solution = _solved(loaded, agents, MUCH)
    shown = Certainty.SHOWN if solution.solved.shown_by else Certainty.EXACT
    assert _said(solution) is shown
    assert agents == LOOKS or shown is Certainty.EXACT
    few = _solved(loaded, agents, FEW)
    if _said(few) is shown:
        assert few.returns == solution.returns


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_no_scenario_is_called_exact_where_it_did_not_fit(name: str) -> None:
    """With little room no scenario is called exact, unless it is a round or two."""
    solution = _solved(load(name), "steady", FEW)
    assert _said(solution) is Certainty.ESTIMATED or solution.solved.states <= 2


@pytest.mark.slow
@pytest.mark.parametrize("states", [1, 1_000_000])
@pytest.mark.parametrize("name", system_names())
def test_no_reply_is_called_exact_that_is_not(name: str, states: int) -> None:
    """A reply is called exact only where its bound is its return, and else says why."""
    loaded = tiny(name)
    seat = loaded.system.seats(loaded.scenario)[0].name
    asked = question_of(loaded, seat, against="steady", agent="first")
    reply = best_reply(asked, games=20, seconds=5, budget=Budget(states))
    words = reply.to_dict()
    assert set(_words(words)) == {reply.certainty}
    assert reply.exact == words["exact"] == (reply.certainty is Certainty.EXACT)
    if reply.exact:
        assert not reply.shown_by
        assert reply.most == pytest.approx(reply.returns, abs=1e-9)
    if reply.found is None or not reply.found.whole:
        assert reply.why
        assert not reply.exact or reply.most == pytest.approx(reply.returns, abs=1e-9)
