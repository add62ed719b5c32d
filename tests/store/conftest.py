"""Empty stores of every kind, for the tests that all of them must pass."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.store.store import MEMORY, Store, open_store

SERVER = os.environ.get("FRACAS_TEST_POSTGRES", "")
"""The address of a database the tests may make schemas in."""

NO_SERVER = "FRACAS_TEST_POSTGRES names no PostgreSQL database to test with"


@pytest.fixture
def server() -> Iterator[str]:
    """Return the address of a schema of its own, gone after the test."""
    if not SERVER:
        pytest.skip(NO_SERVER)
    psycopg = pytest.importorskip("psycopg")
    schema = f"fracas_test_{secrets.token_hex(4)}"
    yield f"{SERVER}?schema={schema}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        # A test may have made others beside it, whose names begin likewise.
        schemas = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)",
            [schema],
        )
        for (name,) in schemas.fetchall():
            connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a store that outlives its process can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "a.db")
    address: str = request.getfixturevalue("server")
    return address


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Return a new store."""
    where = {"memory": MEMORY, "sqlite": str(tmp_path / "a.db")}.get(request.param)
    with open_store(
        where or request.getfixturevalue("server"), create=True, wait=1
    ) as opened:
        yield opened
