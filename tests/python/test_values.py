"""Exact values from Python: at any state, after any answer, with memories."""

import pytest

import fracas
from tests.tiers import later

NEAR = 1e-12


@pytest.mark.parametrize(
    "name",
    later(
        ["stuck_door", "intensity_brawl", "planets_boulder", "skill_page"],
        {"stuck_door", "intensity_brawl"},
    ),
)
def test_values_at_the_beginning_are_those_that_are_solved(name: str) -> None:
    """What a seat gets from the first question on is its return."""
    loaded = fracas.load(name)
    first = fracas.walk(loaded, seed="demo")
    told = fracas.values(loaded).at(first.state)
    solved = {row["seat"]: row["return"] for row in fracas.solve(loaded).rows()}
    assert told == pytest.approx(solved, abs=NEAR)


def test_a_value_is_the_mean_over_what_may_be_answered() -> None:
    """Step by step to the end, where values are the returns."""
    values = fracas.values("stuck_door", ["uniform", "steady", "uniform"])
    walk = fracas.walk("stuck_door", seed="demo")
    memories = values.memories
    drawn = 0
    while not walk.over:
        here = values.at(walk.state, memories=memories)
        chances, after = values.answers(walk.state, memories=memories)
        drawn += len(chances) > 1
        for seat, value in here.items():
            mean = sum(
                chance * values.at(walk.state, fact, memories=memories)[seat]
                for fact, chance in chances.items()
            )
            assert value == pytest.approx(mean, abs=NEAR)
        memories = after
        walk.take(1)
    assert drawn
    assert values.at(walk.state) == walk.returns


def test_what_cannot_be_valued_is_said_in_a_sentence() -> None:
    """An answer that is not offered, missing memories, and too much to follow."""
    walk = fracas.walk("stuck_door", seed="demo")
    values = fracas.values("stuck_door")
    other = fracas.walk("intensity_brawl", seed="demo").options[0].fact
    with pytest.raises(fracas.StepError, match="is not offered there"):
        values.at(walk.state, other)
    with pytest.raises(fracas.AgentError, match="1 memories for 3 seats"):
        values.at(walk.state, memories=[()])
    with pytest.raises(fracas.OddsError, match="more than 10 steps"):
        fracas.values("stuck_door", steps=10).at(walk.state)
    while not walk.over:
        walk.take(1)
    with pytest.raises(fracas.StepError, match="nobody is asked"):
        values.answers(walk.state)


def test_memories_have_to_be_given_where_an_agent_remembers() -> None:
    """What it begins with would be wrong in the middle of a conflict."""
    values = fracas.values("intensity_brawl", ["cautious"])
    walk = fracas.walk("intensity_brawl", seed="demo")
    assert any(values.memories)
    with pytest.raises(fracas.AgentError, match="memories have to be given"):
        values.at(walk.state)
    assert values.at(walk.state, memories=values.memories)
