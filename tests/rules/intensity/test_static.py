"""Obstacles: their dice are abilities, fillers are not, and their damage lands."""

import pytest

from sim.rules.intensity.consequences import GoalObtained, HarmApplied, RollsCompared
from sim.rules.intensity.facts import Conceded, IntentDeclared, PipPlaced, WentOn
from sim.rules.intensity.narration.names import goal_name
from sim.rules.intensity.phases import GoalKind
from sim.rules.intensity.scenario.sheet import IntensityScenario
from tests.rules.intensity.table import contest, drive, goal, obstacle, seat

HERO = "strong trait 8, climbing skill 8, boots asset 6"


def climb(**rulings: object) -> IntensityScenario:
    """Return a hero against a wall of d6, d4 and a filler d2."""
    return contest(
        seat("Hero", "rope", HERO),
        obstacle("Wall", "rock", "slab 6, edge 4"),
        goals=[goal("up", "rope", against="Wall")],
        rulings=rulings,
    )


@pytest.mark.parametrize(
    ("faces", "left", "obtained"), [((8, 6, 1), 2, False), ((8, 6, 5), 0, True)]
)
def test_in_r_11_dice_of_an_obstacle_are_its_abilities(
    faces: tuple[int, ...], left: int, obtained: object
) -> None:
    """IN-R-11: Successes wear an obstacle down, and a zero obtains the goal.

    Worked example: IN-EX-25.
    """
    rounds = {(1, 0, "main"): faces}
    if obtained:
        rounds[2, 0, "main"] = (8, 1, 1)
    told = drive(climb(), faces=rounds, rounds=2 if obtained else 1)
    assert told.sizes(1)[1] == left
    assert bool(told.all(GoalObtained)) is obtained


def test_in_r_11_fillers_cannot_be_hit() -> None:
    """IN-R-11: Damage to an obstacle goes to its abilities, and not to its fillers."""
    told = drive(climb(), faces={(1, 0, "main"): (8, 6, 5)}, rounds=1)
    assert told.only(RollsCompared).faces_b == (1, 1, 1)
    assert {event.ability for event in told.all(PipPlaced)} <= {0, 1}
    assert told.sizes(1) == (6, 1)


def test_in_r_11_whoever_plays_it_places_its_damage() -> None:
    """IN-R-11: The seat of an obstacle places its damage, and is asked nothing else."""
    faces = {(1, 1, "main"): (6, 4, 2)}
    told = drive(climb(), PipPlaced(1, 0, 1), faces=faces, rounds=1)
    assert told.sizes(0) == (8, 5, 6)
    asked = {type(event) for event in told.events if getattr(event, "who", 0) == 1}
    assert IntentDeclared not in asked
    assert WentOn not in asked
    assert Conceded not in asked


def test_in_r_11_it_wants_to_keep_them_from_it() -> None:
    """IN-R-11: An obstacle always wants to stop them, and obtains that by a zero."""
    faces = {(1, 1, "main"): (6, 4, 2), (2, 1, "main"): (6, 4, 2)}
    told = drive(climb(), faces=faces)
    wants = told.state.participants[1].goal
    assert wants is not None
    assert wants.kind == GoalKind.KEEP
    assert goal_name(told.state, wants) == "keep them from it"
    assert told.outcome is not None
    assert told.outcome.returns == (0.0, 1.0)


def test_in_r_11_it_may_do_no_damage() -> None:
    """IN-R-11: Under `static_deals_damage = false` an obstacle does no damage."""
    faces = {(1, 1, "main"): (6, 4, 2)}
    told = drive(climb(static_deals_damage=False), faces=faces, rounds=1)
    assert told.all(HarmApplied) == []


@pytest.mark.parametrize(
    ("faces", "returns"),
    [((8, 1, 1), (1.0, 0.0)), ((1, 1, 1), (0.0, 1.0))],
)
def test_in_r_11_one_roll_may_decide(
    faces: tuple[int, ...], returns: tuple[float, float]
) -> None:
    """IN-R-11: Under `one_roll` the upper hand obtains the goal at once."""
    table = {(1, 0, "main"): faces, (1, 1, "main"): (4, 1, 1)}
    told = drive(climb(static_mode="one_roll"), faces=table)
    assert told.only(GoalObtained).cause == "upper_hand"
    assert told.outcome is not None
    assert told.outcome.returns == returns
    assert told.all(HarmApplied) == []


@pytest.mark.parametrize(("wanted", "both"), [(0, True), (1, False)])
def test_in_r_11_one_roll_decides_for_all_who_share_the_goal(
    wanted: int,
    *,
    both: bool,
) -> None:
    """IN-R-11, IN-R-42: One roll obtains the goal for all of a side who share it."""
    scenario = contest(
        seat("Hero", "rope", HERO),
        seat("Mate", "rope", HERO),
        obstacle("Wall", "rock", "slab 6, edge 4"),
        goals=[goal(word, "rope", against="Wall") for word in ("up", "the flag")],
        rulings={"static_mode": "one_roll"},
    )
    faces = {(1, 1, "main"): (8, 6, 5), (1, 2, "main"): (4, 3, 1)}
    wishes = [
        IntentDeclared(0, 0, 2, "narrative"),
        IntentDeclared(1, wanted, 2, "narrative"),
    ]
    told = drive(scenario, *wishes, faces=faces, rounds=1)
    obtained = {event.who for event in told.all(GoalObtained)}
    assert (1 in obtained, 0 in obtained) == (True, both)


def test_in_r_11_ceding_to_an_obstacle_gives_it_its_goal() -> None:
    """IN-R-11: A climber who cedes gives the wall its goal."""
    told = drive(climb(), Conceded(0))
    assert told.only(GoalObtained).who == 1
    assert told.outcome is not None
    assert told.outcome.returns == (0.0, 1.0)


def test_in_r_12_only_who_targets_is_compared() -> None:
    """IN-R-12: Two are compared only if one of them is after the other."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        seat("B", "b", "y trait 8"),
        obstacle("Wall", "w", "slab 6"),
    )
    wishes = [
        IntentDeclared(0, -1, 1, "narrative"),
        IntentDeclared(1, -1, 0, "narrative"),
    ]
    told = drive(scenario, *wishes, rounds=1)
    assert [(e.a, e.b) for e in told.all(RollsCompared)] == [(0, 1)]


def test_in_compare_01_several_against_one_are_compared_each() -> None:
    """IN-COMPARE-01, IN-EX-13: Two attackers are each compared with the target."""
    scenario = contest(
        seat("T", "t", "a trait 8, b skill 8, c asset 8"),
        seat("A", "x", "a trait 8, b skill 8, c asset 8"),
        seat("B", "x", "a trait 8, b skill 8"),
    )
    faces = {
        (1, 0, "main"): (7, 4, 2),
        (1, 1, "main"): (6, 5, 3),
        (1, 2, "main"): (8, 1),
    }
    told = drive(scenario, faces=faces, rounds=1)
    shown = {(e.a, e.b): (e.raw, e.hand, e.kept) for e in told.all(RollsCompared)}
    assert shown == {
        (0, 1): ((1, 2), "a", (1, 1)),
        (0, 2): ((2, 1), "b", (1, 1)),
    }
