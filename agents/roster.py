"""Agents by name: every file of this folder is one, and so is a file of your own.

An agent is named in one word with settings behind it, `bold:lead=0.5`, or by its file,
`path/to/file.py:Name:key=value,key=value`. Only the files that are named are loaded.
A setting that begins with @ is read from the file behind it.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import Parameter, signature
from math import isfinite
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from agents._file import fingerprint, load_class, own_agents
from sim.errors import AgentError, UnknownNameError
from sim.events import SeatTaken
from sim.protocol import Agent

_FOLDER = Path(__file__).parent
_OF_FILE = re.compile(r"(.+?\.py)(?::([A-Za-z_]\w*))?(?::(.*=.*))?", re.DOTALL)
_SETTING = re.compile(r"\s*[A-Za-z_]\w*\s*=")


class Setting(Struct, frozen=True):
    """One thing that can be set about an agent: its name, type and default."""

    name: str
    kind: Any
    default: Any


class Spec(Struct, frozen=True):
    """Which agent is meant, and how it is set; *name* is a word or PATH:CLASS."""

    name: str
    settings: Mapping[str, Any]


def names() -> tuple[str, ...]:
    """Return the names of the agents that come with the package, in order."""
    files = (path.stem for path in _FOLDER.glob("*.py"))
    return tuple(sorted(name for name in files if name[0] != "_" and name != "roster"))


def make(spec: str) -> Agent:
    """Return a new agent as *spec* describes it.

    Raises UnknownNameError for a name nobody has, AgentError for anything else that
    is wrong with it.
    """
    found = parse(spec)
    return _made(found.name, found.settings)


def describe(spec: str) -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of *spec*, as a stream records them.

    The settings are complete, so that a default which changes later changes nothing
    in what was recorded. The version of an agent from a file ends with a fingerprint
    of the file.
    """
    found = parse(spec)
    kind = agent_class(found.name)
    known = settings_of(kind)
    given = _converted(found.name, known, found.settings)
    whole = {one.name: given.get(one.name, one.default) for one in known}
    _made(found.name, found.settings)
    text = msgspec.json.encode(whole, order="sorted").decode()
    return _full_name(found.name), _version(found.name, kind), text


def seated(taken: SeatTaken) -> Agent:
    """Return a new agent as *taken* records it.

    Raises AgentError when there is no such agent any more, or only another version.
    """
    version = _version_now(taken)
    if version != taken.version:
        message = (
            f"{taken.agent} is version {version} here, but version {taken.version}"
            f" sat at {taken.seat}"
        )
        raise AgentError(message)
    return _made(taken.agent, msgspec.json.decode(taken.settings, type=dict[str, Any]))


def _version_now(taken: SeatTaken) -> str:
    """Return the version of the agent here; a file is run only when it is the same."""
    of_file = _OF_FILE.fullmatch(taken.agent)
    if of_file is not None:
        mark = fingerprint(Path(of_file[1]))
        if not taken.version.endswith(f"+{mark}"):
            return f"+{mark}"
    return _version(taken.agent, agent_class(taken.agent))


def split(text: str) -> tuple[str, ...]:
    """Return the specs of *text*, where commas part agents and settings alike.

    A piece of the form `key=value` belongs to the agent before it.
    """
    specs: list[str] = []
    for piece in text.split(","):
        if specs and _SETTING.match(piece):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece.strip())
    return tuple(specs)


def parse(spec: str) -> Spec:
    """Return *spec* taken apart; raises AgentError when it is not of the form."""
    of_file = _OF_FILE.fullmatch(spec)
    if of_file is not None:
        path, kind, rest = of_file.groups()
        return Spec(f"{path}:{kind}" if kind else path, _settings(spec, rest or ""))
    name, _, rest = spec.partition(":")
    return Spec(name.strip(), _settings(spec, rest))


def agent_class(name: str) -> type[Agent]:
    """Return the class behind *name*, a word or PATH:CLASS.

    Raises UnknownNameError or AgentError, as `make` does.
    """
    of_file = _OF_FILE.fullmatch(name)
    if of_file is not None:
        kind = load_class(Path(of_file[1]), of_file[2] or "")
    elif name in names():
        (kind,) = own_agents(import_module(f"agents.{name}")).values()
    else:
        known = names()
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        message = (
            f"no agent is called {name!r}: there are {', '.join(known)}, or give the"
            f" path of a file as path/to/file.py:NAME{hint}"
        )
        raise UnknownNameError(message)
    if kind.choose is Agent.choose:
        message = f"{name} has no method choose(asked), so it cannot be an agent"
        raise AgentError(message)
    return kind


def settings_of(kind: type[Agent]) -> tuple[Setting, ...]:
    """Return what can be set about agents of *kind*: the arguments of `__init__`.

    Raises AgentError when one has no default, or cannot be told by name.
    """
    if kind.__init__ is object.__init__:
        return ()
    known: list[Setting] = []
    hints = get_type_hints(kind.__init__, include_extras=True)
    for name, parameter in list(signature(kind.__init__).parameters.items())[1:]:
        if parameter.default is Parameter.empty or parameter.kind not in {
            Parameter.POSITIONAL_OR_KEYWORD,
            Parameter.KEYWORD_ONLY,
        }:
            message = f"the setting {name} of {kind.__name__} needs a default value"
            raise AgentError(message)
        known.append(
            Setting(name, hints.get(name, type(parameter.default)), parameter.default)
        )
    return tuple(known)


def _settings(spec: str, text: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for piece in text.split(",") if text else ():
        key, equals, value = piece.partition("=")
        if not equals or not key.strip():
            message = f"{spec!r}: {piece!r} is no setting; expected key=value"
            raise AgentError(message)
        settings[key.strip()] = value.strip()
    return settings


def _converted(
    name: str, known: tuple[Setting, ...], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the *given* settings in their types."""
    kinds = {one.name: one.kind for one in known}
    settings: dict[str, Any] = {}
    for key, value in given.items():
        if key not in kinds:
            near = get_close_matches(key, kinds, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            there = f"there are {', '.join(kinds)}" if kinds else "it has none"
            message = f"{name} has no setting {key!r}: {there}{hint}"
            raise AgentError(message)
        try:
            read = _from_file(value) if kinds[key] is str else value
            settings[key] = msgspec.convert(read, kinds[key], strict=False)
        except msgspec.ValidationError as error:
            message = f"the setting {key} of {name} cannot be {value!r}: {error}"
            raise AgentError(message) from error
        if isinstance(settings[key], float) and not isfinite(settings[key]):
            message = f"the setting {key} of {name} cannot be {value!r}: not a number"
            raise AgentError(message)
    return settings


def _from_file(value: object) -> object:
    """Return *value*, or when it is @PATH what stands there, line by line with bars."""
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    try:
        lines = Path(value[1:]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = f"the setting's file {value[1:]} cannot be read: {error}"
        raise AgentError(message) from error
    return "|".join(
        line.strip() for line in lines if line.strip() and line.lstrip()[0] != "#"
    )


def _made(name: str, given: Mapping[str, Any]) -> Agent:
    kind = agent_class(name)
    settings = _converted(name, settings_of(kind), given)
    try:
        return kind(**settings)
    except AgentError:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        message = f"{name} cannot be made: {type(error).__name__}: {error}"
        raise AgentError(message) from error


def _full_name(name: str) -> str:
    """Return *name*, with the class when it is a file of one agent."""
    of_file = _OF_FILE.fullmatch(name)
    if of_file is None or of_file[2]:
        return name
    return f"{name}:{agent_class(name).__name__}"


def _version(name: str, kind: type[Agent]) -> str:
    of_file = _OF_FILE.fullmatch(name)
    if of_file is None:
        return kind.version
    return f"{kind.version}+{fingerprint(Path(of_file[1]))}"
