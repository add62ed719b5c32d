"""The situational goal: rolled with everybody's pools, for a die in later rounds."""

import pytest

from sim.rules.intensity.consequences import (
    AftermathSettled,
    DifficultyBuilt,
    HarmApplied,
    PenaltyInflicted,
    PoolAssembled,
    RollsCompared,
    SituationDieGranted,
    SuccessesUsed,
)
from sim.rules.intensity.facts import DieSwapped, IntentDeclared, SwapsEnded
from sim.rules.intensity.phases import Affecting
from sim.rules.intensity.state import Bonus
from sim.seam.events import TABLE, DiceRolled
from tests.rules.intensity.table import (
    Told,
    contest,
    drive,
    duel,
    goal,
    obstacle,
    seat,
    until,
)

SEEK = IntentDeclared(0, -1, 1, "situation", -1, 6)
A = "x trait 8, y skill 6, z asset 4"
B = "p trait 8, q skill 4, r asset 2"


def test_in_sit_01_three_dice_of_the_opposing_pool_may_change() -> None:
    """IN-SIT-01: Up to three of the opponent's dice below the size are replaced."""
    told = drive(duel(A, B, prizes=(6,)), SEEK, rounds=1)
    built = told.only(DifficultyBuilt)
    assert (built.who, built.by, built.size, built.places) == (0, 1, 6, (1, 2))
    fresh = next(e for e in told.all(DiceRolled) if e.why == "replacement")
    assert [die.high for die in fresh.pool] == [6, 6]


def test_in_sit_02_there_is_no_early_roll() -> None:
    """IN-SIT-02: A situational goal has no roll before the main one."""
    told = drive(duel(A, B, prizes=(6,)), SEEK, rounds=1)
    whys = {event.why for event in told.all(DiceRolled)}
    assert whys == {"replacement", "main"}


def test_in_sit_03_each_success_is_a_roll_from_the_next_round_on() -> None:
    """IN-SIT-03: Each success gives the die for one roll from the next round on.

    Worked example: IN-EX-20.
    """
    faces = {
        (2, 0, "main"): (8, 6, 3),
        (2, 1, "main"): (7, 1, 1),
        (2, 1, "replacement"): (2, 2),
    }
    scenario = duel(A, B, prizes=(6,))
    told = drive(scenario, rounds=1)
    told = drive(scenario, SEEK, faces=faces, then=told, rounds=2)
    normal = IntentDeclared(0, 0, 1, "narrative")
    told = drive(scenario, normal, then=told, rounds=6)
    assert told.only(SituationDieGranted).uses == 3
    mine = [event for event in told.all(PoolAssembled) if event.who == 0]
    with_die = [any(die.role == "situation" for die in e.dice) for e in mine]
    assert with_die == [False, False, True, True, True, False]
    assert told.all(HarmApplied) == []


def test_in_sit_03_a_fresh_die_beside_an_old_one_waits_no_longer() -> None:
    """IN-SIT-03: Of two dice won in two rounds, each is rolled and wears by itself."""
    faces = {
        (1, 0, "main"): (8, 6, 3),
        (1, 1, "replacement"): (2, 2),
        (2, 0, "main"): (8, 1, 1, 1),
        (2, 1, "replacement"): (2, 2),
        (2, 1, "main"): (2, 1, 1),
    }
    scenario = duel(A, B, prizes=(6,))
    told = drive(scenario, SEEK, faces=faces, rounds=1)
    told = drive(scenario, SEEK, faces=faces, then=told, rounds=2)
    assert sorted(told.state.participants[0].bonuses) == [
        Bonus(6, 1, fresh=True),
        Bonus(6, 2),
    ]
    drive(scenario, IntentDeclared(0, 0, 1, "narrative"), then=told, rounds=4)
    assert situation_dice(told) == [0, 1, 2, 1]


def test_in_r_32_a_round_does_not_wear_a_die_that_still_waits() -> None:
    """IN-R-32: Under `rounds` a die does not wear in the round in which it was won."""
    scenario = duel(A, B, prizes=(6,), rulings={"duration": "rounds"})
    for best, rolled in (((8, 1, 1), [0, 1, 0, 0]), ((8, 6, 1), [0, 1, 1, 0])):
        faces = {(1, 0, "main"): best, (1, 1, "replacement"): (2, 2)}
        told = drive(scenario, SEEK, faces=faces, rounds=1)
        assert told.only(SituationDieGranted).uses == sum(rolled)
        normal = IntentDeclared(0, 0, 1, "narrative")
        drive(scenario, normal, then=told, rounds=4)
        assert situation_dice(told) == rolled


def situation_dice(told: Told) -> list[int]:
    """Return how many situation dice A rolled in each round."""
    mine = [event for event in told.all(PoolAssembled) if event.who == 0]
    return [sum(die.role == "situation" for die in pool.dice) for pool in mine]


def test_in_r_33_replaced_dice_count_in_that_comparison_only() -> None:
    """IN-R-33: Replaced dice count only in the comparison with the seeker."""
    scenario = contest(
        seat("A", "a", A),
        seat("B", "b", B),
        seat("C", "c", "s trait 8"),
        goals=[goal("w", "c", against="B"), goal("w", "b", against="C")],
        prizes=(6,),
    )
    faces = {
        (1, 0, "main"): (5, 5, 4),
        (1, 1, "main"): (8, 4, 2),
        (1, 1, "replacement"): (6, 1),
        (1, 2, "main"): (3,),
    }
    told = drive(scenario, SEEK, faces=faces, rounds=1)
    cited = {(e.a, e.b): "IN-R-33" in e.cites for e in told.all(RollsCompared)}
    assert cited == {(0, 1): True, (1, 2): False}
    shown = {(e.a, e.b): (e.faces_a, e.faces_b) for e in told.all(RollsCompared)}
    assert shown == {
        (0, 1): ((5, 5, 4), (8, 6, 1)),
        (1, 2): ((8, 4, 2), (3, 1, 1)),
    }


def test_in_r_33_the_opponents_successes_are_damage_as_usual() -> None:
    """IN-R-33: The opponent's successes are damage to the seeker as in any round."""
    faces = {
        (1, 0, "main"): (5, 5, 4),
        (1, 1, "main"): (8, 1, 1),
        (1, 1, "replacement"): (2, 2),
    }
    told = drive(duel(A, B, prizes=(6,)), SEEK, faces=faces, rounds=1)
    assert told.only(SituationDieGranted).uses == 1
    used = [(e.by, e.amount, e.wasted) for e in told.all(SuccessesUsed)]
    assert used == [(1, 1, 0), (0, 1, 0)]
    assert told.only(HarmApplied).who == 0


def test_in_r_33_a_pool_of_its_own() -> None:
    """IN-R-33: Under `separate` the seeker also meets three dice of the size."""
    scenario = duel(A, B, prizes=(6,), rulings={"situation_pool": "separate"})
    faces = {
        (1, 0, "main"): (5, 5, 4),
        (1, TABLE, "situation"): (4, 4, 4),
        (1, 1, "main"): (8, 4, 2),
    }
    told = drive(scenario, SEEK, faces=faces, rounds=1)
    shown = {(e.a, e.b): e.kept for e in told.all(RollsCompared)}
    assert shown == {(0, 1): (1, 1), (0, -1): (2, 0)}
    assert told.only(SituationDieGranted).uses == 2
    assert told.only(HarmApplied).by == 1


@pytest.mark.parametrize(("counts", "rolls"), [("kept", 1), ("raw", 2)])
def test_in_r_34_failures_may_cost_penalty_dice(counts: str, rolls: int) -> None:
    """IN-R-34: Failures cost the seeker penalty dice only under `situation_penalty`."""
    faces = {
        (1, 0, "main"): (8, 1, 1),
        (1, 1, "main"): (2, 1, 1),
        (1, 1, "replacement"): (3, 3),
    }
    plain = drive(duel(A, B, prizes=(6,)), SEEK, faces=faces, rounds=1)
    assert plain.all(PenaltyInflicted) == []
    rulings = {"situation_penalty": True, "failure_counts": counts}
    told = drive(duel(A, B, prizes=(6,), rulings=rulings), SEEK, faces=faces, rounds=1)
    penalty = told.only(PenaltyInflicted)
    assert (penalty.who, penalty.size, penalty.rolls) == (0, 6, rolls)


def test_in_r_35_penalty_dice_of_some_rolls_are_not_carried() -> None:
    """IN-R-35: Only permanent penalty dice are marks after the conflict."""
    faces = {
        (1, 0, "main"): (8, 1, 1),
        (1, 1, "main"): (2, 1, 1),
        (1, 1, "replacement"): (3, 3),
    }
    rulings = {"situation_penalty": True, "failure_counts": "raw"}
    scenario = duel(A, B, prizes=(6,), points=(1, 1), rulings=rulings)
    told = drive(scenario, SEEK, faces=faces)
    assert told.only(PenaltyInflicted).rolls == 2
    assert [die.left for die in told.state.participants[0].penalties] == [2]
    assert told.only(AftermathSettled).carried[0].marks == ()


@pytest.mark.parametrize(("keep", "left"), [(False, ()), (True, ((6, 2),))])
def test_in_r_35_situation_dice_end_with_the_conflict(
    keep: object, left: tuple[tuple[int, int], ...]
) -> None:
    """IN-R-35: Situation dice end with the conflict, unless the option keeps them."""
    faces = {(1, 0, "main"): (8, 6, 4)}
    scenario = duel(
        A, B, prizes=(6,), points=(2, 2), rulings={"keep_situation_dice": keep}
    )
    told = drive(scenario, SEEK, IntentDeclared(0, 0, 1, "narrative"), faces=faces)
    assert told.only(SituationDieGranted).uses == 3
    assert told.only(AftermathSettled).carried[0].bonuses == left


def test_in_gm_03_obstacles_and_opponents_are_difficulty_pools_alike() -> None:
    """IN-GM-03: An obstacle's dice are replaced like those of an active opponent."""
    scenario = contest(
        seat("A", "a", A),
        obstacle("Wall", "w", "slab 8, edge 4"),
        prizes=(6,),
        gm={},
        rulings={"replace_policy": "explicit"},
    )
    asked = until(Told(scenario), 2, DieSwapped, SEEK)
    assert asked.options == (
        DieSwapped(2, 0, 2),
        DieSwapped(2, 0, 1),
        DieSwapped(2, 0, 0),
        SwapsEnded(2, 0),
    )
    told = drive(scenario, SEEK, DieSwapped(2, 0, 0), rounds=1)
    fresh = next(e for e in told.all(DiceRolled) if e.why == "replacement")
    assert len(fresh.pool) == 1


@pytest.mark.parametrize(
    ("penalty", "counts", "length"),
    [(True, "raw", 5), (True, "kept", 3), (False, "raw", 3)],
)
def test_in_r_34_raw_successes_are_read_where_failures_are_counted_raw(
    penalty: object, counts: str, length: int
) -> None:
    """IN-R-34: Raw successes are read and kept only if failures are counted raw."""
    rulings = {"situation_penalty": penalty, "failure_counts": counts}
    told = drive(duel(A, B, prizes=(6,), rulings=rulings), SEEK, rounds=1)
    last = [event for event in told.all(DiceRolled) if event.why == "main"][-1]
    assert len(last.reading) == length
    faces = {
        (1, 0, "main"): (8, 1, 1),
        (1, 1, "main"): (2, 1, 1),
        (1, 1, "replacement"): (3, 3),
    }
    told = drive(told.scenario, SEEK, faces=faces, rounds=1)
    (compared,) = told.all(RollsCompared)
    assert compared.raw == (1, 2)
    phase = told.states[told.events.index(told.all(SuccessesUsed)[0])].phase
    assert isinstance(phase, Affecting)
    raw = [(result.raw_a, result.raw_b) for result in phase.results]
    assert raw == [(1, 2) if length == 5 else (0, 0)]
