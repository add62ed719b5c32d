"""The axes of a variation: paths of a scenario, each with its values."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from sim.errors import ScenarioError
from sim.library.called import called
from sim.library.scenario import Loaded
from sim.library.settings import Setting, as_option_text, read_value, split_assignment
from sim.reading.hints import quoted

MOST = 2_000
"""The largest number of points of a grid."""

_FORM = "PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C"
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\s*\.\.\s*({_NUMBER})(?::({_NUMBER}))?")
_BETWEEN = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*$)')


class Varied(Struct, frozen=True):
    """An axis: a *path* in the scenario, and the *values* it takes one by one."""

    path: str
    values: tuple[Any, ...]

    def settings(self) -> tuple[Setting, ...]:
        """Return one setting for each value."""
        return tuple(Setting(self.path, value) for value in self.values)

    def __str__(self) -> str:
        return f"{self.path}={','.join(map(_item, self.values))}"


Axes = tuple[Varied, ...]


def read_axes(texts: Iterable[str]) -> Axes:
    """Parse *texts*, the values of `--vary`.

    Raises ScenarioError for a malformed text, an empty range, a path that is varied
    twice and a grid of too many points.
    """
    axes = tuple(map(read_axis, texts))
    if not axes:
        message = f"nothing is varied, expected {_FORM}"
        raise ScenarioError(message)
    paths = [axis.path for axis in axes]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        message = f"{twice} is varied twice, expected each path once"
        raise ScenarioError(message)
    points = prod(len(axis.values) for axis in axes)
    if points > MOST:
        message = f"found a grid of {points} points, expected at most {MOST}"
        raise ScenarioError(message)
    return axes


def axis(path: str, values: Iterable[Any]) -> Varied:
    """Return the axis of *path*; raises ScenarioError if there are no values."""
    varied = Varied(path.removeprefix("$."), tuple(values))
    if not varied.values:
        message = f"{path}: found no values, expected at least one"
        raise ScenarioError(message)
    return varied


def read_axis(text: str) -> Varied:
    """Parse PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C."""
    path, said = split_assignment(text, _FORM)
    match = _RANGE.fullmatch(said)
    if match is not None:
        return Varied(path, _steps(path, said, *match.groups()))
    values = tuple(read_value(path, item.strip()) for item in _BETWEEN.split(said))
    if "" in values:
        message = f"{path}: a value is missing in {quoted(said)}, expected {_FORM}"
        raise ScenarioError(message)
    if any(values[index] in values[:index] for index in range(len(values))):
        message = f"{path}: {quoted(said)} has a value twice, expected each once"
        raise ScenarioError(message)
    return Varied(path, values)


def _item(value: object) -> str:
    """Format *value* as an item of a list: quoted if it contains a comma."""
    said = as_option_text(value)
    return f'"{said}"' if isinstance(value, str) and "," in said else said


def _steps(
    path: str, said: str, low: str, high: str, step: str | None
) -> tuple[int | float, ...]:
    least, most, by = Decimal(low), Decimal(high), Decimal(step or "1")
    if by <= 0:
        message = f"{path}: the step of {quoted(said)} is {step}, expected more than 0"
        raise ScenarioError(message)
    if least > most:
        message = (
            f"{path}: the range {quoted(said)} is empty, expected LOW..HIGH with LOW"
            " not above HIGH"
        )
        raise ScenarioError(message)
    count = int((most - least) / by) + 1
    if count > MOST:
        message = f"{path}: {quoted(said)} has {count} values, expected at most {MOST}"
        raise ScenarioError(message)
    integers = all("." not in number for number in (low, high, step or ""))
    numbers = [least + by * index for index in range(count)]
    return tuple(int(number) if integers else float(number) for number in numbers)


def column_names(axes: Sequence[Varied]) -> list[str]:
    """Return a column name for each of *axes*: the shortest unique ends of paths."""
    parts = [axis.path.split(".") for axis in axes]
    most = max(map(len, parts))
    for kept in range(1, most):
        short = [".".join(path[-kept:]) for path in parts]
        if len(set(short)) == len(short):
            return short
    return [axis.path for axis in axes]


def axes_in_words(base: Loaded, axes: Sequence[Varied]) -> list[str]:
    """Return what each of *axes* is called in a sentence, with its path."""
    return [f"{called(base, axis.path)} ({axis.path})" for axis in axes]


def grid(axes: Sequence[Varied]) -> list[tuple[Setting, ...]]:
    """Return every combination of the values of *axes*, the last varying fastest."""
    return list(product(*(axis.settings() for axis in axes)))
