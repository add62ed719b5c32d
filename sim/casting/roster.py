"""Agents by name: each file of the folder `agents` has one, and so may your own file.

A spec is a name followed by settings, `bold:lead=0.5`, or a file,
`path/to/file.py:Name:key=value,key=value`, or a program, `cmd:path/to/bot:key=value`.
Only files that are named are loaded. A setting that begins with @ is read from the file
named after it. Installed packages may provide agents of their own.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import isclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import msgspec

from sim.casting import objects
from sim.casting.agent_files import (
    check_marks,
    load_class,
    own_agents,
    with_fingerprints,
)
from sim.casting.settings import OTHER, read_settings, settings_of, typed_settings
from sim.casting.specs import (
    is_program,
    nested_spec,
    of_file,
    parse,
    paths_of,
    spec_hint,
    typed,
)
from sim.errors import AgentError, PluginError, UnknownNameError, error_in_words
from sim.files.sources import read_source
from sim.library import plugins
from sim.reading.hints import shortened
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent

if TYPE_CHECKING:
    from sim.bots.bot import Bot

PACKAGE = "sim.agents"
_IN_PYTHON = re.compile(r"[A-Za-z_]\w*(?:\.[\w<>]+)+(?:#[0-9a-f]+)?")
"""The form of names of agents given in Python: module and class."""


def names() -> tuple[str, ...]:
    """Return the names of the agents that come with the package, in order.

    Those of other packages follow. Raises PluginError when a name is taken twice.
    """
    return (
        *_own_names(),
        *plugins.usable_plugins(plugins.AGENTS, _own_names(), describe),
    )


@cache
def _own_names() -> tuple[str, ...]:
    modules = (entry.name for entry in files(PACKAGE).iterdir())
    module_names = (
        name.removesuffix(".py") for name in modules if name.endswith(".py")
    )
    return tuple(sorted(name for name in module_names if not name.startswith("_")))


def make(spec: str) -> Agent:
    """Return a new agent as *spec* describes it.

    Raises UnknownNameError for an unknown name, AgentError for any other error in it.
    """
    parsed = parse(spec)
    return made(parsed.name, parsed.settings)


def describe(spec: str) -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of *spec*, as a stream records them.

    The settings are complete, so that a later change of a default does not affect what
    was recorded. The version of an agent from a file ends with a fingerprint of the
    file.
    """
    parsed = parse(spec)
    return described(parsed.name, parsed.settings)


def described(
    name: str, settings: Mapping[str, Any], *, literal: bool = False
) -> tuple[str, str, str]:
    """Return the description of the agent *name* with *settings*, as `describe` does.

    If they are *literal*, as recorded, none is read from a file.
    """
    full, version, text = own_description(name, settings, literal=literal)
    check_called(full)
    return full, with_fingerprints(version, paths_of(name, settings)), text


def check_called(name: str) -> None:
    """Raise AgentError for an agent from a file that has a shipped agent's name."""
    from_file = of_file(name)
    if from_file is not None and from_file.kind in names():
        message = (
            f"{from_file.path} calls its agent {from_file.kind}, as an agent of Fracas"
            " is called: give the class another name"
        )
        raise AgentError(message)


def own_description(
    name: str,
    settings: Mapping[str, Any],
    *,
    literal: bool = False,
    is_made: bool = False,
) -> tuple[str, str, str]:
    """Return what the agent's own code says of it, without a fingerprint.

    The agent is made once, to see that it can be, unless *is_made* says that it was.
    Raises AgentError if it cannot.
    """
    if is_program(name):
        texts = read_settings(given=settings, literal=literal)
        text = msgspec.json.encode(texts, order="sorted").decode()
        return name, _bot().version, text
    kind = agent_class(name)
    arguments = () if is_object(name) else settings_of(kind)
    given = typed_settings(name, arguments, settings, literal=literal)
    complete = {
        setting.name: given.get(setting.name, setting.default) for setting in arguments
    }
    if not is_made:
        made(name, settings, literal=literal)
    others = [
        parse(nested_spec(str(complete[setting.name])))
        for setting in arguments
        if setting.kind == OTHER
    ]
    versions = [
        own_description(other.name, other.settings, is_made=True)[1] for other in others
    ]
    text = msgspec.json.encode(complete, order="sorted").decode()
    known_as = objects.find(name)
    own = kind.version if known_as is None else known_as.version
    return _full_name(name), " of ".join((own, *versions)), text


def seated(taken: SeatTaken) -> Agent:
    """Return a new agent as *taken* records it.

    Raises AgentError if the agent no longer exists, has another version, or is not
    repeatable.
    """
    settings = msgspec.json.decode(taken.settings, type=dict[str, Any])
    check_marks(taken, paths_of(taken.agent, settings))
    version = described(taken.agent, settings, literal=True)[1]
    if version != taken.version:
        message = (
            f"{taken.agent} is version {version} here, but version {taken.version}"
            f" sat at {taken.seat}"
        )
        raise AgentError(message)
    agent = made(taken.agent, settings, literal=True)
    if not agent.repeats:
        message = (
            f"{taken.agent} chose by the clock, so it cannot be asked the same again"
        )
        raise AgentError(message)
    return agent


def spec_of(taken: SeatTaken) -> str:
    """Return the spec of a recorded agent as a user would type it, without defaults.

    No file is run for this: an agent from a file, or one that no longer exists, is
    given by its name alone.
    """
    try:
        arguments = (
            () if of_file(taken.agent) else settings_of(agent_class(taken.agent))
        )
        recorded = msgspec.json.decode(taken.settings, type=dict[str, Any])
    except (AgentError, UnknownNameError, msgspec.MsgspecError):
        return taken.agent
    changed = [
        f"{setting.name}={_written(recorded[setting.name])}"
        for setting in arguments
        if setting.name in recorded and recorded[setting.name] != setting.default
    ]
    return f"{taken.agent}:{','.join(changed)}" if changed else taken.agent


def _written(value: object) -> str:
    """Return the value of a setting as one types it: 3 for 3.0, true for True."""
    if isinstance(value, str):
        return typed(value)
    text = msgspec.json.encode(value).decode()
    whole = isinstance(value, float) and text != "-0.0"
    return text.removesuffix(".0") if whole else text


def agent_class(name: str) -> type[Agent]:
    """Return the class behind *name*, a word, PATH:CLASS or cmd:PATH.

    Raises UnknownNameError or AgentError, as `make` does.
    """
    from_file = of_file(name)
    if from_file is not None:
        kind = (
            _bot() if from_file.program else load_class(from_file.path, from_file.kind)
        )
    elif name in _own_names():
        kind = _shipped(f"{PACKAGE}.{name}")
    else:
        kind = _given(name) or _from_package(name)
    if kind.choose is Agent.choose:
        message = f"{name} has no method choose(asked), so it cannot be an agent"
        raise AgentError(message)
    return kind


@cache
def _shipped(module: str) -> type[Agent]:
    """Return the one agent that a module of ours defines."""
    (kind,) = own_agents(import_module(module)).values()
    return kind


def is_object(name: str) -> bool:
    """Whether *name* is an instance given in Python, which has no settings."""
    given = objects.find(name)
    return given is not None and given.state is not None


def _given(name: str) -> type[Agent] | None:
    """Return the class that was given in Python as *name*."""
    given = objects.find(name)
    return None if given is None else given.kind


def _from_package(name: str) -> type[Agent]:
    """Return the agent that an installed package offers as *name*."""
    kind = plugins.load(plugins.AGENTS, name)
    if kind is None and _IN_PYTHON.fullmatch(name):
        message = (
            f"the class {shortened(name)} is not known here: an agent that was given in"
            " Python is known only to the program that gives it"
        )
        raise UnknownNameError(message)
    if kind is None:
        known = names()
        message = (
            f"no agent is called {shortened(name)!r}: there are {', '.join(known)}, or"
            f" give the path of a file as path/to/file.py:NAME or of a program as"
            f" cmd:path/to/bot{spec_hint(name, known)}"
        )
        raise UnknownNameError(message)
    if not isclass(kind) or not issubclass(kind, Agent):
        message = f"the entry point {name!r} of {plugins.AGENTS} is no kind of Agent"
        raise PluginError(message)
    return kind


def made(name: str, given: Mapping[str, Any], *, literal: bool = False) -> Agent:
    """Return a new agent of the class *name*, with the settings *given*.

    If they are *literal*, as recorded, none is read from a file. Raises AgentError if
    it cannot be created with them.
    """
    return maker(name, given, literal=literal)()


def maker(
    name: str, given: Mapping[str, Any], *, literal: bool = False
) -> Callable[[], Agent]:
    """Return a function that creates agents like `made`, reading settings just once."""
    if is_program(name):
        return _program(name, read_settings(given=given, literal=literal))
    kind = agent_class(name)
    known_as = objects.find(name)
    if known_as is not None and known_as.state is not None:
        return known_as.copied
    arguments = settings_of(kind)
    settings = typed_settings(name, arguments, given, literal=literal)
    # The files of agents within it are imported here, too, and not whenever it is made.
    others = {
        setting.name: _nested_maker(settings.get(setting.name, setting.default))
        for setting in arguments
        if setting.kind == OTHER
    }

    def new() -> Agent:
        agents = {setting: other() for setting, other in others.items()}
        try:
            return kind(**{**settings, **agents})
        except AgentError:
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            message = f"{name} cannot be made: {error_in_words(error)}"
            raise AgentError(message) from error

    return new


def _nested_maker(setting: object) -> Callable[[], Agent]:
    """Return a function that creates the agents that a *setting* of another is."""
    other = parse(nested_spec(str(setting)))
    return maker(other.name, other.settings)


def _program(name: str, settings: Mapping[str, str]) -> Callable[[], Agent]:
    """Return a function that creates agents which the program *name* decides for."""
    from_file = of_file(name)
    assert from_file is not None
    path, data = from_file.path, read_source(from_file.path)
    resolve_name("sim.bots.program:check_program")(path, data)
    bot = _bot()
    return lambda: bot(path, data, settings)


def _bot() -> "type[Bot]":
    """Return the agent that a program is, imported when the first program plays."""
    bot: type[Bot] = resolve_name("sim.bots.bot:Bot")
    return bot


def _full_name(name: str) -> str:
    """Return *name*, with the class when it is a file of one agent."""
    from_file = of_file(name)
    if from_file is None or from_file.kind:
        return name
    return f"{name}:{agent_class(name).__name__}"
