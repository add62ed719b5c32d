"""A chunk's rows in bulk: as the database of a store takes them in one go.

Most of what a row an event costs to write is handing its values over one by one, and
one process must write all of them. So whoever plays a chunk makes its rows ready: for
SQLite a database in memory, from which one statement copies them, and for PostgreSQL
the bytes of a binary COPY. The store has the same rows in the same order either way.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from pkgutil import resolve_name
from struct import Struct
from typing import Any, Literal, Protocol

from sim.conflict.stream import Row

Bulk = Literal["", "sqlite", "copy"]
"""The form in which a store takes many rows at once; "" where there is none."""
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

_TOGETHER = 25
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
    """Return the rows of *streams* (id, rows) in this *form*; b"" where there is none.

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
    """Have *statement*, which inserts one row, insert all *rows*, many at a time."""
    few = len(rows) % _TOGETHER
    values = chain.from_iterable(islice(rows, len(rows) - few))
    together = zip(*[values] * _COLUMNS * _TOGETHER, strict=True)
    into.executemany(statement + ",(?,?,?,?)" * (_TOGETHER - 1), together)
    into.executemany(statement, rows[len(rows) - few :])


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
    connect = resolve_name("sqlite3:connect")  # most runs keep nothing and need none
    with closing(connect(":memory:", isolation_level=None)) as connection:
        connection.execute(TABLE)
        connection.execute("BEGIN")
        insert(connection, "INSERT INTO rows VALUES (?,?,?,?)", rows)
        connection.execute("COMMIT")
        made: bytes = connection.serialize()
    return made
