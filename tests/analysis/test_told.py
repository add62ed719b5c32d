"""What an analysis tells of each moment, in the words of the story."""

import pytest

import fracas
from sim.conflict.replay import steps
from sim.library.scenario import load

DUE_FIRST = "dice_pool_after_the_fire"
"""What is due before anybody is asked cannot happen twice in it."""


@pytest.mark.parametrize("name", [DUE_FIRST, "skill_jump"])
def test_a_moment_tells_what_followed_from_the_very_beginning_on(name: str) -> None:
    """A moment tells what followed, with what is due before the first question."""
    scenario = load(name)
    system, begun = scenario.system, scenario.system.initial(scenario.scenario)
    conflict = fracas.play(name, seed="told")
    followed = steps(system, begun, conflict.events)
    told = [
        system.narrate(before, event) if "cites" in event.__struct_fields__ else ""
        for before, event, _ in followed
    ]
    moments = fracas.analyse(conflict, games=8, steps=0).moments
    assert any(moment.came for moment in moments)
    for moment in moments:
        after = " ".join(told[moment.event : moment.last])
        assert moment.came.split() == after.split()
