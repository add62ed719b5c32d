"""`fracas export` and `import`: a whole store as JSON lines, and back byte for byte.

The first line identifies the format. Then each event has a line with its stream, its
version, its tag, the event as JSON for readers and its exact bytes. The last line has
the number of events and a digest (BLAKE2b-256 over the lines before it, without line
ends), so a truncated or edited file is refused before anything is written.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Annotated, Any

import click
import msgspec
from msgspec import Meta, Raw, Struct

from sim.cli.look.tables import (
    runs_and_contests,
    runs_of,
    write_event_table,
    write_events,
    write_table,
)
from sim.cli.options.printed import always_json_option, json_option
from sim.cli.terminal.output import note, put, put_document
from sim.errors import StoreError, StreamError
from sim.files.outputs import new_file
from sim.files.regular import is_piped
from sim.reading.visible import visible_json
from sim.run.recorded import trusting
from sim.store.events import CONTENTS
from sim.store.merge import merge
from sim.store.store import Store, open_store

FORMAT = 1
_LINE_MAX = 1 << 26
_PARQUET = ".parquet"
_STDIO = "-"
_LAST = frozenset({"sealed", "completed"})
"""Tags of events that end their stream."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line, which identifies the format."""

    fracas: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """One event: stream, version and tag, the event as JSON, and its exact bytes."""

    stream: Annotated[str, Meta(min_length=1, max_length=200)]
    version: Annotated[int, Meta(ge=1)]
    tag: str
    event: Raw
    bytes: bytes


class Foot(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many events there are, and the digest of the lines."""

    rows: int
    digest: str


Stored = tuple[str, int, str, bytes]
_head = msgspec.json.Decoder(Head)
_line = msgspec.json.Decoder(Kept)
_any = msgspec.json.Decoder()
_foot = msgspec.json.Decoder(Foot)


def lines(rows: Iterable[Stored]) -> Iterator[bytes]:
    """Yield the lines of a file that holds *rows*."""
    digest = blake2b(digest_size=32)
    count = 0
    first = msgspec.json.encode(Head())
    digest.update(first)
    yield first
    for stream, version, tag, data in rows:
        where = f"event {version} of {stream}"
        event = Raw(_as_json(data, where))
        kept = Kept(stream, version, tag, event, data)
        text = visible_json(msgspec.json.encode(kept))
        digest.update(text)
        count += 1
        yield text
    yield msgspec.json.encode(Foot(count, digest.hexdigest()))


@click.command(
    epilog=(
        "Examples: fracas export duels.db duels.jsonl;  fracas export duels.db --table"
        " duels.csv;  fracas export duels.db --run 3fa91c02 --events events.jsonl"
    )
)
@click.argument("store")
@click.argument("file", default="")
@click.option(
    "--table",
    metavar="FILE",
    help="A row for each seat and game, into FILE.csv, .jsonl or .parquet.",
)
@click.option(
    "--events",
    metavar="FILE",
    help="Every event in words, as a line of JSON, into FILE or (for -) to stdout; "
    "into FILE.parquet as a row.",
)
@click.option(
    "--run", default="", help="Only this run, or (with --table) this tournament."
)
@always_json_option
def export(
    store: str, file: str, *, table: str | None, events: str | None, run: str
) -> None:
    """Write everything in STORE to FILE as JSON lines, or to stdout.

    Every line is one event, or the packed events of up to 50 conflicts, with its exact
    bytes; `fracas import` restores the same store, byte for byte. For spreadsheets and
    programs, --table and --events write simpler formats, whether the store is packed or
    not.
    """
    if sum((bool(file), table is not None, events is not None)) > 1:
        message = "expected one of FILE, --table and --events, not several"
        raise click.UsageError(message)
    if run and table is None and events is None:
        message = "--run goes with --table or --events: FILE holds the whole store"
        raise click.UsageError(message)
    with open_store(store, create=False) as opened:
        if table is not None:
            _tabulate(opened, run, table)
        elif events is not None:
            _tell(opened, run, events)
        elif file in {"", _STDIO}:
            _write(sys.stdout.buffer, opened)
        else:
            with new_file(Path(file)) as target:
                count = _write(target, opened)
            note(f"{count} events of {store} are in {file}")


def _tabulate(opened: Store, run: str, file: str) -> None:
    with trusting(opened.where):
        count = write_table(opened, *runs_and_contests(opened, run), Path(file))
    note(f"{count} rows, one for each seat and game, are in {file}")


def _tell(opened: Store, run: str, file: str) -> None:
    with trusting(opened.where):
        if file == _STDIO:
            write_events(opened, runs_of(opened, run), sys.stdout.buffer)
            return
        if Path(file).suffix == ".csv":
            message = (
                f"{file}: events of different kinds have different fields, expected"
                " .jsonl or .parquet"
            )
            raise StoreError(message)
        write = write_event_table if Path(file).suffix == _PARQUET else write_events
        with new_file(Path(file)) as target:
            count = write(opened, runs_of(opened, run), target)
    note(f"{count} events are in {file}")


def _write(target: IO[bytes], opened: Store) -> int:
    count = -2
    for line in lines(opened.all_rows()):
        target.write(line + b"\n")
        count += 1
    return count


@click.command("import", epilog="Example: fracas import copy.db duels.jsonl")
@click.argument("store")
@click.argument("file", default=_STDIO)
@json_option
def import_(store: str, file: str, *, as_json: bool) -> None:
    """Add the events of FILE, or of stdin, to STORE.

    STORE is created if it does not exist. The whole file is read and checked first;
    nothing is written of an incomplete file. Events that STORE already holds are
    skipped.
    """
    source = _readable(file)
    file = "stdin" if file == _STDIO else file
    with source:
        count = sum(1 for _ in _rows(source, file))
        with open_store(store, create=True) as opened:
            source.seek(0)
            _check_agrees(opened, _rows(source, file))
            source.seek(0)
            new = merge(opened, _rows(source, file))
    if as_json:
        put_document({"events": count, "new": new})
        return
    put(f"{file}: {count} events, {new} of them new in {store}")


def _piped(file: str) -> AbstractContextManager[IO[bytes]]:
    """Open stdin, or a pipe that the shell names under /dev."""
    return nullcontext(sys.stdin.buffer) if file == _STDIO else Path(file).open("rb")


def _readable(file: str) -> IO[bytes]:
    """Open *file* for reading; a pipe is first copied to a temporary file."""
    try:
        if file != _STDIO and not is_piped(Path(file)):
            return Path(file).open("rb")
        source: IO[bytes] = TemporaryFile()  # noqa: SIM115 - the caller closes it
        with _piped(file) as given:
            copyfileobj(given, source)
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror}"
        raise StreamError(message) from error
    source.seek(0)
    return source


def _rows(source: IO[bytes], file: str) -> Iterator[Stored]:
    """Yield the events of *source*, checking each line.

    Raises StreamError, which names the line, for one that `lines` cannot have written.
    """
    digest = blake2b(digest_size=32)
    latest: dict[str, int] = {}
    number = 0
    for number, line in enumerate(_split(source, file), 1):
        where = f"{file}, line {number}"
        if number == 1:
            _decoded(_head, line, where, "the head of a Fracas export")
        elif line.startswith(b'{"rows":'):
            foot: Foot = _decoded(_foot, line, where, "the last line of an export")
            _check_foot(source, foot, Foot(number - 2, digest.hexdigest()), where)
            return
        else:
            kept: Kept = _decoded(_line, line, where, "an event")
            _check_next(kept, latest, where)
            yield kept.stream, kept.version, kept.tag, _checked_bytes(kept, where)
        digest.update(line)
    message = f"{file} stops after line {number}, expected a last line with a digest"
    raise StreamError(message)


def _split(source: IO[bytes], file: str) -> Iterator[bytes]:
    while line := source.readline(_LINE_MAX):
        if len(line) == _LINE_MAX:
            message = f"{file} has a line of more than {_LINE_MAX} bytes"
            raise StreamError(message)
        yield line.rstrip(b"\r\n")


def _decoded(
    decoder: msgspec.json.Decoder[Any], line: bytes, where: str, what: str
) -> Any:  # noqa: ANN401 - whatever the decoder reads
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = f"{where} is not {what}: {error}"
        raise StreamError(message) from error


def _check_next(kept: Kept, latest: dict[str, int], where: str) -> None:
    """Raise StreamError unless *kept* is the next event of its stream."""
    expected = latest.get(kept.stream, 0) + 1
    if kept.version != expected:
        message = (
            f"{where} is event {kept.version} of {kept.stream}, expected {expected}"
        )
        raise StreamError(message)
    latest[kept.stream] = expected
    if kept.tag in _LAST:
        del latest[kept.stream]


def _checked_bytes(kept: Kept, where: str) -> bytes:
    """Return the bytes of *kept*; raises StreamError if its JSON differs."""
    event = _decoded(_any, _as_json(kept.bytes, where), where, "an event")
    if event != _decoded(_any, bytes(kept.event), where, "an event"):
        message = f"{where} has another event as JSON than in its bytes"
        raise StreamError(message)
    return kept.bytes


def _as_json(data: bytes, where: str) -> bytes:
    """Return the event with the bytes *data* as JSON."""
    try:
        return msgspec.json.encode(msgspec.msgpack.decode(data))
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        message = f"{where} has bytes that are not an event: {error}"
        raise StreamError(message) from error


def _check_foot(source: IO[bytes], claimed: Foot, counted: Foot, where: str) -> None:
    if claimed != counted:
        message = (
            f"{where} claims {claimed.rows} events with the digest"
            f" {claimed.digest:.16}, but there are {counted.rows} with"
            f" {counted.digest:.16}"
        )
        raise StreamError(message)
    if source.read(1):
        message = f"{where} should be the last, but the file goes on"
        raise StreamError(message)


def _check_agrees(opened: Store, rows: Iterable[Stored]) -> None:
    """Raise StoreError if *opened* has other events than *rows*."""
    if not opened.listed():
        return
    for name, group in groupby(rows, key=lambda stored: stored[0]):
        existing = {stored[1]: stored for stored in opened.stored(name)}
        for stored in group if name != CONTENTS else ():
            if existing.get(stored[1], stored) != stored:
                message = (
                    f"{opened.where} holds another event {stored[1]} of {name}, so"
                    " nothing was imported"
                )
                raise StoreError(message)
