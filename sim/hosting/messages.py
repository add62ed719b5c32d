"""The messages between a host, its nursery and the process of an agent.

A host's messages to an agent are pickled, and only the agent's process reads them. The
replies are read by the host, strictly: numbers and text, never anything pickled.
"""

import copyreg
import pickle
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from msgspec import Struct

from sim.casting.naming import Naming
from sim.files.sources import Files
from sim.hosting.sandbox import Sandbox
from sim.seam.events import Event, Seat
from sim.seam.protocol import Decision


class Start(Struct, frozen=True, tag=True):
    """To the nursery: fork a process that serves the two pipes sent with this order.

    *load* and *scenario* are as in `Opening`; the nursery imports what they need.
    """

    sandbox: Sandbox
    load: str
    scenario: bytes


class End(Struct, frozen=True, tag=True):
    """To the nursery: end the process *pid*, whatever it is doing."""

    pid: int


class Ready(Struct, array_like=True):
    """The first reply of an agent's process, before any code of the agent has run.

    *gap* says what the wall lacks, if anything; then no code is run.
    """

    gap: str = ""


class Opening(Struct):
    """The first message to the process: what is played, and by which agent.

    *patience* is how many seconds a program may take that it asks in its turn.
    """

    load: str
    scenario: bytes
    name: str
    settings: dict[str, Any]
    literal: bool
    files: Files
    patience: float


class Made(Struct, array_like=True):
    """The reply to `Opening`: what the new agent claims, or how it failed.

    *claims* are (name, version, settings as JSON). *names* are the words in its
    settings that name something, and *listens* says whether it wants to be told what
    happens; *about* is the docstring of its class.
    """

    failed: str = ""
    place: str = ""
    claims: tuple[str, str, str] | None = None
    listens: bool = False
    names: tuple[Naming, ...] = ()
    about: str = ""


class SitDown(Struct):
    """A new conflict begins at *seat*, with the agent's own key."""

    seat: Seat
    key: bytes


class Question(Struct):
    """A question of one of the conflicts under way, which *table* numbers.

    The first question of a conflict makes a new agent object. *happened* has the events
    the seat may know that followed the last question. A message is a list of questions.
    """

    table: int
    asked: Decision[Any]
    happened: tuple[Event, ...] = ()
    sits: SitDown | None = None


class Answer(Struct, array_like=True):
    """The index of an option, or how and where the agent failed.

    A reply is a list of answers; the replies to a message answer all its questions.
    """

    index: int = -1
    failed: str = ""
    place: str = ""


def dumped(questions: Sequence[Question], setup: object) -> bytes:
    """Pickle *questions*, with a placeholder for *setup*, which every state holds.

    Objects that several of them share are pickled once.
    """
    target = BytesIO()
    pickler = pickle.Pickler(target, pickle.HIGHEST_PROTOCOL)
    # `dispatch_table` goes by type; `persistent_id` would be called for every object.
    table = copyreg.dispatch_table.copy()
    table[type(setup)] = lambda shared: (
        (_setup, ())
        if shared is setup
        else shared.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    )
    pickler.dispatch_table = table
    pickler.dump(questions)
    return target.getvalue()


def _setup() -> object:
    """Placeholder in a pickle for the setup, which the agent's process already has."""
    raise NotImplementedError


class _Unpickler(pickle.Unpickler):
    """Unpickles what `dumped` wrote; used for messages from the parent only."""

    def __init__(self, data: bytes, setup: object) -> None:
        super().__init__(BytesIO(data))
        self._setup = setup

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - pickle's own signature
        looked_up = super().find_class(module, name)
        return (lambda: self._setup) if looked_up is _setup else looked_up


def loaded(data: bytes, setup: object) -> list[Question]:
    """Return the questions that `dumped` wrote."""
    questions: list[Question] = _Unpickler(data, setup).load()
    return questions
