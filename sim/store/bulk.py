"""A chunk's rows in bulk: in the form that a database takes in one statement.

Most of the time to write a row is spent on handing over its values one by one, and one
process must write the rows of all workers. So the process that plays a chunk prepares
them: for SQLite a database in memory, from which one statement copies the rows, for
PostgreSQL the bytes of a binary COPY. The store gets the same rows in the same order.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from pkgutil import resolve_name
from struct import Struct
from typing import Any, Literal, Protocol

from sim.conflict.stream import Row

Bulk = Literal["", "sqlite", "copy"]
"""The form in which a store takes many rows at once; "" if there is none."""
Stored = tuple[str, int, str, bytes]
"""A row in its place: the stream's id, the version (from 1), the tag, the bytes.

It replaces the library's StoredEvent: a plain tuple takes a sixth of the time to make,
and databases take it as it is.
"""

TABLE = (
    "CREATE TABLE rows (originator_id TEXT, originator_version INTEGER,"
    " topic TEXT, state BLOB)"
)
"""The one table of the database that is made for SQLite."""
COPY_BEGINS, COPY_ENDS = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
"""What stands before and after rows in a binary COPY."""

_ROWS_AT_ONCE = 25
"""The most rows that one statement inserts; more have too many values for it.

Each statement costs as much as to insert a row.
"""
_COLUMNS = 4
_NAME, _PLACE, _LENGTH = Struct(">hi"), Struct(">iqi"), Struct(">i")
_BIGINT = 8


class Inserts(Protocol):
    """A connection or a cursor: what a statement is given to with many values."""

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Any:  # noqa: ANN401 - each library has its own
        """Run *sql* once with each of *parameters*."""
        ...


def for_sqlite() -> Bulk:
    """Return the form that SQLite takes; not every build of Python has it."""
    return "sqlite" if hasattr(resolve_name("sqlite3:Connection"), "serialize") else ""


def in_bulk(form: Bulk, streams: Iterable[tuple[str, Sequence[Row]]]) -> bytes:
    """Return the rows of *streams* (id, rows) in this *form*; b"" if there is none.

    The machine that plays may lack what the one that records has.
    """
    placed = [
        (name, version, topic, state)
        for name, rows in streams
        for version, (topic, state) in enumerate(rows, 1)
    ]
    if form == "copy":
        return as_binary_copy(placed)
    return _database(placed) if form and for_sqlite() else b""


def insert(into: Inserts, statement: str, rows: Sequence[Stored]) -> None:
    """Insert *rows*, many at a time, by *statement*, which inserts one row."""
    whole = len(rows) - len(rows) % _ROWS_AT_ONCE
    values = chain.from_iterable(islice(rows, whole))
    # One iterator this many times over: each item takes the values of this many rows.
    batches = zip(*[values] * _COLUMNS * _ROWS_AT_ONCE, strict=True)
    into.executemany(statement + ",(?,?,?,?)" * (_ROWS_AT_ONCE - 1), batches)
    into.executemany(statement, rows[whole:])


def as_binary_copy(rows: Iterable[Stored]) -> bytes:
    """Return *rows* as a binary COPY has them, without its beginning and its end."""
    return b"".join(chain.from_iterable(map(_fields, rows)))


def _fields(row: Stored) -> Iterator[bytes]:
    """Yield how many fields a row has, and each field after its length."""
    name, version, topic, state = row
    stream, kind = name.encode(), topic.encode()
    yield _NAME.pack(_COLUMNS, len(stream))
    yield stream
    yield _PLACE.pack(_BIGINT, version, len(kind))
    yield kind
    yield _LENGTH.pack(len(state))
    yield state


def _database(rows: Sequence[Stored]) -> bytes:
    """Return *rows* as the one table of an SQLite database."""
    connect = resolve_name("sqlite3:connect")  # most runs keep nothing and need none
    with closing(connect(":memory:", isolation_level=None)) as connection:
        connection.execute(TABLE)
        connection.execute("BEGIN")
        insert(connection, "INSERT INTO rows VALUES (?,?,?,?)", rows)
        connection.execute("COMMIT")
        made: bytes = connection.serialize()
    return made
