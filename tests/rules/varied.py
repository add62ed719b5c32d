"""A scenario with some of its numbers, words and options changed, as its sheet allows.

Scenarios that tests make up set what laws are about, and leave the rest as it is by
default. Here anything that a file may say is changed now and then.
"""

from math import inf
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, structs
from msgspec import inspect as kinds

FAR = 3
"""A whole number is moved by so many at most."""
SHARES = (0.0, 0.3, 0.5, 0.7, 1.0)


def varied(value: Any, often: float, luck: Random) -> Any:  # noqa: ANN401 - any struct
    """Return *value*, each of its leaves changed as *often* as that."""
    return _changed(value, kinds.type_info(type(value)), often, luck)


def _changed(value: Any, kind: kinds.Type, often: float, luck: Random) -> Any:  # noqa: ANN401 - anything in a scenario
    if isinstance(value, Struct):
        return structs.replace(value, **_fields(value, often, luck))
    if isinstance(value, tuple | list):
        item = getattr(kind, "item_type", kinds.AnyType())
        return tuple(_changed(entry, item, often, luck) for entry in value)
    if isinstance(value, dict):
        item = getattr(kind, "value_type", kinds.AnyType())
        return {key: _changed(entry, item, often, luck) for key, entry in value.items()}
    return _leaf(value, kind, luck) if luck.random() < often else value


def _fields(value: Struct, often: float, luck: Random) -> dict[str, Any]:
    info = kinds.type_info(type(value))
    assert isinstance(info, kinds.StructType)
    return {
        field.name: _changed(
            getattr(value, field.name), _of(field.type, value, field), often, luck
        )
        for field in info.fields
    }


def _of(kind: kinds.Type, value: Struct, field: kinds.Field) -> kinds.Type:
    """Return the kind that the value of *field* has, where it may have several."""
    own = getattr(value, field.name)
    if not isinstance(kind, kinds.UnionType) or not isinstance(
        own, tuple | list | dict
    ):
        return kind
    holds = "value_type" if isinstance(own, dict) else "item_type"
    return next((form for form in kind.types if hasattr(form, holds)), kind)


def _leaf(value: Any, kind: kinds.Type, luck: Random) -> Any:  # noqa: ANN401 - anything
    """Return something else that may stand in place of *value*."""
    if isinstance(kind, kinds.UnionType):
        form = luck.choice(kind.types)
        return None if isinstance(form, kinds.NoneType) else _leaf(value, form, luck)
    if isinstance(kind, kinds.LiteralType):
        return luck.choice(kind.values)
    if isinstance(kind, kinds.EnumType):
        return luck.choice(list(kind.cls))
    if isinstance(kind, kinds.BoolType):
        return not value
    if isinstance(kind, kinds.IntType):
        near = luck.randint(-FAR, FAR) + (value if type(value) is int else 1)
        return int(_within(near, kind))
    if isinstance(kind, kinds.FloatType):
        return _within(luck.choice(SHARES), kind)
    return value


def _within(number: float, kind: kinds.IntType | kinds.FloatType) -> float:
    least = [bound for bound in (kind.ge, kind.gt and kind.gt + 1) if bound is not None]
    most = [bound for bound in (kind.le, kind.lt and kind.lt - 1) if bound is not None]
    return min(max(number, *least, -inf), *most, inf)


def brief(value: Any) -> Any:  # noqa: ANN401 - anything in a scenario
    """Return *value* as it would stand in a file, without what is so by default."""
    if isinstance(value, Struct):
        given = {
            field.encode_name: brief(own)
            for field in structs.fields(value)
            if (own := getattr(value, field.name)) != _default(field)
        }
        form = value.__struct_config__
        return ({form.tag_field: form.tag} if form.tag_field else {}) | given
    if isinstance(value, dict):
        return {key: brief(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [brief(item) for item in value]
    return msgspec.to_builtins(value)


def _default(field: structs.FieldInfo) -> object:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
