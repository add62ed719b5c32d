"""Agents loaded from a user's Python file: its code runs once and leaves no trace.

No bytecode is written, no search path is touched, and a file that fails to load leaves
no module. The same bytes loaded twice give the same class.
"""

import re
import sys
from collections.abc import Iterable
from hashlib import blake2b
from inspect import isclass
from types import ModuleType

from sim.errors import AgentError, error_in_words
from sim.files.sources import Files, read_source, read_sources
from sim.reading.hints import nearest, shortened
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent

_PREFIX = "fracas_agent_"


def fingerprint(source: bytes) -> str:
    """Return the collision-resistant fingerprint of *source*: 32 hexadecimal digits."""
    return blake2b(source, digest_size=16).hexdigest()


def weak_fingerprint(source: bytes) -> str:
    """Return the 32-bit fingerprint of old records, which takes seconds to forge."""
    return blake2b(source, digest_size=4).hexdigest()


def with_fingerprints(version: str, paths: Iterable[str]) -> str:
    """Return *version* followed by the fingerprint of every file of *paths*."""
    return "+".join((version, *(fingerprint(read_source(path)) for path in paths)))


def check_marks(taken: SeatTaken, paths: Iterable[str], *, weak: bool = False) -> Files:
    """Return the contents of *paths* if they match the fingerprints in *taken*.

    Raises AgentError for the first that has changed: its code must not run. A 32-bit
    fingerprint is refused too, unless *weak* ones are allowed.
    """
    files = read_sources(paths)
    marks = "+".join(fingerprint(source) for _, source in files)
    if taken.version.partition("+")[2] == marks:
        return files
    for path, source in files:
        short = re.escape(f"+{weak_fingerprint(source)}") + "(?![0-9a-f])"
        if not re.search(short, taken.version):
            message = (
                f"{path} is version +{fingerprint(source)} here, but version"
                f" {taken.version} sat at {taken.seat}"
            )
            raise AgentError(message)
        if not weak:
            message = (
                f"{path} is known by a weak fingerprint of 32 bits, which another file"
                " can be made to have: look at it, and audit with --weak-fingerprints"
            )
            raise AgentError(message)
    return files


def has_weak_fingerprints(taken: SeatTaken) -> bool:
    """Whether *taken* was recorded with 32-bit fingerprints of files."""
    return re.search(r"\+[0-9a-f]{8}(?![0-9a-f])", taken.version) is not None


def without_fingerprints(version: str) -> str:
    """Return *version* without the fingerprints of files."""
    return re.sub(r"\+[0-9a-f]+", "", version)


def load_class(path: str, name: str) -> type[Agent]:
    """Return the agent class *name* of the file at *path* ("" for the only one).

    Raises AgentError when the file cannot be read, does not load or has no such agent.
    """
    module = _module(path, read_source(path))
    agents = own_agents(module)
    if not name and len(agents) == 1:
        return next(iter(agents.values()))
    if name in agents:
        return agents[name]
    if not agents:
        message = f"{path} defines no agent (a subclass of fracas.Agent)"
    elif not name:
        message = f"{path} defines {', '.join(agents)}: say which, as {path}:NAME"
    else:
        known = f"{', '.join(agents)}{nearest(name, agents)}"
        message = f"{path} defines no agent {shortened(name)!r}, but {known}"
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


def _module(path: str, source: bytes) -> ModuleType:
    name = f"{_PREFIX}{blake2b(source + path.encode(), digest_size=8).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # noqa: S102 - the user named this file to be run
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            if isinstance(error, SystemExit):
                message = f"{path} does not load: it exits"
                raise AgentError(message) from error
            raise
        message = f"{path} does not load: {error_in_words(error)}"
        raise AgentError(message) from error
    return module
