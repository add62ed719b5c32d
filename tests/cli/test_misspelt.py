"""Every command refuses a misspelt word in an agent's setting."""

from pathlib import Path

import pytest

from tests.cli.conftest import Fracas


@pytest.mark.parametrize(
    "command",
    [
        "run alley --games 5 --agents {}",
        "run alley --sampled --games 5 --agents {}",
        "run viper_and_zaru --games 1 --agents {}",
        "tournament alley --games 4 --agents steady,{}",
        "tournament alley --games 4 --agents steady,bold --fix Tela={}",
        "play alley --seat Tela --agents steady,{}",
        "solve stuck_door --agents {}",
        "reply alley --seat Tela --against {}",
        "exploit alley --against {} --games 10",
        "check-agent {} --system solar_system",
    ],
)
def test_every_command_refuses_it_in_one_sentence(fracas: Fracas, command: str) -> None:
    """Every command refuses a misspelt setting, and plays nothing."""
    said = fracas(*command.format("first:kind=qwertz").split())

    assert '"qwertz"' in said.refused()


def test_a_scenario_whose_agent_nobody_could_mean_is_refused(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A misspelt setting of a scenario's agent is refused with its seat."""
    path = tmp_path / "noon.toml"
    text = fracas("scenarios", "alley").out
    path.write_text(
        text.replace('name = "Tela"', 'name = "Tela"\nagent = "first:kind=x"', 1)
    )

    said = fracas("check-scenario", path).refused()

    assert "the seat Tela" in said


def test_a_claim_about_what_cannot_come_up_accuses_nobody(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A claim about what cannot come up is refused, with what can."""
    path = tmp_path / "round.toml"
    path.write_text(
        'scenario = "alley"\n[[round]]\nnumber = 0\nclaims = [{ about = "check" }]\n'
    )

    said = fracas("audit", path).refused()

    assert 'about = "check" is not understood here ("check declared" cannot' in said
    assert 'nearest that can happen are "dice rolled", "check resolved", ' in said
