"""Golden replays: one conflict of every shipped scenario, as a reader sees it.

Set FRACAS_GOLDEN=write to write them anew, and read what changed before keeping it.
"""

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from sim.events import Fact
from sim.rules.intensity.check import check
from sim.rules.intensity.facts import WentOn
from sim.rules.intensity.sheet import Contest
from sim.rules.intensity.system import SYSTEM
from tests.rules.wandering import half_silent, told

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "intensity"
NAMES = sorted(path.stem for path in (ROOT / "scenarios").glob("intensity_*.toml"))


def pick(options: Sequence[Fact], number: int) -> Fact:
    """Wander, and seldom give up."""
    if type(options[0]) is WentOn:
        return options[number % 12 == 0]
    return half_silent(options, number)


LUCK = {
    "intensity_auction": 2910,
    "intensity_brawl": 89,
    "intensity_cliff": 64,
    "intensity_heist": 26,
}
"""Whose way is short and meets much of what the scenario is about."""


def load(name: str) -> Contest:
    """Return a shipped scenario."""
    text = (ROOT / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    scenario = msgspec.convert(tomllib.loads(text), Contest)
    check(scenario)
    return scenario


def story(name: str, luck: int) -> str:
    """Return one conflict of a scenario as `fracas replay` tells it."""
    return told(SYSTEM, load(name), name, luck, pick)


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    """The conflict reads as it did."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FRACAS_GOLDEN") == "write":
        path.write_text(story(name, LUCK[name]), encoding="utf-8")
    assert story(name, LUCK[name]) == path.read_text(encoding="utf-8")


def test_every_scenario_has_a_golden_replay() -> None:
    """A brawl, a cliff, a heist and an auction."""
    assert sorted(LUCK) == NAMES
