"""Contests: approaches, who acts and who resists, progress, and how they end."""

import pytest

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.rounds.conditions import Contest, shifts
from sim.rules.skill_roll.scenario.seat import Aim, Approach, Character, Power
from sim.rules.skill_roll.scenario.sheet import Condition
from sim.rules.skill_roll.skills.charts import Circumstance
from tests.rules.skill_roll.table import A, B, C, Game, conflict


def runner(name: str, rank: int = 12, **changes: object) -> Character:
    """Return somebody who runs."""
    way = Approach(name="run", skill="running", resisted_by=("running",))
    fields: dict[str, object] = {
        "name": name,
        "skills": {"running": rank},
        "approaches": (way,),
        "npc": True,
    }
    return Character(**(fields | changes))


def race(*seats: Character, **fields: object) -> Game:
    """Return a contest under way."""
    there = seats or (runner("Ann"), runner("Bob"))
    return Game(conflict(*there, kind="contest", **fields))


WIN, LOSE = (6, 6, 6), (1, 1, 1)


def test_a_turn_offers_approaches_and_sides() -> None:
    """SK-DP-13: A turn offers approach by approach, and side by side.

    Also tested: SK-RUL-50 and SK-CONF-03.
    """
    game = race(runner("Ann"), runner("Bob"), runner("Cy"))
    assert game.options == (
        f.ActDeclared(A, "run", 1),
        f.ActDeclared(A, "run", 2),
        f.Held(A),
        f.Conceded(A),
    )


def test_the_first_at_the_goal_after_a_full_round_wins() -> None:
    """SK-CONF-03: The first alone at the goal after a full round wins.

    Also tested: SK-CONF-08 and SK-CONF-10.
    """
    game = race(goal=1).say(f.ActDeclared(A, "run", 1)).roll(*WIN)
    assert game.last(c.ProgressMade).total == 1
    game.say(f.ActDeclared(B, "run", 0)).roll(*WIN)
    assert game.state.round == 2
    game.say(f.ActDeclared(A, "run", 1)).roll(*WIN)
    game.say(f.ActDeclared(B, "run", 0)).roll(*LOSE)
    assert (game.outcome.how, game.outcome.returns) == ("goal_reached", (1.0, 0.0))


def test_a_measured_approach_gains_by_ranks_of_levels() -> None:
    """SK-CONF-03: A measured approach gains 1, and 1 for each 4 coarse levels."""
    way = Approach(name="run", skill="running", quantitative=True)
    game = race(runner("Ann", 20, approaches=(way,)), runner("Bob"), goal=9)
    game.say(f.ActDeclared(A, "run", 1)).roll(6, 6, 6)
    assert game.last(c.OutcomeDetermined).level == 22
    assert game.last(c.ProgressMade).gained == 6


def test_members_act_by_turns_and_the_best_resists() -> None:
    """SK-RUL-50: Members of a side act by turns, and its highest resistance counts.

    Also tested: SK-RUL-17.
    """
    pair = runner("Bob", 11, side="they"), runner("Cy", 13, side="they")
    game = race(runner("Ann"), *pair)
    game.say(f.ActDeclared(A, "run", 1))
    assert game.last(c.DifficultySet).difficulty == 23
    game.roll(*LOSE)
    assert game.who == B
    game.say(f.Held(B), f.Held(A))
    assert game.who == C


@pytest.mark.parametrize(
    ("against_bob", "against_cy", "gained"),
    [(WIN, (3, 3, 4), 1), ((3, 3, 4), WIN, 1), (WIN, LOSE, 0), (WIN, WIN, 3)],
)
def test_the_worst_of_several_rolls_is_what_an_act_comes_to(
    against_bob: tuple[int, ...], against_cy: tuple[int, ...], gained: int
) -> None:
    """SK-RUL-17, SK-CONF-03: Under `several_opponents = each` the worst roll counts.

    12 and 10 against 22 are level 0, and 18 makes it 8, which is two ranks of 4.
    """
    way = Approach(
        name="run", skill="running", resisted_by=("running",), quantitative=True
    )
    pair = runner("Bob", 12, side="they"), runner("Cy", 12, side="they")
    game = race(
        runner("Ann", approaches=(way,)), *pair, several_opponents="each", goal=9
    )
    game.say(f.ActDeclared(A, "run", 1)).roll(*against_bob).roll(*against_cy)
    made = game.all(c.ProgressMade)
    assert [act.gained for act in made] == ([gained] if gained else [])


def test_a_side_that_only_resists_wins_at_the_cap() -> None:
    """SK-RUL-50: A side that only resists wins at the round cap.

    Also tested: SK-RUL-55 and SK-CONF-08.
    """
    guards = runner("Guards", acts=False, approaches=())
    game = race(runner("Thief"), guards, round_cap=2)
    game.say(f.Held(A), f.Held(A))
    assert (game.outcome.how, game.outcome.returns) == ("held", (0.0, 1.0))


def test_at_the_cap_progress_decides() -> None:
    """SK-CONF-08: At the round cap the side with the most progress wins, or nobody.

    Also tested: SK-RUL-55.
    """
    game = race(round_cap=1).say(f.ActDeclared(A, "run", 1)).roll(*WIN)
    assert game.say(f.Held(B)).outcome.returns == (1.0, 0.0)
    level = race(round_cap=1).say(f.Held(A), f.Held(B))
    assert level.outcome.returns == (0.5, 0.5)


def test_one_concedes_for_the_side() -> None:
    """SK-RUL-59, SK-CONF-06: Only whoever acts can concede, and for the whole side."""
    pair = runner("Bob", side="they"), runner("Cy", side="they")
    leader = runner("Ann", aims=(Aim(name="win", leaves=0.3),))
    game = race(leader, *pair).say(f.Held(A), f.Conceded(B))
    assert game.outcome.how == "conceded"
    assert game.outcome.returns == (1.0, 0.3, 0.3)


def test_a_side_that_gave_up_is_no_longer_ahead() -> None:
    """SK-CONF-03: A side that conceded no longer keeps others from reaching the goal.

    Also tested: SK-RUL-59.
    """
    game = race(runner("Ann"), runner("Bob"), runner("Cy"), goal=1)
    game.say(f.ActDeclared(A, "run", 1)).roll(*WIN)
    game.say(f.ActDeclared(B, "run", 2)).roll(*WIN)
    game.say(f.Held(C), f.Conceded(A), f.Held(B), f.Held(C))
    assert (game.outcome.how, game.outcome.returns) == ("goal_reached", (0.0, 1.0, 0.0))


def test_what_one_knows_of_a_fight_matters_in_no_contest() -> None:
    """SK-RUL-34, SK-RUL-50: Awareness does not matter in a contest."""
    game = race(runner("Ann", awareness="unaware_of_danger"), runner("Bob"))
    assert game.who == A
    assert not game.all(c.AwarenessGrew)


def test_circumstances_of_an_approach() -> None:
    """SK-RUL-61, SK-QLO-04: A condition on an approach changes its difficulty."""
    wary = Condition(approach="run", row=Circumstance.MODERATELY_HINDER)
    game = race(conditions=(wary,)).say(f.ActDeclared(A, "run", 1))
    assert game.last(c.DifficultySet).difficulty == 24


def test_circumstances_may_answer_how_the_other_side_went_last() -> None:
    """SK-RUL-61, SK-QLO-06: A condition may depend on how the other side went last.

    Any of its members counts, and before its first act it went no way.
    """
    sneak = Approach(name="sneak", skill="running", resisted_by=("running",))
    both = (*runner("").approaches, sneak)
    seats = runner("Ann"), runner("Bob", side="they", approaches=both)
    more = runner("Cy", side="they", approaches=both)
    condition = Condition(approach="run", answers="sneak", percent=40)
    game = race(*seats, more, conditions=(condition,), goal=9)
    difficulties: list[int] = []
    for who, way in ((B, "sneak"), (C, "run"), (B, "sneak"), (C, "sneak"), (B, "run")):
        game.say(f.ActDeclared(A, "run", 1))
        difficulties.append(game.last(c.DifficultySet).difficulty)
        game.roll(*LOSE).say(f.ActDeclared(who, way, 0)).roll(*LOSE)
    assert difficulties == [22, 20, 22, 20, 20]
    game.say(f.Held(A), f.Held(C), f.ActDeclared(A, "run", 1))
    assert game.last(c.DifficultySet).difficulty == 22


def test_of_three_sides_each_is_answered_for_itself() -> None:
    """SK-RUL-61: Among three sides a condition goes by the one acted against."""
    sneak = Approach(name="sneak", skill="running", resisted_by=("running",))
    both = (*runner("").approaches, sneak)
    seats = tuple(runner(name, approaches=both) for name in ("Ann", "Bob", "Cy"))
    condition = Condition(answers="sneak", row=Circumstance.MODERATELY_HINDER)
    game = race(*seats, conditions=(condition,)).say(f.ActDeclared(A, "sneak", 1))
    game.roll(*LOSE).say(f.ActDeclared(B, "run", 0))
    assert game.last(c.DifficultySet).difficulty == 24
    game.roll(*LOSE).say(f.ActDeclared(C, "run", 1))
    assert game.last(c.DifficultySet).difficulty == 22


def test_what_answers_nothing_remembers_no_approach() -> None:
    """SK-RUL-61: An approach is not remembered where no condition asks for it."""
    game = race().say(f.ActDeclared(A, "run", 1))
    assert game.state.went == ()


@pytest.mark.parametrize(
    ("rule", "rolled"),
    [("npc_opponents", False), ("all_opponents", False), ("nobody", True)],
)
def test_a_ruling_says_who_takes_10(rule: str, *, rolled: bool) -> None:
    """SK-RUL-04: The ruling decides whether who resists rolls or takes 10."""
    game = race(deterministic=rule).say(f.ActDeclared(A, "run", 1))
    if rolled:
        assert (game.who, game.why) == (B, "resist")
        game.roll(3, 3, 4)
    assert game.last(c.OppositionSet).rolled is rolled
    assert game.last(c.OppositionSet).total == 22


def test_both_may_be_asked() -> None:
    """SK-DP-05: Under `agent_choice` the opponent chooses first, then whoever acts.

    Also tested: SK-RUL-04.
    """
    game = race(deterministic="agent_choice").say(f.ActDeclared(A, "run", 1))
    game.say(f.RollChosen(B, roll=False))
    assert game.last(c.OppositionSet).total == 22
    game.say(f.RollChosen(A, roll=True))
    assert game.why == "act"


def test_an_aim_changes_in_a_contest_too() -> None:
    """SK-CONF-05, SK-RUL-42: An aim may change in a contest too, once in a turn."""
    two = runner("Ann", aims=(Aim(name="win"), Aim(name="shame", deadly=1)))
    game = race(two, runner("Bob")).say(f.AimChanged(A, "shame"))
    assert f.AimChanged(A, "win") not in game.options


def test_rolls_of_one_name_are_counted() -> None:
    """SK-RUL-54: Rolls of one name in a round are counted, so each has its own dice."""
    seats = tuple(runner(name, npc=False) for name in ("Ann", "Bob", "Cy"))
    game = race(*seats).say(f.ActDeclared(A, "run", 2)).roll(3, 3, 3).roll(*LOSE)
    game.say(f.ActDeclared(B, "run", 2))
    assert game.asked.attempt == 1  # type: ignore[union-attr] # a roll


def test_the_most_powerful_of_several_opponents_counts() -> None:
    """SK-QLO-05: Of several opponents the one with the most ranks of a power counts."""
    ranks = {"Ann": 5, "Bob": 1, "Cid": 3}
    seats = [
        runner(name, side=name[0], powers=(Power("speed", many),))
        for name, many in ranks.items()
    ]
    fast = Condition(power="speed", relevant=True)
    setup = race(*seats, conditions=(fast,)).state.setup
    alone = [shifts(setup, 1, Contest(A, (other,))).parts for other in (B, C)]
    assert alone[0] < alone[1]
    assert shifts(setup, 1, Contest(A, (B, C))).parts == alone[1]
