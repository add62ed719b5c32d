"""Rulings: the options of a scenario, as text from a command line or a transcript."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from sim.errors import ScenarioError, UnknownNameError
from sim.reading.hints import among, nearest, quoted
from sim.reading.mismatch import Kind, allowed, expected
from sim.seam.protocol import RuleSystem
from sim.seam.sheets import default_of

_LISTED = 6
"""If a system has more rulings, an error lists only the nearest."""


def changed_rulings(scenario: object) -> dict[str, Any]:
    """Return the rulings in force that are not the default, by name."""
    rulings = getattr(scenario, "rulings", None)
    if not isinstance(rulings, Struct):
        return {}
    return {
        field.name: value
        for field in structs.fields(rulings)
        if (value := getattr(rulings, field.name)) != default_of(field)
    }


def as_recorded(system: RuleSystem[Any], table: dict[str, Any]) -> bool:
    """Fill in the rulings that a stored scenario was written before.

    Scenarios stored before a ruling existed lack it; they are read as they were played,
    even where the default has changed since. Returns whether any was missing.
    """
    rulings = table.get("rulings")
    if not isinstance(rulings, dict):
        return False
    given = cast("dict[str, Any]", rulings)
    missing = {
        name: value
        for form in ruling_forms(system)
        for name, value in getattr(form, "before", {}).items()
        if name not in given
    }
    given |= missing
    return bool(missing)


def overridden(
    system: RuleSystem[Any], table: Mapping[str, Any], rulings: Mapping[str, str]
) -> Any:  # noqa: ANN401 - a file may have anything in its place
    """Return the rulings of the file *table*, overridden by *rulings*.

    Raises UnknownNameError for a ruling that *system* has not, ScenarioError for a
    value that it cannot have.
    """
    given = table.get("rulings", {})
    if not isinstance(given, dict):
        return cast("object", given)
    forms = ruling_forms(system)
    read: dict[str, object] = {}
    for name, text in rulings.items():
        read |= ruling_from_text(forms, name, text, system.name)
    return {**cast("dict[str, Any]", given), **read}


def ruling_forms(system: RuleSystem[Any]) -> tuple[type[Struct], ...]:
    """Return the struct of *system*'s rulings; () when it has none."""
    return tuple(
        field.type
        for field in structs.fields(system.scenario)
        if field.name == "rulings"
    )


def ruling_from_text(
    forms: Iterable[type[Struct]], name: str, text: str, system: str
) -> dict[str, object]:
    """Return the ruling *name* of *forms* and what *text* means, as a plain value.

    Raises UnknownNameError when there is no such ruling of *system*, ScenarioError,
    saying what would fit, when *text* does not.
    """
    kinds = {
        field.encode_name: field.type
        for form in forms
        for field in structs.fields(form)
    }
    if name not in kinds:
        message = (
            f"{system} has no ruling called {quoted(name)}, expected"
            f" {among(tuple(kinds), name, _LISTED)}"
        )
        raise UnknownNameError(message)
    return {name: _fitting_value(kinds[name], name, text)}


def _fitting_value(kind: Kind, name: str, text: str) -> object:
    for value in _readings(text):
        try:
            fit = msgspec.convert(value, kind, strict=not isinstance(value, str))
        except msgspec.ValidationError:
            continue
        return msgspec.to_builtins(fit)
    hint = nearest(quoted(text), allowed(kind))
    message = f"the ruling {name} is {quoted(text)}, expected {expected(kind)}{hint}"
    raise ScenarioError(message)


def _readings(text: str) -> Iterator[object]:
    """Yield what *text* may mean: itself, a TOML value, items between commas."""
    yield text
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        table = {}
    if len(table) == 1:
        yield table["value"]
    yield [item.strip() for item in text.split(",")]
