"""Tables of a scenario file as structs, without any other fields.

The digest of a scenario covers all defaults. To keep digests of recorded scenarios
valid, a field that is added later is left out of the digest while it has the value that
its absence means. For most fields that value is the default. If a new field changes
what is played by default, the sheet says under `before` what was played until then; a
stored scenario without the field keeps that.

A sheet also says which of its fields hold parts: things somebody has and might lack,
such as items, skills or dice. A playtest asks what each of them is worth to its owner.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, cast, dataclass_transform

from msgspec import NODEFAULT, UNSET, Struct, field, structs


class Part(Struct, frozen=True):
    """What a field of a sheet holds: parts that are each called *kind*.

    In a list or a table every entry is one; any other field is a part itself. Its owner
    lacks it where an entry is not there and a field has its default or, if it is given,
    where the value is *without*.
    """

    kind: str
    without: Any = None


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file: its own fields, and no others."""

    # The fields that were added later; left out of digests while as by default.
    added: ClassVar[frozenset[str]] = frozenset()
    # Fields that changed the default -> the value that their absence stands for.
    before: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    # Fields that hold what somebody has and might lack -> what it is called.
    parts: ClassVar[Mapping[str, Part]] = MappingProxyType({})


class Scenario(Sheet, kw_only=True):
    """The fields of every scenario file, whatever the rule system.

    A system's own scenario adds its characters, its rulings and what each side wants.
    """

    title: str
    """The title of the situation."""
    system: str
    """The rule system by which it is played; `fracas rules` lists them."""
    source: str = ""
    """Where the situation comes from: a text and a place in it."""
    about: str = ""
    """What is going on, in a sentence or two."""


def written(item: Any) -> Any:  # noqa: ANN401 - a sheet, or anything in one
    """Return *item* without later fields that have the value their absence means."""
    if isinstance(item, Struct):
        unsaid = _omitted(item)
        changes = {
            name: UNSET if name in unsaid else written(getattr(item, name))
            for name in item.__struct_fields__
        }
        return structs.replace(item, **changes)
    if isinstance(item, tuple):
        return tuple(written(entry) for entry in cast("tuple[object, ...]", item))
    if isinstance(item, dict):
        table = cast("dict[object, object]", item)
        return {name: written(entry) for name, entry in table.items()}
    return item


def rulings_of(scenario: object) -> Mapping[str, Any]:
    """Return the table `rulings` of *scenario* as it is recorded, by name."""
    rulings = getattr(scenario, "rulings", None)
    if not isinstance(rulings, Struct):
        return {}
    unsaid = _omitted(rulings)
    options = structs.asdict(rulings)
    return {name: value for name, value in options.items() if name not in unsaid}


def _omitted(sheet: Struct) -> frozenset[str]:
    """Return the later fields of *sheet* that have the value their absence means."""
    added: frozenset[str] = getattr(sheet, "added", frozenset())
    before: Mapping[str, Any] = getattr(sheet, "before", {})
    if not added and not before:
        return added
    absent = {
        field.name: default_of(field)
        for field in _fields(type(sheet))
        if field.name in added
    }
    absent |= before
    return frozenset(
        name for name, value in absent.items() if getattr(sheet, name) == value
    )


@cache
def _fields(kind: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    # Cached: computed from annotations, and needed for every audited conflict.
    return structs.fields(kind)


def default_of(field: structs.FieldInfo) -> Any:  # noqa: ANN401 - of any field
    """Return the default of a field."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default
