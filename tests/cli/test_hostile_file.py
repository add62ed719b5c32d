"""Files made to do harm are refused with the name of what they contain."""

import errno
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from eventsourcing.sqlite import SQLiteDatastore

from sim.errors import StoreError
from sim.store import backend, schema
from sim.store.store import open_store
from tests.cli.conftest import Fracas
from tests.store.content import fill

_COPY = "create table old as select * from stored_events; drop table stored_events;"
_COLUMNS = "originator_id TEXT, originator_version INTEGER, topic TEXT"
_KEY = "PRIMARY KEY (originator_id, originator_version)"

_IO = "disk I/O error"
_RECURSIVE = "with recursive n(i) as (select 1 union all select i + 1 from n)"
_ANEW = f"drop table stored_events; create table stored_events ({_COLUMNS}, state"
_WRITABLE = "pragma writable_schema = on;"
_SPACES = " " * 1200

ATTACKS = {
    "a trigger": (
        "create trigger t after insert on stored_events begin select 1; end",
        "the trigger 't'",
    ),
    "a view in the table's place": (
        f"{_COPY} create view stored_events as select * from old",  # noqa: S608
        "not a Fracas store",
    ),
    "another view": ("create view v as select 1", "the view 'v'"),
    "a recursive view": (
        f"create view v as {_RECURSIVE} select i from n",  # noqa: S608
        "the view 'v'",
    ),
    "another table": ("create table songs (name)", "the table 'songs'"),
    "an index on an expression": (
        "create index i on stored_events (length(state))",
        "the index 'i'",
    ),
    "a generated column": (
        "alter table stored_events add column big as (hex(zeroblob(100000000)))",
        "the generated column 'big'",
    ),
    "a state that is generated": (
        f"{_ANEW} BLOB AS (zeroblob(900000000)), {_KEY})",
        "the generated column 'state'",
    ),
    "a check": (
        f"{_ANEW} BLOB CHECK (length(hex(state)) > 0), {_KEY})",
        "is defined otherwise than",
    ),
    "a default": (
        "alter table stored_events add column more default 7",
        "is defined otherwise than",
    ),
    "an end behind many spaces": (
        f"{_WRITABLE} update sqlite_master set sql = sql || {_SPACES!r} || 'STRICT'",  # noqa: S608
        "is defined otherwise than",
    ),
    "a control character": (
        'create table "\x1b[2J" (name)',
        "the table '\\x1b[2J'",
    ),
    "many tables": (
        ";".join(f"create table t{n} (a)" for n in range(30)),
        "defines more than 20",
    ),
}
"""What is wrong with a file -> the statements that make it so, and its name."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Return a store of one small run."""
    path = tmp_path / "a.db"
    with open_store(str(path), create=True) as opened:
        fill(opened)
    return path


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_file_that_defines_more_than_a_store_is_refused(
    store: Path, attack: str, *, create: bool
) -> None:
    """A file that defines more than a store is refused, and stays as it is."""
    script, name = ATTACKS[attack]
    with closing(sqlite3.connect(store)) as database:
        database.executescript(script)
    before = store.read_bytes()
    with pytest.raises(StoreError) as refused:
        open_store(str(store), create=create)
    assert name in str(refused.value)
    assert store.read_bytes() == before


def test_the_expected_table_is_the_one_the_library_makes(store: Path) -> None:
    """The table that is expected is the one that the library makes."""
    with closing(sqlite3.connect(store)) as database:
        schema.check_schema(database, str(store), create=False)
        (text,) = database.execute("select sql from sqlite_master where type = 'table'")
    assert "GENERATED" not in text[0].upper()


def test_every_connection_is_guarded(store: Path) -> None:
    """Every connection trusts nothing in the schema, and limits values."""
    with open_store(str(store), create=False) as opened:
        datastore: SQLiteDatastore = opened._recorder.datastore  # type: ignore[attr-defined] # the file's own
        with datastore.get_connection(commit=False) as connection:
            ours = connection._sqlite_conn  # pyright: ignore[reportPrivateUsage]
            (trusted,) = ours.execute("pragma trusted_schema").fetchone()
            most = ours.getlimit(sqlite3.SQLITE_LIMIT_LENGTH)
    assert (trusted, most) == (0, schema.VALUE_MAX)


def test_a_value_that_is_too_large_is_refused(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value over the limit is refused when it is written and when it is read."""
    monkeypatch.setitem(schema.LIMITS, sqlite3.SQLITE_LIMIT_LENGTH, 5_000)
    big = 5_001
    with (
        open_store(str(store), create=True) as opened,
        pytest.raises(StoreError, match="too large"),
    ):
        opened.append("live-1", [("a", bytes(big))], after=0)
    with closing(sqlite3.connect(store)) as database:
        row = ("x-1", 1, "a", bytes(big))
        database.execute("insert into stored_events values (?, ?, ?, ?)", row)
        database.commit()
    with (
        open_store(str(store), create=False) as opened,
        pytest.raises(StoreError, match="too large"),
    ):
        opened.rows("x-1")


class Special(NamedTuple):
    """Something that has a path and is no file on a disk."""

    path: str
    name: str


def _special(kind: str, folder: Path) -> Special:
    if kind == "device":
        return Special("/dev/zero", "a device")
    path = folder / "s.db"
    if kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("s.db")
        return Special(str(path), "a socket")
    os.mkfifo(path)
    return Special(str(path), "a named pipe")


@pytest.mark.parametrize("kind", ["pipe", "device", "socket"])
@pytest.mark.parametrize(
    "command",
    [
        ("list", "PATH"),
        ("audit", "PATH"),
        ("replay", "PATH", "1"),
        ("transcript", "PATH", "1"),
        ("export", "PATH"),
        ("run", "footrace", "--games", "1", "--store", "PATH"),
    ],
)
def test_what_is_no_file_is_refused_and_never_waited_for(
    fracas: Fracas,
    tmp_path: Path,
    kind: str,
    command: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A special file is refused by what it is, and not waited for."""
    monkeypatch.chdir(tmp_path)
    path, name = _special(kind, tmp_path)
    said = fracas(*(path if word == "PATH" else word for word in command))
    refused = said.refused()
    assert f"is {name}" in refused or command[0] == "transcript"


@pytest.mark.parametrize("command", ["check-scenario", "run", "transcript", "audit"])
def test_a_scenario_or_transcript_that_is_a_pipe_is_refused(
    fracas: Fracas, tmp_path: Path, command: str
) -> None:
    """A scenario or transcript that is a named pipe is refused."""
    path = tmp_path / "a.toml"
    os.mkfifo(path)
    assert "a named pipe" in fracas(command, path).refused()


def test_an_io_error_on_a_full_disk_says_that_it_is_full(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An I/O error of SQLite is called a full disk only if the disk is full."""
    used = shutil.disk_usage(store)

    def usage(_: Path) -> NamedTuple:
        return used._replace(free=free)

    monkeypatch.setattr(backend, "disk_usage", usage)
    free = 0
    with (
        pytest.raises(StoreError, match="the disk is full"),
        backend.as_store_errors(str(store)),
    ):
        raise sqlite3.OperationalError(_IO)
    free = 1
    with (
        pytest.raises(StoreError, match="failed: disk I/O error"),
        backend.as_store_errors(str(store)),
    ):
        raise sqlite3.OperationalError(_IO)


def test_a_full_disk_under_an_export_names_the_file(
    fracas: Fracas, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export to a full disk names the file, and leaves none behind."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("sim.cli.look.export._write", full)
    target = tmp_path / "out.jsonl"
    said = fracas("export", store, target).refused()
    assert said == f"error: {target} cannot be written: No space left on device"
    assert not target.exists()
