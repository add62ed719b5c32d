"""Agents from a file of one's own: its code is run once, and nothing is left behind.

No bytecode is written, no search path is touched, and a file that fails to load leaves
no module. The same bytes loaded twice give the same class.
"""

import sys
from difflib import get_close_matches
from hashlib import blake2b
from inspect import isclass
from pathlib import Path
from types import ModuleType

from sim.errors import AgentError
from sim.protocol import Agent

_PREFIX = "agents._from_file_"


def fingerprint(path: Path) -> str:
    """Return eight hexadecimal digits that change with the file at *path*."""
    return blake2b(_source(path), digest_size=4).hexdigest()


def load_class(path: Path, name: str) -> type[Agent]:
    """Return the agent class *name* of the file at *path* ("" for the only one).

    Raises AgentError when the file is missing, does not load or has no such agent.
    """
    module = _module(path)
    found = own_agents(module)
    if not name and len(found) == 1:
        return next(iter(found.values()))
    if name in found:
        return found[name]
    if not found:
        message = f"{path} defines no agent (a subclass of sim.protocol.Agent)"
    elif not name:
        message = f"{path} defines {', '.join(found)}: say which, as {path}:NAME"
    else:
        near = get_close_matches(name, found, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        message = f"{path} defines no agent {name!r}, but {', '.join(found)}{hint}"
    raise AgentError(message)


def own_agents(module: ModuleType) -> dict[str, type[Agent]]:
    """Return the agents that *module* itself defines, by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if isclass(value)
        and issubclass(value, Agent)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"the agent's file {path} cannot be read: {error.strerror or error}"
        raise AgentError(message) from error


def _module(path: Path) -> ModuleType:
    source = _source(path)
    known = (
        f"{_PREFIX}{blake2b(source + str(path).encode(), digest_size=8).hexdigest()}"
    )
    if known in sys.modules:
        return sys.modules[known]
    module = ModuleType(known)
    module.__file__ = str(path)
    sys.modules[known] = module
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))  # noqa: S102 - the user named this file to be run
    except BaseException as error:
        del sys.modules[known]
        if not isinstance(error, Exception):
            if isinstance(error, SystemExit):
                message = f"{path} does not load: it exits"
                raise AgentError(message) from error
            raise
        message = f"{path} does not load: {type(error).__name__}: {error}"
        raise AgentError(message) from error
    return module
