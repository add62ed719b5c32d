"""A package of somebody else's brings a system, an agent and a scenario.

It is built and installed as any package is; every command then knows it. Its rule
system is the toy under another name: a system needs its file, an entry point and a
scenario, and nothing else.
"""

import json
import shutil
from pathlib import Path

import pytest

from tests.packaging.built import ROOT, install, python

HERE = Path(__file__).parent


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed."""
    folder = tmp_path_factory.mktemp("plugin")
    source = folder / "western"
    shutil.copytree(HERE / "western", source)
    game = (ROOT / "tests" / "toy.py").read_text("utf-8")
    renamed = game.replace('"toy"', '"western"')
    (source / "western" / "game.py").write_text(renamed, "utf-8")
    site = folder / "site"
    install(source, site)
    return site


class Said:
    """What one command said."""

    def __init__(self, site: Path, where: Path, *args: object, typed: str = "") -> None:
        first = Path(f"{site}:{ROOT}")
        done = python("-m", "sim.cli", *args, first=first, where=where, typed=typed)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_every_command_knows_the_package(site: Path, tmp_path: Path) -> None:
    """Every command lists, plays, records, audits or tells what the package brings."""
    looks: tuple[tuple[tuple[object, ...], str], ...] = (
        (("scenarios",), "high_noon"),
        (("agents",), "gunslinger:cool=0.5"),
        (("agents", "gunslinger"), "Draws whenever"),
        (("rules",), "western"),
        (("rules", "TO-03"), "stress"),
        (("schema", "western"), "Fracas scenario: Standoff"),
        (("check-scenario", "high_noon"), "gunslinger:cool=0.25"),
        (("new", "western"), 'system = "western"'),
        (("odds", "western", "--grit", 2), "chance"),
    )
    for args, word in looks:
        said = Said(site, tmp_path, *args)
        assert said.status == 0, said.err
        assert word in said.out
    store = tmp_path / "noon.db"
    run = ("run", "high_noon", "--games", 60, "--seed", "x", "--store", store)
    played = Said(site, tmp_path, *run, "--workers", 2, "--json")
    assert played.status == 0, played.err
    assert json.loads(played.out)["agents"] == ["gunslinger:cool=0.25", "uniform"]
    reading: tuple[tuple[object, ...], ...] = (
        ("audit", store),
        ("replay", store, 1),
        ("show", store),
        ("list", store),
        ("explain", store, 1, 3),
        ("export", store, tmp_path / "noon.jsonl"),
        ("import", tmp_path / "copy.db", tmp_path / "noon.jsonl"),
    )
    for args in reading:
        said = Said(site, tmp_path, *args)
        assert said.status == 0, said.err


@pytest.mark.slow
def test_it_is_sat_at_typed_in_solved_and_searched(site: Path, tmp_path: Path) -> None:
    """The package's scenario can be played, transcribed, solved and searched."""
    frank = ("high_noon", "--seat", "Frank")
    for args, word in (
        (("play", *frank, "--seed", "x"), "It ended: "),
        (("transcript", "high_noon"), 'scenario = "high_noon"'),
        (("solve", "high_noon", "--agents", "steady,steady"), "The marshal"),
        (("reply", *frank, "--agent", "steady", "--against", "steady"), "returns"),
        (("fit", "high_noon", "--games", 1, "--seed", "x"), "Frank: steady"),
        (("exploit", "high_noon", "--against", "uniform", "--games", 60), "verdict"),
    ):
        said = Said(site, tmp_path, *args, typed="1\n" * 60)
        assert said.status == 0, (args, said.err)
        assert word in said.out, (args, said.out)
    skeleton = Said(site, tmp_path, "transcript", "high_noon").out
    path = tmp_path / "round.toml"
    path.write_text(skeleton.replace("  # {", "  {"), "utf-8")
    audited = Said(site, tmp_path, "audit", path)
    assert (audited.status, audited.err) == (0, ""), audited.out


@pytest.mark.slow
def test_agents_of_a_package_are_recorded_with_their_version(
    site: Path, tmp_path: Path
) -> None:
    """The version and settings of an agent of a package are in its description."""
    described = json.loads(Said(site, tmp_path, "agents", "gunslinger", "--json").out)
    assert described["version"] == "2"
    assert described["settings"] == {"cool": 0.5}


@pytest.mark.slow
def test_a_tournament_takes_agents_of_a_package(site: Path, tmp_path: Path) -> None:
    """An agent of a package can play a tournament of ours, and is checked."""
    agents = "gunslinger,steady"
    said = Said(site, tmp_path, "tournament", "alley", "--agents", agents, "--games", 2)
    assert said.status == 0, said.err
    checked = Said(site, tmp_path, "check-agent", "gunslinger", "--scenario", "alley")
    assert "repeatable-elsewhere" in checked.out


def test_without_the_package_its_names_are_unknown(tmp_path: Path) -> None:
    """Without the package its scenario is refused as unknown."""
    said = Said(ROOT, tmp_path, "run", "high_noon", "--games", 1)
    assert said.status == 2
    assert "no scenario is called" in said.err
