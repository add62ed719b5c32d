"""The process of one agent from a file: it sits down, is asked, and answers by number.

It is forked by the nursery, reads pickled messages of the host and writes replies that
are decoded strictly: a number, or a sentence on how the agent failed. So nothing that a
stranger's code makes is ever unpickled, and what it does to the state it is shown, to
the options, to its own process or to stdout stays here.
"""

import os
import pickle
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from multiprocessing.connection import Connection
from pkgutil import resolve_name
from typing import Any

import msgspec

from sim.casting.naming import words_of
from sim.casting.roster import claims, made
from sim.conflict.asking import Refusal, answer, in_words, raised_at
from sim.errors import FracasError
from sim.files.sources import given
from sim.hosting.messages import Happened, Message, Opening, Ready, Reply, loaded
from sim.hosting.sandbox import Sandbox
from sim.hosting.wall import Gap, die_with, stand
from sim.seam.protocol import Decision, RuleSystem, SeatInfo, Table

MEMORY_MAX = 2 << 30
"""So many bytes may a sandboxed agent's process have."""
FILES_MAX = 16
"""So many files may it open beside those that are open when it is first asked."""

FAILURE_MAX = 1000
"""So many characters of what an agent raises are told."""

_encode = msgspec.msgpack.Encoder().encode


@lru_cache(maxsize=8)
def table(
    load: str, scenario: bytes
) -> tuple[RuleSystem[Any], tuple[SeatInfo, ...], object]:
    """Return the rule system, the seats and the unchanging part of a scenario's states.

    The nursery asks before it forks, so that no child need find out.
    """
    loaded = resolve_name(load)(scenario)
    system = loaded.system
    first = system.initial(loaded.scenario)
    return system, system.seats(loaded.scenario), getattr(first, "setup", None)


class _Seat:
    """The agent, and how messages are answered."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.setup: object = None
        if opening.load:
            known = table(opening.load, opening.scenario)
            self._system, self._seats, self.setup = known
        with given(opening.files):
            self._agent = made(opening.name, opening.settings, literal=opening.literal)

    def claims(self) -> Reply:
        """Say what the agent is called; the host records only what it can check."""
        opening = self._opening
        with given(opening.files):
            name, settings = opening.name, opening.settings
            claimed = claims(name, settings, literal=opening.literal)
            words = words_of(name, settings, literal=opening.literal)
            return Reply(claims=claimed, listens=self._agent.listens, names=words)

    def take(self, message: Message) -> Reply:
        """Answer *message*."""
        if isinstance(message, Decision):
            return self._chosen(message)
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


def main(reading: int, writing: int, parent: int, sandbox: Sandbox) -> None:
    """Serve the pipe whose ends are the descriptors *reading* and *writing*.

    Nothing of the agent is run before this process is held as *sandbox* says.
    """
    os.setsid()
    die_with(parent)
    _close_others(reading, writing, silent=sandbox != "off")
    source, target = Connection(reading), Connection(writing)
    opening: Opening = pickle.loads(source.recv_bytes())  # noqa: S301 - the host's own
    try:
        if sandbox != "off":
            limit()
        if sandbox == "wall":
            stand()
    except Gap as gap:
        target.send_bytes(_encode(Ready(str(gap))))
        return
    target.send_bytes(_encode(Ready()))
    _serve(opening, source, target)


def _serve(opening: Opening, source: Connection, target: Connection) -> None:
    """Make the agent, and answer until nobody asks any more."""
    seat: list[_Seat] = []

    def open_() -> Reply:
        seat.append(_Seat(opening))
        return seat[0].claims()

    target.send_bytes(_encode(_replied(open_)))
    while seat:
        try:
            data = source.recv_bytes()
        except (EOFError, OSError):
            return
        message = loaded(data, seat[0].setup)
        target.send_bytes(_encode(_replied(lambda: seat[0].take(message))))  # noqa: B023 - called at once


def _replied(work: Callable[[], Reply]) -> Reply:
    try:
        return work()
    except Refusal as refusal:
        return Reply(failed=str(refusal), place=refusal.place)
    except FracasError as error:
        return Reply(failed=str(error))
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises
        return Reply(failed=_failure(error), place=raised_at(error))


def _close_others(*kept: int, silent: bool) -> None:
    """Close all files but those *kept*; stdout is for results, and an agent has none.

    Where it is *silent* it has no stderr either, which may be a file.
    """
    void = os.open(os.devnull, os.O_RDWR)
    os.dup2(void, 0)
    os.dup2(void if silent else 2, 1)
    if silent:
        os.dup2(void, 2)
    start = 3
    for number in (*sorted(kept), os.sysconf("SC_OPEN_MAX")):
        os.closerange(start, number)
        start = number + 1
    sys.argv[:] = [""]


def limit() -> None:
    """Bound what this process may take: memory, files it opens and writes.

    There is no RLIMIT_NPROC: it counts every process and thread of the user, not those
    of the agent, so what else runs would decide whether an agent's library may have
    threads, and root it does not bind. The wall refuses processes.
    """
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
