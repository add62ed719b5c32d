"""The line and the column of each value in a TOML file.

tomllib reads the values but not their places, which tree-sitter finds. It is used only
when something is wrong, and may be missing: then an error names no line.
"""

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from tree_sitter import Language, Node, Parser
from tree_sitter_toml import language

from sim.reading.mismatch import member_path


class Place(Struct, frozen=True):
    """A line and a column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


def places(raw: bytes) -> dict[str, Place]:
    """Return path -> place for every table, key and entry of the TOML *raw*."""
    tree = Parser(Language(language())).parse(raw)
    by_path: dict[str, Place] = {}
    entries: dict[str, int] = {}
    for node in tree.root_node.named_children:
        if node.type == "pair":
            by_path |= _pair(node, "$")
        elif node.type in {"table", "table_array_element"}:
            path = _table_path(node, entries)
            by_path |= _header(node, path)
            for pair in _pairs(node):
                by_path |= _pair(pair, path)
    return by_path


def _table_path(node: Node, entries: dict[str, int]) -> str:
    """Return the path of the table that a header opens; counts the *entries*."""
    path = "$"
    *outer, last = _keys(_named(node))
    for key in outer:
        path = member_path(path, key)
        if path in entries:
            path = f"{path}[{entries[path] - 1}]"
    path = member_path(path, last)
    if node.type == "table_array_element":
        entries[path] = entries.get(path, 0) + 1
    return f"{path}[{entries[path] - 1}]" if path in entries else path


def _header(node: Node, path: str) -> dict[str, Place]:
    bare = path.removesuffix("[0]")
    return {bare: _place(node), path: _place(node)}


def _pair(node: Node, table: str) -> dict[str, Place]:
    path = table
    for key in _keys(_named(node)):
        path = member_path(path, key)
    by_path = {path: _place(node)}
    for value in node.named_children[1:]:
        by_path |= _inside(value, path)
    return by_path


def _inside(value: Node, path: str) -> dict[str, Place]:
    by_path: dict[str, Place] = {}
    if value.type == "inline_table":
        for pair in _pairs(value):
            by_path |= _pair(pair, path)
    elif value.type == "array":
        entries = [child for child in value.named_children if child.type != "comment"]
        for index, entry in enumerate(entries):
            at = f"{path}[{index}]"
            by_path |= {at: _place(entry), **_inside(entry, at)}
    return by_path


def _named(node: Node) -> str:
    text = node.named_children[0].text
    return text.decode("utf-8") if text is not None else ""


def _keys(text: str) -> Iterator[str]:
    """Yield the keys of a dotted key, as TOML reads them."""
    table: dict[str, Any] | int = tomllib.loads(f"{text} = 0")
    while not isinstance(table, int):
        ((key, table),) = table.items()
        yield key


def _pairs(node: Node) -> Iterable[Node]:
    return (child for child in node.named_children if child.type == "pair")


def _place(node: Node) -> Place:
    return Place(node.start_point.row + 1, node.start_point.column + 1)
