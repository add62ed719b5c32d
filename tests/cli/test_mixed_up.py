"""A file or name of one kind given for another is refused by what it is."""

from pathlib import Path

import pytest

from sim.library.catalogue import campaigns
from sim.library.scenario import source
from tests.cli.conftest import Fracas


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_scenario_is_no_transcript(
    fracas: Fracas, tmp_path: Path, command: str
) -> None:
    """A scenario given as a transcript is refused with what can be done with it."""
    path = tmp_path / "street.toml"
    path.write_bytes(source("alley"))
    said = fracas(command, path).refused()
    assert f"{path}: that is a scenario, expected a transcript" in said
    assert f"play it with fracas run {path}" in said
    path.write_bytes(next(iter(campaigns().values())).read_bytes())
    assert (
        "that is a campaign, expected a transcript" in fracas(command, path).refused()
    )


@pytest.mark.parametrize("command", ["check", "run", "judge"])
def test_transcript_is_no_scenario(
    fracas: Fracas, tmp_path: Path, command: str
) -> None:
    """A transcript given as a scenario is refused with what can be done with it."""
    path = tmp_path / "door.toml"
    path.write_text('scenario = "stuck_door"\n[[round]]\nnumber = 0\n', "utf-8")
    said = fracas(command, path).refused()
    assert said == (
        f"error: {path}: that is a transcript, expected a scenario: judge it with"
        f" fracas audit {path}, tell it with fracas replay {path}"
    )


def test_new_of_a_scenario_says_how_to_copy_it(fracas: Fracas) -> None:
    """`fracas new` of a scenario is refused with the command that copies it."""
    said = fracas("new", "alley").refused()
    assert '"alley" is a scenario: fracas new --like alley FILE' in said


@pytest.mark.parametrize(
    ("given", "again"),
    [
        ("rules {}", "rules solar_system"),
        ("rules {} --options", "rules solar_system --options"),
        ("rules {} --sheet alley", "rules --sheet SCENARIO solar_system"),
        ("schema {}", "schema solar_system"),
        ("odds {}", "odds solar_system --help"),
        ("check-agent bold --system {}", "check AGENT --system solar_system"),
    ],
)
def test_a_scenario_is_no_rule_system(fracas: Fracas, given: str, again: str) -> None:
    """A scenario given as a system is refused with its system and that command."""
    said = fracas(*given.format("alley").split()).refused()
    assert said == f'error: "alley" is a scenario of solar_system: fracas {again}'


def test_a_campaign_or_a_file_is_no_rule_system(fracas: Fracas, tmp_path: Path) -> None:
    """A campaign or file given as a system is refused by what it is."""
    (campaign, *_) = campaigns()
    assert f'"{campaign}" is a campaign of ' in fracas("rules", campaign).refused()
    file = tmp_path / "mine.toml"
    assert fracas("new", "planets", file).status == 0
    assert "is a scenario of planets: " in fracas("schema", file).refused()
    assert "no rule system is called 'x'" in fracas("odds", "x").refused()
