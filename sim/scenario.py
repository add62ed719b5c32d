"""Scenario files: read strictly, said clearly when broken, known by their digest.

A scenario is one TOML file. It names its rule system; that system's own struct says
what else may stand in it. What was read is written again as canonical JSON (keys in
order, defaults included), and the digest of those bytes is the scenario's identity in
every store and seed: the same scenario always plays the same, however it was typed.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import msgspec
from msgspec import NODEFAULT, Struct, structs

from sim.errors import FracasError, ScenarioError, UnknownNameError
from sim.protocol import RuleSystem
from sim.reading.mismatch import (
    Kind,
    allowed,
    among,
    expected,
    found,
    mismatch,
    nearest,
    quoted,
)
from sim.reading.tables import parse, within_limits
from sim.registry import SYSTEMS, rule_system

Lookup = Callable[[str], RuleSystem[Any]]
"""Name -> rule system."""

_PERSON = b"fracas-scenario"
_SUFFIX = ".toml"
_BYTES_MAX = 1 << 20
_NONE: Mapping[str, str] = MappingProxyType({})
_EVERYWHERE = {
    "title": "What it is called in lists and stories.",
    "system": "The rule system that plays it.",
    "source": "Whose it is, and under which licence.",
    "about": "What happens, in a sentence or two.",
}
"""What the fields mean that every scenario file has."""


class Loaded(Struct, frozen=True):
    """A scenario ready to play: what it says, and the bytes and digest it is known by.

    *data* is canonical JSON and *digest* the BLAKE2b-256 of it, personalised
    `fracas-scenario`.
    """

    name: str
    system: RuleSystem[Any]
    scenario: Any
    data: bytes
    digest: bytes


def load(
    reference: str,
    rulings: Mapping[str, str] = _NONE,
    *,
    lookup: Lookup = rule_system,
) -> Loaded:
    """Read the scenario *reference*: the path of a .toml file, or a shipped name.

    *rulings* replace single rulings of the file, as text. Raises ScenarioError naming
    the file and the place for whatever cannot be used, UnknownNameError when there is
    no such scenario.
    """
    where, raw = _read(reference)
    table = parse(raw, where)
    system = _system(table, where, lookup)
    if rulings:
        table["rulings"] = _overridden(system, table, rulings)
    wrong = mismatch(table, system.scenario)
    if wrong is not None:
        message = f"{where}: {wrong}"
        raise ScenarioError(message)
    scenario = msgspec.convert(table, system.scenario)
    return _checked(Path(where).stem, system, canonical(scenario), where)


def from_json(data: bytes, *, lookup: Lookup = rule_system) -> Loaded:
    """Return the scenario whose canonical JSON is *data*, as a store keeps it."""
    where = "the stored scenario"
    try:
        table = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = f"{where} is not a table in JSON: {error}"
        raise ScenarioError(message) from error
    within_limits(table, where)
    system = _system(table, where, lookup)
    wrong = mismatch(table, system.scenario)
    if wrong is not None:
        message = f"{where}: {wrong}"
        raise ScenarioError(message)
    return _checked(str(table.get("title", "")), system, data, where)


def canonical(scenario: Any) -> bytes:  # noqa: ANN401 - any system's scenario
    """Return *scenario* as canonical JSON: keys in order, defaults included."""
    return msgspec.json.encode(scenario, order="sorted")


def scenario_digest(scenario: Any) -> bytes:  # noqa: ANN401 - any system's scenario
    """Return the digest (32 bytes) *scenario* is known by."""
    return digest_of(canonical(scenario))


def digest_of(data: bytes) -> bytes:
    """Return the digest (32 bytes) of a scenario's canonical JSON."""
    return blake2b(data, digest_size=32, person=_PERSON).digest()


def shipped() -> tuple[str, ...]:
    """Return the names of the scenarios that come with the package, in order."""
    found_ = (entry.name for entry in files("scenarios").iterdir())
    return tuple(
        sorted(name.removesuffix(_SUFFIX) for name in found_ if name.endswith(_SUFFIX))
    )


def changed(loaded: Loaded) -> dict[str, Any]:
    """Return the rulings in force that are not the default, by name."""
    rulings = getattr(loaded.scenario, "rulings", None)
    if not isinstance(rulings, Struct):
        return {}
    return {
        field.name: value
        for field in structs.fields(rulings)
        if (value := getattr(rulings, field.name)) != _default(field)
    }


def _default(field: structs.FieldInfo) -> Any:  # noqa: ANN401 - of any field
    if field.default is NODEFAULT and field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def schema(system: RuleSystem[Any]) -> dict[str, Any]:
    """Return the JSON Schema of *system*'s scenario files."""
    whole = msgspec.json.schema(system.scenario)
    definitions = cast("dict[str, Any]", whole.get("$defs", {}))
    for form in definitions.values():
        properties = form.get("properties", {})
        if form.get("title") == system.scenario.__name__ and "system" in properties:
            properties["system"] = {"const": system.name}
            for name, said in _EVERYWHERE.items():
                properties[name] = properties[name] | {"description": said}
    title = f"Fracas scenario: {system.title}"
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return head | whole


def source(reference: str) -> bytes:
    """Return the file of the scenario *reference* as it is."""
    return _read(reference)[1]


def _read(reference: str) -> tuple[str, bytes]:
    """Return (the file's name for messages, its bytes)."""
    path = Path(reference)
    try:
        if not path.is_file() and not _looks_like_path(reference):
            return _read_shipped(reference)
        with path.open("rb") as file:
            raw = file.read(_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = nearest(path.stem, shipped())
        message = f"{reference}: cannot be read ({reason}){hint}"
        raise ScenarioError(message) from error
    if len(raw) > _BYTES_MAX:
        message = f"{reference}: is larger than {_BYTES_MAX} bytes"
        raise ScenarioError(message)
    return reference, raw


def _looks_like_path(reference: str) -> bool:
    return "/" in reference or "\\" in reference or reference.endswith(_SUFFIX)


def _read_shipped(name: str) -> tuple[str, bytes]:
    known = shipped()
    if name not in known:
        message = (
            f"no scenario is called {quoted(name)}, expected the path of a {_SUFFIX}"
            f" file or {among(known, name)}"
        )
        raise UnknownNameError(message)
    file = name + _SUFFIX
    return file, files("scenarios").joinpath(file).read_bytes()


def _system(table: dict[str, Any], where: str, lookup: Lookup) -> RuleSystem[Any]:
    name = table.get("system")
    if not isinstance(name, str):
        what = "lacks the field" if name is None else f"is {found(name)} in the field"
        message = f'{where}: $ {what} "system", expected one of {", ".join(SYSTEMS)}'
        raise ScenarioError(message)
    try:
        return lookup(name)
    except UnknownNameError as error:
        message = f"{where}: $.system: {error}"
        raise ScenarioError(message) from error


def _checked(name: str, system: RuleSystem[Any], data: bytes, where: str) -> Loaded:
    scenario = msgspec.json.decode(data, type=system.scenario)
    if system.check is not None:
        try:
            system.check(scenario)
        except FracasError as error:
            message = f"{where}: {error}"
            raise ScenarioError(message) from error
    return Loaded(name, system, scenario, data, digest_of(data))


def _overridden(
    system: RuleSystem[Any], table: dict[str, Any], rulings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the file's rulings with *rulings* put in their places."""
    kinds = _ruling_kinds(system)
    given = table.get("rulings", {})
    if not isinstance(given, dict):
        return cast("dict[str, Any]", given)
    new = dict(cast("dict[str, Any]", given))
    for name, text in rulings.items():
        if name not in kinds:
            message = (
                f"{system.name} has no ruling called {quoted(name)}, expected"
                f" {among(tuple(kinds), name)}"
            )
            raise UnknownNameError(message)
        new[name] = _ruling(name, text, kinds[name])
    return new


def ruling_forms(system: RuleSystem[Any]) -> tuple[type[Struct], ...]:
    """Return the struct of *system*'s rulings; () when it has none."""
    return tuple(
        field.type
        for field in structs.fields(system.scenario)
        if field.name == "rulings"
    )


def _ruling_kinds(system: RuleSystem[Any]) -> dict[str, Any]:
    """Return the types of *system*'s rulings by name."""
    return {
        one.encode_name: one.type
        for form in ruling_forms(system)
        for one in structs.fields(form)
    }


def _ruling(name: str, text: str, kind: Kind) -> object:
    """Return *text* as a plain value that fits *kind*."""
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
