"""Changes of single rows that once ended a command with a traceback.

`test_flipped_rows.py` tries changes at random; these are the ones that were found.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import Fracas
from tests.cli.test_flipped_rows import Sample, check_said


class Change(NamedTuple):
    """What to change in the rows of a *topic*, and what the tournament is called."""

    topic: str
    old: bytes
    new: bytes


CHANGES = {
    "the name of a term": Change("contest", b'"until"', b'"uftil"'),
    "the value of a term": Change("contest", b'"until":""', b'"until":{}'),
    "a tournament's settings": Change("contest", b'{"concedes":', b'{"concedes";'),
    "a run's settings": Change("run", b'{"concedes":', b'{"concedes";'),
    "a conflict's settings": Change("started", b'{"concedes":', b'{"concedes";'),
    "an agent in bad UTF-8": Change("contest", b"uniform", b"unif\xffrm"),
    "a seat in bad UTF-8": Change("started", b"Ann", b"A\xffn"),
    "a title in bad UTF-8": Change("run", b"noon", b"n\xc3on"),
}
"""What is changed -> where; on bdf135a ValidationError, DecodeError and so on."""


@pytest.fixture(scope="module")
def made() -> dict[str, Sample]:
    """Return what this file's tests have made so far."""
    return {}


@pytest.fixture
def sample(tmp_path: Path, fracas: Fracas, made: dict[str, Sample]) -> Sample:
    """Return a store with one of everything, made once."""
    if "sample" not in made:
        made["sample"] = Sample(tmp_path, fracas)
    return made["sample"]


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_once_broke_a_command_is_a_sentence(
    sample: Sample, fracas: Fracas, tmp_path: Path, name: str
) -> None:
    """Changed rows that once broke a command are told in sentences by all."""
    change = CHANGES[name]
    bad = tmp_path / "bad.db"
    shutil.copy(sample.path, bad)
    with closing(sqlite3.connect(bad)) as database, database:
        rows = database.execute(
            "select rowid, state from stored_events where topic = ?", (change.topic,)
        ).fetchall()
        changed = [
            (state.replace(change.old, change.new), row)
            for row, state in rows
            if change.old in state
        ]
        assert changed, f"no row of {change.topic} has {change.old!r}"
        database.executemany(
            "update stored_events set state = ? where rowid = ?", changed
        )
    for args in sample.commands(bad):
        said = fracas(*args)
        check_said(said)
        assert "Traceback" not in said.err
    assert fracas("audit", bad).status != 0
