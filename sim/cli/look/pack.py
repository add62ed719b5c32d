"""`fracas pack`: copy a store with the events of a chunk of conflicts in one row."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from sim.campaign.repack import packed_rows, unpacked_rows
from sim.cli.options.printed import json_option
from sim.cli.terminal.output import put, put_document
from sim.cli.terminal.progress import progress
from sim.errors import StoreError
from sim.store.events import ChunkRecorded, run_stream
from sim.store.merge import merge
from sim.store.store import Store, Stored, open_store

_RUN = run_stream("")
_KILOBYTE = 1_000
_MEGABYTE = 1_000_000


@click.command(epilog="Example: fracas pack duels.db small.db")
@click.argument("store")
@click.argument("target", metavar="NEW")
@click.option(
    "--unpack", is_flag=True, help="The other way round: a row for each event."
)
@json_option
def pack(store: str, target: str, *, unpack: bool, as_json: bool) -> None:
    """Copy STORE to NEW in a tenth to a thirtieth of the space.

    The events of some 50 conflicts are compressed together into one row: the more they
    repeat one another, the less room they need. They are the same events: replay, audit
    and the others read them as before, and seals stay what they were. To record so from
    the beginning: fracas run ... --record packed.
    """
    with open_store(store) as opened:
        runs = [run for run in opened.runs() if run.record == "full"]
        total = sum(1 for run in runs for _ in opened.lines(run.run))
        rows = unpacked_rows(opened) if unpack else packed_rows(opened)
        with _new(target) as new:
            verb = "unpacking" if unpack else "packing"
            with progress(verb, total) as report:
                merge(new, _counted(opened, rows, report))
    sizes = [_size(path) for path in (store, target)]
    if as_json:
        before, after = sizes
        counts = {"conflicts": total, "bytes": before, "bytes_new": after}
        put_document(counts)
        return
    if not total:
        put(f"{target} has all of {store}, where no run keeps events")
        return
    how = "with a row for each event" if unpack else "packed"
    put(f"{total} conflicts of {store} are in {target}, {how}{_compared(*sizes)}")


def _new(target: str) -> Store:
    """Open the store to write; raises StoreError if it holds something already."""
    opened = open_store(target, create=True)
    if opened.listed():
        opened.close()
        message = f"{target} holds something already, expected a new store"
        raise StoreError(message)
    return opened


def _counted(
    store: Store, rows: Iterable[Stored], report: Callable[[int], None]
) -> Iterator[Stored]:
    """Yield *rows*, and report how many conflicts the chunks among them have."""
    done = 0
    for stored in rows:
        yield stored
        if stored[0].startswith(_RUN):
            event = store.read(stored)
            if isinstance(event, ChunkRecorded):
                done += len(event.lines)
                report(done)


def _size(target: str) -> int | None:
    """Return how many bytes a file has, None for a server's store."""
    file = Path(target)
    return file.stat().st_size if file.is_file() else None


def _compared(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return ""
    return f" ({_room(before)} before, {_room(after)} now)"


def _room(size: int) -> str:
    """Return *size* in megabytes, or in kilobytes where it is less than one."""
    if size < _MEGABYTE:
        return f"{size / _KILOBYTE:.0f} kB"
    return f"{size / _MEGABYTE:,.1f} MB"
