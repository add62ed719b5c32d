"""Errors in a file, with line, column and the names of the entries they concern."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from sim.errors import ScenarioError
from sim.reading.hints import shortened
from sim.reading.mismatch import ROOT, member_path

if TYPE_CHECKING:
    from sim.reading.places import Place

_PATH = re.compile(r'\$(?:\.(?:[\w-]+|"[^"]*")|\[\d+\])*')
_STEP = re.compile(r'\.([\w-]+)|\."([^"]*)"|\[(\d+)\]')
_LACKS = re.compile(r' lacks the field "([^"]*)"')
TOP, WHOLE = "the top of the file", "the table"
"""The names of the path `$`: of a file, and of a table given in Python."""
_SYSTEM = "system"
"""The field that says which other fields are allowed."""
_MANY = 20
"""The most names of a file that are listed."""
_UNKNOWN = re.compile(r' has the (?:unknown field|name) "([^"]*)"')


def scenario_error(
    where: str,
    raw: bytes,
    table: Mapping[str, Any],
    sentences: Iterable[str],
    *,
    unread: bool = False,
) -> ScenarioError:
    """Return the error that holds all *sentences* about the file *where*.

    Each of them begins with the path of what is wrong. *raw* is the file's content, and
    *table* the table read from it; *unread* says that its names are not yet checked.
    """
    problems = tuple(located(where, raw, table, sentences))
    first, more = problems[0], len(problems) - 1
    if more:
        asked = "fracas check" if raw else "fracas.check_scenario"
        first += f" (and {more} more: see {asked})"
    return ScenarioError(first, problems=problems, unread=unread)


def located(
    where: str, raw: bytes, table: Mapping[str, Any], sentences: Iterable[str]
) -> Iterator[str]:
    """Yield each of *sentences* with the file, the line, the column and the names."""
    places_of = places_in(raw)
    told = [(sentence, *_parts(sentence)) for sentence in sentences]
    strays = [exact for _, path, exact in told if exact != path]
    for sentence, path, exact in told:
        said = sentence[len(path) :]
        place = next((places_of[at] for at in _around(exact) if at in places_of), None)
        at = f"{where}, {place}" if place is not None else where
        lacks = _LACKS.match(said) if path == ROOT else None
        there = _there(lacks[1], table, strays, places_of) if lacks else ""
        if not raw:
            there = there.replace("; the file has ", "; it has ")
        what = (TOP if raw else WHOLE) if path == ROOT else path
        yield f"{at}: {what}{_names(table, path)}{said}{there}"


def places_in(raw: bytes) -> Mapping[str, "Place"]:
    """Return path -> place in the TOML *raw*; nothing where tree-sitter is missing."""
    try:
        from sim.reading.places import places  # noqa: PLC0415 - only who errs waits
    except ImportError:
        return {}
    return places(raw)


def _parts(sentence: str) -> tuple[str, str]:
    """Return the path that *sentence* begins with, and that of what is wrong there."""
    match = _PATH.match(sentence)
    path = match[0] if match else ""
    unknown = _UNKNOWN.match(sentence[len(path) :])
    return path, member_path(path, unknown[1]) if unknown else path


def _there(
    field: str,
    table: Mapping[str, Any],
    strays: Sequence[str],
    places_of: Mapping[str, "Place"],
) -> str:
    """Return what a file has instead of *field*, which is missing and so has no line.

    A field below a header belongs to that header's table, where it is a *stray*: this
    is easily overlooked.
    """
    last = member_path("", field)
    for path, place in places_of.items():
        astray = path in strays or field == _SYSTEM
        if astray and path.endswith(last) and path != f"${last}":
            return (
                f"; {place}, has it as {path}: what is the whole file's stands above"
                " the first header in brackets"
            )
    names = [shortened(name) for name in table]
    more = [f"{len(names) - _MANY} more"] if len(names) > _MANY else []
    present = ", ".join(names[:_MANY] + more) or "nothing"
    return f"; the file has {present}"


def _around(path: str) -> Iterator[str]:
    """Yield *path* and the paths of what it is in, from the inside out."""
    ends = [match.end() for match in _STEP.finditer(path)]
    yield from (path[:end] for end in reversed(ends))


def _names(table: Mapping[str, Any], path: str) -> str:
    """Return in brackets the names of the list entries on *path*, if they have any."""
    node: object = table
    names: list[str] = []
    for match in _STEP.finditer(path):
        node = _member(node, match)
        if match[3] is not None:
            name = _field(node, "name")
            names += [name] if isinstance(name, str) and name.isprintable() else []
    return f" ({', '.join(names)})" if names else ""


def _member(node: object, match: re.Match[str]) -> object:
    if match[3] is None:
        name = match[1] or match[2]
        return (
            cast("dict[str, Any]", node).get(name) if isinstance(node, dict) else None
        )
    entries = cast("Sequence[Any]", node) if isinstance(node, list) else ()
    index = int(match[3])
    return entries[index] if index < len(entries) else None


def _field(node: object, name: str) -> object:
    return cast("dict[str, Any]", node).get(name) if isinstance(node, dict) else None
