"""How the files of several runs differ, by the names in them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

_NAMES = ("name", "id")
"""The fields that give an entry of a list its name."""


def differences(documents: Sequence[Any]) -> list[dict[str, Any]]:
    """Return, for each of *documents*, path -> value where not all are the same.

    A path is made of keys and of the names of a list's entries, or their numbers from
    1: `seats.Tom.abilities.Brawl`. A value that a document does not have is None.
    """
    flat = [dict(_leaves(document, "")) for document in documents]
    paths = {path: None for leaves in flat for path in leaves}
    unlike = [path for path in paths if any(_differ(path, flat))]
    return [{path: leaves.get(path) for path in unlike} for leaves in flat]


def _differ(path: str, flat: Sequence[Mapping[str, Any]]) -> Iterator[bool]:
    missing = object()
    first = flat[0].get(path, missing)
    for leaves in flat[1:]:
        value = leaves.get(path, missing)
        yield type(value) is not type(first) or value != first


def _leaves(node: Any, path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    if isinstance(node, dict):
        inside = list(cast("dict[str, Any]", node).items())
    elif isinstance(node, list):
        inside = _entries(cast("Sequence[Any]", node))
    else:
        yield path, node
        return
    for key, value in inside:
        yield from _leaves(value, f"{path}.{key}" if path else str(key))


def _entries(nodes: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return the entries of a list, by name if each one's name is unique."""
    tables = [cast("dict[str, Any]", node) for node in nodes if isinstance(node, dict)]
    for word in _NAMES:
        names = [str(table[word]) for table in tables if word in table]
        if len(set(names)) == len(nodes):
            return list(zip(names, nodes, strict=True))
    return [(str(number), node) for number, node in enumerate(nodes, 1)]
