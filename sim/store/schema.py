"""What an SQLite file may hold before a row of it is read: a store's table, no more.

A database is a program as much as a file: triggers, views, generated columns and
indexes on expressions run when they are touched, and can claim gigabytes from a few
kilobytes. So a store is opened with SQLite's own safeguards, and what its file defines
is compared with what Fracas would define.
"""

import sqlite3
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager, suppress

from sim.errors import StoreError
from sim.store.bulk import TABLE as ROWS

TABLE = "stored_events"
VALUE_MAX = 1 << 26
"""The most bytes of one row, read or written: what an export's line may have."""

_INDEX = f"sqlite_autoindex_{TABLE}_1"
_DEFINITION = (
    f"CREATE TABLE {TABLE} (originator_id TEXT, originator_version INTEGER,"
    " topic TEXT, state BLOB, PRIMARY KEY (originator_id, originator_version))"
)
_EXPECTED = {("table", TABLE), ("index", _INDEX)}
_KINDS = {"table", "index", "view", "trigger"}
_ENTRIES_MAX = 20
_TEXT_MAX = 1000
"""A longer definition, if only by spaces, may hide what it ends with."""
_QUERY = (
    "SELECT substr(type, 1, 20), substr(name, 1, 100), substr(ifnull(sql, ''), 1, ?)"
    " FROM sqlite_master LIMIT ?"
)

LIMITS: Mapping[int, int] = {
    sqlite3.SQLITE_LIMIT_LENGTH: VALUE_MAX,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 20,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 100,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
"""Limits far above what our statements need, as SQLite advises for untrusted files."""
_SAFEGUARDS = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",
)


def safeguard(connection: sqlite3.Connection) -> None:
    """Have *connection* treat its file as a stranger's, before anything is read."""
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    for pragma in _SAFEGUARDS:
        connection.execute(pragma).close()


ATTACHED = (
    "SELECT originator_id, originator_version, topic, state FROM bulk.rows"
    " ORDER BY rowid"
)
"""What reads the rows of a database that is `attached`, in order."""


@contextmanager
def attach_rows(connection: sqlite3.Connection, rows: bytes) -> Generator[None]:
    """Let *connection* read *rows*, a database that `bulk` made in another process.

    Raises StoreError if it is none, or defines anything but its one table.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)
    try:
        connection.execute("ATTACH ':memory:' AS bulk").close()
        connection.deserialize(rows, name="bulk")
        if _first_texts(connection) != [ROWS]:
            message = "rows in bulk define something else than their table"
            raise StoreError(message)
        yield
    finally:
        with suppress(sqlite3.Error):
            connection.execute("DETACH bulk").close()
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)


def _first_texts(connection: sqlite3.Connection) -> list[object]:
    """Return the first two definitions of a database that is attached."""
    try:
        with closing(connection.execute("SELECT sql FROM bulk.sqlite_master")) as rows:
            return [text for (text,) in rows.fetchmany(2)]
    except sqlite3.DatabaseError as error:
        # It is not the store that is damaged.
        message = f"rows in bulk that a process made are damaged: {error}"
        raise StoreError(message) from error


def check_schema(connection: sqlite3.Connection, path: str, *, create: bool) -> None:
    """Refuse a database that defines anything but a store, by the name of what it is.

    Under *create* a database that defines nothing may become one.
    """
    defined = _defined(connection, path)
    if create and not defined:
        return
    if not defined:
        message = f"{path} is an SQLite file without tables, not a Fracas store"
        raise StoreError(message)
    if ("table", TABLE) not in defined:
        message = f"{path} is an SQLite file, but not a Fracas store"
        raise StoreError(message)
    for kind, name in defined:
        if (kind, name) not in _EXPECTED:
            known = kind if kind in _KINDS else "entry"
            message = (
                f"{path} has the {known} {name!r}, which no Fracas"
                f" store has: expected the table {TABLE} and nothing else"
            )
            raise StoreError(message)
    text = defined["table", TABLE]
    if len(text) > _TEXT_MAX or _plain(text) != _plain(_DEFINITION):
        message = (
            f"{path}: {_departure(connection)}, so it is not a Fracas store that can"
            " be trusted"
        )
        raise StoreError(message)


def _defined(connection: sqlite3.Connection, path: str) -> dict[tuple[str, str], str]:
    """Return what the file defines, by its kind and name: the text that defines it."""
    with closing(connection.execute(_QUERY, (_TEXT_MAX + 1, _ENTRIES_MAX + 1))) as rows:
        defined = {(str(kind), str(name)): str(text) for kind, name, text in rows}
    if len(defined) > _ENTRIES_MAX:
        message = (
            f"{path} defines more than {_ENTRIES_MAX} tables, indexes and the like,"
            " so it is not a Fracas store"
        )
        raise StoreError(message)
    return defined


def _departure(connection: sqlite3.Connection) -> str:
    """Say in what the table differs from a store's: a generated column, or its text."""
    with closing(connection.execute(f"PRAGMA table_xinfo({TABLE})")) as rows:
        columns = [(str(name), hidden) for _, name, _, _, _, _, hidden in rows]
    for name, hidden in columns:
        if hidden:
            return f"its table {TABLE} has the generated column {name!r}"
    names = ", ".join(name for name, _ in columns)
    return (
        f"its table {TABLE} (with the columns {names}) is defined otherwise than"
        f" {_DEFINITION!r}"
    )


def _plain(text: str) -> str:
    """Return a definition without regard to spaces, case and quotation marks."""
    without = text.replace('"', "").replace("IF NOT EXISTS", "")
    return "".join(without.split()).lower()
