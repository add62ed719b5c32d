"""What is wrong with a file, told with the line, the column and whom it is about."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from sim.errors import ScenarioError
from sim.reading.mismatch import step

_PATH = re.compile(r'\$(?:\.(?:[\w-]+|"[^"]*")|\[\d+\])*')
_STEP = re.compile(r'\.([\w-]+)|\."([^"]*)"|\[(\d+)\]')
_UNKNOWN = re.compile(r' has the (?:unknown field|name) "([^"]*)"')


def refusal(
    where: str,
    raw: bytes,
    table: Mapping[str, Any],
    sentences: Iterable[str],
    *,
    unread: bool = False,
) -> ScenarioError:
    """Return the error that holds all *sentences* about the file *where*.

    Each of them begins with the path of what is wrong; *raw* and *table* are the file
    as it is and as it was read; *unread*: the names in it were not looked at yet.
    """
    problems = tuple(located(where, raw, table, sentences))
    first, more = problems[0], len(problems) - 1
    if more:
        first += f" (and {more} more: see fracas check-scenario)"
    return ScenarioError(first, problems=problems, unread=unread)


def located(
    where: str, raw: bytes, table: Mapping[str, Any], sentences: Iterable[str]
) -> Iterator[str]:
    """Yield each of *sentences* with the file, the line, the column and the names."""
    from sim.reading.places import places  # noqa: PLC0415 - only who errs waits for it

    places_of = places(raw)
    for sentence in sentences:
        match = _PATH.match(sentence)
        path = match[0] if match else ""
        said = sentence[len(path) :]
        unknown = _UNKNOWN.match(said)
        exact = step(path, unknown[1]) if unknown else path
        place = next((places_of[at] for at in _around(exact) if at in places_of), None)
        at = f"{where}, {place}" if place is not None else where
        yield f"{at}: {path}{_names(table, path)}{said}"


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
