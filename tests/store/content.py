"""A small run to put into stores: three games in two chunks."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sim.conflict.stream import Line, Row, Sealed
from sim.seam.events import SeatTaken
from sim.store.events import ChunkRecorded, RunCompleted, RunStarted, conflict_stream
from sim.store.store import Store

DIGEST = bytes(range(32))
SCENARIO = b'{"title":"Two at noon"}'
RUN = "3fa91c02"
SEATS = (SeatTaken("Ann", "uniform", "1"), SeatTaken("Bo", "steady", "2", '{"a":1}'))

STARTED = RunStarted(
    RUN,
    "Two at noon",
    "toy",
    1,
    DIGEST.hex(),
    SEATS,
    ("uniform", "steady:a=1"),
    "noon",
    3,
    2,
    "full",
)


def line(game: int) -> Line:
    """Return the line of a game."""
    returns = (1.0, 0.0)
    return Line(game, "broken", returns, 4, 3, 2, {"harm": (0, 4)}, bytes([game]) * 32)


def rows(game: int) -> list[Row]:
    """Return rows of a conflict; to a store they are only bytes."""
    return [("started", b"a%d" % game), ("rolled", b"\x00\xff"), ("sealed", b"")]


def sealed(game: int) -> Sealed:
    """Return a conflict."""
    return Sealed(conflict_stream(RUN, game), rows(game), line(game))


FIRST = ChunkRecorded(0, (line(0), line(1)))
SECOND = ChunkRecorded(1, (line(2),))
COMPLETED = RunCompleted(3, b"\x07" * 32)


def fill(store: Store) -> None:
    """Put the whole run into *store*."""
    store.start_run(STARTED, SCENARIO)
    store.put_chunk(RUN, FIRST, [sealed(0), sealed(1)])
    store.put_chunk(RUN, SECOND, [sealed(2)])
    store.complete_run(RUN, COMPLETED, STARTED.chunks)


def cut_after(path: Path, rows: int) -> None:
    """Leave so many *rows* of every run in a store, as if it was killed then."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "DELETE FROM stored_events WHERE originator_id LIKE 'run:%'"
            " AND originator_version > ?",
            [rows],
        )
