"""`fracas export` and `import` take a store out and back to the last bit."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Fracas


@pytest.fixture
def exported(fracas: Fracas, store: Path, tmp_path: Path) -> Path:
    """Return the store as JSON lines."""
    path = tmp_path / "noon.jsonl"
    assert fracas("export", store, path).status == 0
    return path


def rows(path: Path) -> set[tuple[object, ...]]:
    """Return everything an SQLite store holds."""
    with closing(sqlite3.connect(path)) as opened, opened:
        selected = opened.execute(
            "select originator_id, originator_version, topic, state from stored_events"
        )
        return set(selected.fetchall())


def test_import_gives_back_what_was_exported(
    fracas: Fracas, store: Path, exported: Path, tmp_path: Path
) -> None:
    """An import has the same rows as the store that was exported."""
    copy = tmp_path / "copy.db"
    said = fracas("import", copy, exported, "--json")
    assert said.json()["events"] == len(rows(store))
    assert rows(copy) == rows(store)
    again = tmp_path / "again.jsonl"
    fracas("export", copy, again)
    assert again.read_bytes() == exported.read_bytes()
    assert fracas("import", copy, exported, "--json").json()["new"] == 0


def test_export_to_stdout_is_the_file(
    fracas: Fracas, store: Path, exported: Path
) -> None:
    """Without a file the same lines go to stdout."""
    said = fracas("export", store)
    assert said.out.encode() == exported.read_bytes()
    events = said.lines()[1:-1]
    assert events[0] == {
        "stream": "fracas",
        "version": 1,
        "tag": "store",
        "event": ["store", 1],
        "bytes": events[0]["bytes"],
    }


def test_export_never_overwrites(fracas: Fracas, store: Path, exported: Path) -> None:
    """An export to a file that is there is refused, and leaves it as it was."""
    before = exported.read_bytes()
    assert "is there already" in fracas("export", store, exported).refused()
    assert exported.read_bytes() == before
    assert "cannot be written" in fracas("export", store, "/nowhere/x").refused()


Lines = list[bytes]
EDITS: dict[str, Callable[[Lines], Lines]] = {
    "cut": lambda lines: lines[:-20],
    "dropped": lambda lines: lines[:30] + lines[31:],
    "swapped": lambda lines: [*lines[:20], lines[21], lines[20], *lines[22:]],
    "doubled": lambda lines: [*lines[:20], lines[20], *lines[20:]],
    "added": lambda lines: [*lines, lines[5]],
    "headless": lambda lines: lines[1:],
    "event": lambda lines: [
        line.replace(b'["held",0]', b'["held",1]') for line in lines
    ],
    "nonsense": lambda lines: [*lines[:9], b"\xff{]", *lines[10:]],
    "deep": lambda lines: [*lines[:9], b"[" * 100_000, *lines[10:]],
    "later": lambda lines: [b'{"fracas":2}', *lines[1:]],
}
"""Ways in which a file comes to harm."""


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("cut", "expected a last line with a digest"),
        ("dropped", "line 31 "),
        ("swapped", "line 21 "),
        ("doubled", "line 22 "),
        ("added", "should be the last"),
        ("headless", "line 1 is not the head"),
        ("event", "has another event as JSON than in its bytes"),
        ("nonsense", "line 10 is not an event"),
        ("deep", "line 10 is not an event"),
        ("later", "line 1 is not the head"),
    ],
)
def test_import_refuses_what_is_not_whole(
    fracas: Fracas, exported: Path, tmp_path: Path, how: str, said: str
) -> None:
    """A damaged file is refused with its line, and nothing is written."""
    lines = EDITS[how](exported.read_bytes().splitlines())
    exported.write_bytes(b"\n".join(lines) + b"\n")
    copy = tmp_path / "copy.db"
    assert said in fracas("import", copy, exported).refused()
    assert not copy.exists()


def test_import_refuses_other_events_of_the_same_name(
    fracas: Fracas, store: Path, exported: Path
) -> None:
    """An import that differs from the store's events is refused, and changes none."""
    with closing(sqlite3.connect(store)) as opened, opened:
        opened.execute(
            "update stored_events set state = x'93c0' where originator_version = 2"
            " and originator_id like '%-7'"
        )
    before = rows(store)
    assert "holds another event 2 of" in fracas("import", store, exported).refused()
    assert rows(store) == before


def test_import_says_why_a_file_cannot_be_read(fracas: Fracas, tmp_path: Path) -> None:
    """A file that cannot be read is refused, and leaves no empty store."""
    copy = tmp_path / "copy.db"
    assert "cannot be read" in fracas("import", copy, tmp_path / "none").refused()
    assert not copy.exists()


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(at=st.integers(0, 5000), byte=st.integers(0, 255))
def test_import_finds_any_changed_byte(
    fracas: Fracas, exported: Path, tmp_path: Path, at: int, byte: int
) -> None:
    """A changed byte anywhere in the file is found."""
    raw = bytearray(exported.read_bytes())
    at %= len(raw)
    damaged = tmp_path / "damaged.jsonl"
    if raw[at] == byte or {raw[at], byte} <= {10, 13}:
        return
    raw[at] = byte
    damaged.write_bytes(raw)
    said = fracas("import", tmp_path / "copy.db", damaged)
    assert said.refused()


def test_a_named_pipe_is_not_waited_for(fracas: Fracas, tmp_path: Path) -> None:
    """A named pipe is refused, and not waited for."""
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    said = fracas("import", tmp_path / "copy.db", pipe)
    assert "it is a named pipe, expected a file" in said.refused()
