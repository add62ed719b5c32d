"""The parts of the sheets of a scenario, and the scenario without one of them.

A rule system says which fields of its sheets hold parts (`sim/seam/sheets.py`): items,
skills, dice. To take one away is to set the field that holds it to what is left, so a
scenario without a part is a scenario with a setting, which a command can repeat.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from sim.library.scenario import Loaded
from sim.library.settings import Setting, with_settings
from sim.reading.mismatch import member_path
from sim.seam.protocol import Part, Sheet
from sim.seam.sheets import default_of

_NAMED = ("name", "label", "cause", "descriptor")
"""The fields by which an entry of a list is called, the first that it has."""


class Having(Struct, frozen=True):
    """A part of a sheet: whose it is, its *kind* and *name*, and what takes it away.

    *path* is where it stands in the scenario.
    """

    owner: str
    kind: str
    name: str
    path: str
    without: Setting

    def __str__(self) -> str:
        return f'the {self.kind} "{self.name}" of {self.owner}'


class _Place(Struct, frozen=True):
    """Where a sheet stands: its path, and whose it is."""

    path: str
    owner: str


def parts(loaded: Loaded) -> tuple[Having, ...]:
    """Return the parts of everybody's sheets, in the order of the scenario.

    What belongs to nobody who takes part is left out.
    """
    playing = {info.name for info in loaded.system.seats(loaded.scenario)}
    return tuple(_in(loaded.scenario, _Place("", ""), playing))


def without(loaded: Loaded, part: Having) -> Loaded:
    """Return *loaded* without *part*.

    Raises ScenarioError if something else on the sheets needs it.
    """
    return with_settings(loaded, [part.without])


def _in(item: object, place: _Place, playing: set[str]) -> Iterator[Having]:
    """Yield the parts that *item*, a sheet or anything in one, holds at *place*."""
    if isinstance(item, Sheet):
        place = structs.replace(place, owner=_owner(item, playing) or place.owner)
        for field in structs.fields(item):
            at = member_path(place.path or "$", field.encode_name).removeprefix("$.")
            inside, part = getattr(item, field.name), item.parts.get(field.name)
            there = _Place(at, place.owner)
            if part is not None and place.owner:
                yield from _parts(inside, part, there, field)
            yield from _in(inside, there, playing)
    elif isinstance(item, tuple):
        entries = cast("tuple[object, ...]", item)
        for key, entry in zip(_keys(entries), entries, strict=True):
            spot = _Place(f"{place.path}[{key}]", place.owner)
            yield from _in(entry, spot, playing)


def _owner(sheet: Sheet, playing: set[str]) -> str:
    """Return whose *sheet* it is, by its name or the only one it concerns."""
    who: object = getattr(sheet, "who", ())
    named = getattr(sheet, "name", who)
    if isinstance(named, tuple):
        several = cast("tuple[object, ...]", named)
        named = several[0] if len(several) == 1 else ""
    return named if isinstance(named, str) and named in playing else ""


def _parts(
    inside: object, part: Part, place: _Place, field: structs.FieldInfo
) -> Iterator[Having]:
    """Yield the parts in the value of one *field*."""
    if isinstance(inside, dict):
        table = cast("dict[str, object]", inside)
        for name, item in table.items():
            others = {other: kept for other, kept in table.items() if other != name}
            path = member_path(place.path, name)
            if part.without is None:
                yield _having(part, place, name, path, others)
            elif item != part.without:
                there = _Place(path, place.owner)
                yield _having(part, there, name, path, part.without)
    elif isinstance(inside, tuple):
        entries = cast("tuple[object, ...]", inside)
        for index, (key, entry) in enumerate(zip(_keys(entries), entries, strict=True)):
            rest = (*entries[:index], *entries[index + 1 :])
            path = f"{place.path}[{key}]"
            yield _having(part, place, _called(entry, part), path, rest)
    else:
        lacking = default_of(field) if part.without is None else part.without
        if inside != lacking:
            name = field.encode_name.replace("_", " ")
            yield _having(part, place, name, place.path, lacking)


def _having(part: Part, place: _Place, name: str, path: str, left: object) -> Having:
    return Having(place.owner, part.kind, name, path, Setting(place.path, _plain(left)))


def _keys(entries: Sequence[object]) -> list[str]:
    """Return what stands for each of *entries* in a path: its name, or its number."""
    names = [str(getattr(entry, "name", "")) for entry in entries]
    return [
        name
        if name and names.count(name) == 1 and "]" not in name and not name.isdecimal()
        else str(index)
        for index, name in enumerate(names)
    ]


def _called(entry: object, part: Part) -> str:
    """Return what an entry of a list is called."""
    if isinstance(entry, str):
        return entry
    names = (getattr(entry, name, "") for name in _NAMED)
    return next((str(value) for value in names if value), part.kind)


def _plain(item: object) -> Any:  # noqa: ANN401 - as a file would say it
    """Return *item* as plain values, without fields that have their default."""
    if isinstance(item, Struct):
        return {
            field.encode_name: _plain(value)
            for field in structs.fields(item)
            if (value := getattr(item, field.name)) != default_of(field)
        }
    if isinstance(item, tuple | list):
        return [_plain(entry) for entry in cast("Sequence[object]", item)]
    if isinstance(item, dict):
        table = cast("dict[str, object]", item)
        return {name: _plain(value) for name, value in table.items()}
    return msgspec.to_builtins(item)
