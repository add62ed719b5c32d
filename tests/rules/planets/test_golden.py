"""Golden replays: one conflict of every shipped scenario, column by column.

Set FRACAS_GOLDEN=write to write them anew, and read what changed before keeping it.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from sim.events import Fact
from sim.rules.planets.facts import Conceded
from sim.rules.planets.system import SYSTEM
from sim.scenario import load
from tests.rules.wandering import half_silent, told

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "planets"
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("planets_*.toml"))

LUCK = {
    "planets_arm_wrestle": 337,
    "planets_boulder": 292,
    "planets_race": 188,
    "planets_siege": 18,
}
"""Whose way is short and meets much of what the scenario is about."""


def pick(options: Sequence[Fact], number: int) -> Fact:
    """Wander, but never give up."""
    return half_silent([one for one in options if type(one) is not Conceded], number)


def story(name: str, luck: int) -> str:
    """Return one conflict of a scenario as `fracas replay` tells it."""
    return told(SYSTEM, load(name).scenario, name, luck, pick)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """The conflict reads as it did."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        path.write_text(story(name, LUCK[name]), encoding="utf-8")
    assert story(name, LUCK[name]) == path.read_text(encoding="utf-8")


def test_every_scenario_has_a_golden_replay() -> None:
    """The arm wrestle and the boulder of the text, a race, a siege."""
    assert sorted(LUCK) == NAMES
    assert len(NAMES) >= 4


def test_a_column_is_drawn_with_the_lowest_die_on_top() -> None:
    """Values ascend, positions descend, and marks say favored and opposed."""
    lines = story(NAMES[0], LUCK[NAMES[0]]).splitlines()
    start = next(i for i, line in enumerate(lines) if "reads" in line)
    rows = [line.split() for line in lines[start + 1 : start + 4]]
    shown = [int(row[1]) for row in rows]
    assert shown == sorted(shown)
    assert all(row[0] == "|" for row in rows)
