"""Single values of a scenario, changed without writing another file.

A setting is the path of a value and what it is to be: `seats[0].pools.vigor` and 3.
Paths are those of error messages, without their `$.`; an entry of a list may also be
called by its name, `seats[Tela].pools.vigor`. The changed scenario is read as if its
file said so, and has the digest of such a file.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from sim.errors import ScenarioError, UnknownNameError
from sim.library.registry import rule_system
from sim.library.scenario import Loaded, from_dict, from_table
from sim.reading.hints import as_known, most_similar, quoted
from sim.reading.mismatch import in_words, member_path
from sim.seam.protocol import RuleSystem

Key = str | int
"""One step of a path: a field, or the place of an entry in its list."""

_KEY = r'"(?P<quoted>[^"]*)"|(?P<plain>[^.\[\]"=]+)'
_STEP = re.compile(rf"\[(?P<entry>[^\]]+)\]|(?:^|\.)(?:{_KEY})")
_ASSIGNED = re.compile(
    r'(?P<path>(?:\[[^\]]*\]|"[^"]*"|[^=\["])*)=(?P<value>.*)', re.DOTALL
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NOT_TEXT = ("'", '"', "[", "{")
_OFFERED = 3
_FORM = "PATH=VALUE, such as seats[0].name=Ann"


class Setting(Struct, frozen=True):
    """What the value at *path* of a scenario is to be."""

    path: str
    value: Any

    def __str__(self) -> str:
        """Return it as `parse` reads it, in the shortest form."""
        return f"{self.path}={as_option_text(self.value)}"


def parse(text: str) -> Setting:
    """Read PATH=VALUE, where VALUE is TOML or a text without quotes.

    Raises ScenarioError for what is not of this form.
    """
    path, value = split_assignment(text)
    return Setting(path, read_value(path, value))


def split_assignment(text: str, form: str = _FORM) -> tuple[str, str]:
    """Split *text* into a path, without `$.`, and what stands behind its `=`.

    Raises ScenarioError, which says the expected *form*, for anything else.
    """
    match = _ASSIGNED.fullmatch(text.strip())
    path = match["path"].strip().removeprefix("$.") if match else ""
    if match is None or not path or not match["value"].strip():
        message = f"found {quoted(text)}, expected {form}"
        raise ScenarioError(message)
    _steps(path)
    return path, match["value"].strip()


def read_value(path: str, text: str) -> Any:  # noqa: ANN401 - whatever a file may say
    """Return what *text*, given for *path*, means: a value in TOML, or itself."""
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError) as error:
        if text.startswith(_NOT_TEXT):
            message = f"{path}: {quoted(text)} is not a value in TOML: {error}"
            raise ScenarioError(message) from error
        return text
    if set(table) == {"value"}:
        return table["value"]
    message = f"{path}: found {quoted(text)}, expected one value in TOML"
    raise ScenarioError(message)


def as_option_text(value: object) -> str:
    """Return *value* as `--set PATH=VALUE` takes it."""
    if isinstance(value, str):
        return value if _plain(value) else _toml(value)
    return _toml(value)


def _toml(value: object) -> str:
    """Return *value* in TOML, on one line."""
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        items = [f"{_toml_key(k)} = {_toml(item)}" for k, item in table.items()]
        return f"{{{', '.join(items)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, cast('Sequence[object]', value)))}]"
    if not isinstance(value, bool | int | str):
        return str(value)
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _toml_key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _toml(name)


def _plain(text: str) -> bool:
    """Whether *text* is read as itself, and not as a number, a date or the like."""
    if text != text.strip() or not text.isprintable() or text[:1] in _NOT_TEXT:
        return False
    return bool(text) and read_value("", text) == text


def with_settings(
    scenario: Loaded | Mapping[str, Any], settings: Iterable[Setting]
) -> Loaded:
    """Return *scenario* with the values that *settings* say; itself without any.

    Raises UnknownNameError, with the nearest paths, where a path is not there, and
    ScenarioError if the changed scenario would be refused as a file.
    """
    loaded = scenario if isinstance(scenario, Loaded) else from_dict(scenario)
    wanted = tuple(settings)
    if not wanted:
        return loaded
    table = _table(loaded)
    placed: dict[tuple[Key, ...], str] = {}
    for setting in wanted:
        keys = _keys(loaded, table, setting.path)
        if keys in placed:
            message = f"{setting.path} is set twice"
            raise ScenarioError(message)
        placed[keys] = setting.path
        _put(table, keys, setting.value)
    anew = tuple(f"{setting.path}=" for setting in wanted)
    kept = (earlier for earlier in loaded.settings if not earlier.startswith(anew))
    said = (*kept, *map(str, wanted))
    name = f"{loaded.words[0]} with {', '.join(said)}"
    read = from_table(table, b"", name, lookup=_lookup(loaded))
    return structs.replace(read, name=name, settings=said)


def numbers(scenario: Loaded | Mapping[str, Any]) -> tuple[Setting, ...]:
    """Return every number of *scenario*, defaults included, with its present value."""
    loaded = scenario if isinstance(scenario, Loaded) else from_dict(scenario)
    return tuple(
        Setting(path, value)
        for path, value in _values("", _table(loaded))
        if isinstance(value, int | float) and not isinstance(value, bool)
    )


def value_at(scenario: Loaded, path: str) -> Any:  # noqa: ANN401 - of any field
    """Return the present value at *path*; None if a name of it is not there yet.

    Raises UnknownNameError as `with_settings`.
    """
    sheet: Any = scenario.scenario
    for key in keys_of(scenario, path):
        sheet = entry_at(sheet, key)
    return msgspec.to_builtins(sheet)


def keys_of(scenario: Loaded, path: str) -> tuple[Key, ...]:
    """Return the steps of *path*, with names as they are written.

    Raises UnknownNameError as `with_settings`.
    """
    return _keys(scenario, _table(scenario), path)


def changed_values(loaded: Loaded, other: Loaded) -> list[tuple[str, Any, Any]]:
    """Return (path, value, other value) where two scenarios differ; None is nothing."""
    first, second = (dict(_values("", _table(each))) for each in (loaded, other))
    return [
        (path, first.get(path), second.get(path))
        for path in {**first, **second}
        if first.get(path) != second.get(path)
    ]


def _lookup(loaded: Loaded) -> Any:  # noqa: ANN401 - a Lookup
    def lookup(name: str) -> RuleSystem[Any]:
        return loaded.system if name == loaded.system.name else rule_system(name)

    return lookup


def _table(loaded: Loaded) -> dict[str, Any]:
    """Return everything that *loaded* says, fields that it leaves out included."""
    table: dict[str, Any] = _lists(msgspec.to_builtins(loaded.scenario, str_keys=True))
    return table


def _lists(value: Any) -> Any:  # noqa: ANN401 - a table or anything in one
    """Return *value* with lists where it has tuples."""
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        return {name: _lists(item) for name, item in table.items()}
    if isinstance(value, list | tuple):
        return [_lists(item) for item in cast("Sequence[Any]", value)]
    return value


def _steps(path: str) -> list[re.Match[str]]:
    """Split *path*; raises ScenarioError if it is not one."""
    steps: list[re.Match[str]] = []
    at = 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (match.start() == 0 and match["entry"]):
            break
        steps.append(match)
        at = match.end()
    if at == len(path) and steps:
        return steps
    message = f"{quoted(path)} is not a path, expected one such as seats[0].name"
    raise ScenarioError(message)


def _keys(loaded: Loaded, table: dict[str, Any], path: str) -> tuple[Key, ...]:
    """Return the keys of *path*, which must be there or be allowed to be."""
    keys: list[Key] = []
    sheet: Any = loaded.scenario
    for match in _steps(path.removeprefix("$.")):
        key = _key(sheet, match)
        if key is None or not _may_hold(sheet, key, table):
            raise _not_there(loaded, table, path, (keys, match.start()))
        keys.append(key)
        sheet = entry_at(sheet, key)
    return tuple(keys)


def _key(sheet: object, match: re.Match[str]) -> Key | None:
    """Return the key that a step means in *sheet*; None if it has no such entry."""
    entry = match["entry"]
    if entry is None:
        name = match["quoted"] if match["quoted"] is not None else match["plain"]
        # A table may be by the names of seats, which are written in any case.
        known = cast("dict[str, object]", sheet) if isinstance(sheet, dict) else ()
        return as_known(name, known)
    if not isinstance(sheet, tuple | list):
        return None
    items = cast("Sequence[object]", sheet)
    # A name may be quoted here as it is behind a dot.
    quotes = entry[:1] == entry[-1:] and entry[:1] in {'"', "'"}
    entry = entry[1:-1] if quotes else entry
    if entry.isascii() and entry.isdigit() and not quotes:
        return int(entry) if int(entry) < len(items) else None
    names = [getattr(item, "name", item) for item in items]
    entry = as_known(entry, map(str, names))
    return names.index(entry) if names.count(entry) == 1 else None


def _may_hold(sheet: object, key: Key, table: dict[str, Any]) -> bool:
    """Whether *sheet*, which may be nothing yet, may have a value under *key*.

    A table of names may get one more, if the scenario *table* has that name somewhere.
    """
    if isinstance(key, int) or sheet is None:
        return True
    if isinstance(sheet, Struct):
        return key in {field.encode_name for field in structs.fields(sheet)}
    if isinstance(sheet, dict):
        return key in sheet or key in _names(table)
    return False


def entry_at(sheet: Any, key: Key) -> Any:  # noqa: ANN401 - a sheet or anything in one
    """Return what stands at *key* in *sheet*; None if there is nothing."""
    if isinstance(sheet, Struct):
        fields = {field.encode_name: field.name for field in structs.fields(sheet)}
        return getattr(sheet, fields[str(key)])
    if isinstance(sheet, dict):
        return cast("dict[Key, Any]", sheet).get(key)
    return None if sheet is None else sheet[key]


def _not_there(
    loaded: Loaded,
    table: dict[str, Any],
    path: str,
    there: tuple[Sequence[Key], int] = ((), 0),
) -> UnknownNameError:
    """Return the error for the unknown *path*, with the nearest that exist.

    *there* has the keys of its first part, which exists, and the length of that part.
    """
    keys, place = there
    steps = [f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys]
    begins = "".join(steps).removeprefix(".")
    known = [at for at, _ in _values("", table)]
    beside = [at for at in known if at.startswith(begins)] or known
    asked = path.removeprefix("$.")
    said, rest = asked[:place], asked[place:]
    near = ", ".join(
        # As far as it was right it is shown as it was said: seats[Gael], not seats[1].
        f"{said}{similar.removeprefix(begins)}"
        if similar.startswith(begins)
        else similar
        for similar in most_similar(begins + rest, beside, _OFFERED)
    )
    return UnknownNameError(
        f"{loaded.name} has no {quoted(path)}, expected a path such as {near}"
    )


def _values(path: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the path and the value of everything in *value* that is not a table."""
    if isinstance(value, dict) and value:
        for name, item in cast("dict[str, object]", value).items():
            at = (
                member_path(path, name)
                if path
                else member_path("$", name).removeprefix("$.")
            )
            yield from _values(at, item)
    elif isinstance(value, list) and value:
        for index, item in enumerate(cast("list[object]", value)):
            yield from _values(f"{path}[{index}]", item)
    else:
        yield path, value


def _names(value: object) -> Iterator[str]:
    """Yield every name and every text in *value*."""
    if isinstance(value, dict):
        for name, item in cast("dict[str, object]", value).items():
            yield name
            yield from _names(item)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _names(item)
    elif isinstance(value, str):
        yield value


def _put(table: dict[str, Any], keys: Sequence[Key], value: object) -> None:
    """Put *value* at *keys*, into new tables where there are none yet."""
    node: object = table
    for key in keys[:-1]:
        members = cast("dict[Key, object]", node)
        if isinstance(node, dict) and members.get(key) is None:
            members[key] = {}
        node = members[key]
    if not isinstance(node, dict | list):
        message = f"{in_words(node)} has nothing inside that could be set"
        raise ScenarioError(message)
    cast("dict[Key, object]", node)[keys[-1]] = value
