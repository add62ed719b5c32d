"""The child process of one agent from a file: it is asked, and answers with a number.

The nursery forks it. It reads pickled messages from the host and writes replies that
are decoded strictly: a number, or a sentence on how the agent failed. So the host never
unpickles anything from a stranger's code, and whatever that code does to its view, the
options, its own process or stdout stays in this process.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from importlib import import_module
from inspect import getdoc
from multiprocessing.connection import Connection
from pkgutil import resolve_name
from time import monotonic
from typing import Any, TypeVar

import msgspec

from sim.bots.bot import PROGRAMS
from sim.bots.program import Program, Unprepared
from sim.bots.telling import Situation
from sim.casting.naming import words_in_settings
from sim.casting.roster import agent_class, maker, own_description
from sim.casting.specs import programs_of
from sim.conflict.asking import Refusal, answer, in_words, raised_at
from sim.errors import AgentError, FracasError, error_in_words
from sim.files.sources import reading_from
from sim.hosting.messages import (
    Answer,
    Made,
    Opening,
    Question,
    Ready,
    SitDown,
    loaded,
)
from sim.hosting.printed import show_first_lines, show_last_line
from sim.hosting.sandbox import Sandbox
from sim.hosting.wall import Gap, beyond_reach, die_with, stand, stand_for_program
from sim.seam.protocol import Agent, Decision, RuleSystem, SeatInfo, Table

MEMORY_MAX = 2 << 30
"""The address space of a sandboxed agent's process, in bytes."""
FILES_MAX = 16
"""How many files it may open beside those open when it is first asked."""

TOGETHER = 0.005
"""Answers that together took less than this many seconds are sent as one reply."""

FAILURE_MAX = 1000
"""The longest error message of an agent that is reported."""

_ALONE = (
    "behind the wall it can start no other program, and read nothing but what"
    " interpreters and libraries need"
)

_encode = msgspec.msgpack.Encoder().encode


@lru_cache(maxsize=8)
def table(
    load: str, scenario: bytes
) -> tuple[RuleSystem[Any], tuple[SeatInfo, ...], Situation]:
    """Return the rule system, the seats and the situation of a scenario.

    The nursery computes it before it forks, so that no child has to.
    """
    loaded = resolve_name(load)(scenario)
    system = loaded.system
    situation = Situation.of(system.initial(loaded.scenario), loaded.scenario)
    return system, system.seats(loaded.scenario), situation


class _Seat:
    """The agents of one seat, an object for each conflict under way.

    The agent's file is imported with it; `made` makes the first agent.
    """

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.setup: object = None
        if opening.load:
            known = table(opening.load, opening.scenario)
            self._system, self._seats, PROGRAMS.situation = known
            self.setup = getattr(known[2].first, "setup", None)
            """The part of states that never changes, which no message repeats."""
        name, settings = opening.name, opening.settings
        with reading_from(opening.files):
            self._make = maker(name, settings, literal=opening.literal)
        self._first: Agent | None = None
        self._agents: dict[int, Agent] = {}

    def made(self) -> Made:
        """Make the first agent; return its claims about itself, for the host to check.

        Raises AgentError when it cannot be made.
        """
        opening = self._opening
        name, settings, literal = opening.name, opening.settings, opening.literal
        with reading_from(opening.files):
            self._first = self._make()
            # Making an agent may take long, so it is not made again to describe it.
            claimed = own_description(name, settings, literal=literal, is_made=True)
            words = words_in_settings(name, settings, literal=literal, is_made=True)
            about = getdoc(agent_class(name)) or ""
            listens = self._first.listens
            return Made(claims=claimed, listens=listens, names=words, about=about)

    def answer(self, question: Question) -> Answer:
        """Ask the agent object of the question's conflict, made at the first."""
        if question.sits is not None:
            self._sit_down(question.table, question.sits)
        agent, asked = self._agents[question.table], question.asked
        for event in question.happened:
            agent.observe(event)
        options = asked.options
        chosen = answer(agent, Decision(asked.who, options, asked.view))
        return Answer(next(n for n, option in enumerate(options) if option is chosen))

    def _sit_down(self, place: int, sits: SitDown) -> None:
        """Replace the agent object of a finished conflict by a new one."""
        self._agents.pop(place, None)
        agent, self._first = self._first, None
        if agent is None:
            with reading_from(self._opening.files):
                agent = self._make()
        agent.begin(Table(self._system, sits.seat, self._seats, sits.key))
        self._agents[place] = agent


def main(reading: int, writing: int, parent: int, sandbox: Sandbox) -> None:
    """Serve the pipe whose ends are the descriptors *reading* and *writing*.

    The *sandbox* is in place before any code of the agent runs.
    """
    os.setsid()
    die_with(parent)
    _close_others(reading, writing, silent=sandbox != "off")
    source, target = Connection(reading), Connection(writing)
    opening: Opening = pickle.loads(source.recv_bytes())  # noqa: S301 - the host's own
    if sandbox == "off":
        show_first_lines(opening.name)
    try:
        unstarted = _start_programs(opening, sandbox)
        if sandbox != "off":
            limit()
        if sandbox == "wall":
            stand()
    except (Gap, Unprepared) as gap:
        target.send_bytes(_encode(Ready(str(gap))))
        return
    target.send_bytes(_encode(Ready()))
    _serve(opening, source, target, unstarted, walled=sandbox == "wall")
    if sandbox != "wall":  # behind the wall programs end with this process
        PROGRAMS.close()


def _start_programs(opening: Opening, sandbox: Sandbox) -> str:
    """Start the programs that the agent passes its questions on to, each sandboxed.

    Once the wall stands around this process, it can start none. Return why one could
    not be started, "" if all were. Raises Unprepared where one cannot be sandboxed.
    """
    parent = os.getpid()
    PROGRAMS.patience = opening.patience
    PROGRAMS.only_these()

    def prepare() -> None:
        die_with(parent)
        if sandbox != "off":
            limit()
        if sandbox == "wall":
            stand_for_program()

    files = dict(opening.files)
    for path in programs_of(opening.name, opening.settings):
        data = files[path]
        try:
            program = Program(
                path,
                data,
                prepare,
                apart=False,
                hint=_ALONE if sandbox == "wall" else "",
            )
        except AgentError as error:
            return str(error)
        PROGRAMS.add(program, data)
    return ""


def _serve(
    opening: Opening,
    source: Connection,
    target: Connection,
    unstarted: str,
    *,
    walled: bool,
) -> None:
    """Import the agent, make it, and answer until the host closes the pipe.

    If a program could not be started (*unstarted*), the reply says so, and no agent is
    made. A program that has failed may still answer an earlier question, so it is not
    asked again.
    """
    seats: list[_Seat] = []

    def imported() -> Made:
        if unstarted:
            raise AgentError(unstarted)
        seats.append(_Seat(opening))
        return Made()

    def made() -> Made:
        return seats[0].made()

    for step in (imported, made):
        done = _replied(partial(_with_advice, step) if walled else step, Made)
        target.send_bytes(_encode(done))
        if done.failed:
            return
    while not PROGRAMS.broken:
        try:
            data = source.recv_bytes()
        except (EOFError, OSError):
            return
        for answers in _answers(seats[0], loaded(data, seats[0].setup)):
            target.send_bytes(_encode(answers))


def _with_advice(step: Callable[[], Made]) -> Made:
    """Do *step* behind the wall; an error about a file that it refuses has advice."""
    try:
        return step()
    except AgentError as error:
        if advice := beyond_reach(error):
            message = f"{error}; {advice}"
            raise AgentError(message) from error
        raise


def _answers(seat: _Seat, questions: list[Question]) -> Iterator[list[Answer]]:
    """Answer *questions* in order, and yield the answers in batches.

    A batch ends once it took a while: the host allows each reply the time of one
    choice, so many slow answers must not travel in one reply.
    """
    answers: list[Answer] = []
    begun = monotonic()
    for question in questions:
        answers.append(_replied(partial(seat.answer, question), Answer))
        if monotonic() - begun > TOGETHER:
            yield answers
            answers, begun = [], monotonic()
    if answers:
        yield answers


R = TypeVar("R", Made, Answer)


def _replied(work: Callable[[], R], reply: type[R]) -> R:
    try:
        return work()
    except Refusal as refusal:
        return reply(failed=str(refusal), place=refusal.place)
    except FracasError as error:
        return reply(failed=str(error))
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises
        return reply(failed=_failure(error), place=raised_at(error))
    finally:
        show_last_line()


def _close_others(*kept: int, silent: bool) -> None:
    """Close all inherited files but those *kept*, stdout among them.

    A *silent* agent has no stderr either, which may be a file.
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

    RLIMIT_NPROC is not used: it counts all processes and threads of the user, so other
    programs would decide whether an agent's library may start threads, and it does not
    bind root. The wall refuses new processes.
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
    return f"raised {error_in_words(error, in_words(str, error))}"[:FAILURE_MAX]
