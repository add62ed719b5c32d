"""`fracas export --table` and `--events`: runs as tables and as events in words."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import msgspec

from sim.campaign.campaign import Campaign
from sim.campaign.line import RETURNED, column_name
from sim.campaign.recorded import Game, playable_of, recorded_game
from sim.campaign.rows import run_rows
from sim.campaign.story import campaign_objects
from sim.errors import PluginError, StoreError
from sim.files.outputs import new_file, spreadsheet_safe
from sim.narration.story import event_objects
from sim.reading.visible import visible_json
from sim.run.recorded import Conflict, find_run
from sim.statistics.rows import COLUMNS
from sim.store.events import RunStarted
from sim.store.store import Store
from sim.tournament.record import contest_ids, recorded_batches
from sim.tournament.table import COLUMNS as CONTEST_COLUMNS
from sim.tournament.table import contest_rows

_BATCH = 10_000
"""How many rows of a Parquet file are held at once."""

Rows = Iterable[Mapping[str, Any]]
Columns = Mapping[str, type]

_EVENT_COLUMNS: Columns = {
    "conflict": str,
    "event": int,
    "round": int,
    "does": str,
    "told": str,
    "cites": str,
    "fields": str,
}


def write_table(
    store: Store, runs: Iterable[RunStarted], contests: Sequence[str], file: Path
) -> int:
    """Write a row for each seat and game of *runs* and *contests* to the new *file*.

    Its ending says the format. Returns how many rows there are. Raises StoreError for
    another ending, or a file that is there already.
    """
    write = WRITERS.get(file.suffix)
    if write is None:
        expected = f"{', '.join(list(WRITERS)[:-1])} or {list(WRITERS)[-1]}"
        message = f"{file} should end in {expected}, which says the format of the table"
        raise StoreError(message)
    wanted = list(runs)
    columns = dict(CONTEST_COLUMNS if contests else {}) | COLUMNS
    counted = {
        name: int
        for contest in contests
        for batch in recorded_batches(store, contest)
        for name in sorted(batch.lines[0].tally if batch.lines else ())
    }
    columns |= counted
    for run in wanted:
        columns |= {
            name: float if name.startswith(RETURNED) else int
            for name in sorted(_tally_names(store, run))
        }
    rows = chain(
        (row for run in wanted for row in _rows(store, run)),
        (row for contest in contests for row in contest_rows(store, contest)),
    )
    with new_file(file) as target:
        return write(target, columns, rows)


def _tally_names(store: Store, run: RunStarted) -> set[str]:
    """Return the names of the columns in which the tallies of *run* are written."""
    # All conflicts of a run have the same columns, so the first line is enough;
    # what is carried from chapter to chapter may differ between campaign games.
    playable = playable_of(store, run)
    campaign = playable if isinstance(playable, Campaign) else None
    lines = islice(store.lines(run.run), 1 if campaign is None else None)
    names = {name for line in lines for name in line.tally}
    if campaign is None:
        return names
    return {column_name(campaign, name) for name in names}


def runs_of(opened: Store, run: str) -> list[RunStarted]:
    """Return *run* of the store, or all; raises StoreError when it holds none.

    A kept branch was not played from its start, so it is no one of all.
    """
    runs = [find_run(opened, run)] if run else _played(opened)
    if not runs:
        message = (
            "the store holds no run; fracas export --table writes the games of its"
            " tournaments, and fracas replay tells one of them"
        )
        raise StoreError(message)
    return runs


def runs_and_contests(
    opened: Store, name: str
) -> tuple[list[RunStarted], tuple[str, ...]]:
    """Return the run or the tournament *name* of the store, or all there are."""
    contests = tuple(contest_ids(opened))
    if name in contests:
        return [], (name,)
    if name or not contests:
        return runs_of(opened, name), ()
    return _played(opened), contests


def _played(opened: Store) -> list[RunStarted]:
    return [run for run in opened.runs() if run.branch is None]


def _rows(store: Store, run: RunStarted) -> Iterator[dict[str, Any]]:
    playable = playable_of(store, run)
    lines = store.lines(run.run)
    return run_rows(run.run, playable, run.agents, run.seed, lines)


def write_events(store: Store, runs: Iterable[RunStarted], target: IO[bytes]) -> int:
    """Write every event of *runs* to *target* in words, a line of JSON each.

    Returns how many events there are.
    """
    count = 0
    for event in _events(store, runs):
        target.write(visible_json(msgspec.json.encode(event)) + b"\n")
        count += 1
    return count


def write_event_table(
    store: Store, runs: Iterable[RunStarted], target: IO[bytes]
) -> int:
    """Write every event of *runs* to *target* as Parquet, a row each.

    Kinds of events have other fields, so those that not all have are together in
    `fields`, as JSON. Returns how many events there are. Raises PluginError without
    pyarrow.
    """
    return _parquet(target, _EVENT_COLUMNS, map(_event_row, _events(store, runs)))


def _events(store: Store, runs: Iterable[RunStarted]) -> Iterator[Mapping[str, Any]]:
    """Yield every event in words.

    A conflict of which only the seal was kept is played again from its seed.
    """
    for run in runs:
        playable = playable_of(store, run)
        for line in store.lines(run.run):
            yield from _in_words(
                recorded_game(store, run, playable, str(line.game + 1))
            )


def _event_row(words: Mapping[str, Any]) -> Mapping[str, Any]:
    own = {name: item for name, item in words.items() if name not in _EVENT_COLUMNS}
    row = {name: words.get(name) for name in _EVENT_COLUMNS}
    fields = visible_json(msgspec.json.encode(own)).decode()
    return row | {"cites": " ".join(words.get("cites", ())), "fields": fields}


def _in_words(recorded: Conflict | Game) -> Iterator[Mapping[str, Any]]:
    """Yield the events of a conflict, or of a campaign and its chapters, in words."""
    if isinstance(recorded, Game):
        yield from campaign_objects(recorded)
        return
    loaded = recorded.loaded
    for words in event_objects(loaded.system, loaded.scenario, recorded.events):
        yield {"conflict": recorded.stream_id, **words}


def _csv(target: IO[bytes], columns: Columns, rows: Rows) -> int:
    text = TextIOWrapper(target, "utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, columns, restval="")
    writer.writeheader()
    count = 0
    for row in rows:
        writer.writerow({name: spreadsheet_safe(value) for name, value in row.items()})
        count += 1
    text.detach()
    return count


def _json_lines(target: IO[bytes], columns: Columns, rows: Rows) -> int:
    count = 0
    for row in rows:
        values = {name: row.get(name) for name in columns}
        target.write(visible_json(msgspec.json.encode(values)) + b"\n")
        count += 1
    return count


def _parquet(target: IO[bytes], columns: Columns, rows: Rows) -> int:
    try:
        arrow = import_module("pyarrow")
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        message = "Parquet needs pyarrow: pip install 'fracas[parquet]'"
        raise PluginError(message) from error
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    count, remaining = 0, iter(rows)
    with parquet.ParquetWriter(target, schema) as writer:
        for batch in iter(partial(_next_batch, remaining), []):
            writer.write_table(arrow.Table.from_pylist(batch, schema))
            count += len(batch)
    return count


def _next_batch(rows: Iterator[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return list(islice(rows, _BATCH))


WRITERS: Mapping[str, Callable[[IO[bytes], Columns, Rows], int]] = {
    ".csv": _csv,
    ".jsonl": _json_lines,
    ".parquet": _parquet,
}
"""Suffix of a file's name -> the function that writes such a file."""
