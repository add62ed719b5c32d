"""Agents by name for a run: ours in this process, those from files each in its own.

This is the roster of runs and audits. The code of an agent from a file never runs in
this process, not even to learn its name, and what it claims about itself is checked.
"""

from collections.abc import Mapping
from inspect import getdoc
from typing import Any

import msgspec

from sim.casting import naming, roster, specs
from sim.casting.agent_files import check_marks, with_fingerprints, without_fingerprints
from sim.casting.naming import Naming
from sim.casting.specs import file_of, files_of, paths_of
from sim.errors import AgentError
from sim.files.sources import Files, read_sources, reading_from
from sim.hosting.host import HostedAgent, asked_once
from sim.hosting.process import Kind
from sim.hosting.sandbox import Sandbox
from sim.reading.hints import shortened
from sim.seam.events import SeatTaken
from sim.seam.protocol import Agent

_VERSION_MAX = 100


def make(spec: str) -> Agent:
    """Return a new agent as *spec* describes it.

    Raises UnknownNameError for a name nobody has, AgentError for anything else that
    is wrong with it.
    """
    parsed = specs.parse(spec)
    if not _hosted(parsed.name, parsed.settings):
        return roster.make(spec)
    return HostedAgent(Kind(parsed.name, dict(parsed.settings)))


def describe(spec: str, sandbox: Sandbox = "off") -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of *spec*, as a stream records them.

    The code of an agent from a file runs in the given *sandbox*.
    """
    parsed = specs.parse(spec)
    if not _hosted(parsed.name, parsed.settings):
        return roster.describe(spec)
    files = read_sources(files_of([spec]))
    return _described(Kind(parsed.name, dict(parsed.settings)), files, sandbox)[0]


def introduce(spec: str, sandbox: Sandbox) -> tuple[tuple[str, str, str], str]:
    """Return what `describe` does, and the docstring of the agent's class."""
    parsed = specs.parse(spec)
    if not _hosted(parsed.name, parsed.settings):
        described = roster.describe(spec)
        return described, getdoc(roster.agent_class(described[0])) or ""
    files = read_sources(files_of([spec]))
    return _described(Kind(parsed.name, dict(parsed.settings)), files, sandbox)


def words_of(spec: str, sandbox: Sandbox = "off") -> tuple[Naming, ...]:
    """Return the names in the settings of *spec* that must exist in the conflict."""
    parsed = specs.parse(spec)
    if not _hosted(parsed.name, parsed.settings):
        return naming.words_in_settings(parsed.name, parsed.settings)
    files = read_sources(files_of([spec]))
    return asked_once(Kind(parsed.name, dict(parsed.settings)), files, sandbox).names


def _described(
    kind: Kind, files: Files, sandbox: Sandbox
) -> tuple[tuple[str, str, str], str]:
    """Return what is recorded of a *kind* of agent, and its docstring.

    The file and its fingerprint are what was read here. The class, its version and its
    settings are claims of the agent's own code, which nothing else can confirm.
    """
    made = asked_once(kind, files, sandbox)
    name, version, text = made.claims or ("", "", "")
    before, _, claimed = name.rpartition(":")
    whole = kind.name == before == file_of(kind.name) and claimed.isidentifier()
    if name != kind.name and not whole:
        message = f"{kind.name} says that it is {shortened(name)!r}, which it is not"
        raise AgentError(message)
    roster.check_called(name)
    plain = version.isprintable() and "+" not in version
    if not plain or len(version) > _VERSION_MAX:
        message = (
            f"the version of {kind.name} is {shortened(version)!r}, expected at most"
            f" {_VERSION_MAX} plain characters without a +"
        )
        raise AgentError(message)
    with reading_from(files):
        paths = paths_of(kind.name, kind.settings)
        settings = _settings(kind, text, paths)
        return (name, with_fingerprints(version, paths), settings), made.about


def _settings(kind: Kind, text: str, paths: list[str]) -> str:
    """Return the settings that a *kind* of agent claims once they are checked."""
    try:
        settings = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        settings = None
    if settings is None or paths_of(kind.name, settings) != paths:
        message = (
            f"{kind.name} says that its settings are {shortened(text)!r}, which they"
            " cannot be"
        )
        raise AgentError(message)
    return msgspec.json.encode(settings, order="sorted").decode()


def seated(taken: SeatTaken, *, weak: bool = False) -> Agent:
    """Return a new agent as *taken* records it.

    Raises AgentError when there is no such agent any more, or only another version. A
    file is run only if its bytes have the recorded fingerprint; a weak fingerprint is
    accepted only if *weak* is set.
    """
    settings: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    paths = paths_of(taken.agent, settings)
    if not paths:
        return roster.seated(taken)
    kind = Kind(taken.agent, settings, literal=True)
    return HostedAgent(kind, check_marks(taken, paths, weak=weak))


def _hosted(name: str, settings: Mapping[str, object]) -> bool:
    return bool(paths_of(name, settings))


def files_again(spec: str, taken: SeatTaken, *, weak: bool = False) -> Files:
    """Return the files behind *spec* as they were when it was *taken*; nothing is run.

    Its code, which must be the same now, is read; what settings were read from is in
    the record. Raises AgentError if the code is not the same.
    """
    parsed = specs.parse(spec)
    recorded: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    texts = tuple(
        (text.removeprefix(specs.AT), str(recorded.get(name, "")).encode())
        for name, text in parsed.settings.items()
        if text.startswith(specs.AT)
    )
    paths = paths_of(parsed.name, _settings_again(parsed, taken))
    return (*check_marks(taken, paths, weak=weak), *texts)


def code_again(spec: str, taken: SeatTaken) -> list[str]:
    """Return the files whose code would be run to make *spec* as it was *taken*."""
    parsed = specs.parse(spec)
    return paths_of(parsed.name, _settings_again(parsed, taken))


def _settings_again(parsed: specs.Spec, taken: SeatTaken) -> dict[str, Any]:
    """Return the settings of *parsed*; what was read from a file is in the record.

    A record may be forged: it can say that an agent from a file was read there.
    """
    recorded: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    return {
        name: recorded.get(name, "") if text.startswith(specs.AT) else text
        for name, text in parsed.settings.items()
    }


def described_again(
    spec: str, taken: SeatTaken, sandbox: Sandbox = "wall", *, weak: bool = False
) -> SeatTaken:
    """Return what *spec* is now, to be compared with what was recorded of it.

    No file is read for a setting: what was read when it was played is in the record.
    Raises AgentError if a file has another fingerprint than the one that played; weak
    fingerprints are accepted only if *weak* is set.
    """
    parsed = specs.parse(spec)
    settings = _settings_again(parsed, taken)
    paths = paths_of(parsed.name, settings)
    if paths:
        kind = Kind(parsed.name, settings, literal=True)
        files = check_marks(taken, paths, weak=weak)
        (name, version, settings_), _ = _described(kind, files, sandbox)
        if without_fingerprints(version) == without_fingerprints(taken.version):
            version = taken.version  # the same files: only the fingerprints are longer
        return SeatTaken(taken.seat, name, version, settings_)
    return SeatTaken(taken.seat, *roster.described(parsed.name, settings, literal=True))
