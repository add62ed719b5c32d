"""One kind of file, or of name, given for another, is told as what it is."""

from pathlib import Path

import pytest

from sim.library import campaigns
from sim.scenario import source
from tests.cli.conftest import Fracas


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_scenario_is_no_transcript(
    fracas: Fracas, tmp_path: Path, command: str
) -> None:
    """With what can be done with it instead."""
    path = tmp_path / "street.toml"
    path.write_bytes(source("alley"))
    said = fracas(command, path).refused()
    assert f"{path}: that is a scenario, expected a transcript" in said
    assert f"play it with fracas run {path}" in said
    path.write_bytes(next(iter(campaigns().values())).read_bytes())
    assert (
        "that is a campaign, expected a transcript" in fracas(command, path).refused()
    )


def test_new_of_a_scenario_says_how_to_copy_it(fracas: Fracas) -> None:
    """A scenario is no rule system, but one can begin from it."""
    said = fracas("new", "alley").refused()
    assert '"alley" is a scenario: fracas new --like alley FILE' in said
