"""Untrusted TOML: any bytes give a table or one clear error, never a traceback.

Beside broken TOML, the reader refuses values that canonical JSON cannot hold (infinite
numbers) and what only an attack would contain (deep nesting, endless keys).
"""

import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any, cast

from sim.errors import ScenarioError
from sim.reading.mismatch import in_words, member_path

_DEPTH_MAX = 32
_DOTS_MAX = 400
_INT_MAX = 1 << 63
_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

_HINTS = {
    "Invalid value": ": text stands in quotes, true and false in small letters",
    "Cannot overwrite a value": ": the same key stands twice in one table",
}


def parse(raw: bytes, where: str) -> dict[str, Any]:
    """Read the TOML *raw* of the file *where*.

    Raises ScenarioError for any bytes that are not TOML, and for tables nested deeper
    or numbers larger than any scenario needs.
    """
    text = _text(raw, where)
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _DOTS_MAX:
            message = f"{where}, line {number}: more than {_DOTS_MAX} dots in one line"
            raise ScenarioError(message)
    try:
        table = tomllib.loads(text)
    except RecursionError as error:
        raise _too_deep(where) from error
    except ValueError as error:
        message = _not_toml(where, str(error))
        raise ScenarioError(message) from error
    within_limits(table, where)
    return table


def _text(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"{where}, line {line}: found bytes that are not UTF-8 text"
        raise ScenarioError(message) from error


def _not_toml(where: str, said: str) -> str:
    """Return what is wrong in one sentence; *said* is the parser's own."""
    place = _WHERE.search(said)
    reason = _WHERE.sub("", said)
    reason = reason if reason.isprintable() else ascii(reason)
    if reason.startswith("Exceeds the limit"):
        reason = "A number has thousands of digits"
    reason += _HINTS.get(reason, "")
    if place is None:
        return f"{where} is not TOML: {reason}"
    if place[1] is None:
        return f"{where}, end of file, is not TOML: {reason}"
    return f"{where}, line {place[1]}, column {place[2]}, is not TOML: {reason}"


def _too_deep(where: str) -> ScenarioError:
    return ScenarioError(f"{where}: is nested more than {_DEPTH_MAX} deep")


def within_limits(table: dict[str, Any], where: str) -> None:
    """Raise ScenarioError for a value anywhere in *table* that JSON cannot hold."""
    waiting: list[tuple[str, int, object]] = [("$", 0, table)]
    while waiting:
        path, depth, value = waiting.pop()
        if depth > _DEPTH_MAX:
            raise _too_deep(where)
        if isinstance(value, float) and not math.isfinite(value):
            message = f"{where}: {path} is {value}, expected an ordinary number"
            raise ScenarioError(message)
        if isinstance(value, int) and not -_INT_MAX <= value < _INT_MAX:
            message = f"{where}: {path} is {in_words(value)}, expected fewer digits"
            raise ScenarioError(message)
        waiting.extend((at, depth + 1, item) for at, item in _inside(path, value))


def _inside(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for name, item in cast("dict[str, object]", value).items():
            yield member_path(path, name), item
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield f"{path}[{index}]", item
