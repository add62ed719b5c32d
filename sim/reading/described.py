"""The docstrings of a struct's fields: the sentences under them in its source.

Python does not keep the string under a field, so the source is read again when somebody
asks for a schema, or for the meaning of an option.
"""

import ast
from collections.abc import Iterator
from functools import cache
from inspect import getsource
from itertools import pairwise
from typing import Any, cast

from msgspec import Struct, inspect


@cache
def meanings(form: type[Struct]) -> dict[str, str]:
    """Return field -> its docstring, for the fields of *form* that have one."""
    said: dict[str, str] = {}
    for ancestor in reversed(form.__mro__):
        if issubclass(ancestor, Struct) and ancestor is not Struct:
            said.update(_sentences(ancestor))
    return said


def _sentences(form: type[Struct]) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(getsource(form))
    except (OSError, TypeError, SyntaxError):
        return
    body = cast("ast.ClassDef", tree.body[0]).body
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())
            case _:
                pass


def with_descriptions(schema: dict[str, Any], *given: type[Struct]) -> dict[str, Any]:
    """Return the JSON Schema *schema* with the docstring of each field put in."""
    every = (
        form for start in given for form in structs_within(inspect.type_info(start))
    )
    by_name = {form.__name__: form for form in every}
    definitions = dict(schema.get("$defs", {}))
    for name, definition in definitions.items():
        if name in by_name and "properties" in definition:
            said = _by_encoded_name(by_name[name])
            properties = {
                field: kind | ({"description": said[field]} if field in said else {})
                for field, kind in definition["properties"].items()
            }
            definitions[name] = definition | {"properties": properties}
    return schema | {"$defs": definitions}


def _by_encoded_name(form: type[Struct]) -> dict[str, str]:
    """Return the same by the name that each field has in a file, which may differ."""
    said = meanings(form)
    names = zip(form.__struct_fields__, form.__struct_encode_fields__, strict=True)
    return {encoded: said[name] for name, encoded in names if name in said}


def structs_within(kind: inspect.Type) -> Iterator[type[Struct]]:
    """Yield every struct within *kind*, each once."""
    waiting: list[object] = [kind]
    seen: set[type[Struct]] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, inspect.StructType):
            if part.cls in seen:
                continue
            seen.add(part.cls)
            yield part.cls
        waiting.extend(_parts(part))


def _parts(part: object) -> Iterator[object]:
    if isinstance(part, (inspect.Type, inspect.Field)):
        for name in cast("Struct", part).__struct_fields__:
            yield getattr(part, name)
    elif isinstance(part, tuple):
        yield from cast("tuple[object, ...]", part)


__all__ = ["meanings", "structs_within", "with_descriptions"]
