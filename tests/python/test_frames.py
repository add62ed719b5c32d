"""What pandas, polars and DuckDB make of rows and of exported tables."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import fracas
from sim.cli.main import main

# Their types say too little of themselves for a strict checker.
duckdb: Any = import_module("duckdb")
pd: Any = import_module("pandas")
pl: Any = import_module("polars")

Rows = Sequence[dict[str, Any]]
Tables = dict[str, Rows]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a run of ten conflicts."""
    path = tmp_path_factory.mktemp("frames") / "door.db"
    with fracas.open_store(str(path), create=True) as opened:
        fracas.run("stuck_door", games=10, seed="frames", store=opened)
    return path


@pytest.fixture(scope="module")
def tables(store: Path) -> Tables:
    """Return rows of all kinds, by what they are of."""
    cup = fracas.tournament(["stuck_door"], ["bold", "first"], games=4, seed="frames")
    with fracas.open_store(str(store)) as opened:
        events = fracas.replay(opened, "1").rows()
    return {
        "run": fracas.run("stuck_door", games=10, seed="frames").rows(),
        "games": cup.rows(),
        "standings": cup.rows("standings"),
        "pairings": cup.rows("pairings"),
        "events": events,
        "solved": fracas.solve("stuck_door").rows(),
        "swept": fracas.sweep("skill_page", {"goal": [1, 2]}).rows(),
        "walked": _walked(),
        "analysed": fracas.analyse(fracas.play("stuck_door", seed="frames")).rows(),
    }


def _walked() -> Rows:
    """Return the rows of a walk that always takes the first option."""
    walk = fracas.walk("stuck_door", seed="frames")
    while not walk.over:
        walk.take(1)
    return walk.rows()


def test_rows_are_data_frames_as_they_are(tables: Tables) -> None:
    """All rows become data frames of pandas, Polars and DuckDB without loss."""
    for name, rows in tables.items():
        columns = list(rows[0])
        assert list(pd.DataFrame(rows).columns)[: len(columns)] == columns, name
        frame = pl.DataFrame(rows, infer_schema_length=None, strict=False)
        assert frame.height == len(pd.DataFrame(rows)) == len(rows), name
        with duckdb.connect() as database:
            database.register("rows", pd.DataFrame(rows))
            asked = "select count(*) from rows"
            assert database.sql(asked).fetchall() == [(len(rows),)], name


def test_all_three_count_the_same(tables: Tables) -> None:
    """pandas, Polars and DuckDB compute the same means."""
    rows = tables["run"]
    seats = {row["seat"] for row in rows}
    panda = pd.DataFrame(rows).groupby("seat")[["won", "return"]].mean()
    polar = pl.DataFrame(rows).group_by("seat").agg(pl.col("won", "return").mean())
    frame = pd.DataFrame(rows)
    with duckdb.connect() as database:
        database.register("rows", frame)
        asked = 'select seat, avg(won), avg("return") from rows group by seat'
        duck = {seat: tuple(means) for seat, *means in database.sql(asked).fetchall()}
    bear = {seat: (won, got) for seat, won, got in polar.iter_rows()}
    for seat in seats:
        own = [row for row in rows if row["seat"] == seat]
        mean = tuple(sum(row[of] for row in own) / len(own) for of in ("won", "return"))
        for row in (tuple(panda.loc[seat]), bear[seat], duck[seat]):
            assert row == pytest.approx(mean)


def test_events_are_a_parquet_file(store: Path, tmp_path: Path) -> None:
    """Events export to a Parquet file with a row each."""
    file = tmp_path / "events.parquet"
    assert main(["export", str(store), "--events", str(file)]) == 0
    frame = pl.read_parquet(file)
    assert set(frame["conflict"].to_list()).pop()
    with fracas.open_store(str(store)) as opened:
        told = fracas.replay(opened, "1").rows()
    first = frame.filter(pl.col("conflict") == frame["conflict"][0])
    assert first["does"].to_list() == [row["does"] for row in told]
    assert pd.read_parquet(file).shape == frame.shape
    asked = (
        "select count(*), count(distinct conflict), min(json_extract(fields, '$.net'))"
        " from read_parquet(?) where does = 'DiceRolled'"
    )
    with duckdb.connect() as database:
        ((rolls, conflicts, net),) = database.execute(asked, [str(file)]).fetchall()
    assert conflicts == 10
    assert rolls == (frame["does"] == "DiceRolled").sum()
    assert net is not None
