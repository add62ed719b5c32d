"""Agents given in Python: what the text stands for by which everything else knows them.

A class is known by its module and its name, `mine.Brave`. An object that is more than
the settings it was made with, because it was trained, say, is known by a fingerprint of
what it holds as well, `mine.Brave#3fa9c021`, and copies of it play.

Only what was given here, or came here with a job, is known. Nothing is ever imported
because a file or a record names it.
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
from sim.casting.specs import parse, within
from sim.errors import AgentError
from sim.seam.protocol import Agent

_KIND = "the class"
_OF_A_TABLE = frozenset({"table", "history"})
"""What an agent holds while it sits at a table, and is no part of it."""
_MAIN = "__main__"


class Given(Struct, frozen=True):
    """A class that was given, or an object of it, whose pickled *state* is kept.

    Where a job came to a process that cannot have it, *missing* says why.
    """

    name: str
    version: str
    kind: type[Agent] | None
    state: bytes | None = None
    missing: str = ""

    def __reduce__(self) -> tuple[Callable[..., "Given"], tuple[Any, ...]]:
        """Travel by the name of the class; raises AgentError where that cannot be."""
        assert self.kind is not None
        check_importable(self.kind)
        data = pickle.dumps(self.kind, pickle.HIGHEST_PROTOCOL)
        return _arrived, (self.name, self.version, data, self.state)

    def copied(self) -> Agent:
        """Return a new agent like the object as it was when it was given."""
        assert self.kind is not None
        assert self.state is not None
        agent: Agent = _Unpickler(io.BytesIO(self.state), self.kind).load()
        return agent


_KNOWN: dict[str, Given] = {}
"""What was given in this process, by name; the last of a name counts."""


def find(name: str) -> Given | None:
    """Return what is known as *name*; raises AgentError where that is missing here."""
    given = _KNOWN.get(name)
    if given is not None and given.kind is None:
        raise AgentError(given.missing)
    return given


def know(given: Given) -> Given:
    """Let *given* be known in this process from now on."""
    _KNOWN[given.name] = given
    return given


def carried(specs: Iterable[str]) -> tuple[Given, ...]:
    """Return what a job with agents of these *specs* must take along."""
    found: dict[str, Given] = {}
    waiting = list(specs)
    while waiting:
        spec = waiting.pop()
        if not spec or not _KNOWN:
            continue
        try:
            one = parse(spec)
        except AgentError:
            continue  # whoever makes it says what is wrong
        if one.name in _KNOWN:
            found[one.name] = _KNOWN[one.name]
        waiting += map(within, one.settings.values())
    return tuple(found[name] for name in sorted(found))


def check_importable(kind: type[Agent]) -> None:
    """Raise AgentError when no other process could import *kind*."""
    said = f"{kind.__qualname__} cannot be played by worker processes, which import it"
    moved = "put it into a file and import it from there, or play with workers=1"
    main = getattr(sys.modules.get(_MAIN), "__file__", None)
    if kind.__module__ == _MAIN and (main is None or not Path(main).is_file()):
        message = f"{said}: it is defined in a notebook or at a prompt; {moved}"
        raise AgentError(message)
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    if found is not kind:
        message = (
            f"{said}: the module {kind.__module__} has no class of that name, or"
            f" another by now; {moved}"
        )
        raise AgentError(message)


def name_of(kind: type[Agent]) -> str:
    """Return what *kind* is known by: its module and its name."""
    return f"{kind.__module__}.{kind.__qualname__}"


def version_of(kind: type[Agent]) -> str:
    """Return the version of *kind* with the fingerprint of its code behind it."""
    return f"{kind.version}+{code_mark(kind)}"


def given_class(kind: type[Agent]) -> Given:
    """Let the class *kind* be known."""
    return know(Given(name_of(kind), version_of(kind), kind))


def given_object(agent: Agent) -> Given:
    """Let *agent* be known as it is now.

    Raises AgentError for what cannot be copied.
    """
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
            f" plays ({type(error).__name__}: {error}): give the class instead, and let"
            " its __init__ or begin make what cannot be copied"
        )
        raise AgentError(message) from error
    state = target.getvalue()
    mark = blake2b(state, digest_size=16).hexdigest()
    name = f"{name_of(kind)}#{mark[:8]}"
    return know(Given(name, f"{version_of(kind)}+{mark}", kind, state))


def held(agent: Agent) -> Mapping[str, Any]:
    """Return what *agent* holds, wherever it sits."""
    whole = {
        name: value for name, value in vars(agent).items() if name not in _OF_A_TABLE
    }
    return MappingProxyType(whole)


class _Pickler(pickle.Pickler):
    """Writes an agent without its class, which need not be found by its name."""

    def __init__(self, target: io.BytesIO, kind: type[Agent]) -> None:
        super().__init__(target, pickle.HIGHEST_PROTOCOL)
        self._kind = kind

    def persistent_id(self, obj: object) -> str | None:
        """Return what stands for *obj*, if anything does."""
        return _KIND if obj is self._kind else None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote, in this process or in the one that sent the job."""

    def __init__(self, source: io.BytesIO, kind: type[Agent]) -> None:
        super().__init__(source)
        self._kind = kind

    def persistent_load(self, pid: object) -> type[Agent]:
        """Return the class that stood there."""
        del pid
        return self._kind


def _arrived(name: str, version: str, data: bytes, state: bytes | None) -> Given:
    """Let what came with a job be known here; it must be what it was there."""
    try:
        kind = pickle.loads(data)  # noqa: S301 - the name of a class, from our own parent
        if version.startswith(version_of(kind)):
            given = Given(name, version, kind, state)
            if state is not None:
                given.copied()
            return know(given)
        reason = "the class has other code here than in the process that plays"
    except Exception as error:  # noqa: BLE001 - whatever importing it raises
        reason = f"{type(error).__name__}: {error}"
    missing = (
        f"{name} cannot be had in a worker process ({reason}): put it and all it is"
        " made of into a file that can be imported there, and import it again here"
    )
    return know(Given(name, version, None, missing=missing))
