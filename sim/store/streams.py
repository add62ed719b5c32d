"""Streams of encoded events: appended atomically, never changed, read in order.

This is the layer of a store that knows nothing of runs. Of the eventsourcing library it
uses the recorders only: one transaction over many streams, a primary key of stream and
version that makes a lost race an error, and one order over everything. Rows arrive and
leave encoded (tag, bytes), so no mapper, aggregate or snapshot is needed.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from types import TracebackType
from typing import Self, TypeVar, cast

from eventsourcing.persistence import IntegrityError, StoredEvent

from sim.conflict.stream import Row
from sim.errors import StoreError, StreamError
from sim.seam.events import Event
from sim.spine.words import counted
from sim.store.backend import Backend, as_store_errors
from sim.store.bulk import Bulk, Stored
from sim.store.events import (
    CONTENTS,
    FORMAT,
    StoreCreated,
    StreamListed,
    read,
    row,
)

E = TypeVar("E", bound=Event)

_SCAN_PAGE = 5_000
"""How many rows are read at once, of all that there are."""
_TRIES = 20
"""How often a row is appended anew after losing a race for the table of contents."""


class Streams:
    """The streams in one backend; as a context manager it closes itself.

    One process writes at a time; any number may read. Whatever a method writes, it
    writes in one transaction. Every method raises StoreError when the database fails.
    """

    def __init__(self, backend: Backend) -> None:
        self.where = backend.where
        self._recorder = backend.recorder
        self._backend = backend

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._backend.close()

    def damage(self) -> list[str]:
        """Return what the database finds wrong with its own files, a few sentences."""
        with self._store_errors():
            return self._backend.damage()

    def append(
        self,
        stream_id: str,
        rows: Sequence[Row],
        *,
        after: int,
        listed: bool = False,
        beside: Sequence[Stored] = (),
    ) -> None:
        """Add *rows* to a stream that has exactly *after* rows.

        *listed* puts a new stream into the table of contents; rows of other streams
        may be written *beside* it. Raises StoreError, and
        writes nothing, when the stream has more or fewer rows.
        """
        new = rows_in_place(stream_id, rows, after + 1)
        # The version in the primary key decides a race: whoever comes second gets an
        # IntegrityError. If it was about this stream, the count says so; if only about
        # the next line of the table of contents, try again with the line after it.
        for _ in range(_TRIES):
            count = self.version(stream_id)
            if count != after:
                message = (
                    f"{self.where}: the stream {stream_id} has"
                    f" {counted(count, 'event')}, expected {after}: somebody else"
                    " has written to it"
                )
                raise StoreError(message)
            extra = listing(stream_id, after=self.version(CONTENTS)) if listed else []
            with suppress(IntegrityError):
                self.insert([*new, *extra, *beside])
                return
        message = f"{self.where}: too many others write to {stream_id} at once"
        raise StoreError(message)

    def version(self, stream_id: str) -> int:
        """Return the last version of a stream, 0 when there is no such stream."""
        last = self.select(stream_id, desc=True, limit=1)
        return last[0][1] if last else 0

    def stored(self, stream_id: str) -> list[Stored]:
        """Return a stream's rows in their places, to see whether one is missing."""
        return self.select(stream_id)

    def rows(self, stream_id: str) -> list[Row]:
        """Return a stream's rows in order; none when there is no such stream."""
        return [(name, state) for _, _, name, state in self.select(stream_id)]

    def listed(self, prefix: str = "") -> tuple[str, ...]:
        """Return the streams of the table of contents that begin with *prefix*."""
        entries = (self.read(stored) for stored in self.select(CONTENTS, gt=1))
        return tuple(
            entry.stream
            for entry in entries
            if isinstance(entry, StreamListed) and entry.stream.startswith(prefix)
        )

    def identify(self, *, create: bool) -> None:
        """Check that this is a store; with *create*, an empty database becomes one.

        Raises StoreError when it is something else, or of a later format.
        """
        first = self.one(CONTENTS, 1, StoreCreated)
        # Two may create a store at once: the one that loses reads what the other wrote.
        if first is None and create:
            if not self._holds_events():
                with suppress(IntegrityError):
                    self.insert(rows_in_place(CONTENTS, [row(StoreCreated())], 1))
            first = self.one(CONTENTS, 1, StoreCreated)
        if first is None:
            events = "events, but" if self._holds_events() else "no events, and"
            message = f"{self.where} holds {events} is not a Fracas store"
            raise StoreError(message)
        self.check_format(first)

    def read(self, stored: Stored) -> Event:
        """Return the event that *stored* holds, one of `events`.

        Raises StreamError when it is something else.
        """
        name, version, kind, state = stored
        event: Event = read(f"{self.where}: event {version} of {name}", (kind, state))
        return event

    @contextmanager
    def _store_errors(self) -> Generator[None, None, None]:
        """Turn database errors into StoreErrors, and say where the file is gone."""
        try:
            with as_store_errors(self.where):
                yield
        except StoreError:
            self._check_not_lost()
            raise

    def _check_not_lost(self) -> None:
        """Raise StoreError if what is written would be lost with its file."""
        if self._backend.lost():
            message = (
                f"{self.where} was deleted or replaced while it was open: nothing more"
                " can be kept there"
            )
            raise StoreError(message)

    def _holds_events(self) -> bool:
        with self._store_errors():
            return bool(self._recorder.max_notification_id())

    def check_format(self, created: StoreCreated) -> None:
        """Raise StoreError if *created* is of a later format than this one's."""
        if created.format > FORMAT:
            message = (
                f"{self.where} is a store of format {created.format}, and this version"
                f" of Fracas reads format {FORMAT}"
            )
            raise StoreError(message)

    def all_rows(self) -> Iterator[Stored]:
        """Yield everything in the order in which it was written."""
        return map(self._as_row, self._all_events())

    def readable_rows(
        self, damaged: Callable[[str, StreamError], object]
    ) -> Iterator[Stored]:
        """Yield what can be read of everything.

        *damaged* is called for each row that cannot be read, with the name of its
        stream, or "" if nothing after it can be read either.
        """
        events = self._all_events()
        while True:
            name = ""
            try:
                event = next(events, None)
                if event is None:
                    return
                name = str(event.originator_id)
                placed = self._as_row(event)
            except StreamError as error:
                damaged(name, error)
            else:
                yield placed

    def _all_events(self) -> Iterator[StoredEvent]:
        seen = 0
        while True:
            with self._store_errors():
                page = self._recorder.select_notifications(
                    seen, _SCAN_PAGE, inclusive_of_start=False
                )
            if not page:
                return
            self._check_order([seen, *(event.id for event in page)])
            seen = page[-1].id
            yield from page

    def _check_order(self, positions: Sequence[int]) -> None:
        """Refuse a damaged index, which could make reading loop for ever."""
        if any(later <= sooner for sooner, later in pairwise(positions)):
            message = f"{self.where}: the order of events is damaged"
            raise StreamError(message)

    @property
    def bulk(self) -> Bulk:
        """The form in which `insert` takes many rows at once; "" if in none."""
        return self._backend.bulk

    def insert(self, events: Sequence[Stored], bulk: bytes = b"") -> None:
        """Write *events*, then rows in *bulk*, in one transaction.

        Raises IntegrityError, and writes nothing, when a row is there already.
        """
        if events:
            rows, more = cast("Sequence[StoredEvent]", events), {"bulk": bulk}
            with self._store_errors():
                self._recorder.insert_events(rows, **(more if bulk else {}))
            self._check_not_lost()

    def one(self, name: str, version: int, kind: type[E]) -> E | None:
        """Return one event of a stream if it is there and is of *kind*."""
        rows = self.select(name, gt=version - 1, lte=version)
        if not rows:
            return None
        event = self.read(rows[0])
        return event if isinstance(event, kind) else None

    def select(
        self,
        name: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[Stored]:
        """Return a stream's rows in order of version, or some of them."""
        with self._store_errors():
            events = self._recorder.select_events(
                name, gt=gt, lte=lte, desc=desc, limit=limit
            )
        rows = [self._as_row(event) for event in events]
        versions = [version for _, version, _, _ in rows]
        self._check_order(versions[::-1] if desc else versions)
        return rows

    def _as_row(self, event: StoredEvent) -> Stored:
        """Return *event* as a row; a damaged file can hold anything in any column."""
        place = (
            event.originator_id,
            event.originator_version,
            event.topic,
            event.state,
        )
        if tuple(map(type, place)) != (str, int, str, bytes):
            message = f"{self.where}: a row of {place[0]!r:.80} is damaged"
            raise StreamError(message)
        return cast("Stored", place)


def rows_in_place(name: str, rows: Sequence[Row], first: int) -> list[Stored]:
    """Return *rows* in their places in the stream *name*, from version *first* on."""
    return [
        (name, version, kind, state)
        for version, (kind, state) in enumerate(rows, first)
    ]


def listing(name: str, *, after: int) -> list[Stored]:
    """Return the entry of *name* in a table of contents that has *after* rows."""
    return rows_in_place(CONTENTS, [row(StreamListed(name))], after + 1)
