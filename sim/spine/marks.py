"""Marks on the fields of a sheet, and the pass that checks them.

A sheet's types say what a field may hold; its marks say how it fits the rest of the
file. `Annotated[str, Ref("seats")]` must be the name of a seat, the entries of an
`Annotated[tuple[Attack, ...], Distinct()]` must have different names, and an
`Annotated[int | None, NotBefore("from_round")]` must not be less than that field.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from types import UnionType
from typing import Annotated, NamedTuple, Union, cast, get_args, get_origin
from typing import get_type_hints as type_hints

from sim.reading.mismatch import member_path
from sim.seam.protocol import Sheet
from sim.spine.problems import problem, repeated, unknown


class Ref:
    """Marks a text as a reference: one of the names at *paths*. Empty text is none.

    A path leads through fields, from the scenario to whatever has the names: "seats"
    are the names of the seats, "seats.powers" those of everybody's powers. A path that
    begins with a point starts from the nearest sheet around the reference that has the
    field: in an attack ".powers" are the powers of the character whose attack it is.
    A path may also be a group of names that the rule system hands to `check_marks`.
    """

    def __init__(self, *paths: str) -> None:
        self.paths = paths


class Distinct:
    """Marks a list whose entries must differ: in their field *key*, or as words."""

    def __init__(self, key: str = "name") -> None:
        self.key = key


class NotBefore:
    """Marks a number that must not be less than the field *first* of its sheet."""

    def __init__(self, first: str) -> None:
        self.first = first


Mark = Ref | Distinct | NotBefore
Around = tuple[Sheet, ...]
"""The sheets around a value, from the scenario to the one whose field it is."""
Known = dict[str, frozenset[str]]
"""Names by path: the groups, and what has been looked up from the scenario."""


def check_marks(scenario: Sheet, **groups: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for everything in *scenario* that does not fit its marks.

    *groups* are names that are computed rather than listed in one place, by the word
    that references use for them.
    """
    known = {group: frozenset(names) for group, names in groups.items()}
    yield from _in_sheet((scenario,), "$", known)


def _in_sheet(around: Around, where: str, known: Known) -> Iterator[str]:
    """Yield the problems of the innermost sheet."""
    sheet = around[-1]
    for name, hint in _fields(type(sheet)):
        value = getattr(sheet, name)
        yield from _in_value(value, hint, f"{where}.{name}", around, known)


def _in_value(
    value: object, hint: "_Hint", where: str, around: Around, known: Known
) -> Iterator[str]:
    """Yield the problems of *value* and of whatever it contains."""
    if isinstance(value, Sheet):
        yield from _in_sheet((*around, value), where, known)
        return
    for mark in hint.marks:
        yield from _check(value, mark, where, around, known)
    if isinstance(value, tuple) and hint.items:
        items = cast("tuple[object, ...]", value)
        for index, item in enumerate(items):
            # Either all items are of one kind, or each place has its own.
            each = hint.items[index % len(hint.items)]
            yield from _in_value(item, each, f"{where}[{index}]", around, known)
    elif isinstance(value, dict) and hint.items:
        for key, item in cast("dict[str, object]", value).items():
            there = member_path(where, key)
            yield from _in_value(key, hint.items[0], there, around, known)
            yield from _in_value(item, hint.items[1], there, around, known)


def _check(
    value: object, mark: Mark, where: str, around: Around, known: Known
) -> Iterator[str]:
    """Yield the problems of *value* itself with *mark*."""
    if isinstance(mark, Ref) and isinstance(value, str) and value:
        names = [_at(path, around, known) for path in mark.paths]
        if not any(value in some for some in names):
            yield from unknown(where, value, frozenset[str]().union(*names))
    elif isinstance(mark, Distinct) and isinstance(value, tuple):
        entries = cast("tuple[object, ...]", value)
        keys = [str(getattr(entry, mark.key, entry)) for entry in entries]
        yield from repeated(where, keys)
    elif isinstance(mark, NotBefore) and isinstance(value, int):
        first: int = getattr(around[-1], mark.first)
        if value < first:
            expected = f"{first} or more, since {mark.first} = {first}"
            yield problem(where, str(value), expected)


class _Hint(NamedTuple):
    """A parsed type hint: its marks, and the hints of what it contains.

    *items* are the hints of a list's entries, or of a table's keys and values; empty if
    there is nothing to check in them.
    """

    marks: tuple[Mark, ...] = ()
    items: "tuple[_Hint, ...]" = ()
    sheets: bool = False
    """Whether it may be a sheet, which has hints of its own."""


_NOTHING = _Hint()


@cache
def _fields(kind: type[Sheet]) -> tuple[tuple[str, _Hint], ...]:
    """Return the fields of a sheet that have anything to check."""
    hints = type_hints(kind, include_extras=True)
    fields = [(name, _read(hints[name])) for name in kind.__struct_fields__]
    return tuple((name, hint) for name, hint in fields if hint != _NOTHING)


def _read(hint: object) -> _Hint:
    marks: tuple[Mark, ...] = ()
    while get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        marks += tuple(mark for mark in more if isinstance(mark, Mark))
    kind, args = get_origin(hint), get_args(hint)
    if kind in {Union, UnionType}:
        arms = [_read(arg) for arg in args]
        marks += tuple(mark for arm in arms for mark in arm.marks)
        items = next((arm.items for arm in arms if arm.items), ())
        return _Hint(marks, items, any(arm.sheets for arm in arms))
    if kind not in {tuple, dict}:
        return _Hint(marks, sheets=isinstance(hint, type) and issubclass(hint, Sheet))
    items = tuple(_read(arg) for arg in args if arg is not ...)
    return _Hint(marks, items if set(items) != {_NOTHING} else ())


def _at(path: str, around: Around, known: Known) -> frozenset[str]:
    """Return the names at *path*, for a reference with these sheets around it."""
    if path.startswith("."):
        fields = path[1:].split(".")
        owner = next(sheet for sheet in reversed(around) if hasattr(sheet, fields[0]))
        return frozenset(_names(owner, fields))
    if path not in known:
        known[path] = frozenset(_names(around[0], path.split(".")))
    return known[path]


def _names(owner: Sheet, fields: list[str]) -> Iterator[str]:
    """Yield the names reached from *owner* by way of *fields*."""
    holders: list[object] = [owner]
    for name in fields:
        holders = [
            each for holder in holders for each in _entries(getattr(holder, name))
        ]
    for each in holders:
        yield each if isinstance(each, str) else cast("str", getattr(each, "name"))  # noqa: B009 - of any sheet


def _entries(value: object) -> Iterable[object]:
    """Return the items of a list, the keys of a table, or a single value."""
    if isinstance(value, (tuple, dict)):
        return cast("Iterable[object]", value)
    return () if value is None else (value,)
