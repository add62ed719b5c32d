"""Agents given in Python: a text, a class, or an instance of a class.

`spec_of` returns the spec that stands for the agent everywhere else. An agent of Fracas
or of an installed package has its own name however it is given, so that its runs are
the same and can be audited anywhere.
"""

import pickle
from collections.abc import Iterable
from enum import Enum
from inspect import isclass, signature
from typing import Any

import msgspec

from sim.casting import roster
from sim.casting.objects import given_class, given_object, name_of, state_of
from sim.casting.settings import settings_of
from sim.casting.specs import AT, typed
from sim.errors import AgentError, UnknownNameError
from sim.library import plugins
from sim.seam.protocol import Agent

AgentGiven = str | type[Agent] | Agent
"""A name or FILE.py:CLASS with settings, a class of agents, or an agent."""


def specs_of(agents: Iterable[AgentGiven]) -> list[str]:
    """Return the spec of each of *agents*."""
    if isinstance(agents, str | Agent) or isclass(agents):
        message = f"agents are a list, one a seat; found {agents!r}: put it in brackets"
        raise AgentError(message)
    given = list(agents)
    kinds: dict[str, type[Agent]] = {}
    for kind in filter(None, map(_class_of, given)):
        if kinds.setdefault(name_of(kind), kind) is not kind:
            message = (
                f"two classes are both called {name_of(kind)}, and nobody could say"
                " which of them played: give one of them another name"
            )
            raise AgentError(message)
    return [spec_of(agent) for agent in given]


def _class_of(given: object) -> type[Agent] | None:
    if isinstance(given, Agent):
        return type(given)
    return given if isclass(given) and issubclass(given, Agent) else None


def spec_of(agent: AgentGiven) -> str:
    """Return the spec of *agent*, and register the agent under it.

    An instance without state beyond its settings is identified by its settings. Raises
    AgentError for anything but an agent, and for an instance that cannot be copied.
    """
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        kind = type(agent)
        return _by_settings(_known_as(kind), agent) or given_object(agent).name
    given = _class_of(agent)
    if given is not None:
        _check_settings(given)
        return _known_as(given)
    message = (
        f"{agent!r} is no agent, expected a name, a class derived from fracas.Agent, or"
        " an object of one"
    )
    raise AgentError(message)


def _check_settings(kind: type[Agent]) -> None:
    """Raise AgentError if *kind* cannot be created without arguments."""
    try:
        settings_of(kind)
    except AgentError as error:
        message = f"{error}, or give an object that has it: {kind.__name__}(...)"
        raise AgentError(message) from error


def _known_as(kind: type[Agent]) -> str:
    """Return the name of *kind*, and register the class under it."""
    package, _, module = kind.__module__.rpartition(".")
    if package == roster.PACKAGE and module in roster.names():
        return module
    full = f"{kind.__module__}:{kind.__qualname__}"
    for name, point in plugins.offered(plugins.AGENTS).items():
        if point.value == full and name in roster.names():
            return name
    return given_class(kind).name


def _by_settings(name: str, agent: Agent) -> str | None:
    """Return *name* with the settings of *agent*, if that creates an equal agent."""
    kind = type(agent)
    args, keywords = agent.made_with
    try:
        by_name = {setting.name: setting for setting in settings_of(kind)}
        bound = signature(kind.__init__).bind(agent, *args, **keywords).arguments
        words = {
            key: _word(value)
            for key, value in list(bound.items())[1:]
            if not _alike(value, by_name[key].default)
        }
        if any(word is None for word in words.values()):
            return None
        settings = ",".join(f"{key}={word}" for key, word in words.items())
        spec = f"{name}:{settings}" if settings else name
        return spec if _alike(roster.make(spec), agent) else None
    except (AgentError, UnknownNameError, TypeError):
        return None


def _word(value: object) -> str | None:
    """Return *value* as written in a spec; None if it cannot be written in one."""
    if isinstance(value, Agent):
        return spec_of(value).replace(",", ";")
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, str):
        return None if value.startswith(AT) else typed(value)
    if value is None or isinstance(value, int | float):
        return msgspec.json.encode(value).decode()
    return None


def _alike(first: Any, second: Any) -> bool:  # noqa: ANN401 - whatever agents hold
    """Whether two things are equal as far as can be determined."""
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    if isinstance(first, Agent):
        ours, theirs = state_of(first), state_of(second)
        return ours.keys() == theirs.keys() and all(
            _alike(value, theirs[key]) for key, value in ours.items()
        )
    try:
        return bool(first == second)
    except Exception:  # noqa: BLE001 - arrays compare item by item
        return _written_alike(first, second)


def _written_alike(first: object, second: object) -> bool:
    try:
        return pickle.dumps(first) == pickle.dumps(second)
    except Exception:  # noqa: BLE001 - then they cannot be compared
        return False


__all__ = ["AgentGiven", "spec_of", "specs_of"]
