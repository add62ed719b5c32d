"""Stores on a PostgreSQL server: postgresql://user:password@host:port/database.

`?schema=NAME` chooses a schema; any other option after the question mark is passed to
the server's client library, such as `?sslmode=require`. The tables are made once, by
whoever opens the store to write first, under a lock that makes the others wait. The
password is never part of a message; where an address has none, that of PGPASSWORD or of
a ~/.pgpass is used. Nothing of the environment says where a store is. `?service=NAME`
lets an entry of a ~/.pg_service.conf say whatever the address leaves out; what neither
says is read from the environment then.
"""

import os
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.utils import retry
from msgspec import Struct
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from psycopg_pool import PoolTimeout

from sim.errors import StoreError
from sim.store.backend import Backend, as_store_errors, rows_of
from sim.store.bulk import COPY_BEGINS, COPY_ENDS, as_binary_copy
from sim.store.postgres_schema import check_schema

_TABLE = "fracas_events"
_FIND = "SELECT pg_catalog.to_regclass(%s)::oid"
_SHAPE = "postgresql://user:password@host:port/database"
_SCHEMA = re.compile("[a-z_][a-z0-9_]{0,62}")
"""Names that stay the same with and without quotation marks."""
_OURS = {"hostaddr": "", "client_encoding": "utf8"}
"""What PGHOSTADDR and PGCLIENTENCODING would say otherwise; rows in bulk are UTF-8."""
_SERVICE = "service"
"""The option that names an entry of a service file."""
_NOT_READ = ("PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGSERVICE")
"""Variables that other programs take the address from."""
_CONNECT_SECONDS = 5
_ATTEMPTS = 10
"""How often the library tries again when a lock cannot be had."""
_LOCK_KEY = 0x667261636173
"""The advisory lock held while tables are made: `fracas` in ASCII."""


class Server(Struct, frozen=True):
    """The address of a store, and the user to connect as."""

    host: str
    port: str
    user: str
    password: str
    dbname: str
    schema: str
    options: dict[str, str]

    @property
    def where(self) -> str:
        """The address without the password."""
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"postgresql://{user}{self.host}{port}/{self.dbname}"

    def connect(self) -> "psycopg.Connection[Any]":
        """Return a connection that commits every statement.

        Raises StoreError when the server cannot be reached or refuses.
        """
        try:
            named = {"connect_timeout": str(_CONNECT_SECONDS)} | self.settings()
            return psycopg.connect(make_conninfo(**named), autocommit=True)
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            if self.password:
                reason = reason.replace(self.password, "***")
            message = f"{self.where} cannot be reached: {reason}{self._passed_over()}"
            raise StoreError(message) from None

    def settings(self) -> dict[str, Any]:
        """Return what the client library is told.

        An empty text keeps it from asking the environment, but also a service file. So
        with a service file it asks both.
        """
        named = {
            "host": self.host,
            "port": self.port,
            "user": self.user,
            "dbname": self.dbname,
            **_OURS,
        }
        if _SERVICE in self.options:
            named = {name: value for name, value in named.items() if value}
        if self.password:  # an empty one would be taken for PGPASSWORD's
            named["password"] = self.password
        return named | self.options

    def _passed_over(self) -> str:
        """Return a note where the environment has what the address leaves out."""
        given = [name for name in _NOT_READ if os.environ.get(name)]
        everything = self.host and self.user and self.dbname
        if not given or everything or _SERVICE in self.options:
            return ""
        return f"; the address must say it, for nothing is read from {', '.join(given)}"


class Datastore(PostgresDatastore):
    """The library's datastore, but it does not try again if the server is gone.

    The library would try ten times, each as long as a connection may take.
    """

    def __init__(self, where: str, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - the library's own
        super().__init__(*args, **kwargs)
        self._where = where

    @contextmanager
    def get_connection(self) -> Generator["psycopg.Connection[Any]", None, None]:
        """Lend a connection; raises StoreError when none can be had."""
        try:
            with super().get_connection() as connection:
                yield connection
        except OperationalError as error:
            if not isinstance(error.__cause__, PoolTimeout):
                raise
            message = (
                f"{self._where} cannot be reached any more, so nothing more was"
                " written; what was recorded before is kept, and a run or tournament"
                f" goes on with --resume ({error})"
            )
            raise StoreError(message) from error

    def register_type_adapters(self) -> None:
        """Do without: rows are copied, and no statement has a value of a row's type.

        The library looks the type up in a schema that it names without quotation marks,
        so one called `user` would be an error.
        """


class BulkRecorder(PostgresApplicationRecorder):
    """The library's recorder and table, with rows copied in the server's own format."""

    @retry((InterfaceError, OperationalError), max_attempts=_ATTEMPTS, wait=0.2)
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        bulk: bytes = b"",
        **_: Any,  # noqa: ANN401 - the library's signature
    ) -> Sequence[int] | None:
        """Write all rows, and after them those in *bulk*, in one transaction.

        COPY cannot be part of a pipeline.
        """
        statement = SQL(
            "COPY {}.{} (originator_id, originator_version, topic, state)"
            " FROM STDIN (FORMAT BINARY)"
        ).format(Identifier(self.datastore.schema), Identifier(self.events_table_name))
        with (
            self.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor() as cursor,
        ):
            self._lock_table(cursor)
            self._notify_channel(cursor)
            with cursor.copy(statement) as copy:
                copy.write(COPY_BEGINS + as_binary_copy(rows_of(stored_events)))
                copy.write(bulk + COPY_ENDS)
        return None


def postgres(url: str, *, create: bool, wait: int) -> Backend:
    """Return the backend at *url*; about *wait* seconds for other writers.

    Raises StoreError when the server cannot be reached or holds no store (unless
    *create*).
    """
    server = _parse(url)
    with server.connect() as connection, as_store_errors(server.where, psycopg.Error):
        table = _table(connection, server)
        if table:
            check_schema(connection, table, _TABLE, server.where)
    if not table and not create:
        message = f"{server.where} holds no Fracas store (schema {server.schema})"
        raise StoreError(message)
    datastore = Datastore(
        server.where,
        server.dbname,
        server.host,
        server.port,
        server.user,
        server.password,
        connect_timeout=_CONNECT_SECONDS,
        lock_timeout=max(1, wait // _ATTEMPTS),
        schema=server.schema,
        originator_id_type="text",
    )
    settings = cast("dict[str, Any]", datastore.pool.kwargs)
    for name in ("host", "port", "user", "password", "dbname"):
        del settings[name]
    settings.update(server.settings())
    with as_store_errors(server.where):
        recorder = BulkRecorder(datastore, events_table_name=_TABLE)

    def prepare() -> None:
        _make_tables(server, recorder)

    return Backend(server.where, recorder, prepare, datastore.close, bulk="copy")


def _parse(url: str) -> Server:
    """Read *url*; a malformed one is not repeated, for it may hold a password."""
    try:
        parts = urlsplit(url)
        port = parts.port
        options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        raise StoreError(_malformed()) from None
    if parts.fragment or "@" in parts.path or any(map(str.isspace, url)):
        # A password with one of / ? # and spaces would be taken for something else.
        raise StoreError(_malformed())
    schema = options.pop("schema", "public")
    if not _SCHEMA.fullmatch(schema):
        message = (
            f"a store cannot be in the schema {schema!r}: expected small letters,"
            " digits and _, and no digit first"
        )
        raise StoreError(message)
    return Server(
        host=options.pop("host", unquote(parts.hostname or "")),
        port="" if port is None else str(port),
        user=unquote(parts.username or ""),
        password=options.pop("password", unquote(parts.password or "")),
        dbname=unquote(parts.path.removeprefix("/")),
        schema=schema,
        options=options,
    )


def _malformed() -> str:
    return (
        f"the PostgreSQL address is malformed, expected {_SHAPE} (in a password: %2F"
        " for /, %3F for ?, %23 for #, %40 for @, %20 for a space)"
    )


def _table(connection: "psycopg.Connection[Any]", server: Server) -> int | None:
    """Return the OID of the store's table, None if there is none."""
    name = Identifier(server.schema, _TABLE).as_string(connection)
    (oid,) = connection.execute(_FIND, (name,)).fetchone() or (None,)
    return oid


def _make_tables(server: Server, recorder: BulkRecorder) -> None:
    with server.connect() as connection, as_store_errors(server.where, psycopg.Error):
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK_KEY,))
        if _table(connection, server):
            return
        schema = SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(server.schema))
        connection.execute(schema)
        recorder.create_table()
