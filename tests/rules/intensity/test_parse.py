"""Answers that a transcript claims are understood even if they were not offered."""

from pathlib import Path

import pytest

from sim.rules.intensity.facts import DieChosen, IntentDeclared, PoolEntered
from sim.rules.intensity.narration.parse import parse
from sim.rules.intensity.phases import GAIN, NARRATIVE, REDUCE
from sim.transcript.follow import follow
from tests.rules.intensity.table import Told, contest, drive, duel, goal, seat, until

GOAL = {"who": "A", "does": "IntentDeclared"}
DIE = {"who": "A", "does": "DieChosen"}


def test_in_goal_02_a_goal_that_is_not_open_any_more_can_be_said() -> None:
    """IN-GOAL-02: A claimed change of a goal chosen once is understood."""
    told = drive(duel(rulings={"goals_chosen": "once"}), rounds=1)
    options = until(told, 0, IntentDeclared).options
    fact = parse(told.state, {**GOAL, "goal": "end health of B"})
    assert fact == IntentDeclared(0, 1, 1, REDUCE, 1)
    assert fact not in options
    assert len(options) == 1


@pytest.mark.parametrize(
    "words",
    [
        {"who": "Nobody", "goal": "win"},
        {"goal": "be king"},
        {"goal": "end health of A"},
        {"goal": "win", "target": "A"},
        {"goal": "win", "does": "Contented"},
    ],
)
def test_a_goal_that_nobody_could_have_is_not_understood(words: dict[str, str]) -> None:
    """A claimed goal that nobody could have is not understood."""
    told = Told(duel())
    until(told, 0, IntentDeclared)
    assert parse(told.state, {**GOAL, **words}) is None


def test_in_r_12_a_goal_is_wrung_from_whom_the_table_says() -> None:
    """IN-R-12: A claimed goal is aimed at the one it names, or at one who has it."""
    scenario = contest(
        seat("A", "a", "wit trait 8"),
        seat("B", "b", "wit trait 8"),
        seat("C", "c", "heart trait 4"),
        goals=[
            goal("fame", "a"),
            goal("a broken heart", "a", kind="reduce_ability", ability="heart"),
            goal("a prize", "a", kind="gain_die", die="cup", category="asset", size=6),
        ],
    )
    told = Told(scenario)
    until(told, 0, IntentDeclared)
    said = {**GOAL, "goal": "fame"}
    assert parse(told.state, said) == IntentDeclared(0, 0, 1, NARRATIVE)
    far = parse(told.state, {**said, "target": "C"})
    assert far == IntentDeclared(0, 0, 2, NARRATIVE)
    heart = parse(told.state, {**GOAL, "goal": "a broken heart"})
    assert heart == IntentDeclared(0, 1, 2, REDUCE, 0)
    prize = parse(told.state, {**GOAL, "goal": "a prize"})
    assert prize == IntentDeclared(0, 2, 1, GAIN, size=6)
    told.answer(IntentDeclared(0, 0, 1, NARRATIVE))
    assert parse(told.state, said) is None


def test_in_pool_02_a_second_die_of_a_category_can_be_said() -> None:
    """IN-POOL-02: A claimed base die is understood whatever its category."""
    told = Told(duel())
    assert parse(told.state, {**DIE, "ability": "sword"}) is None
    until(told, 0, PoolEntered)
    assert parse(told.state, {**DIE, "ability": "sword"}) is None
    options = until(told, 0, DieChosen, PoolEntered(0)).options
    fact = parse(told.state, {**DIE, "ability": "sword"})
    assert fact == DieChosen(0, 2)
    assert fact not in options
    assert parse(told.state, {**DIE, "ability": "boxing"}) is None
    told.answer(DieChosen(0, 0))
    assert parse(told.state, {**DIE, "ability": "brawny"}) is None


TABLE = """
scenario = "duel.toml"
[[round]]
number = 1
says = [
    { who = "A", does = "DieChosen", ability = "sword", allow = "it felt right" },
]
"""
SCENARIO = """
title = "Test"
system = "intensity"
categories = ["trait", "skill"]
prizes = []
[[seats]]
name = "A"
side = "a"
intensity = 3
abilities = [
    { name = "brawny", category = "trait", size = 8 },
    { name = "wit", category = "trait", size = 6 },
    { name = "sword", category = "skill", size = 6 },
]
[[seats]]
name = "B"
side = "b"
intensity = 3
abilities = [{ name = "boxing", category = "skill", size = 8 }]
"""


def test_what_a_table_lets_pass_is_said_in_its_transcript(tmp_path: Path) -> None:
    """What a table let pass is reported, with the rule and the table's reason."""
    (tmp_path / "duel.toml").write_text(SCENARIO, "utf-8")
    (tmp_path / "table.toml").write_text(TABLE, "utf-8")
    read = follow(str(tmp_path / "table.toml"))
    (lapse,) = [
        finding for finding in read.findings if "picks a die" in finding.recorded
    ]
    assert lapse.expected == '"picks a die" with ability brawny or wit'
    assert lapse.rules == ("IN-R-07",)
    assert lapse.sentence.endswith("the table allowed it: it felt right")
