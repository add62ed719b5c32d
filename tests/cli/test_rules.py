"""Commands that say what a rule system is, and what its files may say."""

from typing import Any

import pytest

from sim.play import FORFEIT_RULE
from sim.reading.hints import among, nearest
from sim.registry import SYSTEMS, rule_system
from tests.cli.conftest import Fracas
from tests.noon import RULES


@pytest.mark.parametrize("rule", ["TO-03", "to-03", FORFEIT_RULE])
def test_rules_prints_the_sentence_of_an_id(fracas: Fracas, rule: str) -> None:
    """The sentence behind a citation is one command away."""
    said = fracas("rules", rule)
    assert said.status == 0
    assert said.out.startswith(rule.upper() + "  ")
    assert list(fracas("rules", rule, "--json").json()) == [rule.upper()]


def test_rules_lists_a_system_or_a_chapter(fracas: Fracas) -> None:
    """All rules of a system, or those whose IDs begin alike."""
    assert fracas("rules", "toy", "--json").json() == RULES
    assert fracas("rules", "TO-", "--json").json() == RULES
    assert all(rule in fracas("rules", "toy").out for rule in RULES)


def test_rules_alone_lists_the_systems(fracas: Fracas) -> None:
    """Where to begin when one knows nothing."""
    listed = fracas("rules", "--json").json()
    assert [one["name"] for one in listed] == list(SYSTEMS)
    assert "toy" in fracas("rules").out


def test_rules_unknown_is_answered_with_the_nearest(fracas: Fracas) -> None:
    """A slip in an ID or a name costs one look."""
    assert "did you mean solar_system?" in fracas("rules", "solar_sistem").refused()
    assert "did you mean TO-0" in fracas("rules", "TQ-03").refused()


def test_schema_is_printed(fracas: Fracas) -> None:
    """Editors get a schema of every system's files."""
    assert "$defs" in fracas("schema", "toy").json()
    assert "did you mean planets?" in fracas("schema", "planet").refused()


@pytest.mark.parametrize("option", ["late_join", "LATE_JOIN"])
def test_rules_finds_the_ruling_of_an_option(fracas: Fracas, option: str) -> None:
    """What an option decides is found by the name a scenario gives it."""
    assert list(fracas("rules", option, "--json").json()) == ["RUL-50"]
    assert "did you mean late_join?" in fracas("rules", "late_joyn").refused()


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "toy"])
def test_rules_knows_every_option(fracas: Fracas, system: str) -> None:
    """Nothing that can be put under [rulings] is unknown."""
    forms = fracas("schema", system).json()["$defs"]
    for option in forms["Rulings"]["properties"]:
        assert fracas("rules", option).status == 0, option


def test_rules_says_what_is_not_played_yet(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that is numbered but not played does not look as if it were."""
    book = rule_system("solar_system").rules
    monkeypatch.setitem(vars(book), "later", frozenset({"SS-SEC-01"}))
    assert fracas("rules", "SS-SEC-01").out.endswith("(not played yet)\n")
    assert "not played" not in fracas("rules", "SS-HARM-04").out


def test_schema_says_what_every_field_means(fracas: Fracas) -> None:
    """A designer can find out what each key of a file is for."""
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
    """Nobody is asked whether what was typed was meant."""
    assert nearest("alley", ["alley"]) == ""
    assert nearest("alley", ["alley", "alleys"]) == "; did you mean alleys?"


def test_among_very_many_names_ten_and_the_likest_first() -> None:
    """A page of names is no answer."""
    known = [f"option_{number}" for number in range(60)]
    said = among([*known, "grip"], "gri")
    assert said.startswith("one of grip, ")
    assert said.endswith(" and 51 others; did you mean grip?")
    assert among(known, "zz").count(",") == 9


def test_rules_says_what_a_sheet_costs(fracas: Fracas) -> None:
    """Of any scenario whose system prices sheets; the sample characters are two."""
    priced = fracas("rules", "--sheet", "captain_shin_qui", "--json").json()
    assert [(one["total"], one["stated"]) for one in priced] == [(5, 5), (30, 30)]
    table = fracas("rules", "solar_system", "--sheet", "violet_and_oliphant").out
    assert "Violet, later" in table
    assert "  21  " in table


def test_rules_prices_what_can_be_priced(fracas: Fracas) -> None:
    """Another system's, or one without prices, is refused in a sentence."""
    said = fracas("rules", "planets", "--sheet", "alley").refused()
    assert "alley: is played by solar_system, expected planets" in said
    said = fracas("rules", "--sheet", "planets_boulder").refused()
    assert "planets prices no sheets, expected a scenario of solar_system" in said
    assert "did you mean alley?" in fracas("rules", "--sheet", "aley").refused()
