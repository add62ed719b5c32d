"""Statuses drawn as pips, boxes and chips, for any rule system.

A small number is a row of pips, a row of signs is a track of boxes, a list is a row of
chips. The length of a row of pips or boxes follows from all moments of the conflict, so
that losses can be seen.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeGuard, cast

from msgspec import Struct

from sim.conflict.phrases import value_for_people, without_underscores
from sim.conflict.stream import spelt
from sim.seam.protocol import Description

Shape = Literal["text", "pips", "dice", "scale", "boxes", "chips"]
_MOST = 12
"""The most pips that are drawn."""
_SIGNS = re.compile(r"\S(?: \S)+")
_DICE = "dice"


class Mark(Struct, frozen=True):
    """One pip, box or chip: its text, and whether it is *full*."""

    text: str = ""
    full: bool = True


class Entry(Struct, frozen=True):
    """One entry of a seat's status from event *first* to event *last*.

    *said* is the entry in words; *marks* are drawn beside it.
    """

    name: str
    first: int
    last: int
    said: str
    shape: Shape
    marks: tuple[Mark, ...] = ()


class SeatStatus(Struct, frozen=True):
    """The status of one seat at every moment: its entries, in order."""

    seat: str
    index: int
    entries: tuple[Entry, ...]


def seat_statuses(
    seats: Sequence[str], statuses: Sequence[Sequence[Description]]
) -> list[SeatStatus]:
    """Return the statuses of *seats* over time, given all statuses after each event."""
    result: list[SeatStatus] = []
    farthest = _farthest(statuses)
    for index, seat in enumerate(seats):
        courses = [status[index] if index < len(status) else {} for status in statuses]
        names = dict.fromkeys(name for status in courses for name in status)
        entries = [
            entry
            for name in names
            if name != "who"
            for entry in _entries(
                _Drawing(
                    name, [status.get(name) for status in courses], farthest.get(name)
                ),
            )
        ]
        result.append(SeatStatus(seat, index, tuple(entries)))
    return result


def _farthest(statuses: Sequence[Sequence[Description]]) -> dict[str, int]:
    """Return the largest absolute value of each entry that is ever negative."""
    largest: dict[str, int] = {}
    below: set[str] = set()
    for words in (words for status in statuses for words in status):
        for name, value in words.items():
            if _whole(value):
                largest[name] = max(largest.get(name, 0), abs(value))
                if value < 0:
                    below.add(name)
    return {name: most for name, most in largest.items() if name in below}


def _entries(draw: "_Drawing") -> Iterator[Entry]:
    """Yield the stretches of events over which an entry kept its value."""
    course = draw.course
    first = 0
    for at in range(1, len(course) + 1):
        if at < len(course) and course[at] == course[first]:
            continue
        if course[first] is not None:
            yield draw.entry(course[first], first + 1, at)
        first = at


class _Drawing:
    """Draws all values of one entry in the same way.

    *course* has its value after every event; *farthest* is its largest absolute value
    for any seat, None if it is never negative.
    """

    def __init__(
        self, name: str, course: Sequence[object], farthest: int | None
    ) -> None:
        self._name = name
        self.course = course
        self._farthest = farthest
        self._high = max([value for value in course if _whole(value)], default=0)
        tables = [
            cast("Mapping[str, object]", value) for value in course if _track(value)
        ]
        self._boxes = max((int(key) for table in tables for key in table), default=0)

    def entry(self, value: object, first: int, last: int) -> Entry:
        """Return *value* as an entry that holds from event *first* to *last*."""
        shape, marks = self._marks(value)
        return Entry(
            spelt(self._name), first, last, value_for_people(value), shape, marks
        )

    def _marks(self, value: object) -> tuple[Shape, tuple[Mark, ...]]:
        if isinstance(value, str) and _SIGNS.fullmatch(value):
            signs = value.split(" ")
            boxes = [Mark("" if sign == "-" else sign, sign != "-") for sign in signs]
            return "boxes", tuple(boxes)
        if _whole(value):
            return self._number(value)
        if _track(value) and 0 < self._boxes <= 2 * _MOST:
            filled = cast("Mapping[str, object]", value)
            numbers = map(str, range(1, self._boxes + 1))
            return "boxes", tuple(
                [Mark(number, number in filled) for number in numbers]
            )
        chips = list(_chips(value))
        return ("chips", tuple(chips)) if chips else ("text", ())

    def _number(self, value: int) -> tuple[Shape, tuple[Mark, ...]]:
        high, most = self._high, self._farthest
        if max(high, most or 0) > _MOST or (high == 0 and most is None):
            return "text", ()
        if most is not None:
            steps = range(-most, most + 1)
            return "scale", tuple([Mark(str(step), step == value) for step in steps])
        if _DICE in self._name.split("_"):
            return "dice", (Mark(),) * value
        return "pips", tuple([Mark("", place < value) for place in range(high)])


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _track(value: object) -> bool:
    """Whether *value* is a table of boxes by their numbers."""
    if not isinstance(value, dict):
        return False
    keys = cast("dict[object, object]", value)
    return all(isinstance(key, str) and key.isdecimal() for key in keys)


def _chips(value: object) -> Iterator[Mark]:
    if isinstance(value, dict):
        for name, item in cast("dict[str, object]", value).items():
            yield Mark(f"{without_underscores(name)} {value_for_people(item)}")
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[object]", value):
            yield Mark(value_for_people(item))
