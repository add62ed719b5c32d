"""A stored appraisal is reused only where everything that it read is the same."""

import pytest
from msgspec import structs

from sim.rules.skill_roll.scenario.seat import Approach
from sim.rules.skill_roll.scenario.sheet import (
    Bystander,
    Condition,
    Distance,
    Narrator,
)
from sim.rules.skill_roll.skills.charts import Circumstance
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Appraisal
from tests.rules.skill_roll.table import A, B, Game, ann, blade, bob, bow, conflict


def both(state: State) -> tuple[Appraisal, ...]:
    """Return what the options in *state* are worth, weighed at once and one by one."""
    assert SYSTEM.solving.weigh is not None
    assert SYSTEM.solving.appraise is not None
    asked = SYSTEM.ask(state)
    assert hasattr(asked, "options")
    at_once = SYSTEM.solving.weigh(state, asked.options)
    assert at_once == tuple(
        SYSTEM.solving.appraise(state, option) for option in asked.options
    )
    return at_once


@pytest.mark.parametrize("last", [1, 2, 3])
def test_rounds_are_alike_once_nothing_changes_any_more(last: int) -> None:
    """SK-RUL-61: Rounds have the same worth once no condition changes any more."""
    wet = Condition(row=Circumstance.GREATLY_HINDER, from_round=1, to_round=last)
    game = Game(conflict(conditions=(wet,)))
    worths = [both(structs.replace(game.state, round=number)) for number in range(1, 6)]
    assert worths[last - 1] != worths[last]
    assert all(worth is worths[last] for worth in worths[last:])


def test_distances_change_what_there_is_to_weigh() -> None:
    """SK-RUL-47: A worth changes with the round in which distances change."""
    far = Distance(between=("Ann", "Bob"), du=9, to_round=2)
    seats = (ann(attacks=(blade(hand_to_hand=False),)), bob())
    game = Game(conflict(*seats, distances=(far,)))
    worths = [both(structs.replace(game.state, round=number)) for number in (2, 3, 4)]
    assert worths[0] != worths[1] == worths[2]


@pytest.mark.parametrize("cost", [0, 2])
def test_damage_counts_where_wounds_cost_rolls(cost: int) -> None:
    """SK-RUL-33: Damage changes the chance to win only where wounds cost rolls."""
    game = Game(conflict(wound_penalty_per_quarter=cost))
    hurt = structs.replace(game.participant(A), damage=400)
    people = (hurt, game.participant(B))
    fresh, worn = (
        both(game.state),
        both(structs.replace(game.state, participants=people)),
    )
    assert (fresh[0].win == worn[0].win) is (cost == 0)
    assert worn[0].ahead < fresh[0].ahead
    assert worn is both(structs.replace(game.state, participants=people))


@pytest.mark.parametrize("measured", [True, False])
def test_progress_counts_where_acts_are_measured(*, measured: bool) -> None:
    """SK-CONF-03: Progress changes what a measured act is worth near the goal."""
    way = Approach(
        name="run", skill="blade", resisted_by=("blade",), quantitative=measured
    )
    seats = (ann(approaches=(way,)), bob(approaches=(way,)))
    begun = Game(conflict(*seats, kind="contest", goal=4)).state
    fresh, near = (both(structs.replace(begun, progress=(made, 0))) for made in (0, 3))
    assert (fresh[0].deals == near[0].deals) is not measured
    assert near[0].deals == pytest.approx(near[0].win)


def test_a_narrator_of_a_fight_lacks_no_progress() -> None:
    """SK-DP-10: A Narrator's question in a fight is weighed without any progress."""
    run = Approach(name="run", skill="dodge", resisted_by=("dodge",), quantitative=True)
    shooter = ann(attacks=(bow(),), skills={"bow": 5}, approaches=(run,))
    near = Bystander(name="near", dex=8, near={"Bob": 2})
    fields = {"bystanders": (near,), "narrator": Narrator(asked=("bystanders",))}
    seats = shooter, bob(skills={"dodge": 9})
    game = Game(conflict(*seats, distance_du=1, **fields))
    game.attack(A, "bow", B, 3, 3, 3)
    assert game.who == 2
    assert len(both(game.state)) == 3
