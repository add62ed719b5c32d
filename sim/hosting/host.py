"""The parent's side of an agent that has a process of its own.

An agent from a file is anybody's code. In a process of its own it can raise, never
answer, end its process, print, or change what it is shown: all that is lost is its own
conflict, by a recorded forfeit. What comes back is an option's number, bounded and
decoded strictly.
"""

import pickle
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from sim.casting.specs import AT, paths_of
from sim.conflict.asking import Refusal
from sim.errors import AgentError, SandboxError
from sim.files.sources import Files
from sim.hosting.messages import (
    Happened,
    Opening,
    Ready,
    Reply,
    SitDown,
    Start,
    dumped,
)
from sim.hosting.nurseries import start
from sim.hosting.pipes import Pipes
from sim.hosting.sandbox import Sandbox
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table

PATIENCE = 60.0
"""So many seconds may an agent think about one choice."""

_REPLY_MAX = 4096
_CLAIMS_MAX = 4 << 20
_START_SECONDS = 60.0
_reply = msgspec.msgpack.Decoder(Reply)
_ready = msgspec.msgpack.Decoder(Ready)
_NO_WALL = (
    "there can be no wall around a stranger's agent here, for this system lacks {};"
    " --limits bounds its memory and files, and nothing else"
)

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
    sandbox: Sandbox = "off"


class Kind(Struct, frozen=True):
    """Which agent: its name (PATH:CLASS), and its settings.

    Where they are *literal*, as they were recorded, none is read from a file.
    """

    name: str
    settings: dict[str, Any]
    literal: bool = False

    @property
    def reads(self) -> set[str]:
        """The files that it is made of; of no other does its process learn anything."""
        texts = (one for one in self.settings.values() if isinstance(one, str))
        read = {one.removeprefix(AT) for one in texts if one.startswith(AT)}
        return read | set(paths_of(self.name, self.settings))


class HostedAgent(Agent):
    """Stands for an agent from a file, and asks it in its own process.

    `enter` says what is played. The process begins with the first conflict and serves
    until `leave`; after it has failed the next conflict has a new one.
    """

    def __init__(self, kind: Kind, files: Files = ()) -> None:
        self.files = files
        self._kind = kind
        self._house: House | None = None
        self._child: Child | None = None

    def enter(self, house: House) -> None:
        """Be ready for the conflicts of *house*."""
        self._house = house

    def begin(self, table: Table) -> None:
        """Let the agent sit down; raises Refusal when it fails to.

        Raises SandboxError where it cannot have a process as it should be held.
        """
        super().begin(table)
        child = self._child
        if child is None:
            assert self._house is not None
            child = self._child = Child(self._kind, self._house)
            made = child.reply(_START_SECONDS, _CLAIMS_MAX)
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

    def __del__(self) -> None:
        self.leave()


def asked_once(kind: Kind, files: Files, sandbox: Sandbox) -> Reply:
    """Return what the process of a new agent says of it, once it is made there.

    All of it are claims: whoever records them checks them. Raises AgentError when there
    is no such agent, or it cannot be made so.
    """
    child = Child(kind, House("", b"", files, _START_SECONDS, sandbox))
    try:
        reply = child.reply(_START_SECONDS, _CLAIMS_MAX)
    finally:
        child.close()
    if not reply.failed and reply.claims is None:
        reply.failed = BABBLED
    if reply.failed:
        message = reply.failed
        if reply.failed in {LATE, GONE, BABBLED}:
            message = f"{kind.name} {reply.failed} when it was to be made"
        raise AgentError(message)
    return reply


class Child:
    """A process that serves one agent, and the pipes to it."""

    def __init__(self, kind: Kind, house: House) -> None:
        self.patience = house.patience
        order = Start(house.sandbox, house.load, house.scenario)
        self._pipes = pipes = Pipes()
        try:
            self.nursery, self.pid = start(order, pipes.theirs_in, pipes.theirs_out)
        except (OSError, ValueError) as error:
            pipes.close()
            message = f"a process for {kind.name} cannot be started: {error}"
            raise SandboxError(message) from error
        finally:
            pipes.given()
        opening = Opening(
            house.load,
            house.scenario,
            kind.name,
            kind.settings,
            kind.literal,
            tuple(one for one in house.files if one[0] in kind.reads),
        )
        self.send(pickle.dumps(opening, pickle.HIGHEST_PROTOCOL))
        self._check_ready(kind)

    def _check_ready(self, kind: Kind) -> None:
        """Raise SandboxError unless it is held as it should be; nothing has run yet."""
        gap = f"the process of {kind.name} did not start"
        try:
            ready = _ready.decode(self._pipes.receive(_START_SECONDS, _REPLY_MAX))
        except (EOFError, OSError, msgspec.MsgspecError):
            pass
        else:
            if not ready.gap:
                return
            gap = _NO_WALL.format(ready.gap)
        self.close()
        raise SandboxError(gap)

    def send(self, data: bytes) -> None:
        """Send a message; whether anybody took it shows when the reply is due."""
        with suppress(OSError):
            self._pipes.send(data, self.patience)

    def reply(self, seconds: float, most: int = _REPLY_MAX) -> Reply:
        """Return what comes back within so many *seconds*, or why nothing does."""
        try:
            return _reply.decode(self._pipes.receive(seconds, most))
        except TimeoutError:
            return Reply(failed=LATE)
        except EOFError:
            return Reply(failed=GONE)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return Reply(failed=BABBLED)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._pipes.close()
        self.nursery.end(self.pid)
