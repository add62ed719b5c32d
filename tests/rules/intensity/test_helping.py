"""The helping goal: rolled first, against the GM's dice, for a die of the ally's."""

from typing import Any

import pytest

from sim.dice.pool import Faces
from sim.rules.intensity.consequences import (
    DiceWorn,
    DifficultyBuilt,
    HarmApplied,
    HelpCompared,
    PenaltyInflicted,
    PoolAssembled,
    PoolSpent,
    RollsCompared,
    SituationDieGranted,
)
from sim.rules.intensity.facts import (
    DieSwapped,
    IntentDeclared,
    PoolDeclined,
    PoolEntered,
    SwapsEnded,
    WentOn,
)
from sim.rules.intensity.pools.difficulty import replaced, smallest_places
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import Bonus
from sim.seam.events import TABLE, DiceRolled
from tests.rules.intensity.table import (
    Table,
    Told,
    contest,
    drive,
    goal,
    kill,
    obstacle,
    seat,
    until,
)

HELP = IntentDeclared(1, -1, 0, "help", -1, 8)
KILL_P = IntentDeclared(2, 2, 0, "reduce_ability", 1)
D2S = (2, 2, 2)
HELPED = {(1, 1, "help"): (6, 7, 3), (1, TABLE, "difficulty"): (6, 5, 4, 2)}


def three(**rulings: object) -> IntensityScenario:
    """Return two against one: P and Q, who can help, against R."""
    return contest(*THREE, goals=GOALS, prizes=(8,), rulings=rulings)


THREE: list[Table] = [
    seat("P", "a", "strong trait 8, health trait 6, sword skill 6, shield asset 4", 5),
    seat("Q", "a", "quick trait 6, tactics skill 8, banner asset 4", 5),
    seat("R", "b", "brute trait 10, health trait 8, club skill 6, hide asset 4", 5),
]
GOALS = [kill("a", "R"), goal("win", "a"), kill("b", "P"), goal("win", "b")]


def test_in_help_01_the_helper_rolls_against_the_gms_pool() -> None:
    """IN-HELP-01: A helper names an ally and a size, and rolls against a difficulty."""
    told = drive(three(), HELP, KILL_P, faces=HELPED, rounds=1)
    shown = told.only(HelpCompared)
    assert (shown.who, shown.ally) == (1, 0)
    assert (shown.faces_a, shown.faces_b) == ((7, 6, 3, 1), (6, 5, 4, 2))
    assert (shown.raw, shown.hand, shown.kept) == ((2, 2), "a", (2, 1))


@pytest.mark.parametrize(
    ("pool", "size", "expected", "count"),
    [
        ((6, 4, 2, 2), 8, [8, 8, 8, 6], 3),
        ((6, 4, 2, 2), 3, [6, 4, 3, 3], 2),
        ((10, 10), 8, [10, 10], 0),
    ],
)
def test_in_help_02_up_to_three_dice_are_replaced(
    pool: tuple[int, ...], size: int, expected: list[int], count: int
) -> None:
    """IN-HELP-02: Up to three of the smallest dice below the size are replaced.

    Worked example: IN-EX-19.
    """
    places = smallest_places(pool, size)
    assert sorted(replaced(pool, places, size), reverse=True) == expected
    assert len(places) == count


def test_in_r_36_an_active_opponent_makes_helping_harder() -> None:
    """IN-R-36: An opponent who targets helper or ally adds their largest die."""
    told = drive(three(), HELP, KILL_P, faces=HELPED, rounds=1)
    built = told.only(DifficultyBuilt)
    assert replaced(built.dice, built.places, built.size) == (10, 8, 8, 8)
    alone = drive(three(), HELP, IntentDeclared(2, 3, 1, "narrative"), rounds=1)
    assert len(alone.only(DifficultyBuilt).dice) == 4


def test_in_r_36_only_who_targets_helper_or_ally_makes_it_harder() -> None:
    """IN-R-36: An opponent who targets another, or an obstacle, adds no die."""
    mate = seat("S", "a", "calm trait 6", 5)
    scenario = contest(*THREE, mate, goals=GOALS, prizes=(8,))
    at_mate = IntentDeclared(2, 3, 3, "narrative")
    assert drive(scenario, HELP, at_mate, rounds=1).only(DifficultyBuilt).dice == D2S
    at_wall = contest(*THREE[:2], obstacle("W", "w", "slab 12"), prizes=(8,))
    assert drive(at_wall, HELP, rounds=1).only(DifficultyBuilt).dice == D2S


def test_in_r_36_difficulty_dice_may_be_given_or_left_alone() -> None:
    """IN-R-36: Dice that a scenario gives are filled with d2s; `none` replaces none."""
    given = contest(
        *THREE,
        goals=GOALS,
        prizes=(8,),
        help_pool=(6, 4),
        rulings={"replace_policy": "none"},
    )
    built = drive(given, HELP, rounds=1).only(DifficultyBuilt)
    assert (built.dice, built.places) == ((6, 4, 2), ())
    plain = {"replace_policy": "none", "default_d2": "none"}
    bare = contest(*THREE, goals=GOALS, prizes=(8,), help_pool=(6, 4), rulings=plain)
    assert drive(bare, HELP, rounds=1).only(DifficultyBuilt).dice == (6, 4)


def test_in_r_36_explicit_asks_the_gm_which_dice() -> None:
    """IN-R-36: Under `explicit` the GM's seat picks the dice to replace one by one."""
    scenario = contest(
        *THREE,
        goals=GOALS,
        prizes=(8,),
        gm={},
        help_pool=(10, 6, 4),
        rulings={"replace_policy": "explicit"},
    )
    asked = until(Told(scenario), 3, DieSwapped, HELP)
    assert asked.options == (
        DieSwapped(3, 1, 2),
        DieSwapped(3, 1, 1),
        DieSwapped(3, 1, 0),
        SwapsEnded(3, 1),
    )
    told = drive(scenario, HELP, DieSwapped(3, 1, 1), SwapsEnded(3, 1), rounds=1)
    pools = [e.pool for e in told.all(DiceRolled) if e.why == "difficulty"]
    assert [die.high for die in pools[0]] == [10, 8, 4]


def test_in_help_02_a_fourth_die_is_not_replaced() -> None:
    """IN-HELP-02: At most three dice are replaced, and nobody is asked for a fourth."""
    scenario = contest(
        *THREE,
        goals=GOALS,
        prizes=(8,),
        gm={},
        help_pool=(10, 6, 4, 2),
        rulings={"replace_policy": "explicit"},
    )
    swaps = [DieSwapped(3, 1, place) for place in (3, 2, 1)]
    told = drive(scenario, HELP, *swaps, rounds=1)
    assert told.all(DieSwapped) == swaps
    pool = next(e.pool for e in told.all(DiceRolled) if e.why == "difficulty")
    assert [die.high for die in pool] == [10, 8, 8, 8]


def test_in_help_03_each_success_is_one_roll_from_now_on() -> None:
    """IN-HELP-03: Each success gives the die for one roll, from this round on.

    Worked example: IN-EX-17.
    """
    faces = {(1, 1, "help"): (6, 8, 4)}
    told = drive(three(), HELP, faces=faces, rounds=4)
    assert told.only(SituationDieGranted).uses == 3
    pools = [e for e in told.all(PoolAssembled) if e.who == 0]
    with_die = [any(die.role == "situation" for die in e.dice) for e in pools]
    assert with_die == [True, True, True, False]


def test_in_help_03_or_one_roll_only() -> None:
    """IN-HELP-03: Under `help_lasts = once` the die is for one roll only."""
    faces = {(1, 1, "help"): (6, 8, 4)}
    told = drive(three(help_lasts="once"), HELP, faces=faces, rounds=1)
    assert told.only(SituationDieGranted).uses == 1
    assert told.state.participants[0].bonuses == ()


def test_in_help_04_each_failure_is_a_penalty_die() -> None:
    """IN-HELP-04: Each failure puts a penalty die on the ally for one roll.

    Worked example: IN-EX-18.
    """
    faces = {
        (1, 1, "help"): (6, 4, 2),
        (1, TABLE, "difficulty"): (1, 7, 3, 1),
    }
    told = drive(three(), HELP, KILL_P, faces=faces, rounds=1)
    assert told.only(SituationDieGranted).uses == 1
    penalty = told.only(PenaltyInflicted)
    assert (penalty.who, penalty.size, penalty.rolls) == (0, 8, 1)


def test_in_help_05_helping_comes_before_all_other_rolls() -> None:
    """IN-HELP-05, IN-R-47: Helping is rolled before the ally builds a pool."""
    told = drive(three(), HELP, faces=HELPED, rounds=2)
    whys = [event.why for event in told.all(DiceRolled)]
    assert whys.index("main") > whys.index("difficulty") > whys.index("help")
    granted = told.events.index(told.all(SituationDieGranted)[0])
    entered = told.events.index(PoolEntered(0))
    assert granted < entered


def test_in_r_29_a_helpers_roll_stands_and_does_no_damage() -> None:
    """IN-R-29: A helper's roll stands against attackers, and does no damage."""
    target_q = IntentDeclared(2, 3, 1, "narrative")
    faces = {(1, 1, "help"): (6, 8, 4), (1, 2, "main"): (2, 1, 1)}
    told = drive(three(), HELP, target_q, faces=faces, rounds=1)
    met = next(e for e in told.all(RollsCompared) if (e.a, e.b) == (1, 2))
    assert met.faces_a == (8, 6, 4)
    assert met.kept == (3, 0)
    assert [e for e in told.all(HarmApplied) if e.by == 1] == []


def test_in_r_29_a_helpers_roll_stands_where_nobody_else_rolls() -> None:
    """IN-R-29: A helper's roll stands though nobody else rolls."""
    target_q = IntentDeclared(2, 3, 1, "narrative")
    faces = {(1, 1, "help"): (6, 8, 4)}
    wishes = (HELP, target_q, PoolDeclined(0), PoolDeclined(2))
    told = drive(three(), *wishes, faces=faces, rounds=1)
    met = next(e for e in told.all(RollsCompared) if (e.a, e.b) == (1, 2))
    assert (met.faces_a, met.faces_b) == ((8, 6, 4), (1, 1, 1))
    assert (met.hand, met.kept) == ("a", (3, 0))
    assert told.all(HarmApplied) == []
    nobody = drive(three(), *map(PoolDeclined, (0, 1, 2)), rounds=1)
    assert nobody.all(RollsCompared) == []


def test_in_r_27_a_helpers_standing_roll_gives_the_upper_hand() -> None:
    """IN-R-27: A helper's roll can give the upper hand, and is then asked last to cede.

    Nobody else has a main pool: Q's early faces beat R's none. If nobody has an upper
    hand, seats are asked in their order.
    """
    wishes = (HELP, IntentDeclared(2, 3, 1, "narrative"))
    idle = (PoolDeclined(0), PoolDeclined(2))
    told = drive(three(), *wishes, *idle, faces={(1, 1, "help"): (6, 8, 4)}, rounds=1)
    assert {event.why for event in told.all(DiceRolled)} == {"help", "difficulty"}
    assert [event.who for event in told.all(WentOn)] == [0, 2, 1]
    level = drive(three(), *wishes, *idle, faces={(1, 1, "help"): (1, 1, 1)}, rounds=1)
    assert [event.who for event in level.all(WentOn)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("reading", "faces_q", "spent"),
    [("no_pool", (1, 1, 1), 1), ("second_pool", (2, 3, 4), 2)],
)
def test_in_r_29_or_the_helper_stands_open_or_builds_again(
    reading: str, faces_q: tuple[int, ...], spent: int
) -> None:
    """IN-R-29: Under `no_pool` a helper has no dice; under `second_pool` pays again."""
    target_q = IntentDeclared(2, 3, 1, "narrative")
    faces = {(1, 1, "help"): (6, 8, 4), (1, 1, "main"): (4, 3, 2)}
    told = drive(three(helper_defends=reading), HELP, target_q, faces=faces, rounds=1)
    met = next(e for e in told.all(RollsCompared) if (e.a, e.b) == (1, 2))
    assert sorted(met.faces_a) == list(faces_q)
    assert len([e for e in told.all(PoolSpent) if e.who == 1]) == spent


def test_in_r_30_failures_may_be_raw_and_fall_on_the_helper() -> None:
    """IN-R-30: Under `raw` every lost pair is a failure.

    `helper` makes the helper pay.
    """
    faces = {(1, 1, "help"): (6, 7, 3), (1, TABLE, "difficulty"): (6, 5, 4, 2)}
    told = drive(
        three(failure_counts="raw", penalty_target="helper"),
        HELP,
        KILL_P,
        faces=faces,
        rounds=1,
    )
    penalty = told.only(PenaltyInflicted)
    assert (penalty.who, penalty.rolls) == (1, 2)
    rolls = [event for event in told.all(DiceRolled) if event.why == "difficulty"]
    assert rolls[0].reading == (1, 2, 1, 2, 2)


def test_in_r_30_a_penalty_die_joins_every_opposing_pool() -> None:
    """IN-R-30, IN-EX-21: A penalty die joins the pool of every opponent."""
    marked = seat("X", "a", "x trait 6, y skill 4", marks=[{"size": 6}])
    scenario = contest(marked, seat("Y", "b", "z trait 6, w skill 4"))
    faces = {
        (1, 0, "penalty"): (6,),
        (1, 0, "main"): (5, 3),
        (1, 1, "main"): (4, 2),
    }
    shown = drive(scenario, faces=faces, rounds=1).only(RollsCompared)
    assert (shown.faces_a, shown.faces_b) == ((5, 3, 1), (6, 4, 2))
    assert (shown.raw, shown.kept, shown.hand) == ((0, 3), (0, 3), "b")


def test_in_r_30_or_it_cancels_the_best_die() -> None:
    """IN-R-30: Under `cancel_best` a penalty die takes its bearer's best face away."""
    marked = seat("X", "a", "x trait 6, y skill 4", marks=[{"size": 6}])
    scenario = contest(
        marked,
        seat("Y", "b", "z trait 6, w skill 4"),
        rulings={"penalty_effect": "cancel_best"},
    )
    faces = {(1, 0, "main"): (5, 3), (1, 1, "main"): (4, 2)}
    shown = drive(scenario, faces=faces, rounds=1).only(RollsCompared)
    assert (shown.faces_a, shown.faces_b) == ((3, 1), (4, 2))


def test_in_r_31_failures_last_or_weigh() -> None:
    """IN-R-31: Two failures last for two rolls, or under `together` are two dice."""
    faces = {(1, TABLE, "difficulty"): (6, 5, 4, 2)}
    for reading, expected in (("sequential", (3, 1)), ("together", (1, 3))):
        rulings = {"penalty_stack": reading, "failure_counts": "raw"}
        harder: dict[Any, Faces] = {**faces, (1, 1, "help"): (6, 1, 1)}
        told = drive(three(**rulings), HELP, KILL_P, faces=harder, rounds=1)
        penalty = told.only(PenaltyInflicted)
        assert (penalty.rolls, penalty.count) == expected


def test_in_r_32_dice_wear_out_by_main_rolls() -> None:
    """IN-R-32: Dice wear by main rolls; under `rounds` by rounds, rolled or not."""
    faces = {(1, 1, "help"): (6, 8, 1)}
    told = drive(three(), HELP, PoolDeclined(0), faces=faces, rounds=1)
    assert told.state.participants[0].bonuses == (Bonus(8, 2),)
    by_rounds = three(duration="rounds")
    told = drive(by_rounds, HELP, PoolDeclined(0), faces=faces, rounds=1)
    assert told.state.participants[0].bonuses == (Bonus(8, 1),)


def test_in_r_43_helpers_act_in_seat_order_and_dice_may_wait() -> None:
    """IN-R-43: Helpers roll in seat order; a die waits for its owner's main roll."""
    p_helps = IntentDeclared(0, -1, 1, "help", -1, 8)
    faces = {(1, 0, "help"): (8, 1, 1), (1, 1, "help"): (1, 8, 1)}
    told = drive(three(), p_helps, HELP, faces=faces, rounds=1)
    assert [event.who for event in told.all(HelpCompared)] == [0, 1]
    assert told.all(DiceWorn) == []
    assert [len(fighter.bonuses) for fighter in told.state.participants] == [1, 1, 0]


def test_in_r_43_only_those_on_the_own_side_who_are_in_can_be_helped() -> None:
    """IN-R-43: A seat that is alone on its side is not offered to help."""
    asked = until(Told(three()), 2, IntentDeclared)
    assert "help" not in {getattr(option, "kind", "") for option in asked.options}


def test_in_r_50_grants_are_dice_of_their_own() -> None:
    """IN-R-50: Each grant is a die of its own, and none cancels a penalty die."""
    faces = {
        (1, 1, "help"): (6, 7, 3),
        (1, TABLE, "difficulty"): (6, 5, 4, 2),
        (2, 1, "help"): (6, 8, 4),
    }
    told = drive(three(), HELP, KILL_P, HELP, faces=faces, rounds=2)
    rolled = [e for e in told.all(DiceRolled) if e.who == 0 and e.why == "main"]
    assert [len(event.pool) for event in rolled] == [4, 5]
    assert told.state.participants[0].penalties == ()
    assert told.all(DiceWorn)[0].penalty == (8,)
