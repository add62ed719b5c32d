"""What can be wrong with a server's address; no message shows its password."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from sim.errors import StoreError
from sim.store.store import open_store
from tests.store.conftest import NO_SERVER, SERVER
from tests.store.content import RUN, fill

SECRET = "hush-0b7"  # noqa: S105 - nobody's
needs_client = pytest.mark.skipif(not SERVER, reason=NO_SERVER)


@needs_client
@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:1/duels",
        f"postgres://ann:{SECRET}@127.0.0.1:1/duels",
        f"postgresql://ann:{SECRET}@nowhere.invalid/duels",
        f"postgresql://ann@127.0.0.1:1/duels?password={SECRET}",
        f"postgresql://ann:x@{SECRET}@127.0.0.1:1/duels",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/duels?no_such_option=1",
        f"postgresql://ann:{SECRET}@127.0.0.1:{SECRET}/duels",
        f"postgresql://ann:{SECRET}@[::1/duels",
        f"postgresql://ann:{SECRET}@127.0.0.1:99999/duels?{SECRET}",
        f"postgresql://ann:12/{SECRET}@127.0.0.1:1/duels",
        f"postgresql://ann:12#{SECRET}@127.0.0.1:1/duels",
        f"postgresql://ann:two {SECRET}@127.0.0.1:1/duels",
    ],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_server_out_of_reach_is_named(address: str, *, create: bool) -> None:
    """A server that cannot be reached is named without its password."""
    with pytest.raises(StoreError) as caught:
        open_store(address, create=create)
    message = str(caught.value)
    assert SECRET not in message
    assert "cannot be reached" in message or "is malformed, expected" in message


def test_a_wrong_password_is_not_repeated(server: str) -> None:
    """A server's refusal of a password is passed on without the password."""
    wrong = server.replace("@", f"{SECRET}@", 1)
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        open_store(wrong, create=True)
    assert SECRET not in str(caught.value)


def test_the_environment_may_have_the_password(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password may be in the environment, and the address goes before that."""
    secret = urlsplit(SERVER).password
    without = server.replace(f":{secret}@", "@", 1)
    with pytest.raises(StoreError, match="no password supplied"):
        open_store(without, create=True)
    monkeypatch.setenv("PGPASSWORD", str(secret))
    monkeypatch.setenv("PGHOST", "nowhere.invalid")
    monkeypatch.setenv("PGHOSTADDR", "192.0.2.1")
    monkeypatch.setenv("PGCLIENTENCODING", "latin1")
    with open_store(without, create=True) as store:
        fill(store)
        assert store.rows(f"{RUN}-1")
    monkeypatch.setenv("PGPASSWORD", SECRET)
    with open_store(server, create=False) as store:
        assert store.run_ids() == (RUN,)


@needs_client
@pytest.mark.parametrize("schema", ["Cup", "two words", "1st", "ü", 'a"b', "a" * 64])
def test_a_schema_that_the_library_cannot_use_is_refused(schema: str) -> None:
    """A schema that the library cannot use is refused before the server is asked."""
    asked = urlencode({"schema": schema})
    with pytest.raises(StoreError, match="expected small letters") as caught:
        open_store(f"postgresql://ann:{SECRET}@127.0.0.1:1/d?{asked}", create=True)
    assert SECRET not in str(caught.value)


@needs_client
@pytest.mark.parametrize("word", ["user", "all", "both"])
def test_a_schema_may_be_called_by_a_word_of_sql(word: str) -> None:
    """A schema may have the name of a word of SQL."""
    psycopg = pytest.importorskip("psycopg")
    try:
        with open_store(f"{SERVER}?schema={word}", create=True) as store:
            fill(store)
        with open_store(f"{SERVER}?schema={word}") as store:
            assert store.run_ids() == (RUN,)
    finally:
        with psycopg.connect(SERVER, autocommit=True) as connection:
            connection.execute(f'DROP SCHEMA IF EXISTS "{word}" CASCADE')


def test_a_service_file_may_say_where_it_is(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address may name an entry of a service file, and goes before it."""
    parts = urlsplit(server)
    entry = f"[duels]\nhost={parts.hostname}\nport={parts.port or 5432}\n"
    file = tmp_path / "services.conf"
    file.write_text(f"{entry}user={parts.username}\npassword={parts.password}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    address = f"postgresql://{parts.path}?{parts.query}&service=duels"
    with open_store(address, create=True) as store:
        fill(store)
    with open_store(server) as store:
        assert store.run_ids() == (RUN,)


@needs_client
def test_what_a_service_file_leaves_out_is_read_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a service file leaves out is read from the environment."""
    file = tmp_path / "services.conf"
    file.write_text("[far]\nhostaddr=127.0.0.1\nport=1\n[near]\nport=1\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    with pytest.raises(StoreError, match=r'at "127\.0\.0\.1", port 1 failed'):
        open_store("postgresql:///duels?service=far")
    monkeypatch.setenv("PGHOST", "127.0.0.1")
    with pytest.raises(StoreError, match=r'at "127\.0\.0\.1", port 1 failed') as raised:
        open_store("postgresql:///duels?service=near")
    assert "PGHOST" not in str(raised.value)


@needs_client
def test_what_the_environment_says_in_vain_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Variables of the environment that were read are named in the error."""
    monkeypatch.setenv("PGHOST", "127.0.0.1")
    monkeypatch.setenv("PGSERVICE", "duels")
    for address in ("postgresql:///duels?port=1", "postgresql://ann@127.0.0.1:1/"):
        with pytest.raises(StoreError, match=r"read from PGHOST, PGSERVICE$"):
            open_store(address)
    with pytest.raises(StoreError) as raised:
        open_store("postgresql://ann@127.0.0.1:1/duels")
    assert "PGHOST" not in str(raised.value)


def test_reading_makes_no_tables(server: str) -> None:
    """Reading refuses a schema without a store, and creates none."""
    for _ in range(2):
        with pytest.raises(StoreError, match="holds no Fracas store"):
            open_store(server, create=False)


def test_many_may_open_a_new_store_at_once(server: str) -> None:
    """Many may open a new store at once, and its tables are made once."""

    def opened(_: int) -> str:
        with open_store(server, create=True) as store:
            return store.listed().__repr__()

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(opened, range(12))) == {"()"}


def test_options_reach_the_server(server: str) -> None:
    """Options of an address that are not ours reach the server."""
    with open_store(f"{server}&application_name=fracas-test", create=True) as store:
        fill(store)
        datastore = store._recorder.datastore  # type: ignore[attr-defined] # the server's own
        with datastore.transaction() as cursor:
            cursor.execute("SHOW application_name")
            assert cursor.fetchone() == {"application_name": "fracas-test"}
        assert len(list(store.lines(RUN))) == 3


def test_a_store_on_a_server_has_a_name_without_a_password(server: str) -> None:
    """Messages about a store on a server begin with its address."""
    with open_store(server, create=True) as store:
        server_parts = urlsplit(SERVER)
        assert server_parts.password
        assert server_parts.password not in store.where
        assert store.where == SERVER.replace(f":{server_parts.password}@", "@")
        with pytest.raises(StoreError, match="^" + re.escape(store.where)):
            store.run("nobody")


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its library a server is refused with the command to install it."""
    monkeypatch.delitem(sys.modules, "sim.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'fracas\[postgres\]'"):
        open_store("postgresql://ann@127.0.0.1/duels", create=True)


@pytest.mark.parametrize("target", ["mysql://127.0.0.1/duels", "http://a/b.db"])
def test_another_kind_of_server_is_refused(target: str) -> None:
    """An address of another kind of server is refused with what is expected."""
    with pytest.raises(StoreError, match="expected a path or postgresql://"):
        open_store(target, create=True)


def test_a_server_that_is_gone_is_asked_once(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has lost the server asks for one connection, and gives up."""
    pool = pytest.importorskip("psycopg_pool")
    asked: list[int] = []

    def gone(*_: object, **__: object) -> None:
        asked.append(1)
        message = "couldn't get a connection"
        raise pool.PoolTimeout(message)

    with open_store(server, create=True) as store:
        monkeypatch.setattr(pool.ConnectionPool, "connection", gone)
        with pytest.raises(StoreError, match=r"any more, .* goes on with --resume"):
            store.append("live-1", [("a", b"")], after=0)
    assert asked == [1]


CHANGES = {
    "trigger 'late'": (
        (
            "CREATE FUNCTION {schema}.f() RETURNS trigger LANGUAGE plpgsql AS"
            " 'BEGIN RETURN NEW; END'"
        ),
        "CREATE TRIGGER late BEFORE INSERT ON {table} EXECUTE FUNCTION {schema}.f()",
    ),
    "rule 'lost'": ("CREATE RULE lost AS ON INSERT TO {table} DO INSTEAD NOTHING",),
    "policy 'mine'": ("CREATE POLICY mine ON {table} USING (topic <> 'chunk')",),
    "constraint 'small'": (
        "ALTER TABLE {table} ADD CONSTRAINT small CHECK (length(topic) < 99)",
    ),
    "index 'upper'": ("CREATE INDEX upper ON {table} (upper(topic))",),
    "generated column 'more'": (
        (
            "ALTER TABLE {table} ADD more text GENERATED ALWAYS AS (repeat(topic, 9))"
            " STORED"
        ),
    ),
    "originator_id text, originator_version bigint, topic text, state bytea,"
    " notification_id bigint, more text, expected": (
        "ALTER TABLE {table} ADD more text",
    ),
    "expected originator_id text": ("ALTER TABLE {table} ALTER topic TYPE varchar",),
    "column 'topic' has the default": (
        "ALTER TABLE {table} ALTER topic SET DEFAULT version()",
    ),
    "column 'notification_id' has the default": (
        "ALTER TABLE {table} ALTER notification_id SET DEFAULT 7",
    ),
    "child ": ("CREATE TABLE {schema}.heir () INHERITS ({table})",),
    "is a view": (
        "ALTER TABLE {table} RENAME TO elsewhere",
        "CREATE VIEW {table} AS SELECT * FROM {schema}.elsewhere",
    ),
}
"""What is said -> what somebody has done to the table."""


@pytest.mark.parametrize("named", CHANGES)
@pytest.mark.parametrize("create", [True, False])
def test_another_table_than_a_stores_is_refused(
    named: str, server: str, *, create: bool
) -> None:
    """A table that differs from a store's is refused with what differs."""
    psycopg = pytest.importorskip("psycopg")
    with open_store(server, create=True) as store:
        fill(store)
    schema = server.partition("schema=")[2]
    with psycopg.connect(SERVER, autocommit=True) as connection:
        for change in CHANGES[named]:
            table = f"{schema}.fracas_events"
            connection.execute(change.format(schema=schema, table=table))
    with pytest.raises(StoreError) as raised:
        open_store(server, create=create)
    assert named in str(raised.value)
    assert str(raised.value).endswith("not a Fracas store that can be trusted")
