"""Copying one store's rows into another: whole, in order, and only once."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from eventsourcing.persistence import IntegrityError

from sim.conflict.codec import tag
from sim.errors import StoreError
from sim.store.bulk import Stored
from sim.store.events import CONTENTS, ChunkPacked, StoreCreated, StreamListed
from sim.store.streams import Streams, listing

_PACKED = tag(ChunkPacked)
_BATCH = 20_000
_BATCH_BYTES = 1 << 26


def merge(streams: Streams, rows: Iterable[Stored]) -> int:
    """Add to *streams* the *rows* another store gave; return how many were new.

    Rows that are already here are skipped, so an interrupted import can be repeated. A
    chunk is written in one transaction with its conflicts, whose ids have no colon, or
    with the row that has them packed.
    Raises StoreError when a row is here with other bytes.
    """
    batch: list[Stored] = []
    count = size = 0
    for new in rows:
        # A chunk's row is followed by its conflicts, and all belong in one transaction.
        # So a batch ends only before the row of a run, a tournament or another chunk.
        full = len(batch) >= _BATCH or size >= _BATCH_BYTES
        if full and ":" in new[0] and new[2] != _PACKED:
            count += _merged(streams, batch)
            batch, size = [], 0
        batch.append(new)
        size += len(new[3])
    return count + _merged(streams, batch)


def _merged(streams: Streams, batch: Sequence[Stored]) -> int:
    new: list[Stored] = []
    listed = list(streams.listed())
    for name, group in groupby(batch, key=lambda stored: stored[0]):
        if name == CONTENTS:
            new += _entries(streams, listed, list(group))
        else:
            new += _unknown(streams, name, list(group))
    try:
        streams.insert(new)
    except IntegrityError as error:
        message = f"{streams.where}: a row stands twice among those to import"
        raise StoreError(message) from error
    return len(new)


def _entries(
    streams: Streams, listed: list[str], rows: Sequence[Stored]
) -> list[Stored]:
    """Return what the table of contents gains by *rows*, and add it to *listed*."""
    entries: list[Stored] = []
    for entry in map(streams.read, rows):
        if isinstance(entry, StoreCreated):
            streams.check_format(entry)
        elif isinstance(entry, StreamListed) and entry.stream not in listed:
            entries += listing(entry.stream, after=1 + len(listed))
            listed.append(entry.stream)
    return entries


def _unknown(streams: Streams, name: str, rows: Sequence[Stored]) -> list[Stored]:
    """Return those of *rows*, all of one stream, that are not here yet."""
    known = {stored[1]: stored for stored in streams.select(name)}
    for stored in rows:
        here = known.get(stored[1], stored)
        if here != stored:
            message = (
                f"{streams.where}: event {stored[1]} of {name} is here already, and"
                " is not the one to import"
            )
            raise StoreError(message)
    return [stored for stored in rows if stored[1] not in known]
