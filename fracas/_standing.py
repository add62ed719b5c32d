"""The standing of all seats as a row of numbers, for learners."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

Standing = Sequence[Mapping[str, Any]]
"""What a system's `status` gives: by seat, named facts for people and programs."""


class Layout:
    """The position of each number in the row, as the start of a conflict fixes it.

    A number stands for itself, a list for its length, and a text is 1 as long as it is
    the same as at the start. A group of named numbers has one position for each name at
    the start, and one for the sum of all others.
    """

    def __init__(self, seats: Sequence[str], start: Standing) -> None:
        self._seats = seats
        self._texts = dict(_texts(seats, start))
        self.labels = ("round", *(label for label, _ in self._numbers(start)))
        """What each number is: the seat, a dot, and the name of the fact."""
        self._places = {label: place for place, label in enumerate(self.labels)}

    def row(self, at_round: int, standing: Standing) -> NDArray[np.float32]:
        """Return the row: 0 for missing numbers, and none without a position."""
        row = np.zeros(len(self.labels), np.float32)
        row[0] = at_round
        for label, number in self._numbers(standing):
            place = self._places.get(label)
            if place is None:  # a name that came later: it counts among the others
                place = self._places.get(_others(label))
            if place is not None:
                row[place] += number
        return row

    def _numbers(self, standing: Standing) -> Iterator[tuple[str, float]]:
        for seat, facts in zip(self._seats, standing, strict=False):
            for name, value in facts.items():
                label = f"{seat}.{name}"
                yield from self._of_fact(label, value)

    def _of_fact(self, label: str, value: Any) -> Iterator[tuple[str, float]]:  # noqa: ANN401 - of a kind that JSON has
        if isinstance(value, str):
            yield label, float(self._texts.get(label) == value)
        elif isinstance(value, int | float):
            yield label, float(value)
        elif isinstance(value, dict):
            yield from _of_group(label, cast("dict[str, Any]", value))
        elif isinstance(value, list | tuple):
            yield label, float(len(cast("Sequence[Any]", value)))


def _of_group(label: str, group: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    yield f"{label}.*", 0.0
    for name, value in group.items():
        if isinstance(value, int | float):
            yield f"{label}.{name}", float(value)


def _others(label: str) -> str:
    return f"{label.rpartition('.')[0]}.*"


def _texts(seats: Sequence[str], standing: Standing) -> Iterator[tuple[str, str]]:
    for seat, facts in zip(seats, standing, strict=False):
        for name, value in facts.items():
            if isinstance(value, str):
                yield f"{seat}.{name}", value
