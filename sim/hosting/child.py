"""The process of one agent from a file: it sits down, is asked, and answers by number.

It is started by `host`, reads pickled messages of that process and writes replies that
are decoded strictly: a number, or a sentence on how the agent failed. So nothing that a
stranger's code makes is ever unpickled, and what it does to the state it is shown, to
the options, to its own process or to stdout stays here.
"""

import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from pkgutil import resolve_name
from threading import Thread
from time import sleep
from typing import Any

import msgspec

from sim.asking import Refusal, answer, in_words, raised_at
from sim.errors import FracasError
from sim.files import given
from sim.hosting.messages import (
    Anew,
    Happened,
    Message,
    Opening,
    Reply,
    loaded,
)
from sim.naming import words_of
from sim.protocol import Agent, Decision, Table
from sim.roster import described, made

MEMORY_MAX = 2 << 30
"""So many bytes may a sandboxed agent's process have."""
FILES_MAX = 16
"""So many files may it open beside those that are open when it is first asked."""

FAILURE_MAX = 1000
"""So many characters of what an agent raises are told."""


class _Seat:
    """The agent, and how messages are answered."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.setup: object = None
        if opening.load:
            loaded = resolve_name(opening.load)(opening.scenario)
            self._system = loaded.system
            self._seats = self._system.seats(loaded.scenario)
            first = self._system.initial(loaded.scenario)
            self.setup = getattr(first, "setup", None)
        self._agent = self._made()

    def _made(self) -> Agent:
        opening = self._opening
        with given(opening.files):
            return made(opening.name, opening.settings, literal=opening.literal)

    def described(self) -> Reply:
        """Say what the agent is called, as a stream records it."""
        opening = self._opening
        with given(opening.files):
            name, settings = opening.name, opening.settings
            told = described(name, settings, literal=opening.literal)
            words = words_of(name, settings, literal=opening.literal)
            return Reply(described=told, listens=self._agent.listens, names=words)

    def take(self, message: Message) -> Reply:
        """Answer *message*."""
        if isinstance(message, Decision):
            return self._chosen(message)
        if isinstance(message, Anew):
            self._agent = self._made()
            return Reply(listens=self._agent.listens)
        if isinstance(message, Happened):
            for event in message.events:
                self._agent.observe(event)
            return Reply()
        seat, key = message.seat, message.key
        self._agent.begin(Table(self._system, seat, self._seats, key))
        return Reply()

    def _chosen(self, asked: Decision[Any]) -> Reply:
        options = asked.options
        chosen = answer(self._agent, Decision(asked.who, options, asked.view))
        return Reply(next(n for n, option in enumerate(options) if option is chosen))


def main(reading: int, writing: int) -> None:
    """Serve the pipe whose ends are the descriptors *reading* and *writing*."""
    os.dup2(2, 1)  # stdout is for results, and an agent has none
    source, target = Connection(reading), Connection(writing)
    Thread(target=_follow_parent, args=(os.getppid(),), daemon=True).start()
    encode = msgspec.msgpack.Encoder().encode
    opening: Opening = pickle.loads(source.recv_bytes())  # noqa: S301 - the parent's own

    def replied(work: Callable[[], Reply]) -> Reply:
        try:
            return work()
        except Refusal as refusal:
            return Reply(failed=str(refusal), place=refusal.place)
        except FracasError as error:
            return Reply(failed=str(error))
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises
            return Reply(failed=_failure(error), place=raised_at(error))

    seat: list[_Seat] = []

    def open_() -> Reply:
        if opening.sandbox:
            limit()
        seat.append(_Seat(opening))
        return seat[0].described()

    target.send_bytes(encode(replied(open_)))
    while seat:
        data = source.recv_bytes()
        message = loaded(data, seat[0].setup)
        target.send_bytes(encode(replied(lambda: seat[0].take(message))))  # noqa: B023 - called at once


def limit() -> None:
    """Bound what this process may take: memory, files it opens and writes.

    It prints into the void: stderr may be a file, and it may write none. There is no
    RLIMIT_NPROC: it counts every process and thread of the user, not those of the
    agent, so what else runs would decide whether an agent's library may have threads,
    and root it does not bind. What an agent starts ends with its session.
    """
    void = os.open(os.devnull, os.O_WRONLY)
    os.dup2(void, 1)
    os.dup2(void, 2)
    resource = import_module("resource")  # not there on every system
    opened = len(os.listdir("/dev/fd"))  # noqa: PTH208 - names are enough
    for what, most in (
        (resource.RLIMIT_AS, MEMORY_MAX),
        (resource.RLIMIT_NOFILE, opened + FILES_MAX),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))


def _failure(error: BaseException) -> str:
    return f"raised {type(error).__name__}: {in_words(str, error)}"[:FAILURE_MAX]


def _follow_parent(parent: int) -> None:
    """End this process with its parent, whatever the agent is doing."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]))
    except (EOFError, OSError):
        sys.exit(0)
