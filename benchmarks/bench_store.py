"""Recording alone: prepared rows into a SQLite file, against plain SQL.

The same rows, in the same table, in the same transactions and as safe on the disk,
are put there with nothing but `executemany`. Packed, they are one row a chunk. In bulk
they are as a run has them, made ready by whoever played the chunk.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread, wall
from benchmarks.stage import DUEL, begin, plan
from sim.conflict.stream import Sealed
from sim.run.chunk import Job, Plan, decode_conflicts, play_chunk
from sim.store.bulk import for_sqlite, in_bulk
from sim.store.events import ChunkRecorded, RunStarted, chunk_size, row, run_stream
from sim.store.packing import pack
from sim.store.store import open_store

SLOWER_MOST = 1.6
PACKED_MOST = 0.5
BULK_MOST = 0.75
TABLE = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER,"
    " topic TEXT, state BLOB, PRIMARY KEY (originator_id, originator_version))"
)
INSERT = "INSERT INTO stored_events VALUES (?, ?, ?, ?)"


class Chunk(Struct, frozen=True):
    """What is recorded in one transaction."""

    recorded: ChunkRecorded
    conflicts: list[Sealed]


class Ready(Struct, frozen=True):
    """A chunk as a worker hands it over."""

    recorded: ChunkRecorded
    conflicts: list[Sealed]
    packed: bytes = b""
    bulk: bytes = b""


def measure(rounds: int = 9, games: int = 400) -> list[Section]:
    """Return how fast finished conflicts are recorded."""
    whole = plan(DUEL, games)
    chunks = list(_chunks(whole))
    with TemporaryDirectory() as folder:
        ours, bulk, packed, plain = columns(
            side_by_side(
                rounds,
                _storing(Path(folder), whole, chunks, "ours"),
                _storing(Path(folder), whole, chunks, "bulk"),
                _storing(Path(folder), whole, chunks, "packed"),
                _plain(Path(folder), whole, chunks),
                clock=wall,
            )
        )
        sizes = [_size(Path(folder), what) for what in ("packed", "ours")]
    figures = [
        ratio("time / time of plain SQL", ours, plain, most=SLOWER_MOST),
        ratio("time in bulk / time row by row", bulk, ours, most=BULK_MOST),
        ratio("time packed / time in full", packed, ours, most=PACKED_MOST),
        spread("size packed / size in full", [sizes[0] / sizes[1]]),
        spread("events/s, thousands", [1e-3 / each for each in ours]),
        spread("events/s in bulk, thousands", [1e-3 / each for each in bulk]),
        spread("events/s packed, thousands", [1e-3 / each for each in packed]),
        spread("events/s of plain SQL, thousands", [1e-3 / each for each in plain]),
    ]
    return [Section(f"Recording alone: {DUEL}", figures)]


def _chunks(whole: Plan) -> list[Chunk]:
    size = chunk_size(whole.games)
    chunks: list[Chunk] = []
    for index, first in enumerate(range(0, whole.games, size)):
        job = Job(whole, first, min(size, whole.games - first))
        conflicts = decode_conflicts(play_chunk(job))
        lines = tuple(done.line for done in conflicts)
        chunks.append(Chunk(ChunkRecorded(index, lines), conflicts))
    return chunks


def _events(chunks: Sequence[Chunk]) -> int:
    return sum(len(done.rows) for chunk in chunks for done in chunk.conflicts)


def _size(folder: Path, what: str) -> int:
    """Return how many bytes the first store of this kind has."""
    return (folder / f"{what}-0.db").stat().st_size


def _ready(chunk: Chunk, what: str) -> Ready:
    """Return how a worker hands *chunk* over: its conflicts, packed, in bulk."""
    streams = [(conflict.stream_id, conflict.rows) for conflict in chunk.conflicts]
    if what == "bulk":
        return Ready(chunk.recorded, [], bulk=in_bulk(for_sqlite(), streams))
    if what == "packed":
        return Ready(chunk.recorded, [], packed=pack(streams))
    return Ready(chunk.recorded, chunk.conflicts)


def _storing(folder: Path, whole: Plan, chunks: Sequence[Chunk], what: str) -> Work:
    count = iter(range(1_000_000))
    started = _started(whole)
    # Packing is part of what is measured, as before; rows in bulk are made by workers.
    ready = [_ready(chunk, what) for chunk in chunks if what == "bulk"]

    def work() -> int:
        path = folder / f"{what}-{next(count)}.db"
        with open_store(str(path), create=True) as store:
            store.start_run(started, whole.scenario)
            for handed in ready or (_ready(chunk, what) for chunk in chunks):
                store.put_chunk(
                    whole.run_id,
                    handed.recorded,
                    handed.conflicts,
                    packed=handed.packed,
                    bulk=handed.bulk,
                )
        return _events(chunks)

    return work


def _started(whole: Plan) -> RunStarted:
    opening = begin(DUEL).opening
    return RunStarted(
        whole.run_id,
        DUEL,
        opening.system,
        opening.rules_version,
        opening.scenario,
        opening.seats,
        whole.agents,
        whole.seed,
        whole.games,
        chunk_size(whole.games),
        whole.record,
    )


def _plain(folder: Path, whole: Plan, chunks: Sequence[Chunk]) -> Work:
    count = iter(range(1_000_000))
    run = run_stream(whole.run_id)

    def work() -> int:
        path = folder / f"plain-{next(count)}.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(TABLE)
            for chunk in chunks:
                with connection:
                    connection.executemany(INSERT, _rows(run, chunk))
        return _events(chunks)

    return work


def _rows(run: str, chunk: Chunk) -> list[tuple[str, int, str, bytes]]:
    tag, state = row(chunk.recorded)
    rows = [(run, chunk.recorded.version, tag, state)]
    for done in chunk.conflicts:
        name = done.stream_id
        rows += [
            (name, version, tag, state)
            for version, (tag, state) in enumerate(done.rows, 1)
        ]
    return rows
