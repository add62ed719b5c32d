"""Goals: declared each round, kept or changed, hidden until shown, not won twice."""

from typing import Any

import pytest

from sim.errors import ScenarioError
from sim.rules.intensity.consequences import (
    GoalsShown,
    HarmApplied,
    IntentChanged,
    RoundEnded,
    RoundStarted,
)
from sim.rules.intensity.facts import (
    DieSought,
    IntentDeclared,
    PipPlaced,
    SizeRuled,
)
from sim.rules.intensity.phases import Opening
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Decision, Due
from tests.rules.intensity.table import (
    Told,
    contest,
    drive,
    duel,
    goal,
    kill,
    seat,
    until,
)

KILL_B = IntentDeclared(0, 1, 1, "reduce_ability", 1)
KILL_A = IntentDeclared(1, 3, 0, "reduce_ability", 1)


def first_options(told: Told) -> tuple[object, ...]:
    """Return what is offered next, once nothing more is due."""
    while True:
        asked = SYSTEM.ask(told.state)
        if type(asked) is not Due:
            assert type(asked) is Decision
            return asked.options
        for event in asked.events:
            told.add(event)


def test_in_scope_01_without_opposition_there_is_no_conflict() -> None:
    """IN-SCOPE-01: Goals that agree, or one side alone, are no conflict and refused."""
    with pytest.raises(ScenarioError, match="there is no conflict"):
        duel(compatible=True)
    with pytest.raises(ScenarioError, match="two sides or more"):
        contest(seat("A", "a", "x trait 4"), seat("B", "a", "y trait 4"))


def test_in_scope_02_a_conflict_changes_dice() -> None:
    """IN-SCOPE-02: A conflict leaves its participants with damaged dice."""
    told = drive(duel(), faces={(1, 0, "main"): (8, 6, 4)}, rounds=1)
    assert told.only(HarmApplied).who == 1
    assert told.sizes(1) != SYSTEM.initial(told.scenario).participants[1].sizes


def test_in_round_01_steps_come_in_order() -> None:
    """IN-ROUND-01: A round runs: goals, pools, rolls, comparison, effects, ceding."""
    told = drive(duel(), rounds=1)
    names = [type(event).__name__ for event in told.events]
    order = [
        "RoundStarted",
        "IntentDeclared",
        "GoalsShown",
        "PoolEntered",
        "PoolAssembled",
        "PoolsShown",
        "DiceRolled",
        "RollsCompared",
        "RollsClosed",
        "EffectsSettled",
        "WentOn",
        "RoundEnded",
    ]
    assert [name for name in dict.fromkeys(names) if name in order] == order


def test_in_round_02_the_next_round_is_paid_for_again() -> None:
    """IN-ROUND-02: Each round has to be paid for again."""
    told = drive(duel(), rounds=2)
    assert [fighter.intensity for fighter in told.state.participants] == [7, 7]
    assert [event.number for event in told.all(RoundStarted)] == [1, 2]


def test_in_goal_01_everyone_declares_a_goal() -> None:
    """IN-GOAL-01: Everybody declares one goal, and whom it is aimed at."""
    told = drive(duel(), KILL_B, rounds=1)
    assert told.all(IntentDeclared) == [KILL_B, IntentDeclared(1, 2, 0, "narrative")]
    assert told.state.participants[0].goal is not None


def test_in_goal_02_and_in_r_41_changing_is_free_and_noted() -> None:
    """IN-GOAL-02, IN-R-41: A changed goal is one event more, and costs nothing."""
    told = drive(duel(), KILL_B, IntentDeclared(0, 0, 1, "narrative"), rounds=2)
    change = told.only(IntentChanged)
    assert change.who == 0
    assert change.was == ("reduce_ability", 1, 1, 1, 0)
    assert change.now == ("narrative", 0, 1, -1, 0)
    assert told.state.participants[0].intensity == 7


def test_in_goal_02_once_chosen_a_goal_may_have_to_stay() -> None:
    """IN-GOAL-02: Under `goals_chosen = once` only the first goal is offered again."""
    rulings = {"goals_chosen": "once"}
    told = drive(duel(rulings=rulings), KILL_B, rounds=1)
    assert first_options(told) == (KILL_B,)


def test_in_goal_03_damage_stays_when_goals_change() -> None:
    """IN-GOAL-03: Damaged dice keep their sizes when a goal changes."""
    faces = {(1, 0, "main"): (8, 6, 4), (1, 1, "main"): (1, 1, 1)}
    told = drive(duel(), KILL_B, PipPlaced(0, 1, 1), faces=faces, rounds=1)
    before = told.sizes(1)
    drive(told.scenario, IntentDeclared(0, 0, 1, "narrative"), then=told, rounds=2)
    at = next(i for i, e in enumerate(told.events) if type(e) is IntentChanged)
    assert before == told.states[at].participants[1].sizes
    assert before != SYSTEM.initial(told.scenario).participants[1].sizes


def test_in_goal_04_special_goals_are_offered_where_there_are_prizes() -> None:
    """IN-GOAL-04: With prizes, allies may be helped and situations sought."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        seat("B", "a", "y trait 8"),
        seat("C", "c", "z trait 8"),
        prizes=(6, 8),
    )
    options = first_options(Told(scenario))
    assert options == (
        IntentDeclared(0, -1, 2, "narrative"),
        IntentDeclared(0, -1, 1, "help"),
        IntentDeclared(0, -1, 2, "situation"),
    )


def test_in_r_06_goals_are_hidden_until_all_are_declared() -> None:
    """IN-R-06: A goal is hidden until all are declared."""
    seen: list[object] = []
    for wish in (KILL_B, IntentDeclared(0, 0, 1, "narrative")):
        told = Told(duel())
        first_options(told)
        told.answer(wish)
        seen.append(SYSTEM.ask(told.state))
    assert seen[0] == seen[1]
    assert type(seen[0]) is Decision
    assert seen[0].who == 1


def test_in_r_06_open_goals_show() -> None:
    """IN-R-06: Under `sealed = false` a declared goal is in view at once."""
    told = Told(duel(rulings={"sealed": False}))
    first_options(told)
    told.answer(KILL_B)
    asked = SYSTEM.ask(told.state)
    assert type(asked) is Decision
    assert asked.view == told.state


def test_in_r_40_goals_change_only_between_rounds() -> None:
    """IN-R-40: Goals change only when the declared ones are shown."""
    told = drive(duel(), KILL_B, rounds=2)
    for before, event, after in zip(
        told.states, told.events, [*told.states[1:], told.state], strict=True
    ):
        if before.participants[0].goal != after.participants[0].goal:
            assert type(event) is GoalsShown


def test_in_r_42_a_goal_shared_is_obtained_together() -> None:
    """IN-R-42: Members of a side who share a goal obtain it together."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        seat("B", "a", "y trait 8"),
        seat("C", "c", "z trait 2, zz skill 8"),
        goals=[goal("win", "a", against="C")],
    )
    told = drive(scenario, faces={(1, 0, "main"): (8,), (1, 1, "main"): (8,)})
    assert told.outcome is not None
    assert told.outcome.returns == (1.0, 1.0, 0.0)
    assert {event.by for event in told.all(HarmApplied)} == {0, 1}


def test_in_r_49_sizes_are_the_scenarios_up_to_a_limit() -> None:
    """IN-R-49: Prizes above `max_prize` are not offered."""
    scenario = duel(prizes=(6, 8, 12), rulings={"max_prize": 8})
    told = Told(scenario)
    first_options(told)
    told.answer(IntentDeclared(0, -1, 1, "situation"))
    assert first_options(told) == (DieSought(0, 6), DieSought(0, 8))


def test_in_r_49_the_gm_may_lower_a_size() -> None:
    """IN-R-49: The GM's seat may lower the size of a die before it is rolled for."""
    scenario = duel(prizes=(10,), gm={})
    told = drive(
        scenario,
        IntentDeclared(0, -1, 1, "situation", -1, 10),
        SizeRuled(2, 0, 4),
        rounds=1,
    )
    goal_ = told.state.participants[0].goal
    assert goal_ is not None
    assert goal_.size == 4


def test_in_r_39_a_round_limit_ends_it() -> None:
    """IN-R-39: A conflict that nobody wins ends at the round limit."""
    told = drive(duel(points=(99, 99), rulings={"max_rounds": 3}))
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.cites) == ("round_limit", ("IN-R-39",))
    assert told.outcome.returns == (0.5, 0.5)
    assert len(told.all(RoundEnded)) == 3
    assert type(told.state.phase) is not Opening


def test_goals_without_any_left_one_may_still_prevail() -> None:
    """A side that has no goal of its own may still want to prevail."""
    told = Told(duel(goals=[kill("a", "B")]))
    first_options(told)
    told.answer(KILL_B_ONLY)
    assert first_options(told) == (IntentDeclared(1, -1, 0, "narrative"),)


KILL_B_ONLY = IntentDeclared(0, 0, 1, "reduce_ability", 1)


def sizes_of(asked: Decision[Any]) -> list[int]:
    """Return the sizes that are offered for a die."""
    return [option.size for option in asked.options if isinstance(option, SizeRuled)]


def test_in_r_49_the_gm_may_lower_a_die_to_any_real_one() -> None:
    """IN-R-49: The GM is offered the size asked for, then every smaller real die."""
    scenario = duel(prizes=(12,), gm={})
    asked = until(
        Told(scenario), 2, SizeRuled, IntentDeclared(0, -1, 1, "situation", -1, 12)
    )
    assert sizes_of(asked) == [12, 10, 8, 6, 4, 2]
    large = duel(prizes=(20,), gm={}, rulings={"max_prize": 20})
    asked = until(
        Told(large), 2, SizeRuled, IntentDeclared(0, -1, 1, "situation", -1, 20)
    )
    assert sizes_of(asked) == [20, 12, 10, 8, 6, 4, 2]


def test_in_r_49_a_size_is_asked_for_only_where_there_are_several() -> None:
    """IN-R-49: A size is asked for only if there are several prizes."""
    for prizes, size, sizes in (((), None, []), ((6,), 6, []), ((6, 8), 0, [6, 8])):
        told = Told(duel(prizes=prizes))
        wanted = [
            option
            for option in first_options(told)
            if type(option) is IntentDeclared and option.kind == "situation"
        ]
        assert [option.size for option in wanted] == ([] if size is None else [size])
        if wanted:
            told.answer(wanted[0])
            asked = first_options(told)
            asked_for = [option.size for option in asked if type(option) is DieSought]
            assert asked_for == sizes
