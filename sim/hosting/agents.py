"""Agents by name for a run: ours in this process, those from files each in its own.

This is the roster as runs and audits use it. Not even to say what an agent from a file
is called does its code run here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from sim import agent_specs, naming, roster
from sim.agent_files import fingerprint
from sim.errors import AgentError
from sim.events import SeatTaken
from sim.files import Files, read
from sim.hosting.host import (
    HostedAgent,
    Kind,
    describe_file,
    describe_kind,
    words_of_file,
)
from sim.naming import Naming
from sim.protocol import Agent


def make(spec: str) -> Agent:
    """Return a new agent as *spec* describes it.

    Raises UnknownNameError for a name nobody has, AgentError for anything else that
    is wrong with it.
    """
    one = agent_specs.parse(spec)
    if not _hosted(one.name, one.settings):
        return roster.make(spec)
    return HostedAgent(Kind(one.name, dict(one.settings)))


def describe(spec: str) -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of *spec*, as a stream records them."""
    one = agent_specs.parse(spec)
    if not _hosted(one.name, one.settings):
        return roster.describe(spec)
    return describe_file(spec)


def words_of(spec: str) -> tuple[Naming, ...]:
    """Return the words in the settings of *spec* that name something of a conflict."""
    one = agent_specs.parse(spec)
    if not _hosted(one.name, one.settings):
        return naming.words_of(one.name, one.settings)
    return words_of_file(spec)


def seated(taken: SeatTaken) -> Agent:
    """Return a new agent as *taken* records it.

    Raises AgentError when there is no such agent any more, or only another version; a
    file is run only when its bytes have the recorded fingerprint.
    """
    settings: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    paths = paths_of(taken.agent, settings)
    if not paths:
        return roster.seated(taken)
    return HostedAgent(Kind(taken.agent, settings, literal=True), _same(paths, taken))


def _same(paths: list[str], taken: SeatTaken) -> Files:
    """Return what stands in *paths*, each of which is what it was when it was *taken*.

    Raises AgentError for the first that is not: its code must not run.
    """
    files: list[tuple[str, bytes]] = []
    for path in paths:
        source = read(path)
        mark = fingerprint(source)
        if f"+{mark}" not in taken.version:
            message = (
                f"{taken.agent} is version +{mark} here, but version {taken.version}"
                f" sat at {taken.seat}"
            )
            raise AgentError(message)
        files.append((path, source))
    return tuple(files)


def _hosted(name: str, settings: Mapping[str, object]) -> bool:
    return bool(paths_of(name, settings))


def paths_of(name: str, settings: Mapping[str, object]) -> list[str]:
    """Return the files that an agent is made of: its own, and its agents'."""
    path = agent_specs.file_of(name)
    own = [] if path is None else [path]
    return [*own, *agent_specs.inner_files(settings)]


def files_again(spec: str, taken: SeatTaken) -> Files:
    """Return what *spec* is made of, as it was when it was *taken*; nothing is run.

    Its code, which must be the same now, is read; what settings were read from is in
    the record. Raises AgentError where the code is not the same.
    """
    one = agent_specs.parse(spec)
    recorded: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    texts = tuple(
        (text.removeprefix(agent_specs.AT), str(recorded.get(name, "")).encode())
        for name, text in one.settings.items()
        if text.startswith(agent_specs.AT)
    )
    return (*_same(paths_of(one.name, one.settings), taken), *texts)


def described_again(spec: str, taken: SeatTaken) -> SeatTaken:
    """Return what *spec* is now, to be compared with what was recorded of it.

    No file is read for a setting: what was read when it was played is in the record.
    Raises AgentError where a file is not the one that played.
    """
    one = agent_specs.parse(spec)
    recorded: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    given = {
        name: recorded.get(name, "") if text.startswith(agent_specs.AT) else text
        for name, text in one.settings.items()
    }
    paths = paths_of(one.name, one.settings)
    if paths:
        kind = Kind(one.name, given, literal=True)
        described = describe_kind(kind, _same(paths, taken), sandbox=True)
        return SeatTaken(taken.seat, *described)
    return SeatTaken(taken.seat, *roster.described(one.name, given, literal=True))
