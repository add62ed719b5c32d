"""Exact values from Python: at any state, after any answer, with memories."""

from pathlib import Path

import pytest

import fracas
from sim.conflict.walk import Walk
from sim.seam.protocol import Chance
from tests.tiers import later

NEAR = 1e-12
LATER = """
from agents.steady import Steady


class Later(Steady):
    def begin(self, table):
        super().begin(table)
        self.seen = ()

    def memory(self):
        return self.seen

    def restore(self, memory):
        self.seen = memory

    def choose(self, asked):
        self.seen = (*self.seen, len(asked.options))[-2:]
        return asked.options[len(self.seen) % len(asked.options)]
"""


@pytest.mark.parametrize(
    "name",
    later(
        ["stuck_door", "intensity_brawl", "planets_boulder", "skill_page"],
        {"stuck_door", "intensity_brawl"},
    ),
)
def test_values_at_the_beginning_are_those_that_are_solved(name: str) -> None:
    """The values at the first question are the returns that `solve` finds."""
    loaded = fracas.load(name)
    first = fracas.walk(loaded, seed="demo")
    told = fracas.values(loaded).at(first.state)
    solved = {row["seat"]: row["return"] for row in fracas.solve(loaded).rows()}
    assert told == pytest.approx(solved, abs=NEAR)


def test_a_value_is_the_mean_over_what_may_be_answered() -> None:
    """A value is the mean of the values after each answer, to the end."""
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
    """What cannot be valued is refused in a sentence."""
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
    """An agent that remembers must be given its memories."""
    values = fracas.values("intensity_brawl", ["cautious"])
    walk = fracas.walk("intensity_brawl", seed="demo")
    assert any(values.memories)
    with pytest.raises(fracas.AgentError, match="memories have to be given"):
        values.at(walk.state)
    assert values.at(walk.state, memories=values.memories)


def test_memories_have_to_be_given_where_an_agent_remembers_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that begins to remember later must be given its memories too."""
    (tmp_path / "later.py").write_text(LATER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    values = fracas.values("stuck_door", ["later.py:Later"] * 3)
    assert values.memories == ((), (), ())
    walk = fracas.walk("stuck_door", seed="demo")
    with pytest.raises(fracas.AgentError, match="memories have to be given"):
        values.at(walk.state)
    assert values.at(walk.state, memories=values.memories)


def test_states_of_something_else_are_refused_in_a_sentence() -> None:
    """A state of another conflict or scenario is refused."""
    values = fracas.values("stuck_door")
    other = fracas.load("stuck_door", pool_die_timing="before_roll_only")
    brawl = fracas.walk("intensity_brawl", seed="demo")
    for wrong in (brawl.state, brawl, None):
        with pytest.raises(fracas.StepError, match="expected a state of this conflict"):
            values.at(wrong)
    there = fracas.walk(other, seed="demo").state
    for ask in (values.at, values.answers):
        with pytest.raises(fracas.StepError, match="of another scenario"):
            ask(there)
    walk = fracas.walk("stuck_door", seed="demo")
    first = walk.options[0].fact
    while not walk.over:
        walk.take(1)
    with pytest.raises(fracas.StepError, match="is not offered there"):
        values.at(walk.state, first)


def test_a_roll_has_to_be_one_of_those_that_are_due() -> None:
    """A roll that cannot fall is refused."""
    loaded = fracas.load("stuck_door")
    values, walk = fracas.values(loaded), fracas.walk(loaded, seed="demo")
    at = Walk(loaded.system, walk.state)
    while not isinstance(at.asked, Chance):
        (answer,) = values.answers(at.state)[0]
        at = Walk(loaded.system, at.state, answer)
    pool = at.asked.pool
    assert values.at(at.state, at.asked.rolled(tuple(die.low for die in pool)))
    for faces in ((9,) * len(pool), (0,) * (len(pool) + 1)):
        with pytest.raises(fracas.StepError, match="is not offered there"):
            values.at(at.state, at.asked.rolled(faces))
    with pytest.raises(fracas.StepError, match="is not offered there"):
        values.at(at.state, walk.options[0].fact)
