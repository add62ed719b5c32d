"""The parent's side of an agent that has a process of its own.

An agent from a file is anybody's code. In a process of its own it can raise, never
answer, end its process, print, or change what it is shown: all that is lost is its own
conflict, by a recorded forfeit. What comes back is an option's number, bounded and
decoded strictly.
"""

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from sim.agent_specs import files_of, parse
from sim.asking import Refusal
from sim.errors import AgentError
from sim.events import Fact
from sim.files import Files, read_all
from sim.hosting.messages import Anew, Happened, Opening, Reply, SitDown, dumped
from sim.naming import Naming
from sim.protocol import Agent, Decision, Table

PATIENCE = 60.0
"""So many seconds may an agent think about one choice."""

_REPLY_MAX = 4096
_DESCRIBED_MAX = 4 << 20
_START_SECONDS = 60.0
_reply = msgspec.msgpack.Decoder(Reply)

LATE = "gave no answer in time"
GONE = "ended its process"
BABBLED = "answered with something that is no answer"


class House(Struct, frozen=True):
    """What an agent's process needs to know of the conflicts it will sit in.

    *load* is the dotted name of what reads the *scenario* (canonical JSON).
    """

    load: str
    scenario: bytes
    files: Files = ()
    patience: float = PATIENCE
    sandbox: bool = False


class Kind(Struct, frozen=True):
    """Which agent: its name (PATH:CLASS), and its settings.

    Where they are *literal*, as they were recorded, none is read from a file.
    """

    name: str
    settings: dict[str, Any]
    literal: bool = False


class HostedAgent(Agent):
    """Stands for an agent from a file, and asks it in its own process.

    `enter` says what is played; the process begins with the first conflict, and begins
    anew after it has failed.
    """

    def __init__(self, kind: Kind, files: Files = ()) -> None:
        self.files = files
        self._kind = kind
        self._house: House | None = None
        self._child: _Child | None = None

    def enter(self, house: House) -> None:
        """Be ready for the conflicts of *house*."""
        self._house = house

    def begin(self, table: Table) -> None:
        """Let the agent sit down; raises Refusal when it fails to."""
        super().begin(table)
        child = self._child
        if child is None:
            assert self._house is not None
            child = self._child = _idle(self._kind, self._house)
            made = child.reply(_START_SECONDS, _DESCRIBED_MAX)
            self.listens = self._checked(made, table.seat).listens
        child.send(dumped(SitDown(table.seat, table.key), None))
        self._checked(child.reply(child.patience), table.seat)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option it chose; raises Refusal when it failed to."""
        child = self._child
        if child is None:
            raise Refusal(GONE, asked.who)
        setup = getattr(asked.view, "setup", None)
        if self.history:
            child.send(dumped(Happened(tuple(self.history)), setup))
            self.history.clear()
            self._checked(child.reply(child.patience), asked.who)
        child.send(dumped(asked, setup))
        reply = self._checked(child.reply(child.patience), asked.who)
        if not 0 <= reply.index < len(asked.options):
            raise Refusal(BABBLED, asked.who)
        return asked.options[reply.index]

    def _checked(self, reply: Reply, who: int) -> Reply:
        """Return *reply*; end the process and raise Refusal when it tells a failure."""
        if reply.failed:
            self.leave()
            raise Refusal(reply.failed, who, reply.place)  # type: ignore[arg-type]
        return reply

    def leave(self) -> None:
        """End the agent's process."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def rest(self) -> None:
        """Let go of the process, for another agent of the same kind to begin in."""
        if self._child is not None:
            _IDLE.setdefault(self._child.serves, []).append(self._child)
            self._child = None

    def __del__(self) -> None:
        self.leave()


def describe_file(spec: str) -> tuple[str, str, str]:
    """Return (name, version, settings as JSON) of the agent from a file that *spec* is.

    Raises AgentError when there is no such agent, or it cannot be made so.
    """
    one = parse(spec)
    files = read_all(files_of([spec]))
    return describe_kind(Kind(one.name, dict(one.settings)), files, sandbox=False)


def describe_kind(kind: Kind, files: Files, *, sandbox: bool) -> tuple[str, str, str]:
    """Return the same of a *kind* of agent whose *files* have been read.

    Raises AgentError when there is no such agent, or it cannot be made so.
    """
    reply = _made(kind, files, sandbox=sandbox)
    assert reply.described is not None
    return reply.described


def words_of_file(spec: str) -> tuple[Naming, ...]:
    """Return the words in the settings of *spec*, an agent from a file.

    Raises AgentError when there is no such agent, or it cannot be made so.
    """
    one = parse(spec)
    files = read_all(files_of([spec]))
    return _made(Kind(one.name, dict(one.settings)), files, sandbox=False).names


def _made(kind: Kind, files: Files, *, sandbox: bool) -> Reply:
    """Return what the process of a new agent says of it."""
    child = _Child(kind, House("", b"", files, _START_SECONDS, sandbox))
    try:
        reply = child.reply(_START_SECONDS, _DESCRIBED_MAX)
    finally:
        child.close()
    if reply.failed:
        message = reply.failed
        if reply.failed in {LATE, GONE, BABBLED}:
            message = f"{kind.name} {reply.failed} when it was to be made"
        raise AgentError(message)
    return reply


class _Child:
    """A process that serves one agent, and the pipe to it."""

    def __init__(self, kind: Kind, house: House) -> None:
        self.patience = house.patience
        self.serves = _serves(kind, house)
        theirs, self._target = _pipe()
        self._source, back = _pipe()
        command = [sys.executable, "-m", "sim.hosting.child"]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [*command, str(theirs.fileno()), str(back.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(), back.fileno()),
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                },
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            message = f"a process for {kind.name} cannot be started: {error}"
            raise AgentError(message) from error
        theirs.close()
        back.close()
        opening = Opening(
            house.load,
            house.scenario,
            kind.name,
            kind.settings,
            kind.literal,
            house.files,
            house.sandbox,
        )
        self.send(pickle.dumps(opening, pickle.HIGHEST_PROTOCOL))

    def send(self, data: bytes) -> None:
        """Send a message; whether anybody is there shows when the reply is due."""
        with suppress(OSError):
            self._target.send_bytes(data)

    def reply(self, seconds: float, most: int = _REPLY_MAX) -> Reply:
        """Return what comes back within so many *seconds*, or why nothing does."""
        # A reply is written at once and whole: whoever writes half of one has none.
        os.set_blocking(self._source.fileno(), most > _REPLY_MAX)
        try:
            if not self._source.poll(seconds):
                return Reply(failed=LATE)
            return _reply.decode(self._source.recv_bytes(most))
        except EOFError:
            return Reply(failed=GONE)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return Reply(failed=BABBLED)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._source.close()
        self._target.close()
        with suppress(OSError):  # its children die with it: the session is its own
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


_IDLE: dict[bytes, list[_Child]] = {}
"""Processes nobody sits in: they are used again, for to start one takes a while."""


def dismiss() -> None:
    """End the processes that nobody sits in."""
    while _IDLE:
        _, idle = _IDLE.popitem()
        while idle:
            idle.pop().close()


def _serves(kind: Kind, house: House) -> bytes:
    return pickle.dumps((kind, house))


def _idle(kind: Kind, house: House) -> _Child:
    """Return a process that will reply when the agent is made, idle or new."""
    try:
        child = _IDLE.get(_serves(kind, house), []).pop()
    except IndexError:
        return _Child(kind, house)
    child.send(dumped(Anew(), None))
    return child


def _pipe() -> tuple[Connection, Connection]:
    reading, writing = os.pipe()
    source = Connection(reading, writable=False)
    return source, Connection(writing, readable=False)
