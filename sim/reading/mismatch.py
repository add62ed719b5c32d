"""Where a value read from a file does not match its type, in words.

msgspec says quickly and surely whether a value fits; this module is asked only when it
does not, and walks down to the smallest part that is wrong, so that the sentence can
name the exact place, what stands there and what would be right.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from sim.reading.hints import among, nearest, quoted

Kind = Any
"""A type, in any form msgspec understands."""

ROOT = "$"
"""The path of the file or the table as a whole."""
_LONGEST = 60
_PLAIN = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    NoneType: "nothing",
}


class Mismatch(Struct, frozen=True):
    """The first place that does not fit, and what is wrong there."""

    path: str
    said: str

    def __str__(self) -> str:
        return f"{self.path} {self.said}"

    def named(self, whole: str) -> str:
        """Return the sentence with *whole* in place of "$", the path of the whole."""
        return f"{whole if self.path == ROOT else self.path} {self.said}"


def mismatch(value: object, kind: Kind, path: str = ROOT) -> Mismatch | None:
    """Return where *value* first departs from the type *kind*; None if it fits."""
    return next(mismatches(value, kind, path), None)


def mismatches(value: object, kind: Kind, path: str = ROOT) -> Iterator[Mismatch]:
    """Yield every place where *value* departs from the type *kind*."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        narrow = list(_narrow(value, kind, path))
        yield from narrow or [_leaf(value, kind, path, str(error))]


def in_words(value: object) -> str:
    """Return in a few words what *value* is."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return _number(value)
        case str():
            return quoted(value)
        case dict():
            return "a table"
        case list():
            return f"a list of {len(cast('list[object]', value))}"
        case None:
            return "nothing"
        case _:
            return "a date or time"


def _number(value: float) -> str:
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return "a number of very many digits"
    return str(value)


def expected(kind: Kind) -> str:
    """Return in a few words what a value of type *kind* is."""
    plain, limits = _bare(kind)
    words = list(dict.fromkeys(_expected(member) for member in _members(plain)))
    # A limit stands between two commas: "a whole number, at least 1, or nothing".
    either = ", or " if any(", " in word for word in words[:-1]) else " or "
    return either.join(words) + "".join(limits)


def allowed(kind: Kind) -> tuple[str, ...]:
    """Return the values of *kind* as text when there are only a few; else ()."""
    texts: list[str] = []
    for member in _members(_bare(kind)[0]):
        texts.extend(_choices(_bare(member)[0]))
    return tuple(texts)


def _expected(kind: Kind) -> str:
    if _origin(kind) is Annotated:
        return expected(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    choices = _choices(kind)
    if choices:
        one_of = "one of " if len(choices) > 1 else ""
        return one_of + ", ".join(choices)
    origin = _origin(kind)
    if origin is tuple and Ellipsis not in get_args(kind):
        return f"a list of {len(get_args(kind))}"
    if origin in {tuple, list, set, frozenset, Sequence}:
        return "a list"
    return "a table"


def _choices(kind: Kind) -> tuple[str, ...]:
    if _origin(kind) is Literal:
        return tuple(in_words(value) for value in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(in_words(member.value) for member in kind)
    return ()


def _bare(kind: Kind) -> tuple[Any, tuple[str, ...]]:
    """Return *kind* without its constraints, and these in words that follow it."""
    if _origin(kind) is not Annotated:
        return kind, ()
    plain, *notes = get_args(kind)
    words: list[str] = []
    for note in notes:
        if isinstance(note, msgspec.Meta):
            words.extend(_constraints(note))
    return plain, tuple(words)


def _constraints(meta: msgspec.Meta) -> Iterator[str]:
    both = meta.ge is not None and meta.le is not None
    if both:
        yield f" from {meta.ge} to {meta.le}"
    long = meta.min_length is not None and meta.max_length is not None
    if long:
        yield f" of length {meta.min_length} to {meta.max_length}"
    limits = {
        "at least": None if both else meta.ge,
        "more than": meta.gt,
        "at most": None if both else meta.le,
        "less than": meta.lt,
        "a multiple of": meta.multiple_of,
        "of length at least": None if long else meta.min_length,
        "of length at most": None if long else meta.max_length,
        "like": meta.pattern if not meta.examples else None,
    }
    for words, limit in limits.items():
        if limit is not None:
            yield f", {words} {limit}"
    if meta.examples:
        # An example of a value that fits, if there is one, is clearer than a pattern.
        *most, last = map(str, meta.examples)
        yield f", such as {' or '.join([', '.join(most), last] if most else [last])}"


def _origin(kind: Kind) -> Any:  # noqa: ANN401 - classes and special forms alike
    origin: Any = get_origin(kind)
    return kind if origin is None else origin


def _members(kind: Kind) -> tuple[Any, ...]:
    """Return what *kind* is a union of; itself alone when it is none."""
    if _origin(kind) in {Union, UnionType}:
        return get_args(kind)
    return (kind,)


def _narrow(value: object, kind: Kind, path: str) -> Iterator[Mismatch]:
    plain = _bare(kind)[0]
    members = tuple(_bare(member)[0] for member in _members(plain))
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        forms = [member for member in members if _is_struct(member)]
        tables = [member for member in members if _origin(member) in {dict, Mapping}]
        if forms:
            yield from _in_form(table, forms, path)
        elif tables:
            yield from _in_table(table, get_args(tables[0]), path)
    if isinstance(value, list):
        items = cast("list[object]", value)
        lists = [
            get_args(member) for member in members if _origin(member) is not Literal
        ]
        each = (list(_in_list(items, kinds, path)) for kinds in lists)
        yield from next((wrong for wrong in each if wrong), ())


def _is_struct(kind: Kind) -> bool:
    return isinstance(_origin(kind), type) and issubclass(_origin(kind), Struct)


def _in_form(
    table: dict[str, object], forms: Sequence[Any], path: str
) -> Iterator[Mismatch]:
    """Look inside *table*, which should be one of the structs *forms*."""
    tag_field = forms[0].__struct_config__.tag_field
    form = forms[0]
    if tag_field is not None:
        tags = {str(form.__struct_config__.tag): form for form in forms}
        tag = table.get(tag_field)
        if not isinstance(tag, str) or tag not in tags:
            yield _bad_tag(table, tag_field, tuple(tags), path)
            return
        form = tags[tag]
    fields = {field.encode_name: field for field in structs.fields(form)}
    if form.__struct_config__.forbid_unknown_fields:
        extra = [name for name in table if name not in fields and name != tag_field]
        yield from (_unknown(name, fields, path) for name in extra)
    yield from _in_fields(table, fields, path)


def _in_fields(
    table: dict[str, object], fields: Mapping[str, structs.FieldInfo], path: str
) -> Iterator[Mismatch]:
    for name, field in fields.items():
        if name not in table and field.required:
            said = f'lacks the field "{name}": expected {expected(field.type)}'
            yield Mismatch(path, said)
    for name, item in table.items():
        if name in fields:
            yield from mismatches(item, fields[name].type, member_path(path, name))


def _bad_tag(
    table: dict[str, object], field: str, tags: tuple[str, ...], path: str
) -> Mismatch:
    known = ", ".join(quoted(tag) for tag in tags)
    if field not in table:
        return Mismatch(path, f'lacks the field "{field}": expected one of {known}')
    tag = table[field]
    hint = nearest(tag, tags) if isinstance(tag, str) else ""
    said = f"is {in_words(tag)}, expected one of {known}{hint}"
    return Mismatch(member_path(path, field), said)


def _unknown(name: str, fields: Mapping[str, structs.FieldInfo], path: str) -> Mismatch:
    known = among(tuple(fields), name)
    for inner, field in fields.items():
        if _is_struct(field.type) and name in _names_in(field.type):
            # The field exists, but in a table inside this one.
            known = f"{known.partition(';')[0]}; did you mean {name} under [{inner}]?"
    return Mismatch(path, f"has the unknown field {quoted(name)}, expected {known}")


def _names_in(form: Kind) -> tuple[str, ...]:
    return tuple(field.encode_name for field in structs.fields(form))


def _in_table(
    table: dict[str, object], kinds: tuple[Any, ...], path: str
) -> Iterator[Mismatch]:
    key, kind = kinds
    for name, item in table.items():
        if mismatch(name, key) is not None:
            hint = nearest(quoted(name), allowed(key))
            said = f"has the name {quoted(name)}, expected {expected(key)}{hint}"
            yield Mismatch(path, said)
        else:
            yield from mismatches(item, kind, member_path(path, name))


def _in_list(
    items: Sequence[object], kinds: tuple[Any, ...], path: str
) -> Iterator[Mismatch]:
    if not kinds:
        return
    each = [kinds[0]] * len(items)
    if len(kinds) > 1 and Ellipsis not in kinds:
        if len(items) != len(kinds):
            return
        each = list(kinds)
    for index, (item, kind) in enumerate(zip(items, each, strict=True)):
        yield from mismatches(item, kind, f"{path}[{index}]")


def _leaf(value: object, kind: Kind, path: str, said: str) -> Mismatch:
    """Say that *value* itself is wrong; *said* is what msgspec makes of it."""
    forms = any(_is_struct(member) for member in _members(_bare(kind)[0]))
    if forms and in_words(value) == "a table":
        reason = said.partition(" - at ")[0]
        return Mismatch(path, f"cannot be used: {reason}")
    hint = nearest(in_words(value), allowed(kind) if isinstance(value, str) else ())
    return Mismatch(path, f"is {in_words(value)}, expected {expected(kind)}{hint}")


def member_path(path: str, name: str) -> str:
    """Return the path of the member *name* of what is at *path*."""
    simple = name.isascii() and name.replace("_", "a").replace("-", "a").isalnum()
    return f"{path}.{name}" if simple else f"{path}.{quoted(name)}"
