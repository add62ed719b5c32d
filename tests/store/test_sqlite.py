"""What can be wrong with a store's file, and what a file keeps to."""

import os
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from sim.errors import StoreError, StreamError
from sim.store.sqlite import Datastore, DurablePool, _File
from sim.store.store import open_store
from tests.store.content import RUN, fill, rows


def _made(path: Path) -> str:
    with open_store(str(path), create=True) as store:
        fill(store)
    return str(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """Reading a file that is not there is refused, and makes none."""
    path = tmp_path / "nowhere.db"
    with pytest.raises(StoreError, match=r"nowhere\.db: the store does not exist"):
        open_store(str(path), create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """Writing into a folder that is not there is refused, and makes none."""
    path = tmp_path / "no" / "a.db"
    with pytest.raises(StoreError, match=r"its folder .*no does not exist"):
        open_store(str(path), create=True)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    """A folder given as a store is refused as a folder."""
    with pytest.raises(StoreError, match="is a folder, expected an SQLite file"):
        open_store(str(tmp_path), create=True)


@pytest.mark.parametrize("target", ["", "a\0b", "x" * 5000])
def test_a_name_no_file_can_have_is_refused(target: str) -> None:
    """A file name that is impossible is refused in a sentence."""
    with pytest.raises(StoreError):
        open_store(target, create=True)


@pytest.mark.parametrize("create", [True, False])
def test_another_kind_of_file_is_left_alone(tmp_path: Path, *, create: bool) -> None:
    """A text file is refused as a store, and is not changed."""
    path = tmp_path / "notes.txt"
    path.write_text("a fine day for a duel at the guitar")
    with pytest.raises(StoreError, match="is not an SQLite file"):
        open_store(str(path), create=create)
    assert path.read_text() == "a fine day for a duel at the guitar"


@pytest.mark.parametrize("create", [True, False])
def test_anothers_database_is_left_alone(tmp_path: Path, *, create: bool) -> None:
    """Another program's database is refused, and not a byte changes."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="but not a Fracas store"):
        open_store(str(path), create=create)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("create", [True, False])
def test_another_log_of_events_is_refused(tmp_path: Path, *, create: bool) -> None:
    """A database with the library's table but no store of ours is refused."""
    path = _made(tmp_path / "a.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM stored_events WHERE originator_id = 'fracas'")
        connection.commit()
    with pytest.raises(StoreError, match="holds events, but is not a Fracas store"):
        open_store(path, create=create)


def test_a_table_without_events_is_no_store_to_read(tmp_path: Path) -> None:
    """A database whose table has no events is refused for reading."""
    path = _made(tmp_path / "a.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM stored_events")
        connection.commit()
    with pytest.raises(StoreError, match="holds no events, and is not a Fracas store"):
        open_store(path, create=False)


def test_a_store_that_was_interrupted_as_it_was_made_has_no_tables(
    tmp_path: Path,
) -> None:
    """A database without tables is refused for reading, and a store once written to."""
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    with pytest.raises(StoreError, match="is an SQLite file without tables, not a"):
        open_store(str(path), create=False)
    _made(path)


def test_an_empty_file_becomes_a_store_only_to_write(tmp_path: Path) -> None:
    """An empty file becomes a store when written to, and is refused for reading."""
    path = tmp_path / "a.db"
    path.touch()
    with pytest.raises(StoreError, match="is an empty file, not a Fracas store"):
        open_store(str(path), create=False)
    _made(path)


def test_a_store_cut_short_in_the_making_is_made_again(tmp_path: Path) -> None:
    """A store whose making was killed before its first event is made again."""
    path = _made(tmp_path / "a.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM stored_events")
        connection.commit()
    _made(Path(path))


def test_a_locked_store_says_so(tmp_path: Path) -> None:
    """A locked store is reported after a wait, and works once it is unlocked."""
    path = _made(tmp_path / "a.db")
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        open_store(path, create=False, wait=1) as store,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"a\.db is locked: another process"):
            store.append("live-1", rows(0), after=0)
        assert len(list(store.lines(RUN))) == 3
        other.execute("ROLLBACK")
        store.append("live-1", rows(0), after=0)


def test_whoever_makes_a_store_waits_for_others_who_do(tmp_path: Path) -> None:
    """Whoever makes a store waits for others who are making it."""
    path = tmp_path / "a.db"
    with closing(
        sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"a\.db is locked: another process"):
            open_store(str(path), create=True, wait=0)
        soon = Timer(0.1, other.execute, ["COMMIT"])
        soon.start()
        with open_store(str(path), create=True, wait=60) as store:
            fill(store)
        soon.join()


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    """A store is written with a write-ahead log, synchronously, in large pages."""
    path = tmp_path / "a.db"
    with open_store(str(path), create=True) as store:
        fill(store)
        datastore = store._recorder.datastore  # type: ignore[attr-defined] # the file's own
        with datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"
            cursor.execute("PRAGMA page_size")
            assert cursor.fetchone()[0] == 1 << 14
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "name", ["a b.db", "a%20b.db", "a?mode=memory", "a#b", "ä'\";.db", "file:x"]
)
def test_any_file_name_is_a_file_name(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No character of a file name is read as an option of the library."""
    monkeypatch.chdir(tmp_path)
    _made(Path(name))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with open_store(name, create=False) as store:
        assert len(list(store.lines(RUN))) == 3


def test_the_environment_leads_no_store_astray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Environment variables of the eventsourcing library change nothing."""
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("SQLITE_DBNAME", str(tmp_path / "other.db"))
    monkeypatch.setenv("ORIGINATOR_ID_TYPE", "uuid")
    monkeypatch.setenv("CREATE_TABLE", "no")
    made = _made(tmp_path / "a.db")
    with open_store(made, create=False) as store:
        assert len(list(store.all_rows())) == 16
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_a_full_disk_loses_nothing_that_was_recorded(tmp_path: Path) -> None:
    """A chunk that does not fit on a full disk is not recorded; others stay."""
    with open_store(str(tmp_path / "a.db"), create=True) as store:
        fill(store)
        before = list(store.all_rows())
        datastore = store._recorder.datastore  # type: ignore[attr-defined] # the file's own
        with datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA max_page_count = 10")
        with pytest.raises(StoreError, match="the disk is full, so nothing more"):
            store.append("live-1", [("a", bytes(1_000_000))], after=0)
        assert list(store.all_rows()) == before


def test_a_file_that_was_cut_short_is_said_to_be(tmp_path: Path) -> None:
    """A store file that was cut short is reported as such."""
    path = Path(_made(tmp_path / "a.db"))
    path.write_bytes(path.read_bytes()[:30_000])
    with pytest.raises(StoreError, match="is damaged or cut short, expected"):
        open_store(str(path), create=False)


def test_a_damaged_file_never_surprises(tmp_path: Path) -> None:
    """Whichever bit of a file is flipped, reading works or ends in a sentence."""
    path = Path(_made(tmp_path / "a.db"))
    good = path.read_bytes()
    luck = random.Random(7)
    refused = 0
    for _ in range(200):
        bad = bytearray(good)
        for _ in range(luck.choice([1, 1, 8])):
            bad[luck.randrange(len(bad))] ^= 1 << luck.randrange(8)
        path.write_bytes(bad)
        try:
            with open_store(str(path), create=False, wait=1) as store:
                list(store.all_rows())
                for started in store.runs():
                    list(store.lines(started.run))
        except (StoreError, StreamError):
            refused += 1
        for leftover in (f"{path}-wal", f"{path}-shm"):
            Path(leftover).unlink(missing_ok=True)
    assert 0 < refused < 200


def test_a_store_nobody_can_write_to_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store on a read-only medium can be read, and nothing is written beside it."""
    path = Path(_made(tmp_path / "a.db"))
    before = path.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with open_store(str(path), create=False) as store:
        assert store.run_ids() == (RUN,)
        assert store.damage() == []
        assert list(tmp_path.iterdir()) == [path]
        with pytest.raises(StoreError, match="it, or its folder, is read-only"):
            store.append("live-1", rows(1), after=0)
    assert path.read_bytes() == before


def test_a_folder_nobody_can_write_to_is_said_to_be_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a folder without write permission is called read-only."""

    def unopened(*_: object) -> None:
        message = "unable to open database file"
        raise sqlite3.OperationalError(message)

    monkeypatch.setattr(_File, "begin", unopened)
    with pytest.raises(StoreError, match="failed: unable to open database file"):
        open_store(str(tmp_path / "a.db"), create=True)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match="it, or its folder, is read-only"):
        open_store(str(tmp_path / "a.db"), create=True)


@pytest.mark.parametrize("another", [True, False])
def test_a_store_taken_away_is_noticed_by_whoever_writes(
    tmp_path: Path, *, another: bool
) -> None:
    """If a store's file was removed or replaced, the next write fails."""
    path = tmp_path / "a.db"
    with open_store(str(path), create=True) as store:
        store.append("live-1", rows(1), after=0)
        path.rename(tmp_path / "elsewhere.db")
        if another:
            _made(path)
        with pytest.raises(StoreError, match="was deleted or replaced"):
            store.append("live-2", rows(1), after=0)


@pytest.mark.parametrize("kind", [Datastore, DurablePool])
def test_what_was_interrupted_half_made_goes_without_a_word(
    kind: type[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An object whose making was interrupted is freed without a message."""
    heard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    half = object.__new__(kind)
    del half
    assert not heard
