"""Agents by name for a run: ours in this process, those from files each in its own.

This is the roster as runs and audits use it. Not even to say what an agent from a file
is called does its code run here.
"""

from typing import Any

import msgspec

from sim import agent_specs, roster
from sim.agent_files import fingerprint
from sim.errors import AgentError
from sim.events import SeatTaken
from sim.files import read
from sim.hosting.host import HostedAgent, Kind, describe_file
from sim.protocol import Agent


def make(spec: str) -> Agent:
    """Return a new agent as *spec* describes it.

    Raises UnknownNameError for a name nobody has, AgentError for anything else that
    is wrong with it.
    """
    one = agent_specs.parse(spec)
    if agent_specs.file_of(one.name) is None:
        return roster.make(spec)
    return HostedAgent(Kind(one.name, dict(one.settings)))


def describe(spec: str) -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of *spec*, as a stream records them."""
    one = agent_specs.parse(spec)
    if agent_specs.file_of(one.name) is None:
        return roster.describe(spec)
    return describe_file(spec, sandbox=False)


def seated(taken: SeatTaken) -> Agent:
    """Return a new agent as *taken* records it.

    Raises AgentError when there is no such agent any more, or only another version; a
    file is run only when its bytes have the recorded fingerprint.
    """
    path = agent_specs.file_of(taken.agent)
    if path is None:
        return roster.seated(taken)
    source = read(path)
    mark = fingerprint(source)
    if not taken.version.endswith(f"+{mark}"):
        message = (
            f"{taken.agent} is version +{mark} here, but version {taken.version} sat at"
            f" {taken.seat}"
        )
        raise AgentError(message)
    settings: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    return HostedAgent(Kind(taken.agent, settings, literal=True), ((path, source),))


def described_again(spec: str, taken: SeatTaken) -> SeatTaken:
    """Return what *spec* is now, to be compared with what was recorded of it.

    No file is read for a setting: what was read when it was played is in the record.
    Raises AgentError where a file is not the one that played.
    """
    one = agent_specs.parse(spec)
    path = agent_specs.file_of(one.name)
    if path is not None:
        if not taken.version.endswith(f"+{fingerprint(read(path))}"):
            message = f"{path} is not the file that played"
            raise AgentError(message)
        name, version, settings = describe_file(spec, sandbox=True)
        return SeatTaken(taken.seat, name, version, settings)
    recorded: dict[str, Any] = msgspec.json.decode(taken.settings, type=dict[str, Any])
    given = {
        name: recorded.get(name, "") if text.startswith("@") else text
        for name, text in one.settings.items()
    }
    return SeatTaken(taken.seat, *roster.described(one.name, given, literal=True))
