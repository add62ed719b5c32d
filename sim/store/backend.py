"""Backends of a store: recorders of the eventsourcing library.

Recorders are built from explicit arguments and never from the environment, so that no
shell variable can redirect a store. Ids are text: they are short, sort by run and
follow from the seed.
"""

import os
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from typing import Any, NamedTuple, cast
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.popo import POPOApplicationRecorder

from sim.errors import StoreError, StreamError
from sim.store.bulk import Bulk, Stored

MEMORY = ":memory:"
"""The target of a store in memory, for tests and for reading."""

_FULL, _IO = "disk is full", "disk I/O error"
"""SQLite's messages for a full disk; the second has other causes as well."""
_DAMAGED = "disk image is malformed"
"""SQLite's message for a file that is damaged or cut short."""

_READ_ONLY, _UNOPENED = "readonly database", "unable to open database file"
"""SQLite's messages for a file or a folder that is read-only; the second has other
causes as well."""

_NO_TEXT = "Could not decode to UTF-8 column"
"""SQLite's message for a text whose bytes are none."""

_FAILURES = (PersistenceError, sqlite3.Error, UnicodeError, LookupError)
"""Exceptions of the databases; the last two come from damaged files."""


def _undamaged() -> list[str]:
    return []


def _not_lost() -> bool:
    return False


class Backend(NamedTuple):
    """A recorder, *where* it keeps its rows (never a password), and how to close it.

    *prepare* creates the tables if need be. *damage* returns what the database itself
    finds wrong with its files, *lost* whether the file was removed or replaced, so that
    what is written would be lost. *bulk* is the form in which it takes many rows at
    once.
    """

    where: str
    recorder: ApplicationRecorder
    prepare: Callable[[], None]
    close: Callable[[], None]
    damage: Callable[[], list[str]] = _undamaged
    lost: Callable[[], bool] = _not_lost
    bulk: Bulk = ""


class MemoryRecorder(POPOApplicationRecorder):
    """The library's in-memory recorder, with streams sorted by version."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        **kwargs: Any,  # noqa: ANN401 - the library's signature
    ) -> Sequence[int] | None:
        """Keep rows, which are tuples here, by the names that the library reads."""
        named = [StoredEvent(*row) for row in rows_of(stored_events)]
        return super().insert_events(named, **kwargs)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return the events of one stream, as the other recorders do."""
        events = super().select_events(originator_id, gt=gt, lte=lte)
        ordered = sorted(events, key=lambda e: e.originator_version, reverse=desc)
        return ordered[:limit]


def rows_of(events: Sequence[StoredEvent]) -> Sequence[Stored]:
    """Return what a recorder was given to keep, as the rows that the store gives it."""
    return cast("Sequence[Stored]", events)


def memory_backend() -> Backend:
    """Return a new backend in memory."""

    def nothing() -> None:
        return

    return Backend(MEMORY, MemoryRecorder(), nothing, nothing)


@contextmanager
def as_store_errors(
    where: str, *others: type[Exception]
) -> Generator[None, None, None]:
    """Turn database errors, and *others*, into a StoreError of one sentence.

    A row whose text cannot be read is a StreamError: others can be. IntegrityError, for
    a row that is already there, is left to the caller.
    """
    try:
        yield
    except IntegrityError:
        raise
    except Exception as error:
        if not isinstance(error, (*_FAILURES, *others)):
            raise
        if _NO_TEXT in str(error):
            message = f"{where}: a row is damaged: a text in it is no UTF-8"
            raise StreamError(message) from error
        raise StoreError(_sentence(where, error)) from error


def _sentence(where: str, error: Exception) -> str:
    """Return a sentence on what went wrong with *where*, which helps to mend it."""
    reason = " ".join(str(error).split())
    if "locked" in reason or "lock timeout" in reason:
        return f"{where} is locked: another process is writing to it"
    if _FULL in reason or (_IO in reason and _no_space(where)):
        return (
            f"{where}: the disk is full, so nothing more was written; what was"
            " recorded before is kept"
        )
    if _DAMAGED in reason:
        return (
            f"{where} is damaged or cut short, expected the whole file of a store:"
            f" {reason}"
        )
    if _READ_ONLY in reason or (_UNOPENED in reason and _closed_folder(where)):
        return f"{where} cannot be written: it, or its folder, is read-only ({reason})"
    if "too big" in reason:
        return f"{where} holds, or was to hold, a value that is too large: {reason}"
    return f"{where} failed: {reason}"


def _closed_folder(where: str) -> bool:
    """Whether nothing can be written in the folder of *where*."""
    with suppress(OSError, ValueError):
        folder = Path(where).resolve().parent
        return folder.is_dir() and not os.access(folder, os.W_OK)
    return False


def _no_space(where: str) -> bool:
    """Whether the disk that holds *where* has no space left, whatever SQLite says."""
    with suppress(OSError, ValueError):
        return not disk_usage(Path(where).resolve().parent).free
    return False
