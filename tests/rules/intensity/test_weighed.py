"""Weighing a menu at once notices every change of the state that matters."""

from collections.abc import Iterator
from random import Random

import pytest

from sim.laws.walking import walked
from sim.library.scenario import load
from sim.rules.intensity.state import Bonus, Penalty, State, with_participant
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Decision
from sim.seam.seats import by_seat
from sim.spine.changes import put


def changed(state: State) -> Iterator[State]:
    """Yield *state* with one thing about somebody changed at a time."""
    for who, participant in by_seat(state.participants):
        for ability, size in enumerate(participant.sizes):
            if size:
                yield with_participant(
                    state, who, sizes=put(participant.sizes, ability, size - 1)
                )
        yield with_participant(state, who, intensity=0)
        yield with_participant(state, who, goal=None)
        yield with_participant(state, who, aim=None)
        yield with_participant(state, who, bonuses=(Bonus(6, 1),))
        yield with_participant(state, who, penalties=(Penalty(8, 1),))


@pytest.mark.parametrize(
    "name", ["intensity_auction", "intensity_heist", "intensity_brawl"]
)
def test_whatever_changes_about_anybody_is_weighed_anew(name: str) -> None:
    """A menu is worth what its options are worth singly, whatever changed."""
    assert SYSTEM.solving.weigh is not None
    assert SYSTEM.solving.appraise is not None
    luck = Random(name)
    decisions = [
        step.asked
        for step in walked(SYSTEM, load(name).scenario, luck)
        if type(step.asked) is Decision
        and isinstance(step.before, State)
        and step.asked.who < len(step.before.participants)
    ]
    for asked in luck.sample(decisions, 12):
        for view in (asked.view, *changed(asked.view), asked.view):
            each = tuple(
                SYSTEM.solving.appraise(view, option) for option in asked.options
            )
            assert SYSTEM.solving.weigh(view, asked.options) == each
