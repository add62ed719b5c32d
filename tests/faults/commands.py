"""Random commands that are valid for what a store holds at the time."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from msgspec import Struct

from tests.faults.recipes import Recipe, calm, id_of, stream_of


class Command(Struct, frozen=True):
    """A command line; *recipe* is what it records, *writes* the file it makes."""

    args: tuple[str, ...]
    recipe: Recipe | None = None
    writes: Path | None = None


class Held(Struct, frozen=True):
    """What exists: a *store* with its contents, and complete *exports* of it."""

    store: Path
    begun: tuple[Recipe, ...]
    recipes: list[Recipe]
    streams: frozenset[str]
    exports: tuple[Path, ...]
    fresh: Path
    """A path, without its ending, where no file is."""


def drawn(luck: Random, held: Held) -> Command:
    """Return the next command."""
    kinds = {"record": 40, "import": 6 if held.exports else 0}
    if held.streams:
        kinds |= {"audit": 10, "read": 20, "export": 14}
    kind = luck.choices(tuple(kinds), tuple(kinds.values()))[0]
    if kind == "record":
        return _recording(luck, held)
    if kind == "audit":
        return _audit(luck, held)
    if kind == "read":
        return _reading(luck, held)
    if kind == "export":
        return _export(luck, held)
    into = luck.choice((held.store, held.fresh.with_suffix(".db")))
    return Command(("import", str(into), str(luck.choice(held.exports))))


def _recording(luck: Random, held: Held) -> Command:
    recipe = luck.choice(held.recipes)
    args = [*recipe, "--store", str(held.store)]
    if stream_of(recipe) in held.streams:
        args.append("--resume")
    if luck.random() < 0.15 and "--limits" not in recipe:
        args += ["--workers", "2"]
    return Command(tuple(args), recipe)


def _names(luck: Random, held: Held) -> tuple[str, ...]:
    """Return a run or tournament that is there, or a conflict of one, or nothing."""
    there = [recipe for recipe in held.begun if stream_of(recipe) in held.streams]
    if not there or luck.random() < 0.2:
        return ()
    recipe = luck.choice(there)
    conflicts = _conflicts(recipe, held.streams)
    if conflicts and luck.random() < 0.5:
        return (luck.choice(conflicts),)
    return (id_of(recipe),)


def _conflicts(recipe: Recipe, streams: Iterable[str]) -> list[str]:
    own = set(calm(recipe)) & set(streams)
    return sorted(name for name in own if ":" not in name)


def _audit(luck: Random, held: Held) -> Command:
    args = ["audit", str(held.store), *_names(luck, held), "--limits"]
    if luck.random() < 0.1:
        args += ["--workers", "2"]
    return Command(tuple(args))


def _reading(luck: Random, held: Held) -> Command:
    store = str(held.store)
    json = luck.choice(((), ("--json",)))
    told = [
        name
        for recipe in held.begun
        for name in _conflicts(recipe, held.streams)
        if "." not in name
    ]
    if not told or luck.random() < 0.3:
        return Command(("list", store, *json))
    name = luck.choice(told)
    word = luck.choice(("show", "replay", "explain", "transcript", "list"))
    if word == "list":
        return Command(("list", store, name.rpartition("-")[0], *json))
    if word == "explain":
        return Command(("explain", store, name, "4", *json))
    if word == "transcript":
        chapter = f"{name}.1"  # a game of a campaign is typed in by its chapters
        return Command((word, store, chapter if chapter in held.streams else name))
    return Command((word, store, name, *json))


def _export(luck: Random, held: Held) -> Command:
    store, fresh = str(held.store), held.fresh
    how = luck.choice(("", "", "--table", "--events", "-"))
    if how == "-":
        return Command(("export", store))
    endings = {"": ".jsonl", "--table": ".csv", "--events": ".events"}
    file = fresh.with_suffix(endings[how])
    option = (how,) if how else ()
    return Command(("export", store, *option, str(file)), writes=file)
