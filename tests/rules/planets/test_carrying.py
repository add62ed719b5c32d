"""Wounds carried from conflict to conflict, and who can take part in the next."""

from typing import Any

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.rules.planets.between.carrying import carried, entered
from sim.rules.planets.narration.carries import carries
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.system import SYSTEM
from sim.seam.protocol import Description
from tests.rules.planets.table import cardinal, conflict, renaissance, spiders

CARDINAL = "The Cardinal"


def wounded(wounds: int) -> dict[str, Description]:
    """Return the record of a Cardinal with so many wounds."""
    return {CARDINAL: {"wounds": wounds}}


def wounds_of(scenario: PlanetsScenario | None) -> list[int]:
    """Return the wounds of everybody who enters."""
    assert scenario is not None
    return [participant.wounds for participant in SYSTEM.initial(scenario).participants]


@pytest.mark.parametrize(
    ("wounds", "rest", "left"), [(2, 0, 2), (2, 1, 1), (1, 3, 0), (4, 1, 3)]
)
def test_pl_rul_43_wounds_go_along_and_heal_with_rest(
    wounds: int, rest: int, left: int
) -> None:
    """Wounds are carried, and a rest heals so many of them."""
    scenario = entered(conflict(rest=rest), wounded(wounds))
    assert wounds_of(scenario) == [left, 0]


def test_pl_rul_43_one_taken_out_stays_out() -> None:
    """Whoever was taken out does not enter, and one side alone is no conflict.

    The fourth wound of a ladder of three takes one out; a friend goes on without him.
    """
    out = wounded(4)
    assert entered(conflict(), out) is None
    friend = renaissance(name="A friend", side="ours")
    both = conflict(cardinal(side="ours"), friend, renaissance())
    alone = entered(both, out)
    assert alone is not None
    assert [seat.name for seat in alone.seats] == ["A friend", "Renaissance Man"]


def test_pl_rul_43_a_side_without_dice_is_no_side_of_a_direct_conflict() -> None:
    """A side left without dice is no side of a direct conflict."""
    folk = spiders(name="Folk", side="ours")
    scenario = conflict(cardinal(side="ours"), folk, renaissance())
    assert entered(scenario, wounded(4)) is None
    swarm = conflict(cardinal(side="ours"), folk, spiders(), mode="diceless")
    assert wounds_of(entered(swarm, wounded(4))) == [0, 0]


def test_pl_rul_43_what_is_carried_is_what_was_suffered() -> None:
    """A record holds the wounds, and says who was taken out."""
    state = SYSTEM.initial(conflict())
    assert carried(state) == {
        CARDINAL: {"wounds": 0},
        "Renaissance Man": {"wounds": 0},
    }
    assert entered(conflict(), carried(state)) == conflict()
    for wounds, word in ((3, {}), (4, {"out": "taken out"})):
        hit = structs.replace(state.participants[0], wounds=wounds)
        after = structs.replace(state, participants=(hit, state.participants[1]))
        assert carried(after)[CARDINAL] == {"wounds": wounds} | word


@pytest.mark.parametrize(("ladder", "wounds"), [("gentle", 4), ("minor d8", 2)])
def test_pl_rul_43_nobody_enters_beyond_the_ladder(ladder: str, wounds: int) -> None:
    """A scenario with more wounds than the ladder has is refused."""
    whole: dict[str, Any] = {"wound_ladder": ladder}
    conflict(cardinal(wounds=wounds - 1), renaissance(), **whole)
    with pytest.raises(ScenarioError, match=r"\$.seats\[0\].wounds: found"):
        conflict(cardinal(wounds=wounds), renaissance(), **whole)


def test_pl_rul_43_wounds_are_told_in_words() -> None:
    """PL-RUL-43: Carried wounds are described as a number, or as no wounds."""
    told = [carries({"wounds": wounds})["wounds"] for wounds in range(3)]
    assert told == ["no wounds", "1 wound", "2 wounds"]
