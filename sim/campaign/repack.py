"""Copying a store with its conflicts packed, or with an event a row again.

Both hold the same events, so seals, audits and replays are those of the original. A row
of the original is copied as it is unless it belongs to a conflict that its run's lines
name: such a conflict moves, with the others of its chunk, into one packed row or out of
it. Rows that belong to no run stay as they are, and an audit still reports them.
"""

from collections.abc import Iterator, Sequence

from sim.campaign.events import (
    CampaignStarted,
    ChapterPlayed,
    decode_campaign,
)
from sim.conflict.codec import tag
from sim.conflict.stream import Row
from sim.errors import StreamError
from sim.store.events import (
    ChunkPacked,
    ChunkRecorded,
    conflict_stream,
    packed_stream,
    row,
    run_stream,
)
from sim.store.packing import Unpacked, pack
from sim.store.store import Store, Stored, chunk_of

_RECORDED, _PACKED, _CAMPAIGN = map(tag, (ChunkRecorded, ChunkPacked, CampaignStarted))
_RUN = run_stream("")


def packed_rows(store: Store) -> Iterator[Stored]:
    """Yield the rows of *store* with all conflicts of runs packed, chunk by chunk."""
    chunks = _Chunks(store)
    latest, moves = "", False
    for stored in store.all_rows():
        name, version, kind, _ = stored
        if name != latest:  # the rows of a conflict follow one another
            place = chunk_of(store, name)
            moves = place is not None and name in chunks.streams(*place)
            latest = name
        if moves:
            continue
        yield stored
        if kind == _RECORDED and name.startswith(_RUN):
            run_id, index = name.removeprefix(_RUN), version - 2
            streams = chunks.streams(run_id, index)
            if streams and not store.packed_chunk(run_id, index):
                packed = ChunkPacked(index, pack(list(streams.items())))
                yield packed_stream(run_id), packed.version, *row(packed)


def unpacked_rows(store: Store) -> Iterator[Stored]:
    """Yield the rows of *store* with an event a row: nothing is packed."""
    for stored in store.all_rows():
        event = store.read(stored) if stored[2] == _PACKED else None
        if not isinstance(event, ChunkPacked):
            yield stored
            continue
        run_id = stored[0].removeprefix(packed_stream(""))
        for name, rows in store.packed_chunk(run_id, event.index).items():
            for version, (kind, state) in enumerate(rows, 1):
                yield name, version, kind, state


class _Chunks:
    """The streams of chunks that have an event a row; the last is remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last: tuple[str, int, Unpacked] = ("", 0, {})

    def streams(self, run_id: str, index: int) -> Unpacked:
        """Return the streams of a chunk of a run that recorded every event."""
        if self._last[:2] != (run_id, index):
            self._last = run_id, index, dict(self._read(run_id, index))
        return self._last[2]

    def _read(self, run_id: str, index: int) -> Iterator[tuple[str, list[Row]]]:
        chunk = self._store.chunk(run_id, index)
        if chunk is None or self._store.run(run_id).record != "full":
            return
        for line in chunk.lines:
            name = conflict_stream(run_id, line.game)
            for stream in (name, *self._chapters(name)):
                rows = [(kind, state) for *_, kind, state in self._store.select(stream)]
                if rows:
                    yield stream, rows

    def _chapters(self, name: str) -> Sequence[str]:
        """Return the streams of the chapters of a campaign's game called *name*."""
        rows = self._store.rows(name)
        if not rows or rows[0][0] != _CAMPAIGN:
            return ()
        try:
            events = decode_campaign(name, rows)
        except StreamError:  # it stays as it is, for the audit to say so
            return ()
        played = [event.stream for event in events if isinstance(event, ChapterPlayed)]
        return [stream for stream in played if stream.startswith(f"{name}.")]
