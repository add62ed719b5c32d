"""Scenario files that cannot be: one sentence, with the place and what would do."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.errors import ScenarioError
from sim.library import scenarios
from sim.protocol import Scenario
from sim.rules.skill_roll.scenario.sheet import SkillRollScenario
from sim.rules.skill_roll.state import TAKEN_OUT
from sim.rules.skill_roll.system import SYSTEM
from sim.scenario import load
from tests.rules.skill_roll import test_rolls
from tests.rules.skill_roll.table import conflict, task

COMBAT = scenarios()["skill_sniper"].read_text(encoding="utf-8")
CONTEST = scenarios()["skill_chase"].read_text(encoding="utf-8")
TASK = scenarios()["skill_page"].read_text(encoding="utf-8")

Broken = Callable[[str], str]


def put(old: str, new: str) -> Broken:
    """Replace the first *old*."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def refused(tmp_path: Path, text: str) -> str:
    """What is said of a file with this text."""
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as error:
        load(str(path))
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "change", "said"),
    [
        (COMBAT, put('name = "Guard"', 'name = "Envoy"'), "stands there twice"),
        (COMBAT, put('kind = "combat"', 'kind = "brawl"'), "kind"),
        (COMBAT, put('"Sniper", "Envoy"]', '"Sniper", "Envoi"]'), "did you mean Envoy"),
        (COMBAT, put("metres = 40", "metres = 40\ndu = 3"), "both du and metres"),
        (COMBAT, put("metres = 40", ""), "neither du nor metres"),
        (COMBAT, put("to_round = 3", "from_round = 5\nto_round = 3"), "5 or more"),
        (COMBAT, put('form = "carbine"', 'form = "carbin"'), "did you mean carbine"),
        (COMBAT, put("area = true\n", ""), "area = true"),
        (COMBAT, put("reach_du = 1", "reach_du = 1\nhidden = true"), "is seen"),
        (COMBAT, put("{ Envoy = 3", "{ Envoi = 3"), "did you mean Envoy"),
        (COMBAT, put("[worth]", '[rulings]\ndice = "50d6"\n[worth]'), "at most 12"),
        (COMBAT, put("[worth]", '[rulings]\ndice = "3x6"\n[worth]'), "dice"),
        (COMBAT, put("[worth]", "[rulings]\nuse_ops = true\n[worth]"), "use_oops"),
        (CONTEST, put('side = "guards"', "acts = true"), ""),
        (CONTEST, put("goal = 4", "goal = 0"), "goal"),
        (TASK, put('against = "ArmorMan"', 'against = "Hacker"'), "somebody else"),
        (TASK, put('knowledge = "elective"', 'knowledge = "elctive"'), "elective"),
        (TASK, put('subject = "page security"\n', ""), "what is asked about"),
        (TASK, put('row = "professional_challenging"', 'power = "mind"'), "power"),
        (
            TASK,
            put('row = "professional_challenging"', "required = 3"),
            "without a power",
        ),
        (TASK, put("quantitative = true\nmust_roll", "must_roll"), "quantitative"),
        (TASK, put('row = "professional_challenging"', 'among = "elves"'), "among"),
        (
            TASK,
            put('row = "professional_challenging"', "difficulty = 3\nrange_du = 2"),
            "one of them",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tmp_path: Path, text: str, change: Broken, said: str
) -> None:
    """With the place, what was found, and what was expected."""
    broken = change(text)
    if not said:
        path = tmp_path / "fine.toml"
        path.write_text(broken, encoding="utf-8")
        assert load(str(path)).system is SYSTEM
        return
    assert said in refused(tmp_path, broken)


def test_each_kind_needs_what_it_is_made_of(tmp_path: Path) -> None:
    """SK-CONF-01: a fight attacks, a contest approaches, a task uses."""
    head = 'title = "x"\nsystem = "skill_roll"\n'
    two = '[[seats]]\nname = "A"\n[[seats]]\nname = "B"\n'
    assert "no attacks" in refused(tmp_path, head + 'kind = "combat"\n' + two)
    assert "acts = false" in refused(tmp_path, head + 'kind = "contest"\n' + two)
    assert "$.uses" in refused(tmp_path, head + 'kind = "task"\n' + two)
    alone = head + 'kind = "combat"\n[[seats]]\nname = "A"\n'
    assert "1 side" in refused(tmp_path, alone)
    both = head + 'kind = "contest"\n' + two.replace("name", "acts = false\nname")
    assert "nobody who acts" in refused(tmp_path, both)
    odd = TASK.replace('kind = "task"', 'kind = "combat"')
    assert "none in a combat" in refused(tmp_path, odd)


@pytest.mark.parametrize(
    "name", [one for one in scenarios() if one.startswith("skill_")]
)
def test_shipped_scenarios_begin_with_what_they_are(name: str) -> None:
    """Their comment comes first, and each says where it comes from."""
    assert scenarios()[name].read_text(encoding="utf-8").startswith("# ")
    loaded: Scenario = load(name).scenario
    assert re.search(r"BREW", loaded.source)


# What is carried from one conflict into the next.


def test_damage_and_knowledge_are_carried() -> None:
    """SK-RUL-64, SK-RUL-62, SK-KNOW-02: and OOPS is not."""
    game = task(test_rolls.ask(), seats=(test_rolls.crafty(22),)).roll(3, 3, 4)
    game.say(game.options[0])
    assert SYSTEM.carried is not None
    assert SYSTEM.entered is not None
    brought = SYSTEM.carried(game.state)
    assert brought["Ann"] == {
        "damage": 0,
        "skills": {"locks": 22},
        "asked": [["craft", "locks"]],
    }
    hurt = {"Ann": brought["Ann"] | {"damage": 99}}
    later = SYSTEM.entered(conflict(), hurt)
    assert isinstance(later, SkillRollScenario)
    state = SYSTEM.initial(later)
    assert state.participants[0].damage == 99
    assert state.participants[0].asked == (("craft", "locks"),)
    assert state.setup.characters[0].skill("locks") == 22
    healed = SYSTEM.entered(conflict(heal=True), hurt)
    assert SYSTEM.initial(healed).participants[0].damage == 0


def test_who_is_out_enters_out() -> None:
    """SK-RUL-64: damage beyond the capacity is nothing one recovers from."""
    assert SYSTEM.entered is not None
    out = SYSTEM.entered(conflict(), {"Ann": {"damage": 800}})
    assert SYSTEM.initial(out).participants[0].status == TAKEN_OUT


def test_what_nobody_can_carry_is_refused() -> None:
    """One sentence, with whose it is."""
    assert SYSTEM.entered is not None
    with pytest.raises(ScenarioError, match="Ann carries"):
        SYSTEM.entered(conflict(), {"Ann": {"damage": -1}})
