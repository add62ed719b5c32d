"""The rules as sentences: all are there, and the options are as the code has them."""

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import structs

from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.scenario.rulings import Rulings
from tests.rules.solar_system.table import Table, person, scenario

FILE = Path(__file__).parents[3] / "sim" / "rules" / "solar_system" / "rules.toml"
SENTENCES: dict[str, dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
SENTENCES.pop("options")
ENDINGS: dict[str, str] = SENTENCES.pop("endings")
ID = re.compile(r"(SS-[A-Z]+|RUL|ENG)-\d\d")


def options() -> dict[str, Any]:
    """Return every option of the sentences played now, with its default."""
    defaults: dict[str, Any] = {}
    for entry in SENTENCES.values():
        for name, default in (
            ("option", "default"),
            ("second_option", "second_default"),
        ):
            if name in entry:
                defaults[entry[name]] = entry[default]
    return defaults


def test_every_rule_is_a_sentence() -> None:
    """Every rule has an ID, one to five sentences and its lines in the text."""
    lines = re.compile(r"ours|L\d+(-L\d+)?(, L\d+(-L\d+)?)*")
    for rule, entry in SENTENCES.items():
        assert ID.fullmatch(rule)
        assert entry["says"].endswith("."), rule
        assert 20 < len(entry["says"]) < 500, rule
        assert lines.fullmatch(entry["lines"]), rule


def test_the_numbers_run_without_a_gap() -> None:
    """The IDs of each area count from 1 without a gap."""
    areas: dict[str, list[int]] = {}
    for rule in SENTENCES:
        area, number = rule.rsplit("-", 1)
        areas.setdefault(area, []).append(int(number))
    assert {a: sorted(n) for a, n in areas.items()} == {
        a: list(range(1, len(n) + 1)) for a, n in areas.items()
    }
    assert len(SENTENCES) == 291


def test_every_option_has_its_ruling() -> None:
    """Options and defaults of a scenario are those that the rulings name."""
    assert options() == structs.asdict(Rulings())


def test_every_ending_has_its_sentence() -> None:
    """RUL-51: Each way a conflict may end is in the table of endings, and nothing else.

    Also tested: RUL-75.
    """
    assert set(ENDINGS) == {ending.value for ending in Ending}


def test_rul_58_a_duel_in_zeitgeist_ends_with_a_broken_one() -> None:
    """RUL-58, RUL-51: In a Zeitgeist of two alone, one who falls out has ended it."""
    people = (person("Ann", side="x"), person("Bo", side="y", harm={"7": "vigor"}))
    table = Table(scenario(*people, method="zeitgeist")).run()
    assert table.outcome.how == "past broken"
    assert table.outcome.returns == (1.0, 0.0)
    assert "fell out" in ENDINGS["past broken"]
