"""Scenario files: read strictly, with clear errors, identified by a digest.

A scenario is one TOML file. It names its rule system, whose struct defines what else it
may contain. What was read is written as canonical JSON (keys in order, defaults
included), and the digest of those bytes identifies the scenario in every store: the
same scenario always plays the same, however it was typed.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from sim.errors import ScenarioError, UnknownNameError
from sim.files.regular import read_bounded
from sim.library.catalogue import campaigns, scenarios
from sim.library.registry import rule_system, system_names
from sim.library.rulings import as_recorded, overridden
from sim.reading.hints import among, nearest, quoted
from sim.reading.located import WHOLE, scenario_error
from sim.reading.mismatch import in_words, mismatch, mismatches
from sim.reading.tables import parse, within_limits
from sim.seam.protocol import RuleSystem
from sim.seam.sheets import written

Lookup = Callable[[str], RuleSystem[Any]]
"""Name -> rule system."""

_PERSON = b"fracas-scenario"
_STORE = b"SQLite format 3\0"
_SUFFIX = ".toml"
_CHAPTERS = "chapters"
"""The table that only a campaign's file has."""
_BYTES_MAX = 1 << 20
_NONE: Mapping[str, str] = MappingProxyType({})
_EVERYWHERE = {
    "title": "What it is called in lists and stories.",
    "system": "The rule system that plays it.",
    "source": "Whose it is, and under which licence.",
    "about": "What happens, in a sentence or two.",
}
"""The meaning of the fields that every scenario file has."""


class Loaded(Struct, frozen=True):
    """A scenario ready to play: its contents, its canonical bytes and their digest.

    *data* is canonical JSON and *digest* the BLAKE2b-256 of it, personalised
    `fracas-scenario`. *settings* are what was changed in its file, as `--set` has it.
    """

    name: str
    system: RuleSystem[Any]
    scenario: Any
    data: bytes
    digest: bytes
    settings: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """Its name on a command line, and the options that change it."""
        name = self.name.removesuffix(f" with {', '.join(self.settings)}")
        return [
            name,
            *(word for setting in self.settings for word in ("--set", setting)),
        ]

    @property
    def title(self) -> str:
        """The title of the situation."""
        title: str = self.scenario.title
        return title

    def to_dict(self) -> dict[str, Any]:
        """Return the scenario with all defaults, to change and load again.

        >>> import fracas
        >>> table = fracas.load("alley").to_dict()
        >>> table["title"] = "Another alley"
        >>> fracas.load(table).title
        'Another alley'
        """
        table: dict[str, Any] = msgspec.json.decode(self.data)
        return table

    def __reduce__(self) -> tuple[Callable[..., "Loaded"], tuple[Any, ...]]:
        """Pickle what was read: rules are found by name wherever it arrives."""
        return _unpickled, (self.name, self.data, self.settings)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Loaded":
        """Return itself, for it never changes."""
        del memo
        return self

    def __repr__(self) -> str:
        sides: dict[int, list[str]] = {}
        for seat in self.system.seats(self.scenario):
            if seat.side is not None:
                sides.setdefault(seat.side, []).append(seat.name)
        against = " against ".join(" and ".join(names) for names in sides.values())
        digest = self.digest.hex()[:8]
        return (
            f"<scenario {self.name}: {self.title} ({self.system.title}), {against},"
            f" digest {digest}...>"
        )


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
    where, raw = read(reference)
    return from_table(parse(raw, where), raw, where, rulings, lookup=lookup)


def from_table(
    table: dict[str, Any],
    raw: bytes,
    where: str,
    rulings: Mapping[str, str] = _NONE,
    *,
    lookup: Lookup = rule_system,
) -> Loaded:
    """Return the scenario *table* of the file *where*, whose bytes are *raw*.

    Raises the errors of `load`.
    """
    if "system" not in table and {"scenario", "round"} <= table.keys():
        message = (
            f"{where}: that is a transcript, expected a scenario: judge it with fracas"
            f" audit {where}, tell it with fracas replay {where}"
        )
        raise ScenarioError(message)
    try:
        system = _system(table, lookup)
    except ScenarioError as error:
        raise scenario_error(where, raw, table, [str(error)], unread=True) from error
    if _CHAPTERS in table and _CHAPTERS not in system.scenario.__struct_fields__:
        message = f"{where}: is a campaign, expected a scenario without chapters"
        raise ScenarioError(message)
    if rulings:
        table["rulings"] = overridden(system, table, rulings)
    wrong = [str(fault) for fault in mismatches(table, system.scenario)]
    unread = bool(wrong)
    if not unread:
        data = canonical(msgspec.convert(table, system.scenario))
        # Play what will be recorded, in whatever process reads it.
        scenario = _recorded(system, data, msgspec.json.decode(data))
        wrong = list(_checked(system, scenario))
        if not wrong:
            name = Path(where).stem
            return Loaded(name, system, scenario, data, digest_of(data))
    raise scenario_error(where, raw, table, wrong, unread=unread)


def from_dict(
    given: Mapping[str, Any],
    rulings: Mapping[str, str] = _NONE,
    *,
    lookup: Lookup = rule_system,
) -> Loaded:
    """Return the scenario described by *given*, a mapping with the contents of a file.

    Messages name it by its title. Raises ScenarioError as `load` does.
    """
    where = "the scenario"
    try:
        table = msgspec.to_builtins(given, str_keys=True, enc_hook=_number)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"{where} holds what no file can say: {error}"
        raise ScenarioError(message) from error
    within_limits(table, where)
    loaded = from_table(table, b"", where, rulings, lookup=lookup)
    return structs.replace(loaded, name=loaded.title)


def with_rulings(
    system: RuleSystem[Any], scenario: object, rulings: Mapping[str, str]
) -> Loaded:
    """Return *scenario* of *system* with these *rulings*, given as text.

    Raises UnknownNameError for what is no ruling of *system*, ScenarioError for a value
    that the ruling or this scenario cannot have.
    """
    table = msgspec.json.decode(canonical(scenario), type=dict[str, Any])
    own = getattr(scenario, "rulings", None)
    if own is None:
        name = next(iter(rulings))
        message = f"{system.name} has no rulings, so none called {quoted(name)}"
        raise UnknownNameError(message)
    table["rulings"] = msgspec.to_builtins(own)
    return from_dict(table, rulings)


def _number(value: Any) -> Any:  # noqa: ANN401 - whatever somebody puts into a mapping
    """Return the plain number for a scalar of an array library."""
    if hasattr(value, "item"):
        return value.item()
    message = f"found {value!r}, expected text, numbers, lists and tables"
    raise TypeError(message)


def from_json(data: bytes, *, lookup: Lookup = rule_system) -> Loaded:
    """Return the scenario whose canonical JSON is *data*, as a store keeps it."""
    where = "the stored scenario"
    try:
        table = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message = f"{where} is not a table in JSON: {error}"
        raise ScenarioError(message) from error
    within_limits(table, where)
    try:
        system = _system(table, lookup)
    except ScenarioError as error:
        message = f"{where}: {error}"
        raise ScenarioError(message) from error
    wrong = mismatch(table, system.scenario)
    if wrong is not None:
        message = f"{where}: {wrong.named(WHOLE)}"
        raise ScenarioError(message)
    scenario = _recorded(system, data, table)
    for problem in system.files.validate(scenario):
        message = f"{where}: {problem}"
        raise ScenarioError(message)
    return Loaded(str(table.get("title", "")), system, scenario, data, digest_of(data))


def _unpickled(name: str, data: bytes, settings: tuple[str, ...]) -> Loaded:
    """Return the scenario that was pickled as this."""
    return structs.replace(from_json(data), name=name, settings=settings)


def _recorded(system: RuleSystem[Any], data: bytes, table: dict[str, Any]) -> Any:  # noqa: ANN401 - any system's scenario
    """Return the scenario whose canonical JSON is *data*, or *table* when decoded."""
    full = msgspec.json.encode(table) if as_recorded(system, table) else data
    return msgspec.json.decode(full, type=system.scenario)


def canonical(scenario: Any) -> bytes:  # noqa: ANN401 - any system's scenario
    """Return *scenario* as canonical JSON: keys in order, defaults included.

    Fields added to a sheet later are included only if they were written.
    """
    return msgspec.json.encode(written(scenario), order="sorted")


def scenario_digest(scenario: Any) -> bytes:  # noqa: ANN401 - any system's scenario
    """Return the digest (32 bytes) that identifies *scenario*."""
    return digest_of(canonical(scenario))


def digest_of(data: bytes) -> bytes:
    """Return the digest (32 bytes) of a scenario's canonical JSON."""
    return blake2b(data, digest_size=32, person=_PERSON).digest()


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
    return read(reference)[1]


def read(
    reference: str, shipped: Mapping[str, Traversable] | None = None
) -> tuple[str, bytes]:
    """Return (the file's name for messages, its bytes) of the path or name *reference*.

    Names are those of *shipped*, by default the shipped scenarios. Raises as `load`.
    """
    known = scenarios() if shipped is None else shipped
    path = Path(reference)
    try:
        if not path.is_file() and not _looks_like_path(reference):
            return _read_shipped(reference, known)
        raw = read_bounded(path, _BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = nearest(path.stem, known)
        message = f"{reference}: cannot be read ({reason}){hint}"
        raise ScenarioError(message) from error
    if raw.startswith(_STORE):
        message = (
            f"{reference} is a store of conflicts, expected a scenario; see what it"
            f" holds with: fracas show {reference}"
        )
        raise ScenarioError(message)
    if len(raw) > _BYTES_MAX:
        message = f"{reference}: is larger than {_BYTES_MAX} bytes"
        raise ScenarioError(message)
    return reference, raw


def _looks_like_path(reference: str) -> bool:
    return "/" in reference or "\\" in reference or reference.endswith(_SUFFIX)


def _read_shipped(name: str, known: Mapping[str, Traversable]) -> tuple[str, bytes]:
    if name not in known and name in campaigns():
        message = f"{name} is a campaign, expected a scenario"
        raise UnknownNameError(message)
    if name not in known:
        beside = f"; did you mean the file {name}{_SUFFIX}?"
        message = (
            f"no scenario is called {quoted(name)}, expected the path of a {_SUFFIX}"
            f" file or {among(tuple(known), name)}"
            f"{beside * Path(name + _SUFFIX).is_file()}"
        )
        raise UnknownNameError(message)
    return name + _SUFFIX, known[name].read_bytes()


def _system(table: dict[str, Any], lookup: Lookup) -> RuleSystem[Any]:
    """Return the rule system that *table* names.

    Raises ScenarioError with the path of what is wrong, and without the file.
    """
    name = table.get("system")
    if not isinstance(name, str):
        known = ", ".join(system_names())
        message = f"$.system is {in_words(name)}, expected one of {known}"
        if name is None:
            message = f'$ lacks the field "system", expected one of {known}'
        raise ScenarioError(message)
    try:
        return lookup(name)
    except UnknownNameError as error:
        message = f"$.system: {error}"
        raise ScenarioError(message) from error


def _checked(system: RuleSystem[Any], scenario: object) -> Iterator[str]:
    """Yield what *system* finds wrong with *scenario*.

    A later check may rely on an earlier one; if that one failed, an exception may end
    the list, but must not become a traceback.
    """
    first = True
    try:
        for problem in system.files.validate(scenario):
            first = False
            yield problem
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
        if first:
            raise
