"""Scenario files that are refused: one sentence, with the place and what would do."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sim.errors import ScenarioError
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.rules.skill_roll.skills.dice import COUNT_MAX, SIDES_MAX, dice_set
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Scenario

COMBAT = scenarios()["skill_sniper"].read_text(encoding="utf-8")
CONTEST = scenarios()["skill_chase"].read_text(encoding="utf-8")
TASK = scenarios()["skill_page_example"].read_text(encoding="utf-8")

Broken = Callable[[str], str]


def put(old: str, new: str) -> Broken:
    """Replace the first *old*."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def refused(tmp_path: Path, text: str) -> str:
    """Return what is said of a file with this text."""
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
        (
            COMBAT,
            put("[worth]", '[rulings]\ndice = "3d"\n[worth]'),
            'is "3d", expected text, such as 3d6, 2d6+3 or none',
        ),
        (
            COMBAT,
            put("distance_du = 4", 'scale = "fine"'),
            "worth, rulings; did you mean scale under [rulings]?",
        ),
        (COMBAT, put("[worth]", "[rulings]\nuse_ops = true\n[worth]"), "use_oops"),
        (COMBAT, put('skill = "rifle"', 'skill = "rifel"'), "did you mean rifle"),
        (COMBAT, put('"dodge", "parry"]', '"duck", "parry"]'), "'duck'"),
        (COMBAT, put('with = "climbing"', 'with = "climing"'), "mean climbing"),
        (COMBAT, put("reach_du = 1", 'attribute = "dx"'), "did you mean dex"),
        (COMBAT, put("capacity = 60", "capacity = 60\ndamage = 480"), "at most 479"),
        (COMBAT, put("capacity = 60", "capacity = 60\ndamage = 479"), ""),
        (CONTEST, put('side = "guards"', "acts = true"), ""),
        (CONTEST, put('skill = "tactics"', 'skill = "tactic"'), "mean tactics"),
        (CONTEST, put('"running", "acr', '"runing", "acr'), "did you mean running"),
        (CONTEST, put("goal = 4", "goal = 0"), "goal"),
        (CONTEST, put('answers = "run af', 'answers = "ran af'), "mean run after"),
        (TASK, put("percent = 40", 'answers = "x"'), "$.conditions[0].answers"),
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
        (
            TASK,
            put("knowledge =", 'row = "legendary"\nknowledge ='),
            "row and knowledge",
        ),
        (TASK, put("percent = 40", 'skill = "security"'), "better and worse"),
        (TASK, put("percent = 40", "to_round = 3"), "better and worse"),
        (TASK, put("percent = 40", "from_round = 7"), ""),
        (TASK, put("percent = 40", 'against = ["Hacker"]'), "better and worse"),
        (TASK, put('skill = "security"', 'skill = "securty"'), "mean security"),
        (TASK, put('["security"]', '["securty"]'), "did you mean security"),
        (
            TASK,
            put(
                'subject = "page security"',
                'subject = "x"\nquantitative = true\naspects = [{name = "y"}]',
            ),
            "its own bands",
        ),
        (
            TASK,
            put('row = "professional_challenging"', 'subject = "x"'),
            "how close it is to the skill",
        ),
        (
            TASK,
            put('row = "professional_challenging"', 'resisted_by = ["security"]'),
            "against somebody",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tmp_path: Path, text: str, change: Broken, said: str
) -> None:
    """A file that cannot be played is refused with place, value and expectation."""
    broken = change(text)
    if not said:
        path = tmp_path / "fine.toml"
        path.write_text(broken, encoding="utf-8")
        assert load(str(path)).system is SYSTEM
        return
    assert said in refused(tmp_path, broken)


def test_each_kind_needs_what_it_is_made_of(tmp_path: Path) -> None:
    """SK-CONF-01: A fight needs attacks, a contest approaches, a task uses."""
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


def test_whose_power_it_is_comes_before_which(tmp_path: Path) -> None:
    """If the owner of a power is unknown, only that is reported."""
    jump = scenarios()["skill_jump"].read_text(encoding="utf-8")
    path = tmp_path / "broken.toml"
    path.write_text(jump.replace('who = "Frog"', 'who = "Frgo"'), encoding="utf-8")
    with pytest.raises(ScenarioError) as error:
        load(str(path))
    assert len(error.value.problems) == 2
    assert all("did you mean Frog" in problem for problem in error.value.problems)


@pytest.mark.parametrize(
    "name", [scenario for scenario in scenarios() if scenario.startswith("skill_")]
)
def test_shipped_scenarios_begin_with_what_they_are(name: str) -> None:
    """Shipped scenarios begin with a comment on what they are and their source."""
    assert scenarios()[name].read_text(encoding="utf-8").startswith("# ")
    loaded: Scenario = load(name).scenario
    assert re.search(r"BREW", loaded.source)


@pytest.mark.parametrize(("length", "good"), [(1, True), (80, True), (81, False)])
def test_names_are_of_some_length(tmp_path: Path, length: int, good: bool) -> None:  # noqa: FBT001 - a table of cases
    """Names have 1 to 80 characters."""
    text = CONTEST.replace('name = "Marta"', f'name = "{"M" * length}"')
    if good:
        path = tmp_path / "named.toml"
        path.write_text(text, encoding="utf-8")
        assert load(str(path)).scenario.seats[1].name == "M" * length
    else:
        assert "80" in refused(tmp_path, text)


def yard(**against: str | None) -> list[str]:
    """Return the warnings of a scenario in which each aim is *against* one, or all."""
    seats = [
        {"name": name, "aims": [] if foe is None else [{"name": "x", "against": foe}]}
        for name, foe in against.items()
    ]
    table = {"title": "t", "system": "s", "kind": "combat", "seats": seats}
    return list(SYSTEM.files.warnings(msgspec.convert(table, SYSTEM.scenario)))


def test_sk_rul_59_nobody_is_after_a_side() -> None:
    """SK-RUL-59: A warning says that no aim is against a side; no target means all."""
    (said,) = yard(Ann="Bo", Bo="Ann", Cy="Ann")
    assert said.startswith("nobody is after Cy: ")
    assert yard(Ann="Bo", Bo="Cy", Cy="Ann") == []
    assert yard(Ann="Bo", Bo="", Cy="Ann") == []
    assert yard(Ann="Bo", Bo=None, Cy="Ann") == []


def test_a_culture_known_for_a_skill_that_nobody_has() -> None:
    """A warning says that a culture is known for a skill that nobody has."""
    text = scenarios()["skill_page_example"].read_text(encoding="utf-8")
    table = tomllib.loads(text)
    table["cultures"] = [{"name": "elves", "shifts": {"securty": 2, "security": 1}}]
    (said,) = SYSTEM.files.warnings(msgspec.convert(table, SYSTEM.scenario))
    assert said == (
        "$.cultures[0].shifts.securty: nobody has this skill; did you mean security?"
    )


def test_as_many_dice_and_sides_as_may_be_are_dice() -> None:
    """The largest numbers of dice and sides are accepted, and one more is refused."""
    assert dice_set(f"{COUNT_MAX}d{SIDES_MAX}")
    for text in (f"{COUNT_MAX + 1}d{SIDES_MAX}", f"{COUNT_MAX}d{SIDES_MAX + 1}"):
        with pytest.raises(ValueError, match=text):
            dice_set(text)
