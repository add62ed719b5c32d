"""A recorded exchange: what a program would be sent, and what an agent answered.

It is recorded while any agent plays, and tests a program without play: each message is
sent again, and what comes back must be an answer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count as count_from
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct, structs

from sim.bots.bot import PROGRAMS, consult
from sim.bots.messages import FORMAT, Exchange, Question, named
from sim.bots.program import Failed
from sim.bots.telling import Telling
from sim.casting.roster import make
from sim.casting.specs import of_file, parse
from sim.check_agent.checks import Check
from sim.check_agent.watch import play_one
from sim.conflict.asking import answer
from sim.errors import AgentError, StepError
from sim.files.sources import read_source
from sim.library.registry import rule_system, system_names
from sim.library.scenario import Loaded
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, Table

_encoder = msgspec.json.Encoder(enc_hook=str)
_lines = msgspec.json.Decoder(Exchange)


class _Scribe(Agent):
    """Plays as another agent does, and notes what a program would be asked."""

    listens = True

    def __init__(self, spec: str, note: Callable[[Question, int], None]) -> None:
        self._of, self._note = make(spec), note
        self._settings = dict(parse(spec).settings)
        self._telling: Telling | None = None

    def begin(self, table: Table) -> None:
        """Begin a conflict with both agents."""
        super().begin(table)
        self._of.begin(table)
        self._telling = Telling(table, self._settings, PROGRAMS.situation)

    def observe(self, event: Event) -> None:
        """Pass the event to both agents."""
        super().observe(event)
        if self._of.listens:
            self._of.observe(event)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return its choice, once it is noted beside the question."""
        assert self._telling is not None
        question = self._telling.question(asked, tuple(self.history))
        self.history.clear()
        fact = answer(self._of, asked)
        self._note(question, asked.options.index(fact) + 1)
        return fact


def record_exchange(
    spec: str, loaded: Sequence[Loaded], games: int, progress: Callable[[int], None]
) -> Iterator[bytes]:
    """Yield a line for each choice of *spec* in this many *games* of each scenario.

    *progress* is called with the number of conflicts played.
    """
    done = count_from(1)
    for scenario in loaded:
        for game in range(games):
            lines: list[bytes] = []

            def note(question: Question, number: int, to: Any = lines) -> None:  # noqa: ANN401 - the list
                line = Exchange(agent=spec, message=question, answer=number)
                to.append(_encoder.encode(line) + b"\n")

            play_one(_Scribe(spec, note), scenario, game)
            progress(next(done))
            yield from lines


def read_exchange(path: str) -> list[Exchange]:
    """Return the recorded exchange in the file *path*.

    Raises StepError for a line that is none, and where the file cannot be read.
    """
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise StepError(message) from error
    exchanges: list[Exchange] = []
    for number, line in enumerate(lines, 1):
        try:
            exchange = _lines.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            message = f"line {number} of {path} is no exchange: {error}"
            raise StepError(message) from error
        if exchange.message.format != FORMAT:
            message = (
                f"line {number} of {path} has messages of format"
                f" {exchange.message.format}, expected {FORMAT}"
            )
            raise StepError(message)
        _check_line(exchange, f"line {number} of {path}")
        exchanges.append(exchange)
    if not exchanges:
        message = f"{path} is empty, expected a line of JSON for each message"
        raise StepError(message)
    return exchanges


def _check_line(line: Exchange, where: str) -> None:
    """Raise StepError for a *line* that no agent can have answered so."""
    options = line.message.options
    numbers = [option.number for option in options]
    if numbers != list(range(1, len(options) + 1)) or not options:
        message = (
            f"{where} has options numbered {numbers}, expected 1, 2 and so on, at least"
            " one"
        )
        raise StepError(message)
    if line.answer not in numbers:
        message = (
            f"{where} has the answer {line.answer}, expected the number of an option of"
            f" its message, 1 to {len(options)}"
        )
        raise StepError(message)


class _Replayed(Struct):
    """What a program answered to a recorded exchange."""

    faults: list[str] = []
    others: list[str] = []
    """Sentences about answers that differ from the recorded ones."""
    seconds: list[float] = []


def check_exchange(
    spec: str, path: str, seconds: float, progress: Callable[[int], None]
) -> list[Check]:
    """Send the messages recorded in *path* to a program, and return the checks.

    It may take this many *seconds* for each answer; *progress* is called with the
    number of messages sent. If its own answers were recorded, it must answer alike.
    Raises AgentError if *spec* is no program, StepError if *path* holds no exchange.
    """
    parsed = parse(spec)
    file = of_file(parsed.name)
    if file is None or not file.program:
        message = f"found {spec}, expected a program, cmd:PATH, to send an exchange to"
        raise AgentError(message)
    data = read_source(file.path)
    seen = _Replayed()
    exchange = read_exchange(path)
    for number, line in enumerate(exchange, 1):
        question = structs.replace(line.message, settings=dict(parsed.settings))
        since = perf_counter()
        try:
            program = PROGRAMS.running(file.path, data)
            book = _book(question.system)
            answered, _ = consult(program, question, book, seconds)
        except Failed as error:
            seen.faults.append(f"it {error}, line {number} of {path}")
        else:
            if answered != line.answer:
                said = named(question, question)
                seen.others.append(
                    f"it answered {said} with {answered}, line {number} of {path} with"
                    f" {line.answer}"
                )
        seen.seconds.append(perf_counter() - since)
        progress(number)
    own = all(parse(line.agent).name == parsed.name for line in exchange)
    return _checks(seen, own=own)


def _checks(seen: _Replayed, *, own: bool) -> list[Check]:
    """Return the checks of what was *seen*; its *own* answers must be the same."""
    sent, mean = len(seen.seconds), 1000 * fmean(seen.seconds)
    failed, other = len(seen.faults), len(seen.others)
    answers = f"it answers each of {sent} messages with one of the options"
    if failed:
        answers = f"{seen.faults[0]} (so failed {failed} of {sent} messages)"
    alike = "it answers as was recorded"
    if failed == sent:
        alike = "not judged: nothing it answered was offered"
    elif other:
        alike = f"{other} of {sent} answers are not as recorded: {seen.others[0]}"
    if other and not own:
        alike += " (of another agent, which is no fault)"
    longest = 1000 * max(seen.seconds)
    time = f"it takes {mean:.3f} ms a message, at most {longest:.3f} ms"
    return [
        Check("answers", passed=not failed, sentence=answers),
        Check("alike", not (other and own) and failed < sent, alike, failed < sent),
        Check("time", passed=True, sentence=time),
    ]


@cache
def _book(system: str) -> Mapping[str, str]:
    """Return the rules of *system*; none where it is not installed."""
    return rule_system(system).rules if system in system_names() else {}
