"""Ceding: who is asked when, what the opposition obtains, and who goes on."""

import pytest

from sim.rules.intensity.consequences import (
    AbilityZeroed,
    CharacterDied,
    GoalObtained,
    OutcomeDieGranted,
    OutcomeDieInflicted,
    Withdrawn,
)
from sim.rules.intensity.facts import (
    Conceded,
    GoalContinued,
    IntentDeclared,
    PipPlaced,
    WentOn,
)
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Decision
from tests.rules.intensity.table import contest, drive, duel, goal, kill, seat

A_AHEAD = {(1, 0, "main"): (8, 6, 1)}


def test_in_cede_01_anyone_may_cede_when_it_is_not_over() -> None:
    """IN-CEDE-01: After the effects all are asked whether to cede, and may go on."""
    told = drive(duel(), faces=A_AHEAD, rounds=1)
    at = told.events.index(WentOn(1))
    asked = SYSTEM.ask(told.states[at])
    assert type(asked) is Decision
    assert asked.options == (WentOn(1), Conceded(1))
    names = [type(event).__name__ for event in told.events]
    assert names.index("EffectsSettled") < at


def test_in_cede_02_the_opposition_gains_its_goal() -> None:
    """IN-CEDE-02, IN-EX-22: Ceding gives the others their goal and reduces nothing."""
    told = drive(duel(), Conceded(1))
    gained = told.only(GoalObtained)
    assert (gained.who, gained.cause) == (0, "ceded")
    assert told.all(AbilityZeroed) == []
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("ceded", (1.0, 0.0))


@pytest.mark.parametrize(
    ("ability", "index", "dies"), [("wits", 1, False), ("health", 2, True)]
)
def test_in_cede_03_a_named_ability_goes_to_zero(
    ability: str, index: int, dies: object
) -> None:
    """IN-CEDE-03: Ceding zeroes the ability that the goal names; with health it kills.

    Worked example: IN-EX-22.
    """
    b = "x trait 8, wits skill 6, health asset 7"
    goals = [kill("a", "B", ability), goal("win", "b")]
    told = drive(duel(b=b, goals=goals), Conceded(1))
    assert told.only(AbilityZeroed).cause == "ceded"
    assert told.sizes(1)[index] == 0
    assert bool(told.all(CharacterDied)) is dies
    assert told.outcome is not None
    assert told.outcome.how == "ceded"


def test_in_cede_03_reduction_follows_the_goal() -> None:
    """IN-CEDE-03: The ability is zeroed right after the goal is obtained."""
    told = drive(duel(goals=[kill("a", "B")]), Conceded(1))
    names = [type(event).__name__ for event in told.events]
    assert names.index("AbilityZeroed") == names.index("GoalObtained") + 1


THREE = [
    seat("A", "a", "x trait 8, xx skill 6"),
    seat("B", "b", "y trait 8, yy skill 6"),
    seat("C", "c", "z trait 8, zz skill 6"),
]


def test_in_cede_04_the_others_go_on() -> None:
    """IN-CEDE-04: When one of three sides cedes, the other two play another round."""
    told = drive(contest(*THREE), Conceded(2), rounds=2)
    assert [fighter.status for fighter in told.state.participants] == [0, 0, 1]
    late = told.all(IntentDeclared)[3:]
    assert [event.who for event in late] == [0, 1]


def test_in_r_27_those_without_the_upper_hand_are_asked_first() -> None:
    """IN-R-27: Those without the upper hand are asked first, whatever the seats."""
    told = drive(duel(), faces=A_AHEAD, rounds=1)
    assert [event.who for event in told.all(WentOn)] == [1, 0]


def test_in_r_27_only_goals_that_concern_the_ceder_are_gained() -> None:
    """IN-R-27: Only opponents whose goal is aimed at the ceder obtain it."""
    wishes = [
        IntentDeclared(0, -1, 1, "narrative"),
        IntentDeclared(1, -1, 2, "narrative"),
        IntentDeclared(2, -1, 0, "narrative"),
    ]
    told = drive(contest(*THREE), *wishes, Conceded(2), rounds=1)
    assert [event.who for event in told.all(GoalObtained)] == [1]


@pytest.mark.parametrize(("unit", "leaves"), [("participant", 1), ("side", 2)])
def test_in_r_27_a_cession_takes_one_or_the_side(unit: str, leaves: int) -> None:
    """IN-R-27: Under `cede_unit = side` the first of a side answers for all of it."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        seat("B", "b", "y trait 8"),
        seat("BB", "b", "yy trait 8"),
        rulings={"cede_unit": unit, "max_rounds": 1},
    )
    told = drive(scenario, Conceded(1))
    assert sum(fighter.status == 1 for fighter in told.state.participants) == leaves
    assert len(told.all(Withdrawn)) == leaves - 1
    quiet = drive(scenario)
    assert len(quiet.all(WentOn)) == (3 if unit == "participant" else 2)


def test_in_r_28_help_and_situations_are_not_gained() -> None:
    """IN-R-28: Ceding gives the last ordinary goal, never a helping or situational one.

    Without an ordinary goal the ceder just leaves.
    """
    seek = IntentDeclared(0, -1, 1, "situation", -1, 6)
    first = drive(duel(prizes=(6,)), seek, Conceded(1))
    assert first.all(GoalObtained) == []
    assert first.outcome is not None
    assert first.outcome.returns == (1.0, 0.0)
    scenario = duel(prizes=(6,))
    told = drive(scenario, IntentDeclared(0, 1, 1, "reduce_ability", 1), rounds=1)
    told = drive(scenario, seek, Conceded(1), then=told)
    assert told.only(GoalObtained).goal[0] == "reduce_ability"
    assert told.only(CharacterDied).who == 1


def test_a_cession_can_bring_a_die_for_good() -> None:
    """IN-OUTCOME-01: A goal to gain a die is obtained by a cession too."""
    ritual = goal("r", "a", kind="gain_die", die="ward", category="asset", size=6)
    told = drive(duel(goals=[ritual]), Conceded(1))
    assert told.only(OutcomeDieGranted).size == 6


def test_worth_of_ceding_and_dying() -> None:
    """A scenario may say what ceding and being dead are worth."""
    worth = {"ceded": 0.2, "dead": 0.1}
    told = drive(duel(worth=worth), Conceded(1))
    assert told.outcome is not None
    assert told.outcome.returns == (1.0, 0.2)
    goals = [kill("a", "B")]
    dead = drive(duel(goals=goals, worth=worth), Conceded(1))
    assert dead.outcome is not None
    assert dead.outcome.returns == (1.0, 0.1)
    assert PipPlaced(0, 1, 1) not in dead.events


def test_what_is_obtained_already_is_not_obtained_again() -> None:
    """IN-R-26: A cession does not obtain again what was obtained before.

    A has inflicted its mark on B and wants no more, AA goes on; then B cedes.
    """
    scenario = contest(
        seat("A", "a", "x trait 8"),
        seat("AA", "a", "xx trait 8"),
        seat("B", "b", "y trait 8, yy skill 1, yyy asset 1"),
        goals=[
            goal("mark", "a", kind="inflict_die", die="mark", size=6, only=["A"]),
            goal("win", "a", only=["AA"]),
            goal("more", "a", only=["AA"]),
        ],
    )
    told = drive(
        scenario,
        PipPlaced(0, 2, 1),
        PipPlaced(1, 2, 2),
        GoalContinued(1, 2, 2, "narrative"),
        Conceded(2),
        faces={(1, 0, "main"): (2,), (1, 1, "main"): (2,)},
    )
    assert len(told.all(OutcomeDieInflicted)) == 1
    assert [(e.who, e.cause) for e in told.all(GoalObtained)] == [
        (0, "ability_zeroed"),
        (1, "ability_zeroed"),
        (1, "ceded"),
    ]
