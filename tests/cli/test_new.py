"""`fracas new` writes a scenario to begin from, for every system."""

from pathlib import Path

import pytest

from sim.library.registry import system_names
from tests.cli.conftest import Fracas


@pytest.mark.parametrize("system", [*system_names(), "toy"])
def test_what_is_begun_can_be_played(
    fracas: Fracas, tmp_path: Path, system: str
) -> None:
    """A new scenario can be played without a warning, and somebody wins."""
    file = tmp_path / "mine.toml"
    said = fracas("new", system, file)
    assert (said.status, said.out) == (0, "")
    assert said.err == f"{file} is written; try: fracas run {file}\n"
    checked = fracas("check-scenario", file, "--json").json()
    assert (checked["system"], checked["warnings"]) == (system, [])
    assert file.read_text("utf-8").count("#") > 2
    summary = fracas("run", file, "--games", 20, "--json").json()
    assert sum(side["won"] for side in summary["sides"]) > 10


def test_without_a_file_it_is_printed(fracas: Fracas) -> None:
    """Without a file the new scenario is printed."""
    assert fracas("new", "toy").out.startswith("# Two at noon")


def test_one_may_begin_from_another_scenario(fracas: Fracas, tmp_path: Path) -> None:
    """--like copies another scenario with its comments."""
    file = tmp_path / "street.toml"
    assert fracas("new", file, "--like", "alley").status == 0
    assert file.read_text("utf-8") == fracas("scenarios", "alley").out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "expected the name of a rule system ("),
        (("planets", "--like", "alley"), "expected the name of a rule system"),
        (("planets", "a.toml", "b.toml"), "at most one new file"),
        (("planet",), "did you mean planets?"),
        (("--like", "ally"), "did you mean alley?"),
        (("planets", "no/such/place.toml"), "cannot be written"),
    ],
)
def test_what_cannot_be_begun_is_said(
    fracas: Fracas, args: tuple[str, ...], said: str
) -> None:
    """What cannot be begun is refused with status 2."""
    asked = fracas("new", *args)
    assert asked.status == 2
    assert said in " ".join(asked.err.split())


def test_a_file_that_is_there_stays(fracas: Fracas, noon: Path) -> None:
    """A file that is there already is not overwritten."""
    before = noon.read_bytes()
    assert "is there already" in fracas("new", "toy", noon).refused()
    assert noon.read_bytes() == before
