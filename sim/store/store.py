"""The store: scenarios, runs and conflicts, kept as streams of events.

`open_store` finds out what a target is: a PostgreSQL address, `:memory:`, else the
path of an SQLite file. Only the modules of this folder know the eventsourcing library;
`events` says which streams there are. What a run came to is read from the run's own
stream, however many conflicts the store holds. A conflict's rows are found wherever
they are: in a stream of its own, or packed with others of its chunk.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from eventsourcing.persistence import IntegrityError

from sim.conflict.stream import Line, Row, Sealed
from sim.errors import StoreError
from sim.reading.hints import nearest, shortened
from sim.seam.events import Event
from sim.store.backend import MEMORY, Backend, as_store_errors, memory_backend
from sim.store.bulk import Stored
from sim.store.events import (
    ChunkPacked,
    ChunkRecorded,
    RunCompleted,
    RunEvent,
    RunStarted,
    ScenarioKept,
    conflict_stream,
    packed_stream,
    row,
    run_stream,
    scenario_stream,
)
from sim.store.packing import Unpacked, unpack
from sim.store.sqlite import sqlite
from sim.store.streams import Streams, rows_in_place

WAIT_SECONDS = 30
"""How long a writer waits for another to finish."""

_RUN = run_stream("")
_PAGE = 50
_KEEP_NOTHING = {"", "none", "no", "off"}
"""Targets that people give when they want no store at all."""
_SERVERS = ("postgresql://", "postgres://")
_CONFLICT = re.compile(r"(?P<run>.+)-(?P<number>[1-9]\d{0,17})(?:\.\d{1,4})?")
"""The id of a conflict, a game of a campaign or a chapter of one."""


class Store(Streams):
    """An open store: streams, and what they mean."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self._unpacked: tuple[str, int, Unpacked] = ("", 0, {})
        """The run, number and streams of the packed chunk that was read last."""

    def put_scenario(self, digest: bytes, data: bytes) -> None:
        """Keep a scenario under its digest, once."""
        name = scenario_stream(digest)
        if not self.version(name):
            with suppress(IntegrityError):
                self.insert(rows_in_place(name, [row(ScenarioKept(data))], 1))

    def scenario(self, digest: bytes) -> bytes:
        """Return the scenario kept under *digest*; whoever reads it checks the digest.

        Raises StoreError when there is none.
        """
        kept = self.one(scenario_stream(digest), 1, ScenarioKept)
        if kept is None:
            message = f"{self.where} holds no scenario with the digest {digest.hex()}"
            raise StoreError(message)
        return kept.data

    def start_run(self, started: RunStarted, scenario: bytes) -> None:
        """Open a run, and keep its scenario.

        Raises StoreError when the store has the run already.
        """
        self.put_scenario(bytes.fromhex(started.scenario), scenario)
        self.append(run_stream(started.run), [row(started)], after=0, listed=True)

    def put_chunk(
        self,
        run_id: str,
        chunk: ChunkRecorded,
        conflicts: Iterable[Sealed] = (),
        *,
        packed: bytes = b"",
        bulk: bytes = b"",
    ) -> None:
        """Record a chunk of games: its lines and, where given, every event.

        Events have a row each, those of *conflicts* or rows in *bulk*, or are *packed*,
        in one row for the whole chunk. Raises StoreError, and writes nothing, when any
        of it is there already.
        """
        rows = rows_in_place(run_stream(run_id), [row(chunk)], chunk.version)
        if packed:
            event = ChunkPacked(chunk.index, packed)
            rows += rows_in_place(packed_stream(run_id), [row(event)], event.version)
        for conflict in () if packed else conflicts:
            rows += rows_in_place(conflict.stream_id, conflict.rows, 1)
        try:
            self.insert(rows, bulk)
        except IntegrityError as error:
            message = (
                f"{self.where}: games of chunk {chunk.index} of the run {run_id} are"
                " already recorded: somebody else has written them"
            )
            raise StoreError(message) from error

    def put_branch(
        self,
        started: RunStarted,
        scenario: bytes,
        conflict: Sealed,
        completed: RunCompleted,
    ) -> None:
        """Record a branch at once: its run and the one *conflict* of that.

        Raises StoreError, and writes no branch, when the store has it already.
        """
        if self.holds_run(started.run):
            message = f"{self.where} already has this branch: {conflict.stream_id}"
            raise StoreError(message)
        self.put_scenario(bytes.fromhex(started.scenario), scenario)
        whole = (started, ChunkRecorded(0, (conflict.line,)), completed)
        self.append(
            run_stream(started.run),
            [row(event) for event in whole],
            after=0,
            listed=True,
            beside=rows_in_place(conflict.stream_id, conflict.rows, 1),
        )

    def complete_run(self, run_id: str, completed: RunCompleted, chunks: int) -> None:
        """Close a run whose *chunks* are all recorded."""
        self.append(run_stream(run_id), [row(completed)], after=chunks + 1)

    def runs(self) -> tuple[RunStarted, ...]:
        """Return how every run of the store began, in order."""
        return tuple(self.run(run_id) for run_id in self.run_ids())

    def run_ids(self) -> tuple[str, ...]:
        """Return the id of every run, in the order in which they began."""
        return tuple(name.removeprefix(_RUN) for name in self.listed(_RUN))

    def holds_run(self, run_id: str) -> bool:
        """Return whether the run *run_id* was begun."""
        return self.version(run_stream(run_id)) > 0

    def run(self, run_id: str) -> RunStarted:
        """Return how the run *run_id* began.

        Raises StoreError, with the nearest id, when there is none.
        """
        started = self.one(run_stream(run_id), 1, RunStarted)
        if started is None:
            known = self.run_ids()
            message = (
                f"{self.where} has no run called {shortened(run_id)!r}, it holds"
                f" {', '.join(known[:5]) or 'none'}{nearest(run_id, known)}"
            )
            raise StoreError(message)
        return started

    def completed(self, run_id: str) -> RunCompleted | None:
        """Return how the run *run_id* ended, None when it has not."""
        name = run_stream(run_id)
        return self.one(name, self.version(name), RunCompleted)

    def run_events(self, run_id: str) -> Iterator[RunEvent]:
        """Yield the events of a run, a page at a time; conflicts are not read."""
        for _, event in self.numbered_events(run_stream(run_id)):
            if isinstance(event, RunEvent):
                yield event

    def numbered_events(self, stream_id: str) -> Iterator[tuple[int, Event]]:
        """Yield the events of one of the store's own streams, with their versions."""
        seen = 0
        while page := self.select(stream_id, gt=seen, limit=_PAGE):
            seen = page[-1][1]
            for stored in page:
                yield stored[1], self.read(stored)

    def altered(self, stream_id: str) -> Iterator[int]:
        """Yield which rows of the store's own streams do not encode their events.

        Nothing decoded shows such bytes, a field too many for instance. Raises
        StreamError for a row that cannot be read at all.
        """
        seen = 0
        while page := self.select(stream_id, gt=seen, limit=_PAGE):
            seen = page[-1][1]
            for stored in page:
                if row(self.read(stored)) != stored[2:]:
                    yield stored[1]

    def chunk(self, run_id: str, index: int) -> ChunkRecorded | None:
        """Return the lines of chunk number *index*, None when it is not recorded."""
        version = ChunkRecorded(index, ()).version
        return self.one(run_stream(run_id), version, ChunkRecorded)

    def lines(self, run_id: str) -> Iterator[Line]:
        """Yield the line of every recorded game of a run, in order."""
        for event in self.run_events(run_id):
            if isinstance(event, ChunkRecorded):
                yield from event.lines

    def stream_ids(self, run_id: str) -> Iterator[str]:
        """Yield the ids of the streams that a run's lines say it has left."""
        if self.run(run_id).record == "full":
            for line in self.lines(run_id):
                yield conflict_stream(run_id, line.game)

    def rows(self, stream_id: str) -> list[Row]:
        """Return a stream's rows in order, wherever they are; none where it is not."""
        return super().rows(stream_id) or self._packed(stream_id)

    def stored(self, stream_id: str) -> list[Stored]:
        """Return a stream's rows in their places, which those of packed ones have."""
        return super().stored(stream_id) or [
            (stream_id, version, kind, state)
            for version, (kind, state) in enumerate(self._packed(stream_id), 1)
        ]

    def is_packed(self, run_id: str) -> bool:
        """Return whether any chunk of the run *run_id* is packed."""
        return self.version(packed_stream(run_id)) > 0

    def packed_chunk(self, run_id: str, index: int) -> Unpacked:
        """Return the streams of a packed chunk by their ids; none where it is not one.

        Raises StreamError when it cannot be unpacked.
        """
        if self._unpacked[:2] != (run_id, index):
            name, version = packed_stream(run_id), ChunkPacked(index, b"").version
            chunk = self.one(name, version, ChunkPacked)
            if chunk is None:
                return {}
            where = f"{self.where}: event {version} of {name}"
            self._unpacked = run_id, index, unpack(chunk.data, where)
        return self._unpacked[2]

    def _packed(self, stream_id: str) -> list[Row]:
        """Return the rows of a conflict that is packed with others of its chunk."""
        place = chunk_of(self, stream_id)
        if place is None:
            return []
        return list(self.packed_chunk(*place).get(stream_id, ()))


def chunk_of(store: Store, stream_id: str) -> tuple[str, int] | None:
    """Return the run and the number of the chunk that a conflict would belong to.

    None for what is no id of a conflict, or of one in no run of *store*.
    """
    match = _CONFLICT.fullmatch(stream_id)
    if match is None:
        return None
    started = store.one(run_stream(match["run"]), 1, RunStarted)
    if started is None:
        return None
    return started.run, (int(match["number"]) - 1) // started.chunk


def open_store(target: str, *, create: bool = False, wait: int = WAIT_SECONDS) -> Store:
    """Open the store at *target*; with *create*, make it if there is none.

    *wait* is how many seconds a writer waits for another. Raises StoreError if there is
    no store, something that is not a store, or a store that cannot be reached.
    """
    backend = _backend(target, create=create, wait=wait)
    store = Store(backend)
    try:
        if create or target == MEMORY:
            with as_store_errors(backend.where):
                backend.prepare()
        store.identify(create=create or target == MEMORY)
    except BaseException:
        store.close()
        raise
    return store


def _backend(target: str, *, create: bool = False, wait: int) -> Backend:
    if target == MEMORY:
        return memory_backend()
    if target in _KEEP_NOTHING:
        message = (
            f"a store cannot be called {target}: leave out --store to keep nothing, or"
            f" say ./{target} if a file of that name is meant"
        )
        raise StoreError(message)
    if target.startswith(_SERVERS):
        return _server(target, create=create, wait=wait)
    if "://" in target:
        scheme = target.partition("://")[0]
        message = (
            f"no store is reached by {scheme}://, expected a path or {_SERVERS[0]}"
        )
        raise StoreError(message)
    return sqlite(target, create=create, wait=wait)


def _server(target: str, *, create: bool, wait: int) -> Backend:
    try:
        from sim.store.postgres import postgres  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = (
            "a PostgreSQL store needs more than is installed, expected"
            f" pip install 'fracas[postgres]' ({error})"
        )
        raise StoreError(message) from error
    return postgres(target, create=create, wait=wait)


__all__ = ["MEMORY", "Row", "Store", "Stored", "open_store"]
