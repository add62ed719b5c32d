"""The agent for an external program: it sends questions and reads the answers."""

import atexit
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from sim.bots.messages import (
    Answer,
    Question,
    Rules,
    Unreadable,
    answer_of,
    line_of,
    named,
    rules_told,
)
from sim.bots.program import Failed, Program
from sim.bots.telling import Situation, Telling
from sim.conflict.asking import Refusal
from sim.errors import AgentError
from sim.reading.hints import shortened
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, Table

PATIENCE = 60.0
"""How many seconds a program may take for one choice, unless its process says so."""
REQUESTS_MAX = 20
"""How often a program may ask for rules before it makes one choice."""


class Programs:
    """The programs that run for agents of this process, by their bytes."""

    def __init__(self) -> None:
        self.patience = PATIENCE
        self.situation: Situation | None = None
        """The situation of the conflicts that are played, if it is known."""
        self._running: dict[tuple[int, str, bytes], Program] = {}
        self._closed = False

    def add(self, program: Program, data: bytes) -> None:
        """Use *program* for agents whose bytes are *data*."""
        self._running[_key(program.path, data)] = program

    def only_these(self) -> None:
        """Start no more programs, which this process is about to be forbidden."""
        self._closed = True

    @property
    def broken(self) -> bool:
        """Whether one of them has failed, so that nothing can be asked of it."""
        return any(program.broken for program in self._running.values())

    def running(self, path: str, data: bytes) -> Program:
        """Return the program with the bytes *data*, started unless it runs."""
        key = _key(path, data)
        program = self._running.get(key)
        if program is None or (program.broken and not self._closed):
            if program is not None:
                program.close()
            program = self._running[key] = Program(path, data)
        return program

    @contextmanager
    def about(self, situation: Situation) -> Generator[None, None, None]:
        """Set the *situation* of the conflicts that begin inside the `with`."""
        before, self.situation = self.situation, situation
        try:
            yield
        finally:
            self.situation = before

    def close(self) -> None:
        """End all programs that this process started."""
        for (pid, _, _), program in self._running.items():
            if pid == os.getpid():
                program.close()
        self._running.clear()


def _key(path: str, data: bytes) -> tuple[int, str, bytes]:
    return os.getpid(), path, blake2b(data, digest_size=16).digest()


PROGRAMS = Programs()
atexit.register(PROGRAMS.close)


class Bot(Agent):
    """An external program that answers messages of one line of JSON."""

    listens = True

    def __init__(
        self,
        path: str = "",
        data: bytes = b"",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """Play by the program with the bytes *data*, read from *path*."""
        self._path, self._data = path, data
        self._settings = dict(settings or {})
        self._telling: Telling | None = None

    def begin(self, table: Table) -> None:
        """Take the seat; the program is started unless it runs."""
        super().begin(table)
        self._telling = Telling(table, self._settings, PROGRAMS.situation)
        PROGRAMS.running(self._path, self._data)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option that the program chose.

        Raises Refusal with a sentence that names the message if it chose none.
        """
        telling = self._telling
        assert telling is not None
        happened: tuple[Event, ...] = tuple(self.history)
        self.history.clear()
        question = telling.question(asked, happened)
        try:
            program = PROGRAMS.running(self._path, self._data)
            book = telling.table.rules.rules
            number, telling.count = consult(program, question, book, PROGRAMS.patience)
        except (Failed, AgentError) as error:
            raise Refusal(str(error), asked.who) from None
        return asked.options[number - 1]


def consult(
    program: Program, question: Question, book: Mapping[str, str], seconds: float
) -> tuple[int, int]:
    """Return the option that *program* chooses, and the number of the last message.

    It gets this many *seconds* for each message, and the rules of *book* that it asks
    for. Raises Failed if it chooses none.
    """
    message: Question | Rules = question
    for _ in range(REQUESTS_MAX):
        called = named(message, question)
        said = program.asked(line_of(message), called, seconds)
        try:
            answer = answer_of(said, len(question.options))
        except Unreadable as error:
            reason = f"answered {called} {error}"
            raise Failed(reason) from error
        if (other := _other(answer, message)) is not None:
            reason = f"answered {other} where {called} was asked"
            raise Failed(reason)
        if answer.choose is not None:
            return answer.choose, message.message
        assert answer.rules is not None
        number = message.message + 1
        message = rules_told(question, number, book, answer.rules)
    called = named(message, question)
    reason = f"asked for rules {REQUESTS_MAX} times, and chose nothing by {called}"
    raise Failed(reason)


def _other(answer: Answer, message: Question | Rules) -> str | None:
    """Return which message *answer* is for, or None if it is for *message*."""
    if answer.conflict not in {None, message.conflict}:
        found, here = shortened(str(answer.conflict)), message.conflict
        return f"a message of conflict {found!r}, not of {here},"
    if answer.message not in {None, message.message}:
        return f"message {answer.message}"
    return None
