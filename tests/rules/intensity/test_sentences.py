"""Every rule has a sentence, and an event that cites it or a reason not to."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from msgspec import structs

import sim.rules.intensity
from sim.rules.intensity.facts import FACTS
from sim.rules.intensity.scenario.rulings import Rulings
from sim.rules.intensity.system import SYSTEM
from tests.rules.ids import unnamed

HERE = Path(__file__).parent
PACKAGE = sim.rules.intensity
MODULES = [
    import_module(module.name)
    for module in walk_packages(PACKAGE.__path__, f"{PACKAGE.__name__}.")
]
RULES = [rule for rule in SYSTEM.rules if not rule.startswith("IN-R-")]
RULINGS = [rule for rule in SYSTEM.rules if rule.startswith("IN-R-")]
SCENARIO_ONLY = {"IN-R-01", "IN-R-02", "IN-R-51"}
"""Rulings about what a scenario holds; no event follows from them."""

SHOWN_OTHERWISE = {
    "IN-GOAL-04",
    "IN-R-16",
    "IN-R-29",
    "IN-R-43",
    "IN-R-45",
}
"""Rules that say what is offered or recorded, not what follows."""


def cited() -> set[str]:
    """Return every ID that some fact or consequence cites."""
    rules = {rule for kind in FACTS for rule in kind.rules}
    for module in MODULES:
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, tuple):
                rules |= {item for item in value if isinstance(item, str)}
            if name == "BECAUSE":
                rules |= {rule for rules in value.values() for rule in rules}
    return {rule for rule in rules if rule.startswith("IN-")}


def test_there_are_42_rules_and_51_rulings() -> None:
    """There are 42 rules of the text and 51 rulings."""
    assert len(RULES) == 42
    assert sorted(RULINGS) == [f"IN-R-{number:02}" for number in range(1, 52)]
    assert all(text.endswith((".", "]")) for text in SYSTEM.rules.values())


def test_every_rule_is_cited_by_something() -> None:
    """Every rule is cited by an event, unless it is listed as shown in another way."""
    assert cited() | SCENARIO_ONLY | SHOWN_OTHERWISE == set(SYSTEM.rules)
    assert not cited() & SCENARIO_ONLY


def test_every_option_stands_in_the_sentence_of_its_ruling() -> None:
    """Every option is named in the sentence of its ruling."""
    said = set(re.findall(r"\w+", " ".join(re.findall(r"\[(.*?)\]", _everything()))))
    assert said == {field.name for field in structs.fields(Rulings)}


def _everything() -> str:
    return " ".join(SYSTEM.rules.values())


def test_every_id_is_named_in_a_test() -> None:
    """Every ID of a rule is named in a test."""
    assert unnamed(SYSTEM.rules, HERE, Path(__file__).name) == []


def test_every_example_is_a_test() -> None:
    """Each of the thirty worked examples is a test."""
    text = "\n".join(
        path.read_text(encoding="utf-8").upper().replace("_", "-")
        for path in HERE.glob("test_*.py")
    )
    missing = [n for n in range(1, 31) if f"IN-EX-{n:02}" not in text]
    assert missing == []
