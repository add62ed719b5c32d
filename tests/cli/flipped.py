"""One row of a store changed at random, in every way a foreign file may be."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

_HOW = (
    *("bit",) * 12,
    *("byte", "cut", "longer", "text", "nothing", "number"),
    *("version", "topic", "stream", "no text", "no tag"),
)
Value = str | int | bytes | float | None


class Flip(NamedTuple):
    """What was changed: where the row stood, its tag, and how."""

    stream: str
    version: int
    topic: str
    how: str


def topics(store: Path) -> list[str]:
    """Return the tags of the rows that *store* holds, each once."""
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("select distinct topic from stored_events order by 1")
        return [topic for (topic,) in rows]


def flip(store: Path, topic: str, luck: Random) -> Flip:
    """Change one row of *topic*; return what was done."""
    with closing(sqlite3.connect(store)) as database:
        row, stream, version, state = luck.choice(
            database.execute(
                "select rowid, originator_id, originator_version, state"
                " from stored_events where topic = ? order by rowid",
                (topic,),
            ).fetchall()
        )
        how = luck.choice(_HOW)
        column, value = _changed(how, state, (stream, version, topic), luck)
        database.execute(
            f"update or replace stored_events set {column} where rowid = ?",  # noqa: S608
            (value, row),
        )
        database.commit()
    return Flip(stream, version, topic, how)


def _changed(
    how: str, state: bytes, place: tuple[str, int, str], luck: Random
) -> tuple[str, Value]:
    """Return the assignment and the value that it sets."""
    stream, version, topic = place
    at = luck.randrange(len(state) or 1)
    others = {
        "version": (0, -1, 1 << 62, version + 1),
        "topic": ("", "run", "sealed", "chunk", f"{topic}x"),
        "stream": ("", "run:", "a-1", f"{stream}\x7f"),
    }
    made: dict[str, tuple[str, Value]] = {
        "bit": ("state = ?", _at(state, at, state[at] ^ 1 << luck.randrange(8))),
        "byte": ("state = ?", _at(state, at, luck.randrange(256))),
        "cut": ("state = ?", state[:at]),
        "longer": ("state = ?", state + luck.randbytes(3)),
        "text": ("state = cast(? as text)", state),
        "nothing": ("state = ?", None),
        "number": ("state = ?", version * 1.5),
        "version": ("originator_version = ?", luck.choice(others["version"])),
        "topic": ("topic = ?", luck.choice(others["topic"])),
        "stream": ("originator_id = ?", luck.choice(others["stream"])),
        "no text": ("originator_id = cast(? as text)", b"run:\xff" + stream.encode()),
        "no tag": ("topic = cast(? as text)", b"\xff" + topic.encode()),
    }
    return made[how]


def _at(state: bytes, at: int, value: int) -> bytes:
    return state[:at] + bytes([value]) + state[at + 1 :]
