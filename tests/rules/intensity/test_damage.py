"""Damage: pips placed one by one, under each of three models of a pip."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.rules.intensity.consequences import (
    CharacterDied,
    DamageForestalled,
    GoalObtained,
    HarmApplied,
    OutcomeDieGranted,
    PoolAssembled,
    SuccessesUsed,
)
from sim.rules.intensity.facts import (
    DieChosen,
    GoalContinued,
    IntentDeclared,
    PipPlaced,
)
from sim.rules.intensity.phases import Affecting
from sim.rules.intensity.pools.dice import endurance, reduced, rolled_size
from sim.rules.intensity.state import State
from sim.rules.intensity.system import SYSTEM
from sim.seam.events import Fact
from sim.seam.protocol import Decision
from tests.rules.intensity.table import Told, contest, drive, duel, goal, kill, seat

HITS_3 = {(1, 0, "main"): (8, 6, 4)}


def test_in_effect_01_the_upper_hand_lands_first() -> None:
    """IN-EFFECT-01: Damage of the upper hand lands before that of the other side."""
    faces = {(1, 0, "main"): (8, 3, 1), (1, 1, "main"): (7, 5, 1)}
    told = drive(duel(), faces=faces, rounds=1)
    assert [(e.by, e.who) for e in told.all(HarmApplied)] == [(0, 1), (1, 0)]
    faces = {(1, 0, "main"): (7, 5, 1), (1, 1, "main"): (8, 3, 1)}
    told = drive(duel(), faces=faces, rounds=1)
    assert [(e.by, e.who) for e in told.all(HarmApplied)] == [(1, 0), (0, 1)]


def test_in_effect_02_a_die_shrinks_by_as_many_pips() -> None:
    """IN-EFFECT-02, IN-EX-14: A d8 hit by three is a d5."""
    told = drive(duel(), *[PipPlaced(0, 1, 1)] * 3, faces=HITS_3, rounds=2)
    harm = told.only(HarmApplied)
    assert (harm.amount, harm.ability, harm.size) == (3, 1, 5)
    assert told.sizes(1) == (10, 5, 6, 4)


def test_in_effect_03_pips_may_be_split() -> None:
    """IN-EFFECT-03, IN-EX-14: Pips may be split over several abilities."""
    wishes = [PipPlaced(0, 1, 3), PipPlaced(0, 1, 3), PipPlaced(0, 1, 2)]
    told = drive(duel(), *wishes, faces=HITS_3, rounds=1)
    assert told.sizes(1) == (10, 8, 5, 2)
    assert len(told.all(HarmApplied)) == 2


def test_in_effect_04_nothing_goes_below_zero() -> None:
    """IN-EFFECT-04, IN-R-21: No die goes below zero, and excess pips are wasted.

    Worked example: IN-EX-15.
    """
    told = drive(duel(b="club asset 2"), faces=HITS_3)
    assert told.sizes(1) == (0,)
    used = told.only(SuccessesUsed)
    assert (used.amount, used.wasted) == (3, 1)


@pytest.mark.parametrize(
    ("model", "expected"),
    [("pips", [5, 3, 1]), ("chain", [2, 0, 0]), ("nearest_real", [4, 2, 1])],
)
def test_in_r_18_three_models(model: str, expected: list[int]) -> None:
    """IN-R-18: Each damage model gives its own size for a die hit by three.

    Worked example: IN-EX-28.
    """
    left = [reduced(model, size, 3) for size in (8, 6, 4)]
    assert [rolled_size(model, size) if size else 0 for size in left] == expected


def test_in_r_18_the_chain_of_example_14() -> None:
    """IN-R-18, IN-EX-14: Under `chain` a die goes down the real dice step by step."""
    hits = [(8, 3), (4, 2), (6, 1)]
    assert [reduced("chain", size, pips) for size, pips in hits] == [2, 0, 4]
    assert [reduced("pips", size, pips) for size, pips in hits] == [5, 2, 5]
    assert reduced("chain", 7, 1) == 4
    assert reduced("chain", 20, 0) == 20


def test_in_r_18_every_die_of_the_chain_and_every_real_one() -> None:
    """IN-R-18: `chain` goes down the real dice; `nearest_real` rolls what fits."""
    down = [reduced("chain", 12, pips) for pips in range(8)]
    assert down == [12, 10, 8, 6, 4, 2, 0, 0]
    assert [reduced("chain", size, 1) for size in (11, 9, 5, 3)] == [8, 6, 2, 0]
    assert [endurance("chain", size) for size in down] == [6, 5, 4, 3, 2, 1, 0, 0]
    assert [endurance("chain", size) for size in (20, 13, 11, 3, 1)] == [6, 6, 5, 1, 1]
    real = [1, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, *[12] * 8, 20]
    assert [rolled_size("nearest_real", size) for size in range(1, 21)] == real
    for model in ("pips", "chain"):
        assert [rolled_size(model, size) for size in range(21)] == [*range(21)]


@given(
    st.sampled_from(["pips", "chain", "nearest_real"]),
    st.integers(0, 20),
    st.integers(0, 20),
)
@settings(max_examples=150, deadline=None)
def test_in_r_18_endurance_is_what_brings_to_zero(
    model: str, size: int, pips: int
) -> None:
    """IN-R-18, IN-R-48: Damage only shrinks, and endurance is the least that zeroes."""
    assert 0 <= reduced(model, size, pips) <= size
    assert (reduced(model, size, pips) == 0) == (pips >= endurance(model, size))


def test_in_r_18_nearest_real_rolls_the_smaller_die() -> None:
    """IN-R-18: Under `nearest_real` a die keeps five pips, and is rolled as a d4."""
    rulings = {"damage_model": "nearest_real"}
    scenario = duel(rulings=rulings)
    told = drive(
        scenario, *[PipPlaced(0, 1, 1)] * 3, DieChosen(1, 1), faces=HITS_3, rounds=1
    )
    told = drive(scenario, DieChosen(1, 1), then=told, rounds=2)
    assert told.sizes(1)[1] == 5
    assert [die.size for die in told.all(PoolAssembled)[-1].dice] == [4, 6, 4]


def test_in_r_19_any_ability_or_only_those_rolled() -> None:
    """IN-R-19: Damage may land on any ability, under `rolled` on those rolled only."""
    for reading, hit in (("any", {0, 1, 2, 3}), ("rolled", {0, 2, 3})):
        told = drive(
            duel(rulings={"targets": reading}),
            faces=HITS_3,
            rounds=1,
        )
        options = {
            option.ability
            for state in told.states
            if type(state.phase) is Affecting
            for option in _options(state)
        }
        assert options == hit


def test_in_r_19_a_die_won_in_the_conflict_cannot_be_hit() -> None:
    """IN-R-19: A die won in this conflict cannot be hit, even if it was rolled."""
    prize = goal(
        "take the sabre", "a", kind="gain_die", die="sabre", category="asset", size=8
    )
    scenario = duel(
        "x trait 8, y skill 8",
        "p trait 8, q skill 8, r asset 2",
        goals=[prize, goal("win", "a"), goal("win", "b")],
        rulings={"targets": "rolled"},
    )
    faces = {
        (1, 0, "main"): (8, 8),
        (1, 1, "main"): (1, 1, 1),
        (2, 0, "main"): (1, 1, 1),
        (2, 1, "main"): (4, 1),
    }
    further = GoalContinued(0, 1, 1, "narrative")
    told = drive(scenario, further, faces=faces, rounds=2)
    assert told.only(OutcomeDieGranted).ability == 2
    rolled = told.all(PoolAssembled)[2]
    assert [die.ability for die in rolled.dice] == [0, 1, 2]
    offered = {
        option.ability
        for state, event in zip(told.states, told.events, strict=True)
        if type(event) is PipPlaced and event.who == 1
        for option in _options(state)
    }
    assert offered == {0, 1}


def _options(state: State) -> list[PipPlaced]:
    """Return the pips offered in *state*."""
    asked = SYSTEM.ask(state)
    if type(asked) is not Decision:
        return []
    return [option for option in asked.options if isinstance(option, PipPlaced)]


def test_in_r_20_both_land_unless_the_first_forestalls() -> None:
    """IN-R-20: Damage of both lands, unless `preempt_on_zero` forestalls the second.

    Worked example IN-EX-16: A takes B's health; B still lands one pip on A's health,
    which is a d1.
    """
    a = "health trait 1, w skill 8, z asset 8"
    b = "health trait 2, w skill 8, z asset 8"
    deadly = [
        IntentDeclared(0, 1, 1, "reduce_ability", 0),
        IntentDeclared(1, 3, 0, "reduce_ability", 0),
    ]
    faces = {(1, 0, "main"): (1, 8, 8), (1, 1, "main"): (2, 7, 7)}
    both = drive(duel(a, b), *deadly, faces=faces)
    assert [event.who for event in both.all(CharacterDied)] == [1, 0]
    assert both.outcome is not None
    assert both.outcome.how == "both_obtained"
    preempted = duel(a, b, rulings={"preempt_on_zero": True})
    only = drive(preempted, *deadly, faces=faces)
    assert only.only(DamageForestalled).by == 1
    assert [event.who for event in only.all(CharacterDied)] == [1]
    assert only.sizes(0)[0] == 1


THIRD = "x trait 8, w skill 8"


def forestalling(*wishes: Fact, b: str, c: str = THIRD) -> Told:
    """Return a round in which A has the upper hand over B, who scores once as well."""
    scenario = contest(
        seat("A", "a", THIRD),
        seat("B", "b", b),
        seat("C", "c", c),
        goals=[goal("win", "a"), goal("win", "b"), kill("a", "B", "hat")],
        rulings={"preempt_on_zero": True, "max_rounds": 1},
    )
    faces = {(1, 0, "main"): (8, 1), (1, 1, "main"): (2, 7)}
    return drive(scenario, *wishes, faces=faces)


A_AT_B = IntentDeclared(0, 0, 1, "narrative")
A_AT_C = IntentDeclared(0, 0, 2, "narrative")
A_AT_HAT = IntentDeclared(0, 2, 1, "reduce_ability", 1)
B_AT_A = IntentDeclared(1, 1, 0, "narrative")
B_AT_C = IntentDeclared(1, 1, 2, "narrative")
C_AT_A = IntentDeclared(2, -1, 0, "narrative")


def stopped(told: Told) -> list[tuple[int, int]]:
    """Return (by, on) of all damage that was forestalled."""
    return [(event.by, event.who) for event in told.all(DamageForestalled)]


def test_in_r_20_who_gave_a_goal_away_lands_nothing_more() -> None:
    """IN-R-20: A zero that obtains a goal forestalls damage, though nobody died."""
    told = forestalling(A_AT_B, B_AT_A, C_AT_A, b="hat trait 1, w skill 8")
    assert told.all(CharacterDied) == []
    assert stopped(told) == [(1, 0)]


def test_in_r_20_a_zero_that_obtains_nothing_forestalls_nothing() -> None:
    """IN-R-20: A zero that obtains no goal and kills nobody forestalls nothing."""
    pip = PipPlaced(0, 1, 0)
    told = forestalling(A_AT_HAT, B_AT_A, C_AT_A, pip, b="belt trait 1, hat skill 8")
    assert told.sizes(1) == (0, 8)
    assert stopped(told) == []


def test_in_r_20_death_forestalls_though_it_was_not_wanted() -> None:
    """IN-R-20: A death forestalls the dead one's damage though the goal was another."""
    pip = PipPlaced(0, 1, 0)
    told = forestalling(A_AT_HAT, B_AT_A, C_AT_A, pip, b="health trait 1, hat skill 8")
    assert [event.who for event in told.all(CharacterDied)] == [1]
    assert told.all(GoalObtained) == []
    assert stopped(told) == [(1, 0)]


def test_in_r_20_an_upper_hand_is_not_forestalled() -> None:
    """IN-R-20: Damage of an upper hand is never forestalled.

    B is beaten by A, and has the upper hand over C.
    """
    told = forestalling(A_AT_B, B_AT_C, C_AT_A, b="hat trait 1, w skill 8")
    landed = {(event.by, event.who) for event in told.all(HarmApplied)}
    assert (1, 2) in landed
    assert stopped(told) == [(1, 0)]


def test_in_r_20_what_happens_to_others_forestalls_nothing() -> None:
    """IN-R-20: A zero forestalls nothing of those who did not lose it."""
    c = "hat trait 1, w skill 8"
    told = forestalling(A_AT_C, B_AT_A, C_AT_A, b="p trait 8, hat skill 8", c=c)
    assert [event.who for event in told.all(GoalObtained)] == [0]
    assert stopped(told) == []
    assert (1, 0) in {(event.by, event.who) for event in told.all(HarmApplied)}


def test_in_r_21_pips_find_a_place_as_long_as_there_is_one() -> None:
    """IN-R-21: No pip is wasted while an ability is left; forced pips are not asked."""
    told = drive(duel(b="a trait 1, b skill 1, c asset 1"), faces=HITS_3)
    assert told.all(PipPlaced) == []
    assert told.sizes(1) == (0, 0, 0)
    assert told.only(SuccessesUsed).wasted == 0


def test_in_r_22_each_comparison_hurts_only_the_other_of_it() -> None:
    """IN-R-22: Successes land on the other of the comparison, upper hands first."""
    scenario = contest(
        seat("A", "a", "x trait 8, xx skill 6"),
        seat("B", "b", "y trait 8, yy skill 6"),
        seat("C", "c", "z trait 8, zz skill 6"),
    )
    wishes = [
        IntentDeclared(0, -1, 1, "narrative"),
        IntentDeclared(1, -1, 2, "narrative"),
        IntentDeclared(2, -1, 0, "narrative"),
    ]
    faces = {
        (1, 0, "main"): (6, 2),
        (1, 1, "main"): (5, 3),
        (1, 2, "main"): (4, 4),
    }
    told = drive(scenario, *wishes, faces=faces, rounds=1)
    assert [(e.by, e.who) for e in told.all(SuccessesUsed)] == [
        (0, 1),
        (0, 2),
        (1, 2),
        (1, 0),
        (2, 0),
        (2, 1),
    ]


def test_in_r_48_scoring_gains_nothing_by_itself() -> None:
    """IN-R-48: Winning a round gives nobody a die, a point or a goal."""
    told = drive(duel(), faces=HITS_3, rounds=1)
    assert told.state.participants[0].sizes == (8, 6, 6, 4)
    assert told.state.participants[0].intensity == 8
    assert told.all(GoalObtained) == []


def test_in_r_21_the_goals_own_ability_comes_first_and_then_the_smallest() -> None:
    """IN-R-21: By default pips go to the goal's ability, otherwise to the smallest."""
    scenario = contest(
        seat("A", "a", THIRD),
        seat("B", "b", "belt trait 4, hat skill 8"),
        seat("C", "c", "ring trait 8, rag skill 4"),
        goals=[kill("a", "B", "hat"), goal("win", "b"), goal("win", "c")],
        rulings={"max_rounds": 1},
    )
    hat = IntentDeclared(0, 0, 1, "reduce_ability", 1)
    faces = {(1, 0, "main"): (8, 1)}
    at_a = IntentDeclared(2, 2, 0, "narrative")
    told = drive(scenario, hat, at_a, faces=faces)
    hit = [(event.who, event.ability) for event in told.all(HarmApplied)]
    assert hit == [(1, 1), (2, 1)]
