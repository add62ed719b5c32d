"""What a host and the process of its agent say to each other.

The host's messages are pickled, and only the agent's process reads them. The replies
are read by the host, strictly: numbers and text, never anything pickled.
"""

import pickle
from io import BytesIO
from typing import Any

from msgspec import Struct

from sim.events import Event, Seat
from sim.files import Files
from sim.naming import Naming
from sim.protocol import Decision

_SETUP = "setup"


class Opening(Struct):
    """The first message: what is played, which agent sits here, under which limits."""

    load: str
    scenario: bytes
    name: str
    settings: dict[str, Any]
    literal: bool
    files: Files
    sandbox: bool


class SitDown(Struct):
    """A new conflict begins at *seat*, with the agent's own key."""

    seat: Seat
    key: bytes


class Happened(Struct):
    """What happened, as far as the agent's seat may know; it is told, not asked."""

    events: tuple[Event, ...]


class Anew(Struct):
    """A new chunk begins: the agent is made anew."""


Message = Decision[Any] | Anew | Happened | SitDown


class Reply(Struct, array_like=True):
    """The answer: the index of an option, or how and where the agent failed, or none.

    *described* is (name, version, settings as JSON), once the agent is made, *names*
    are the words in its settings that name something, and *listens* says whether it
    wants to be told what happens.
    """

    index: int = -1
    failed: str = ""
    place: str = ""
    described: tuple[str, str, str] | None = None
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
