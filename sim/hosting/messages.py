"""What a host, its nursery and the process of an agent say to each other.

A host's messages to an agent are pickled, and only the agent's process reads them. The
replies are read by the host, strictly: numbers and text, never anything pickled.
"""

import pickle
from io import BytesIO
from typing import Any

from msgspec import Struct

from sim.casting.naming import Naming
from sim.files.sources import Files
from sim.hosting.sandbox import Sandbox
from sim.seam.events import Event, Seat
from sim.seam.protocol import Decision

_SETUP = "setup"


class Start(Struct, frozen=True, tag=True):
    """To the nursery: fork a process that serves the two pipes that come along.

    *load* and *scenario* are as in `Opening`; the nursery imports what they need.
    """

    sandbox: Sandbox
    load: str
    scenario: bytes


class End(Struct, frozen=True, tag=True):
    """To the nursery: end the process *pid*, whatever it is doing."""

    pid: int


class Ready(Struct, array_like=True):
    """The first message of an agent's process, before any code of the agent has run.

    *gap* says what is missing for the wall it should be behind; then it runs nothing.
    """

    gap: str = ""


class Opening(Struct):
    """The first message to it: what is played, and which agent sits here."""

    load: str
    scenario: bytes
    name: str
    settings: dict[str, Any]
    literal: bool
    files: Files


class SitDown(Struct):
    """A new conflict begins at *seat*, with the agent's own key."""

    seat: Seat
    key: bytes


class Happened(Struct):
    """What happened, as far as the agent's seat may know; it is told, not asked."""

    events: tuple[Event, ...]


Message = Decision[Any] | Happened | SitDown


class Reply(Struct, array_like=True):
    """The answer: the index of an option, or how and where the agent failed, or none.

    *claims* is what it says of itself once it is made: (name, version, settings as
    JSON). *names* are the words in its settings that name something, and *listens*
    says whether it wants to be told what happens.
    """

    index: int = -1
    failed: str = ""
    place: str = ""
    claims: tuple[str, str, str] | None = None
    listens: bool = False
    names: tuple[Naming, ...] = ()


def dumped(message: object, setup: object) -> bytes:
    """Return *message* pickled; *setup*, which every state holds, is only named."""
    target = BytesIO()
    pickler = pickle.Pickler(target, pickle.HIGHEST_PROTOCOL)
    pickler.persistent_id = lambda one: _SETUP if one is setup else None  # type: ignore[method-assign]
    pickler.dump(message)
    return target.getvalue()


class _Unpickler(pickle.Unpickler):
    """Reads what `dumped` wrote; only messages of the parent come here."""

    def __init__(self, data: bytes, setup: object) -> None:
        super().__init__(BytesIO(data))
        self._setup = setup

    def persistent_load(self, pid: Any) -> Any:  # noqa: ANN401 - pickle's own signature
        del pid
        return self._setup


def loaded(data: bytes, setup: object) -> Message:
    """Return the message that `dumped` wrote."""
    message: Message = _Unpickler(data, setup).load()
    return message
