"""Rows that decode well but hold more than they should are found."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from sim.audit.store import StoreAudit
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.store.store import open_store

OWN = "topic in ('store', 'listed', 'scenario', 'run', 'chunk', 'completed')"


def test_a_field_too_many_is_found_and_named(tmp_path: Path) -> None:
    """A row that decodes but has a field too many is found and named."""
    path = tmp_path / "own.db"
    plan = make_plan(load("stuck_door"), ("steady",) * 3, seed="x", games=3)
    with open_store(str(path), create=True) as store:
        run(plan, store=store)
    with closing(sqlite3.connect(path)) as database:
        columns = "originator_id, originator_version, state"
        rows = database.execute(f"select {columns} from stored_events where {OWN}")  # noqa: S608 - a constant
        for stream, version, state in rows.fetchall():
            held = msgspec.msgpack.decode(state)
            wrong = msgspec.msgpack.encode([*held, "", None, [], "more"])
            _put(database, stream, version, wrong)
            assert _found(path) == [(stream, version)]
            _put(database, stream, version, state)
    assert _found(path) == []


def _put(database: sqlite3.Connection, stream: str, version: int, state: bytes) -> None:
    database.execute(
        "update stored_events set state = ?"
        " where originator_id = ? and originator_version = ?",
        (state, stream, version),
    )
    database.commit()


def _found(path: Path) -> list[tuple[str, int]]:
    with open_store(str(path), create=False) as store:
        findings = StoreAudit(store, depths=("seal", "rules")).everything()
        return [(finding.conflict, finding.event) for finding in findings]
