"""Rows written in bulk are the same, in the same order and transaction."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sim.conflict.stream import Row
from sim.errors import StoreError
from sim.library.scenario import load
from sim.run import run as running
from sim.run.run import make_plan, run
from sim.store import bulk
from sim.store.bulk import Bulk, in_bulk
from sim.store.store import Store, open_store
from tests.store.content import FIRST, RUN, SCENARIO, SECOND, STARTED, sealed

LONG = [("é" * 300, bytes(range(256)) * 40), ("", b""), *[("rolled", b"\0")] * 99]


def streams(*games: int) -> list[tuple[str, Sequence[Row]]]:
    """Return the streams of *games*, and before each one with more and longer rows."""
    each = [(("live-" + "9" * 40 + str(game), LONG), sealed(game)) for game in games]
    return [
        pair
        for long, conflict in each
        for pair in (long, (conflict.stream_id, list(conflict.rows)))
    ]


def taken(store: Store) -> Bulk:
    """Return the form that *store* takes; a test of one without any is skipped."""
    if not store.bulk:
        pytest.skip("a store in memory takes row by row")
    return store.bulk


def test_rows_in_bulk_are_the_rows(store: Store) -> None:
    """Rows written in bulk are read in order, behind the row they came with."""
    data = in_bulk(taken(store), streams(0, 1))
    store.start_run(STARTED, SCENARIO)
    store.put_chunk(RUN, FIRST, bulk=data)
    for name, rows in streams(0, 1):
        assert store.rows(name) == list(rows)
    after = [name for name, *_ in store.all_rows()]
    assert after[-sum(len(rows) for _, rows in streams(0, 1)) :] == [
        name for name, rows in streams(0, 1) for _ in rows
    ]


def test_positions_have_no_gaps(store: Store) -> None:
    """Positions of rows written in bulk have no gaps."""
    store.start_run(STARTED, SCENARIO)
    for chunk, games in ((FIRST, (0, 1)), (SECOND, (2,))):
        store.put_chunk(RUN, chunk, bulk=in_bulk(taken(store), streams(*games)))
    notifications = store._recorder.select_notifications(None, 10_000)
    assert [notification.id for notification in notifications] == list(
        range(1, len(notifications) + 1)
    )


def test_bulk_is_written_whole_or_not_at_all(store: Store) -> None:
    """If one row of a bulk exists already, nothing of its chunk is written."""
    store.start_run(STARTED, SCENARIO)
    name = sealed(1).stream_id
    store.append(name, [("here", b"before")], after=0)
    with pytest.raises(StoreError, match="somebody else has written them"):
        store.put_chunk(RUN, FIRST, bulk=in_bulk(taken(store), streams(0, 1)))
    assert store.rows(name) == [("here", b"before")]
    assert not store.rows(sealed(0).stream_id)
    assert store.chunk(RUN, 0) is None
    store.put_chunk(RUN, SECOND, bulk=in_bulk(taken(store), streams(2)))
    assert store.rows(sealed(2).stream_id) == sealed(2).rows


def test_a_chunk_needs_no_file_elsewhere(tmp_path: Path) -> None:
    """Writing in bulk uses no temporary file outside the store's folder."""
    beside: set[str] = set()

    def look() -> None:
        for path in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                beside.add(path.readlink().name)

    def chunk(first: int) -> bytes:
        names = [f"live-{first + 2 * number:06}" for number in range(900)]
        return in_bulk("sqlite", [(name, [("rolled", b"\0")] * 9) for name in names])

    with open_store(str(tmp_path / "a.db"), create=True) as store:
        store.start_run(STARTED, SCENARIO)
        store.put_chunk(RUN, FIRST, bulk=chunk(0))
        with store._recorder.datastore.get_connection(commit=True) as connection:  # type: ignore[attr-defined] # SQLite's own
            connection._sqlite_conn.set_progress_handler(look, 5000)
        store.put_chunk(RUN, SECOND, bulk=chunk(1))
    assert "a.db-wal" in beside or not Path("/proc/self/fd").exists()
    assert not any("etilqs" in name for name in beside)


def other(*statements: str) -> bytes:
    """Return a database that somebody made by *statements*."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return connection.serialize()


BAD = {
    "rows in bulk that a process made are damaged: .* not a database": b"\xff" * 5000,
    "something else than their table": other(
        "CREATE TABLE seen (a)", "CREATE VIEW rows AS SELECT 'a', 1, 'b', x'00'"
    ),
    "else than their table": other(bulk.TABLE, "CREATE TABLE more (a)"),
    "define something else": other("CREATE TABLE rows (originator_id TEXT)"),
}
"""What is said -> what a process handed over in place of rows."""


@pytest.mark.parametrize("said", BAD)
def test_bulk_that_is_no_table_of_rows_is_refused(said: str, tmp_path: Path) -> None:
    """A bulk that is no table of rows is refused before any row is read."""
    with open_store(str(tmp_path / "a.db"), create=True) as store:
        store.start_run(STARTED, SCENARIO)
        with pytest.raises(StoreError, match=said):
            store.put_chunk(RUN, FIRST, bulk=BAD[said])
        assert store.chunk(RUN, 0) is None
        with store._recorder.datastore.get_connection(commit=True) as connection:  # type: ignore[attr-defined] # SQLite's own
            plain = connection._sqlite_conn
            assert plain.getlimit(sqlite3.SQLITE_LIMIT_ATTACHED) == 0
            with pytest.raises(sqlite3.OperationalError, match="attached"):
                plain.execute("ATTACH ':memory:' AS other")
        store.put_chunk(RUN, FIRST, bulk=in_bulk("sqlite", streams(0, 1)))
        assert store.rows(sealed(1).stream_id) == sealed(1).rows


def test_a_run_is_the_same_in_bulk_and_row_by_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run written in bulk and row by row has the same rows in the same places."""

    def recorded(name: str) -> list[object]:
        plan = make_plan(load("skill_page"), ["uniform"] * 2, seed="bulk", games=60)
        with open_store(str(tmp_path / name), create=True) as store:
            run(plan, store=store)
            return list(store.all_rows())

    ready = recorded("ready.db")
    monkeypatch.setattr(bulk, "_database", lambda _: b"")
    unable = recorded("unable.db")
    monkeypatch.setattr(running, "_in_form_of_store", lambda plan, *_: plan)
    plain = recorded("plain.db")
    assert len(ready) > 600
    assert ready == unable == plain
