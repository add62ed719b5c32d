"""A fingerprint of a class as loaded, independent of the file it came from.

A class may come from a notebook cell, which is in no file, or from a file that was
edited after it was imported. So the fingerprint covers the code that would run: the
methods of the class and of its base classes, and the functions, classes and constants
of the same module that they name. Another version of Python compiles the same source
differently and gives another fingerprint.
"""

from collections.abc import Iterator
from dis import get_instructions
from hashlib import blake2b
from inspect import isclass
from types import CodeType, FunctionType
from typing import Any, cast

_PERSON = b"fracas-class"
_OURS = "sim"
_GLOBAL_LOADS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_PLAIN = (int, float, complex, str, bytes, type(None), type(...))


def code_mark(kind: type) -> str:
    """Return the fingerprint of the code of *kind*: 32 hexadecimal digits."""
    digest = blake2b(digest_size=16, person=_PERSON)
    waiting: list[object] = [kind]
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        parts = _of_class(item) if isclass(item) else _of_function(item)
        for part in parts:
            if isinstance(part, str):
                digest.update(f"{len(part)} {part}".encode("utf-8", "backslashreplace"))
            else:
                waiting.append(part)
    return digest.hexdigest()


def _of_class(kind: type) -> Iterator[object]:
    """Yield text that describes *kind*, and functions and classes to follow."""
    for base in kind.__mro__:
        if base is object:
            continue
        if _is_ours(base):
            yield f"{base.__qualname__} {getattr(base, 'version', '')}"
            continue
        yield f"class {base.__qualname__}"
        for name, value in sorted(vars(base).items()):
            functions = list(_functions(value))
            if functions or not (name.startswith("__") and name.endswith("__")):
                yield name
                yield _constant(value) if not functions else ""
                yield from functions


def _functions(value: Any) -> Iterator[FunctionType]:  # noqa: ANN401 - what a class holds
    """Yield the functions that *value*, found in a class, stands for."""
    parts: list[object] = (
        [value.fget, value.fset, value.fdel]
        if isinstance(value, property)
        else [getattr(value, "__func__", value)]
    )
    yield from (part for part in parts if isinstance(part, FunctionType))


def _of_function(value: object) -> Iterator[object]:
    """Yield text that describes a function, and what it uses of its module."""
    function = cast("FunctionType", value)
    yield f"def {function.__name__}"
    yield _constant(function.__defaults__)
    yield _constant(function.__kwdefaults__)
    for cell in function.__closure__ or ():
        yield from _named(_content(cell), function.__module__)
    for code in _codes(function.__code__):
        yield f"{code.co_code.hex()} {code.co_names} {code.co_freevars}"
        yield from (
            _constant(constant)
            for constant in code.co_consts
            if not isinstance(constant, CodeType)
        )
        for name in _globals(code):
            if name in function.__globals__:
                yield name
                yield from _named(function.__globals__[name], function.__module__)


def _globals(code: CodeType) -> list[str]:
    """Return the global names in *code*, without attributes."""
    used = {
        instruction.argval
        for instruction in get_instructions(code)
        if instruction.opname in _GLOBAL_LOADS
    }
    return sorted(used)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _named(value: Any, module: str) -> Iterator[object]:  # noqa: ANN401 - whatever a name stands for
    """Yield the object of a global name in *module* if the fingerprint covers it."""
    function = isinstance(value, FunctionType)
    if (function or isclass(value)) and value.__module__ == module:
        yield value
    else:
        yield _constant(value)


def _content(cell: Any) -> object:  # noqa: ANN401 - a cell of a closure
    try:
        return cell.cell_contents
    except ValueError:  # it is still empty
        return None


def _constant(value: object) -> str:
    """Return *value* as text that is equal in every process, or its type."""
    if isinstance(value, _PLAIN):
        return repr(value)
    if isinstance(value, tuple | list):
        inside = ", ".join(map(_constant, cast("list[object]", value)))
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, set | frozenset):
        return f"set({', '.join(sorted(map(_constant, cast('set[object]', value))))})"
    if isinstance(value, dict):
        pairs = cast("dict[object, object]", value).items()
        items = sorted(f"{_constant(key)}: {_constant(item)}" for key, item in pairs)
        return f"dict({', '.join(items)})"
    return getattr(value, "__qualname__", type(value).__qualname__)


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == _OURS
