"""`fracas export --table` and `--events` write rows and words for other programs."""

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import Fracas

HEADS = (
    "run,title,system,seed,game,seat,side,agent,how,return,won,drawn,lost,rounds,"
    "events,decisions"
)


def test_a_table_has_a_row_for_each_seat_and_game(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """A table has a row for each seat and game, with the shown counts."""
    table = tmp_path / "noon.csv"
    said = fracas("export", store, "--table", table)
    assert said.status == 0
    assert table.read_text("utf-8").startswith(HEADS)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    (run,) = fracas("list", store, "--json").lines()
    assert len(rows) == 2 * run["games"]
    assert f"{len(rows)} rows, one for each seat and game" in said.err
    assert [row["seat"] for row in rows[:2]] == ["Ann", "Bo"]
    shown = fracas("show", store, "--json").json()
    for seat in shown["seats"]:
        own = [row for row in rows if row["seat"] == seat["seat"]]
        for word in ("won", "drawn", "lost"):
            assert sum(int(row[word]) for row in own) == seat[word]
        mean = sum(float(row["return"]) for row in own) / len(own)
        assert mean == pytest.approx(seat["return"]["value"], abs=1e-6)


def test_the_three_formats_hold_the_same(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """CSV, JSON lines and Parquet hold the same rows."""
    for ending in ("csv", "jsonl", "parquet"):
        assert fracas("export", store, "--table", tmp_path / f"t.{ending}").status == 0
    lines = (tmp_path / "t.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert pq.read_table(tmp_path / "t.parquet").to_pylist() == rows
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        flat = list(csv.DictReader(file))
    assert flat == [{name: str(value) for name, value in row.items()} for row in rows]


def test_a_name_is_no_formula(fracas: Fracas, noon: Path, tmp_path: Path) -> None:
    """A name that begins like a formula is escaped in CSV."""
    noon.write_text(noon.read_text("utf-8").replace('"Ann"', '"=1+1"'), "utf-8")
    store = tmp_path / "one.db"
    assert fracas("run", noon, "--games", 1, "--store", store).status == 0
    table = tmp_path / "one.csv"
    fracas("export", store, "--table", table)
    assert ",'=1+1," in table.read_text("utf-8")


def test_events_are_told_in_words(fracas: Fracas, store: Path, tmp_path: Path) -> None:
    """Events are exported as `replay --json` tells them, each with its conflict."""
    file = tmp_path / "events.jsonl"
    assert fracas("export", store, "--events", file).status == 0
    told = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    (run,) = fracas("list", store, "--json").lines()
    first = f"{run['run']}-1"
    own = [event for event in told if event.pop("conflict") == first]
    assert own == fracas("replay", store, first, "--json").lines()
    assert all(type(value) is str for value in own[0]["rulings"].values())
    assert [set(seat) for seat in own[0]["seats"]] == [
        {"seat", "agent", "version", "settings"}
    ] * len(own[0]["seats"])
    assert all(type(seat["settings"]) is dict for seat in own[0]["seats"])
    piped = fracas("export", store, "--events", "-", "--run", run["run"]).out
    assert piped == file.read_text("utf-8")


def test_what_cannot_be_written_is_said(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """A table that cannot be written is refused, and no file is changed."""
    said = fracas("export", store, "--table", tmp_path / "noon.xls").refused()
    assert "should end in .csv, .jsonl or .parquet" in said
    there = tmp_path / "there.csv"
    there.write_text("mine", "utf-8")
    assert "is there already" in fracas("export", store, "--table", there).refused()
    assert there.read_text("utf-8") == "mine"
    away = fracas("export", store, "--table", tmp_path / "no" / "noon.csv").refused()
    assert "cannot be written" in away
    for asked in (("x.jsonl", "--table", "t.csv"), ("--run", "3fa91c02")):
        assert fracas("export", store, *asked).status == 2


def test_a_table_that_fails_is_gone(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """A table that fails leaves no file."""
    with closing(sqlite3.connect(store)) as opened, opened:
        opened.execute("update stored_events set state = x'93' where topic = 'chunk'")
    table = tmp_path / "noon.csv"
    fracas("export", store, "--table", table).refused()
    assert not table.exists()


def test_a_tournament_has_a_row_for_each_seat_and_game(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """A tournament's table has a row for each seat and game, as replayed."""
    wish = ("tournament", "alley", "--agents", "steady,bold", "--games", 4)
    assert fracas(*wish, "--seed", "s", "--store", store).status == 0
    (_, contest) = fracas("list", store, "--json").lines()
    name = contest["tournament"]
    table = tmp_path / "met.csv"
    assert fracas("export", store, "--table", table, "--run", name).status == 0
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert {row["tournament"] for row in rows} == {name}
    assert {(row["first"], row["second"]) for row in rows} >= {("steady", "bold")}
    assert len(rows) == 2 * contest["recorded"]
    met = next(row for row in rows if row["first"] != row["second"])
    told = fracas("replay", store, f"{met['run']}-{met['game']}").out
    assert f"{met['seat']}, played by {met['agent']}" in told
    assert f"It ended: {met['how']}" in told
    assert fracas("export", store, "--table", tmp_path / "all.csv").status == 0
    whole = list(csv.DictReader((tmp_path / "all.csv").read_text().splitlines()))
    assert [row for row in whole if row["tournament"]] == rows
    assert len(whole) > len(rows)


def test_events_in_words_name_what_meets_what(fracas: Fracas, tmp_path: Path) -> None:
    """Events in words name seats, and not their places in a list."""
    store = tmp_path / "own.db"
    wish = ("run", "alley", "--games", 2, "--seed", "five", "--store", store)
    assert fracas(*wish).status == 0
    told = fracas("export", store, "--events", "-").lines()
    met = next(event["pairings"] for event in told if event["does"] == "ActionsLocked")
    assert met == [{"a": "Tela", "b": "Gael", "relation": "perpendicular"}]
