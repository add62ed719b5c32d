"""`fracas check-scenario` and `check-agent`."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.scenario import shipped
from tests.cli.conftest import NOON, Fracas


def test_check_scenario_says_who_sits_where(fracas: Fracas, noon: Path) -> None:
    """A good file is said to be one, with its seats and its digest."""
    said = fracas("check-scenario", noon)
    assert said.status == 0
    assert "can be played: Two at noon" in said.out
    assert "Bo: side 2, played by steady" in said.out
    words = fracas("check-scenario", noon, "--ruling", "grit=1", "--json").json()
    assert words["changed_rulings"] == {"grit": 1}
    assert words["digest"] not in said.out


def test_check_scenario_knows_agents_that_are_not_there(
    fracas: Fracas, noon: Path
) -> None:
    """A seat nobody can take is found before the first game."""
    noon.write_text(noon.read_text().replace("steady", "steddy"))
    sentence = fracas("check-scenario", noon).refused()
    assert "the seat Bo" in sentence
    assert "did you mean steady?" in sentence


@pytest.mark.parametrize("name", shipped())
def test_check_scenario_shipped_scenarios_can_be_played(
    fracas: Fracas, name: str
) -> None:
    """What is shipped works."""
    assert fracas("check-scenario", name).status == 0


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    at=st.integers(0, len(NOON)),
    gone=st.integers(0, 8),
    put=st.binary(max_size=5) | st.sampled_from([b"[", b'"', b"\n", b"=", b"\x1b"]),
)
def test_check_scenario_any_damage_is_one_sentence(
    fracas: Fracas, noon: Path, at: int, gone: int, put: bytes
) -> None:
    """However a file is broken, the answer names it and is one line."""
    noon.write_bytes(NOON[:at] + put + NOON[at + gone :])
    said = fracas("check-scenario", noon)
    if said.status != 0:
        assert str(noon) in said.refused()
    assert "\x1b" not in said.out + said.err


def test_check_agent_of_an_unknown_agent_is_refused(fracas: Fracas, noon: Path) -> None:
    """Nobody can be checked who is not there."""
    asked = ("check-agent", "bolt", "--scenario", noon)
    assert "did you mean bold?" in fracas(*asked).refused()
