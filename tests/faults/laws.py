"""What must hold of a store after every command, whatever disturbed it.

What was there before is there still, byte for byte and in its place; what is new is a
part of what an undisturbed command records, in whole chunks; SQLite finds no damage;
an audit finds nothing; an export read back gives the same rows.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NoReturn

from sim.errors import StoreError
from sim.store.events import CONTENTS, ChunkRecorded, read
from sim.store.store import Stored, open_store
from tests.faults.quietly import quietly
from tests.faults.recipes import Recipe, calm, stream_of


class BrokenLawError(AssertionError):
    """A law that does not hold."""


def broken(message: str) -> NoReturn:
    """Say that a law does not hold."""
    raise BrokenLawError(message)


def rows_of(store: Path) -> list[Stored]:
    """Return all rows of *store*, and none where there is none yet."""
    try:
        with open_store(str(store)) as opened:
            damage = opened.damage()
            if damage:
                broken(f"SQLite finds {damage}")
            return list(opened.all_rows())
    except StoreError as error:
        said = str(error)
        if "does not exist" in said or "not a Fracas store" in said:
            return []
        broken(f"the store cannot be opened: {said}")


def check_kept(before: Sequence[Stored], now: Sequence[Stored]) -> None:
    """What was recorded before is there, in its place."""
    for old, new in zip(before, now, strict=False):
        if old != new:
            broken(f"{old[:3]} was recorded, and now {new[:3]} is in its place")
    if len(now) < len(before):
        broken(f"of {len(before)} rows {len(before) - len(now)} are lost")


def check_known(rows: Iterable[Stored], begun: Collection[Recipe]) -> None:
    """Every row is one that a recipe records where nobody disturbs it."""
    known = {
        (name, *row)
        for recipe in begun
        for name, kept in calm(recipe).items()
        for row in kept
    }
    for row in rows:
        if row[0] != CONTENTS and row not in known:
            broken(f"nobody asked for {row[:3]}, or it should be another")


def check_whole(rows: Iterable[Stored], begun: Collection[Recipe]) -> None:
    """No chunk without its conflicts, no conflict without its chunk, none in part."""
    held: dict[str, list[Stored]] = defaultdict(list)
    for row in rows:
        held[row[0]].append(row)
    listed = sum(tag == "listed" for _, _, tag, _ in held[CONTENTS])
    there = [recipe for recipe in begun if stream_of(recipe) in held]
    if listed != len(there):
        broken(f"{listed} streams are listed, and {len(there)} are there")
    for recipe in there:
        usual = calm(recipe)
        expected = _conflicts_of(held[stream_of(recipe)], usual)
        for name in usual:
            wanted = len(usual[name]) if name in expected else 0
            if ":" not in name and len(held.get(name, ())) != wanted:
                got = len(held.get(name, ()))
                broken(f"{name} has {got} events, expected {wanted}")


def _conflicts_of(recorded: Sequence[Stored], usual: Mapping[str, object]) -> set[str]:
    """Return the streams of the games whose lines stand in the rows *recorded*."""
    games = {
        line.game + 1
        for name, _, tag, data in recorded
        if isinstance(event := read(name, (tag, data)), ChunkRecorded)
        for line in event.lines
    }
    run = recorded[0][0].partition(":")[2]
    return {
        name
        for name in usual
        if name.startswith(f"{run}-")
        and int(name.removeprefix(f"{run}-").partition(".")[0]) in games
    }


def check_complete(rows: Iterable[Stored], recipe: Recipe) -> None:
    """All that *recipe* records is there."""
    there = set(rows)
    for name, kept in calm(recipe).items():
        for row in kept:
            if (name, *row) not in there:
                broken(f"it said that all went well, and {name}, {row[0]} lacks")


def check_audit(store: Path, *what: str) -> None:
    """An audit finds nothing."""
    status, out, err = quietly("audit", store, *what, "--workers", 1, "--limits")
    if status != 0:
        broken(f"audit of {what or 'all'} ends with {status}: {out}{err}")


def check_export(store: Path, rows: Sequence[Stored], folder: Path) -> None:
    """What is exported and imported again is the same, and no file is left over."""
    file, copy = folder / "law.jsonl", folder / "law.db"
    for args in (("export", store, file), ("import", copy, file)):
        status, out, err = quietly(*args)
        if status != 0:
            broken(f"{args[0]} ends with {status}: {out}{err}")
    again = rows_of(copy)
    for left in (file, *folder.glob("law.db*")):
        left.unlink()
    if sorted(again) != sorted(rows):
        broken("what was exported and imported is not what the store holds")


def changed(before: Sequence[Stored], now: Sequence[Stored]) -> set[str]:
    """Return the ids of the runs and tournaments of which rows are new."""
    new = chain(now[len(before) :])
    return {
        name.partition(":")[2] for name, *_ in new if name.startswith(("run:", "tour"))
    }
