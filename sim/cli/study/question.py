"""A question about chances on the command line: its fields become options.

One way to write each kind of value: `--rank 3`, `--rote`, `--favored known,lost`,
`--pool d8,d6`, `--dice known=8,lost=20`, `--benefit major:6` (may repeat) and
`--ruling NAME=VALUE` (may repeat).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click
import msgspec
from msgspec import NODEFAULT, Struct, inspect, structs

from sim.library.rulings import ruling_from_text
from sim.reading.described import meanings

_DIGITS_MAX = 6
_RULINGS = "rulings"

Query = type[Struct]


class _Kind(NamedTuple):
    """How values of one type are written: the metavar, and the function to parse it."""

    metavar: str
    read: Callable[[str, str], Any]
    """(text, option) -> value."""


def options_of(query: Query) -> Iterator[click.Option]:
    """Yield an option for each field of *query*."""
    says = meanings(query)
    for field in structs.fields(query):
        if field.name == _RULINGS:
            yield click.Option(
                ["--ruling", _RULINGS],
                multiple=True,
                metavar="NAME=VALUE",
                help="Change a rules option (rules SYSTEM --options lists them).",
            )
            continue
        yield _option(field, says.get(field.name, ""))


def _option(field: structs.FieldInfo, about: str) -> click.Option:
    flag = _flag(field.name)
    required = field.required
    about += _default_note(field)
    kind = _type_of(field)
    if isinstance(kind, inspect.BoolType):
        return click.Option([flag], is_flag=True, help=about)
    if isinstance(kind, inspect.IntType):
        return click.Option(
            [flag], type=int, required=required, metavar="NUMBER", help=about
        )
    written = _written(kind)
    return click.Option(
        [flag],
        multiple=_repeats(kind),
        required=required,
        metavar=written.metavar if written else "TEXT",
        help=about,
    )


def _default_note(field: structs.FieldInfo) -> str:
    """Return a sentence with the default of an option, if it is a word or a number."""
    plain = isinstance(field.default, int | str) and field.default is not False
    return f" Default: {field.default}." if plain and field.default != "" else ""


def question_from(query: Query, given: Mapping[str, Any]) -> Struct:
    """Build the question from the options *given*; the rest have their defaults.

    Raises click.BadParameter when a value is malformed.
    """
    values: dict[str, Any] = {}
    for field in structs.fields(query):
        value = given.get(field.name)
        if field.name == _RULINGS:
            values[_RULINGS] = _rulings(field, value or ())
        elif value not in {None, ()}:
            values[field.name] = _read(field, value)
    return query(**values)


def _read(field: structs.FieldInfo, value: Any) -> Any:  # noqa: ANN401 - of any field
    kind, flag = _type_of(field), _flag(field.name)
    written = _written(kind)
    if written is None:
        return value
    if _repeats(kind):
        return tuple(written.read(text, flag) for text in value)
    return written.read(value, flag)


def fields_as_options(sentence: str, query: Query) -> str:
    """Return *sentence* with the names of fields written as options."""
    for field in structs.fields(query):
        if "_" in field.name:
            sentence = re.sub(rf"\b{field.name}\b", _flag(field.name), sentence)
    return sentence


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _type_of(field: structs.FieldInfo) -> inspect.Type:
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.UnionType):
        kinds = [
            member for member in kind.types if not isinstance(member, inspect.NoneType)
        ]
        kind = kinds[0]
    return kind


def _repeats(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.VarTupleType) and isinstance(
        kind.item_type, inspect.TupleType
    )


def _written(kind: inspect.Type) -> _Kind | None:
    """Return how values of *kind* are written; None for types that click parses."""
    if isinstance(kind, inspect.DictType):
        return _Kind("NAME=SIDES,...", _named_dice)
    if _repeats(kind):
        return _Kind("NAME:SIDES", _labelled_die)
    if isinstance(kind, inspect.VarTupleType):
        if isinstance(kind.item_type, inspect.IntType):
            return _Kind("d8,d6,...", _dice)
        return _Kind("NAME,...", _names)
    return None


def _named_dice(text: str, option: str) -> dict[str, int]:
    """Read `name=8,name=6`."""
    pairs: dict[str, int] = {}
    for part in text.split(","):
        name, sides = _pair(part, option, "=")
        if name in pairs:
            message = f"{part!r} names one twice"
            raise click.BadParameter(message, param_hint=option)
        pairs[name] = sides
    return pairs


def _labelled_die(text: str, option: str) -> tuple[str, int]:
    """Read `minor:6`."""
    return _pair(text, option, ":")


def _pair(text: str, option: str, sign: str) -> tuple[str, int]:
    name, _, number = (piece.strip() for piece in text.partition(sign))
    sides = _sides(number)
    if not name or sides is None:
        message = f"{text!r} is not NAME{sign}SIDES"
        raise click.BadParameter(message, param_hint=option)
    return name, sides


def _sides(text: str) -> int | None:
    """Read `8` or `d8`; None when it is neither."""
    digits = text.lower().removeprefix("d")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS_MAX:
        return int(digits)
    return None


def _dice(text: str, option: str) -> tuple[int, ...]:
    """Read `d8,d6,d4` as (8, 6, 4)."""
    sides = [_sides(part.strip()) for part in text.split(",")]
    dice = tuple(die for die in sides if die is not None)
    if len(dice) < len(sides):
        message = f"{text!r} is not a list of dice such as d8,d6,d4"
        raise click.BadParameter(message, param_hint=option)
    return dice


def _names(text: str, option: str) -> tuple[str, ...]:
    del option
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _rulings(field: structs.FieldInfo, given: Sequence[str]) -> Any:  # noqa: ANN401 - a system's rulings
    """Return the rulings in force: the defaults, and those *given* as NAME=VALUE."""
    values: dict[str, object] = {}
    for text in given:
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals:
            message = f"{text!r} is not of the form NAME=VALUE"
            raise click.BadParameter(message, param_hint="--ruling")
        values |= ruling_from_text((field.type,), name, value, "the system")
    default = field.default if field.default is not NODEFAULT else field.type()
    table = msgspec.to_builtins(default) | values
    return msgspec.convert(table, field.type)
