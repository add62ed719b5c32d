"""Tables of many agents fit a screen of 80 columns."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs

from sim.cli.compete.ratings import put_ratings
from sim.cli.terminal.grid import put_blocks
from sim.store.store import open_store
from sim.tournament.result import result_of
from sim.tournament.tournament import recall_tournament
from tests.cli.conftest import Fracas

AGENTS = (
    *("bold", "cautious", "daring", "first", "miser", "never", "spender", "steady"),
    *("storyteller", "surge", "thrift", "uniform", "noise", "steady:price=0.9"),
)
LONG = tuple(f"steady:price=0.{number},suffers=1.{number}" for number in range(1, 6))
MANY = ("--games", 4, "--seed", "many", "--null", 0)
SCREENS = ((), ("--why",), ("--all",))
Scenarios = Sequence[Path]


@pytest.fixture
def two(noon: Path) -> Scenarios:
    """Return two scenarios of the toy."""
    night = noon.with_name("night.toml")
    night.write_text(noon.read_text("utf-8").replace("noon", "night"), "utf-8")
    return noon, night


def _wide(text: str) -> list[str]:
    """Return the lines that no screen has room for, but commands to be copied."""
    lines = text.splitlines()
    return [line for line in lines if len(line) > 80 and "fracas " not in line]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--exact", 60, "--workers", 1),
        ("--until", "settled"),
        ("--until", "settled", "--bounds", "0,40"),
        ("--format", "racing"),
        ("--format", "swiss"),
        ("--format", "gauntlet"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_every_table_of_a_tournament_fits_a_screen(
    fracas: Fracas, two: Scenarios, tmp_path: Path, words: tuple[object, ...]
) -> None:
    """Every table of a tournament of many agents fits 80 columns."""
    store = tmp_path / "many.db"
    # To work out how they play takes a while for each two.
    some = AGENTS[-6:] if "--exact" in words else AGENTS
    kept = ("--agents", ",".join(some), *MANY, *words, "--store", store)
    assert _wide(fracas("tournament", *two, *kept).out) == []
    (cup,) = fracas("list", store, "--json").lines()
    for more in SCREENS:
        assert _wide(fracas("show", store, cup["tournament"], *more).out) == []


@pytest.mark.slow
def test_every_table_of_a_league_fits_a_screen(
    fracas: Fracas, two: Scenarios, tmp_path: Path
) -> None:
    """Every table of a league of many agents fits 80 columns."""
    cup = tmp_path / "league.db"
    agents = ("--agents", ",".join(AGENTS), "--games", 4, "--seed", "many")
    assert _wide(fracas("league", cup, *two, *agents).out) == []
    for more in SCREENS:
        assert _wide(fracas("league", cup, *more).out) == []


def test_a_name_with_settings_is_no_column(fracas: Fracas, noon: Path) -> None:
    """Agents with long names are numbered, and named below the table."""
    asked = ("tournament", noon, "--agents", ",".join(LONG), *MANY)
    said = fracas(*asked).out
    assert _wide(said.partition("in %, against")[2].partition("surely ranks")[0]) == []
    head, _, *rows = said.partition("in %, against")[2].splitlines()
    assert head.split() == ["1", "2", "3", "4", "5"]
    assert rows[0].split()[0] == "1"
    named = [number for row in rows for number in row.strip(",.").split(", ")]
    assert any(label in named for label in (f"1 {agent}" for agent in LONG))


@pytest.mark.slow
def test_agents_that_beat_each_other_in_a_ring_fit_a_screen(
    fracas: Fracas, noon: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Agents that beat each other in a ring are numbered, and each figure is there."""
    store = tmp_path / "ring.db"
    agents = ("--agents", ",".join(AGENTS[:10]))
    fracas("tournament", noon, *agents, *MANY, "--workers", 1, "--store", store)
    with open_store(str(store), create=False) as opened:
        shown = result_of(recall_tournament(opened))
    assert shown.ratings is not None
    ring = structs.replace(shown.ratings, cycles=(AGENTS[:10],))
    put_ratings(structs.replace(shown, ratings=ring))
    said = capsys.readouterr().out
    assert _wide(said) == []
    rows = [line.split() for line in said.splitlines() if line[:1].isdecimal()]
    assert [row[1] for row in rows[:10]] == [
        standing.agent for standing in shown.standings
    ]
    assert sum(len(row) - 2 for row in rows) == 90


@pytest.mark.parametrize("many", [0, 1, 7, 14, 40])
@pytest.mark.parametrize("label", ["Ann", "the third officer of the watch on the wall"])
def test_no_figure_is_lost_between_blocks(
    capsys: pytest.CaptureFixture[str], many: int, label: str
) -> None:
    """A table in blocks keeps every figure under its heading."""
    figures = [f"{number}.5" for number in range(many)]
    heads = [str(number) for number in range(many)]
    put_blocks(["as", *heads], [[label, *figures]])
    said = capsys.readouterr().out
    assert _wide(said) == []
    blocks = [block.splitlines() for block in said.strip().split("\n\n")]
    assert [word for block in blocks for word in block[0].split()[1:]] == heads
    shown = [word for block in blocks for word in " ".join(block[2:]).split()]
    assert [cell for cell in shown if cell.endswith(".5")] == figures
    assert all(label.split(maxsplit=1)[0] in block[2] for block in blocks)
