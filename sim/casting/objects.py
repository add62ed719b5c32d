"""The registry of agents given in Python, by the name that stands for them.

A class has the name of its module and class, `mine.Brave`. For an instance with state
beyond its settings, such as a trained agent, a fingerprint of that state follows,
`mine.Brave#3fa9c021`, and copies of it play. Only agents given in this process, or
received with a job, are registered. Nothing is ever imported because a file or a record
names it.
"""

import io
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from sim.casting.class_code import code_mark
from sim.casting.specs import nested_spec, parse
from sim.errors import AgentError, error_in_words
from sim.seam.protocol import Agent

_KIND = "the class"
_OF_A_TABLE = frozenset({"table", "history"})
"""Attributes set for a conflict, which are not part of the agent's state."""
_MAIN = "__main__"


class Given(Struct, frozen=True):
    """A class that was given, or an instance with its pickled *state*.

    If a job came to a process that cannot load it, *missing* says why.
    """

    name: str
    version: str
    kind: type[Agent] | None
    state: bytes | None = None
    missing: str = ""

    def __reduce__(self) -> tuple[Callable[..., "Given"], tuple[Any, ...]]:
        """Pickle by the name of the class.

        Raises AgentError if it cannot be imported.
        """
        assert self.kind is not None
        check_importable(self.kind)
        data = pickle.dumps(self.kind, pickle.HIGHEST_PROTOCOL)
        return _arrived, (self.name, self.version, data, self.state)

    def copied(self) -> Agent:
        """Return a copy of the instance as it was when it was given."""
        assert self.kind is not None
        assert self.state is not None
        agent: Agent = _Unpickler(io.BytesIO(self.state), self.kind).load()
        return agent


_KNOWN: dict[str, Given] = {}
"""Agents given in this process, by name; the last one of a name counts."""


def find(name: str) -> Given | None:
    """Return what is registered as *name*, None for nothing.

    Raises AgentError for an agent that came with a job and has no class here.
    """
    given = _KNOWN.get(name)
    if given is not None and given.kind is None:
        raise AgentError(given.missing)
    return given


def register(given: Given) -> Given:
    """Register *given* in this process."""
    _KNOWN[given.name] = given
    return given


def objects_for(specs: Iterable[str]) -> tuple[Given, ...]:
    """Return the registered agents that a job with these *specs* must carry along."""
    objects: dict[str, Given] = {}
    waiting = list(specs)
    while waiting:
        spec = waiting.pop()
        if not spec or not _KNOWN:
            continue
        try:
            parsed = parse(spec)
        except AgentError:
            continue  # making the agent reports what is wrong
        if parsed.name in _KNOWN:
            objects[parsed.name] = _KNOWN[parsed.name]
        waiting += map(nested_spec, parsed.settings.values())
    return tuple(objects[name] for name in sorted(objects))


def check_importable(kind: type[Agent]) -> None:
    """Raise AgentError when no other process could import *kind*."""
    said = f"{kind.__qualname__} cannot be played by worker processes, which import it"
    moved = "put it into a file and import it from there, or play with workers=1"
    main = getattr(sys.modules.get(_MAIN), "__file__", None)
    if kind.__module__ == _MAIN and (main is None or not Path(main).is_file()):
        message = f"{said}: it is defined in a notebook or at a prompt; {moved}"
        raise AgentError(message)
    actual: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        actual = getattr(actual, name, None)
    if actual is not kind:
        message = (
            f"{said}: the module {kind.__module__} has no class of that name, or"
            f" another by now; {moved}"
        )
        raise AgentError(message)


def name_of(kind: type[Agent]) -> str:
    """Return the name of *kind*: its module and its class name."""
    return f"{kind.__module__}.{kind.__qualname__}"


def version_of(kind: type[Agent]) -> str:
    """Return the version of *kind* followed by the fingerprint of its code."""
    return f"{kind.version}+{code_mark(kind)}"


def given_class(kind: type[Agent]) -> Given:
    """Register the class *kind*."""
    return register(Given(name_of(kind), version_of(kind), kind))


def given_object(agent: Agent) -> Given:
    """Register *agent* as it is now; raises AgentError if it cannot be copied."""
    kind = type(agent)
    plain = copy(agent)
    del plain.made_with
    for name in _OF_A_TABLE:
        vars(plain).pop(name, None)
    target = io.BytesIO()
    try:
        _Pickler(target, kind).dump(plain)
    except Exception as error:
        message = (
            f"this {kind.__qualname__} cannot be copied, and copies of it are what"
            f" plays ({error_in_words(error)}): give the class instead, and let"
            " its __init__ or begin make what cannot be copied"
        )
        raise AgentError(message) from error
    state = target.getvalue()
    mark = blake2b(state, digest_size=16).hexdigest()
    name = f"{name_of(kind)}#{mark[:8]}"
    return register(Given(name, f"{version_of(kind)}+{mark}", kind, state))


def state_of(agent: Agent) -> Mapping[str, Any]:
    """Return the state of *agent*, without attributes set for a conflict."""
    state = {
        name: value for name, value in vars(agent).items() if name not in _OF_A_TABLE
    }
    return MappingProxyType(state)


class _Pickler(pickle.Pickler):
    """Writes an agent without its class, which need not be found by its name."""

    def __init__(self, target: io.BytesIO, kind: type[Agent]) -> None:
        super().__init__(target, pickle.HIGHEST_PROTOCOL)
        self._kind = kind

    def persistent_id(self, obj: object) -> str | None:
        """Return the placeholder for *obj*, None if it has none."""
        return _KIND if obj is self._kind else None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote, in this process or in the one that sent the job."""

    def __init__(self, source: io.BytesIO, kind: type[Agent]) -> None:
        super().__init__(source)
        self._kind = kind

    def persistent_load(self, pid: object) -> type[Agent]:
        """Return the class for which the placeholder stands."""
        del pid
        return self._kind


def _arrived(name: str, version: str, data: bytes, state: bytes | None) -> Given:
    """Register an agent that came with a job.

    Its code must be the same as in the process that sent it.
    """
    try:
        kind = pickle.loads(data)  # noqa: S301 - the name of a class, from our own parent
        if version.startswith(version_of(kind)):
            given = Given(name, version, kind, state)
            if state is not None:
                given.copied()
            return register(given)
        reason = "the class has other code here than in the process that plays"
    except Exception as error:  # noqa: BLE001 - whatever importing it raises
        reason = error_in_words(error)
    missing = (
        f"{name} cannot be loaded in a worker process ({reason}): put it and all it is"
        " made of into a file that can be imported there, and import it again here"
    )
    return register(Given(name, version, None, missing=missing))
