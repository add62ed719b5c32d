"""Stores in one SQLite file: the default.

A commit waits until its bytes are on the disk (synchronous=FULL). A whole chunk of
games is one commit, so the wait is too small to measure, and what a run has reported as
recorded survives a killed process and a power cut. SQLite's write-ahead log lets
readers go on while a run writes; it is folded into the file when the last one closes
it.
"""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from sim.errors import StoreError
from sim.files.regular import kind_of_special_file
from sim.store.backend import Backend, as_store_errors, rows_of
from sim.store.bulk import for_sqlite, insert
from sim.store.schema import ATTACHED, attach_rows, check_schema, safeguard

_MAGIC = b"SQLite format 3\0"
_DAMAGES_MAX = 10
_PAGE = 1 << 14
"""The bytes of a page of a new file. With 4,096, the default, writing takes longer."""


_AGAIN = 0.01
"""How many seconds to wait before what failed for another's lock is tried again."""


class DurablePool(SQLiteConnectionPool):
    """Connections whose commits are on the disk, however SQLite was built.

    Deleting one that is half made prints no error.
    """

    def __del__(self) -> None:
        with suppress(AttributeError):
            super().__del__()

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        safeguard(connection._sqlite_conn)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - the library has no hook
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        # What a statement may have to undo would need a file in some other folder.
        cursor.execute("PRAGMA temp_store=MEMORY")
        return connection


class Datastore(SQLiteDatastore):
    """The library's datastore; deleting one that is half made prints no error."""

    def __del__(self) -> None:
        with suppress(AttributeError):
            super().__del__()


class BulkRecorder(SQLiteApplicationRecorder):
    """The library's recorder and table, with all rows handed over at once."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        bulk: bytes = b"",
        **_: Any,  # noqa: ANN401 - the library's signature
    ) -> Sequence[int] | None:
        """Write all rows, and after them those in *bulk*, in one transaction."""
        with self.datastore.get_connection(commit=True) as connection:
            plain = connection._sqlite_conn  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - the library has no hook
            # Another database is attached, and let go of, between transactions only.
            with (
                attach_rows(plain, bulk) if bulk else nullcontext(),
                connection.transaction(commit=True) as cursor,
            ):
                insert(cursor, self.insert_events_statement, rows_of(stored_events))
                if bulk:
                    cursor.execute(f"INSERT INTO {self.events_table_name} {ATTACHED}")
        return None


class _File:
    """The file of a store: its address for SQLite, and whether it still exists."""

    def __init__(self, path: str) -> None:
        self.path = Path(path).resolve()
        self._identity: tuple[int, int] | None = None

    def uri(self) -> str:
        """Return the file's address; on a medium nobody can write to it cannot change.

        There SQLite could not make the files beside it that readers share.
        """
        fixed = not self._writable() and not self._beside("-wal")
        return f"file:{quote(str(self.path))}?mode=rw" + "&immutable=1" * fixed

    def name(self) -> str:
        """Return what the eventsourcing library is to open."""
        return self.uri() if self.path.exists() else str(self.path)

    def begin(self, wait: int) -> None:
        """Make the file, so that its pages are as large as they should be.

        Once it has a page their size stays.
        """
        with closing(sqlite3.connect(self.path, timeout=wait)) as connection:
            connection.execute(f"PRAGMA page_size={_PAGE}").close()
            _turn_to_log(connection, monotonic() + wait)

    def hold(self) -> None:
        """Remember which file this is."""
        about = self.path.stat()
        self._identity = (about.st_dev, about.st_ino)

    def lost(self) -> bool:
        """Return whether the file is there no more, or another one."""
        try:
            about = self.path.stat()
        except OSError:
            return True
        return self._identity not in (None, (about.st_dev, about.st_ino))

    def connect(self, wait: int = 5) -> sqlite3.Connection:
        """Return a connection of its own that trusts nothing in the file."""
        connection = sqlite3.connect(self.uri(), uri=True, timeout=wait)
        safeguard(connection)
        return connection

    def damage(self) -> list[str]:
        """Return what SQLite finds wrong: pages, rows and indexes that differ."""
        with closing(self.connect()) as connection:
            rows = connection.execute(f"PRAGMA integrity_check({_DAMAGES_MAX})")
            return [sentence for (sentence,) in rows if sentence != "ok"]

    def _writable(self) -> bool:
        return os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)

    def _beside(self, suffix: str) -> bool:
        beside = self.path.with_name(self.path.name + suffix)
        return beside.exists() and beside.stat().st_size > 0


def _turn_to_log(connection: sqlite3.Connection, deadline: float) -> None:
    """Have the file keep a write-ahead log, once others who write to it let it.

    SQLite waits for others in any other statement, but fails at once in this one.
    """
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or monotonic() > deadline:
                raise
            sleep(_AGAIN)
        else:
            return


def sqlite(path: str, *, create: bool, wait: int) -> Backend:
    """Return the backend in the file *path*; *wait* seconds for other writers.

    Raises StoreError when there is no such file (unless *create*), or it is not one
    that could hold a store.
    """
    exists = _exists(Path(path), path, create=create)
    file = _File(path)
    if exists:
        _look(file, path, create=create, wait=wait)
        file.hold()
    name = file.name()
    datastore = Datastore(name, originator_id_type="text")
    datastore.pool = DurablePool(db_name=name, lock_timeout=wait)
    recorder = BulkRecorder(datastore)

    def prepare() -> None:
        if not exists:
            file.begin(wait)
        recorder.create_table()
        file.hold()

    return Backend(
        path,
        recorder,
        prepare,
        datastore.close,
        file.damage,
        file.lost,
        bulk=for_sqlite(),
    )


def _exists(file: Path, path: str, *, create: bool) -> bool:
    """Return whether *file* has anything in it."""
    try:
        if file.is_dir():
            message = f"{path} is a folder, expected an SQLite file"
            raise StoreError(message)
        if not file.exists():
            if create and file.resolve().parent.is_dir():
                return False
            what = f"its folder {file.parent}" if create else "the store"
            message = f"{path}: {what} does not exist"
            raise StoreError(message)
        kind = kind_of_special_file(file)
        if kind:
            message = f"{path} is {kind}, expected an SQLite file"
            raise StoreError(message)
        with file.open("rb") as start:
            magic = start.read(len(_MAGIC))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{path} cannot be read: {reason}"
        raise StoreError(message) from error
    if magic not in (b"", _MAGIC):
        message = f"{path} is not an SQLite file, so it is not a Fracas store"
        raise StoreError(message)
    return magic == _MAGIC or _empty(path, create=create)


def _empty(path: str, *, create: bool) -> bool:
    if not create:
        message = f"{path} is an empty file, not a Fracas store"
        raise StoreError(message)
    return False


def _look(file: _File, path: str, *, create: bool, wait: int) -> None:
    """Refuse somebody else's database before anything in it is touched."""
    with as_store_errors(path), closing(file.connect(wait)) as connection:
        check_schema(connection, path, create=create)
