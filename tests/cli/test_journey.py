"""A newcomer's first hour: play, list, replay, audit, explain and export."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.errors import FracasError
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from tests.tiers import short_first

VALUES = (b"", b'"x"', b"-1", b"[]", b"{}", b'["x"]', b"true", b"0.5", b"99")


def fracas(*args: object, status: int = 0) -> str:
    """Give a command in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "sim.cli", *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == status, done.stderr
    return done.stdout


@pytest.mark.slow
def test_journey_from_a_scenario_to_an_audited_copy(tmp_path: Path) -> None:
    """Every step of the README works on a shipped scenario."""
    store, lines, copy = (tmp_path / name for name in ("a.db", "a.jsonl", "b.db"))
    asked = ("run", "alley", "--games", 6, "--seed", "first", "--json")
    played = msgspec.json.decode(fracas(*asked, "--store", store))
    fracas("check-scenario", "alley")
    assert played["run"] in fracas("list", store)
    conflict = f"{played['run']}-2"
    assert conflict in fracas("list", store, played["run"])
    assert "Tela" in fracas("show", store, conflict)
    told = fracas("replay", store, conflict)
    assert "Round 1" in told
    assert "It ended" in told
    events = fracas("replay", store, conflict, "--json").splitlines()
    assert "event" in fracas("explain", store, conflict, len(events) // 2).lower()
    assert fracas("audit", store, "--seal", played["seal"]).startswith("clean")
    fracas("export", store, lines)
    fracas("import", copy, lines)
    assert fracas("audit", copy).startswith("clean")
    assert fracas("replay", copy, conflict) == told


@pytest.mark.parametrize("name", short_first(scenarios()))
@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_load_any_damage_to_a_shipped_scenario_is_one_sentence(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    """Damage to a shipped scenario is told in one line that names the file."""
    lines = Path(f"scenarios/{name}.toml").read_bytes().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    key = lines[at].partition(b"=")[0]
    slip = data.draw(
        st.sampled_from(
            [b"", lines[at][:-1], lines[at] * 2, b"x" + lines[at]]
            if data.draw(st.booleans())
            else [key + b"= " + value for value in VALUES]
        )
    )
    file = tmp_path / "slip.toml"
    file.write_bytes(b"\n".join([*lines[:at], slip, *lines[at + 1 :]]))
    said = str(file)
    try:
        loaded = load(said)
        loaded.system.initial(loaded.scenario)
    except FracasError as error:
        said = str(error)
    assert said.startswith(str(file))
    assert said.isprintable()
