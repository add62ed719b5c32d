"""Commands that print what a rule system is, and what its files may say."""

import re
from typing import Any

import pytest

from sim.conflict.play import FORFEIT_RULE
from sim.library.registry import SYSTEMS, rule_system
from sim.reading.hints import among, nearest
from tests.cli.conftest import Fracas
from tests.noon import RULES


@pytest.mark.parametrize("rule", ["TO-03", "to-03", FORFEIT_RULE])
def test_rules_prints_the_sentence_of_an_id(fracas: Fracas, rule: str) -> None:
    """A rule's sentence is printed by its ID."""
    said = fracas("rules", rule)
    assert said.status == 0
    assert said.out.startswith(rule.upper() + "  ")
    assert list(fracas("rules", rule, "--json").json()["rules"]) == [rule.upper()]


def test_rules_lists_a_system_or_a_chapter(fracas: Fracas) -> None:
    """The rules of a system, or of a part of its IDs, are listed."""
    assert fracas("rules", "toy", "--json").json()["rules"] == RULES
    assert fracas("rules", "TO-", "--json").json()["rules"] == RULES
    assert all(rule in fracas("rules", "toy").out for rule in RULES)


def test_rules_alone_lists_the_systems(fracas: Fracas) -> None:
    """Without a name the systems are listed."""
    listed = fracas("rules", "--json").json()["systems"]
    assert [entry["name"] for entry in listed] == list(SYSTEMS)
    assert "toy" in fracas("rules").out


def test_rules_unknown_is_answered_with_the_nearest(fracas: Fracas) -> None:
    """A misspelt ID or system is refused with the nearest."""
    assert "did you mean solar_system?" in fracas("rules", "solar_sistem").refused()
    assert "did you mean TO-03?" in fracas("rules", "TO-3").refused()
    assert "did you mean SS-HARM-04?" in fracas("rules", "SS-HRAM-04").refused()


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("SS-NOPE-1", "; fracas rules SS- lists those that begin so"),
        ("SS-HARM-99", "; fracas rules SS-HARM lists those that begin so"),
    ],
)
def test_rules_unknown_of_a_chapter_is_answered_with_its_list(
    fracas: Fracas, rule: str, hint: str
) -> None:
    """An unknown ID is refused with the list of its own chapter."""
    assert fracas("rules", rule).refused().endswith(hint)
    assert fracas("rules", hint.split()[3]).status == 0


def test_rules_unknown_that_is_near_to_nothing_has_no_hint(fracas: Fracas) -> None:
    """An ID that is near to none is refused without a hint."""
    assert fracas("rules", "XX-03").refused().endswith(", ".join(SYSTEMS))


def test_schema_is_printed(fracas: Fracas) -> None:
    """The schema of a system's files is printed."""
    assert "$defs" in fracas("schema", "toy").json()
    assert "did you mean planets?" in fracas("schema", "planet").refused()


@pytest.mark.parametrize("option", ["late_join", "LATE_JOIN"])
def test_rules_finds_the_ruling_of_an_option(fracas: Fracas, option: str) -> None:
    """An option is printed with the rule of its ruling."""
    (option_,) = fracas("rules", option, "--json").json()["options"]
    assert list(option_["rules"]) == ["RUL-50"]
    assert "did you mean late_join?" in fracas("rules", "late_joyn").refused()


@pytest.mark.slow
@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "toy"])
def test_rules_knows_every_option(fracas: Fracas, system: str) -> None:
    """Every option of a system's rulings is known."""
    forms = fracas("schema", system).json()["$defs"]
    for option in forms["Rulings"]["properties"]:
        assert fracas("rules", option).status == 0, option
    listed = fracas("rules", system, "--options", "--json").json()["options"]
    assert {entry["option"] for entry in listed} == set(forms["Rulings"]["properties"])
    assert all(entry["means"] and entry["takes"] for entry in listed)


def test_rules_says_all_there_is_of_an_option(fracas: Fracas) -> None:
    """An option has its default, its values with their rules, and how to set it."""
    said = fracas("rules", "pool_die_timing").out
    assert said.startswith("pool_die_timing, an option of solar_system: When ")
    assert '  "before_or_after_roll"  the default. A pool die may be bought' in said
    sentence = "A pool die must be bought before the roll [RUL-07]."
    assert f'  "before_roll_only"      {sentence}' in said
    assert 'pool_die_timing = "before_roll_only" under [rulings]' in said
    assert "--ruling pool_die_timing=before_roll_only\n" in said
    said = fracas("rules", "grit").out
    assert "  or another: a whole number from 1 to 100\n" in said
    assert "  3  the default" in said


def test_rules_lists_the_options_of_a_system(fracas: Fracas) -> None:
    """The options of a system are listed with their defaults."""
    said = fracas("rules", "solar_system", "--options").out
    (_, row) = said.split("\nitem_stacking ")
    (row, *_) = re.split(r"\n(?=\w)", row)  # further lines of a row stand further in
    assert '"highest"' in row
    assert all(value in row for value in ('"sum_per_item"', '"sum_all"'))
    assert "--options needs a system" in fracas("rules", "--options").err
    assert "did you mean planets?" in fracas("rules", "planet", "--options").refused()


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_template_points_to_works(fracas: Fracas, system: str) -> None:
    """The commands in a new scenario's comments work."""
    text = fracas("new", system).out
    for command in re.findall(r"`fracas (rules [^`]*)`", text):
        assert fracas(*command.split()).status == 0


def test_rules_says_what_is_not_played_yet(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is not played yet is said to be so."""
    book = rule_system("solar_system").rules
    monkeypatch.setitem(vars(book), "later", frozenset({"SS-SEC-01"}))
    assert fracas("rules", "SS-SEC-01").out.endswith("(not played yet)\n")
    assert "not played" not in fracas("rules", "SS-HARM-04").out


def test_schema_says_what_every_field_means(fracas: Fracas) -> None:
    """The schema describes every field of a scenario."""
    forms: dict[str, Any] = fracas("schema", "solar_system").json()["$defs"]
    silent = [
        f"{name}.{field}"
        for name, form in forms.items()
        for field, kind in form.get("properties", {}).items()
        if not kind.get("description")
    ]
    assert silent == []
    opened = forms["Intention"]["properties"]["later"]["description"]
    assert "cannot be the first" in opened


def test_nearest_is_never_the_name_itself() -> None:
    """A name that exists is never its own hint."""
    assert nearest("alley", ["alley"]) == ""
    assert nearest("alley", ["alley", "alleys"]) == "; did you mean alleys?"


def test_among_very_many_names_ten_and_the_likest_first() -> None:
    """Of very many names ten are listed, the most similar first."""
    known = [f"option_{number}" for number in range(60)]
    said = among([*known, "grip"], "gri")
    assert said.startswith("one of grip, ")
    assert said.endswith(" and 51 others; did you mean grip?")
    assert among(known, "zz").count(",") == 9


def test_rules_says_what_a_sheet_costs(fracas: Fracas) -> None:
    """--sheet prices each sheet of a scenario."""
    priced = fracas("rules", "--sheet", "captain_shin_qui", "--json").json()["costs"]
    assert [(sheet["total"], sheet["stated"]) for sheet in priced] == [(5, 5), (30, 30)]
    table = fracas("rules", "solar_system", "--sheet", "violet_and_oliphant").out
    assert "Violet, later" in table
    assert "  21  " in table


def test_rules_prices_what_can_be_priced(fracas: Fracas) -> None:
    """A scenario of another system, or without prices, is refused."""
    said = fracas("rules", "planets", "--sheet", "alley").refused()
    assert "alley is a scenario of solar_system, expected one of planets" in said
    said = fracas("rules", "--sheet", "planets_boulder").refused()
    assert "planets prices no sheets, expected a scenario of solar_system" in said
    assert "did you mean alley?" in fracas("rules", "--sheet", "aley").refused()


def test_rules_says_what_a_word_means(fracas: Fracas) -> None:
    """`fracas rules` tells words of the glossary too."""
    assert fracas("rules", "perpendicular").out == (
        fracas("glossary", "perpendicular").out
    )
    assert fracas("rules", "upper", "hand").out.startswith("upper hand (")
    word = fracas("rules", "Volleys", "--json").json()["words"][0]
    assert word["words"] == ["volley"]
    assert fracas("rules", "--words").out == fracas("glossary").out
    said = fracas("rules", "perpendiclar").refused()
    assert said.startswith("error: did you mean perpendicular?")
    assert "--words lists all words, but one" in fracas("rules", "x", "--words").err


def test_rules_tells_a_word_after_the_system_or_option_of_its_name(
    fracas: Fracas,
) -> None:
    """A name that is a word too is told with that word's meaning."""
    said = fracas("rules", "intensity").out
    assert said.startswith("IN-")
    assert "\n\nIntensity (" in said
    assert "\n\ngoal (" in fracas("rules", "goal").out
