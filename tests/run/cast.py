"""Agents of the toy for the tests of runs, good and bad, and the toy's loader.

Worker processes find this module by its name, so it stands beside the tests.
"""

import os
import signal
import time
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sim.errors import AgentError, ScenarioError
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, RuleSystem, Table
from tests.noon import SCENARIO, TOY
from tests.toy import StandoffScenario

LOAD = "tests.run.cast:from_json"
ROSTER = "tests.run.cast"


class Loaded(Struct, frozen=True):
    """A scenario of the toy, as the real loader would give it."""

    system: RuleSystem[Any]
    scenario: StandoffScenario
    data: bytes
    digest: bytes


def from_json(data: bytes) -> Loaded:
    """Load the toy's scenario from its JSON."""
    try:
        scenario = msgspec.json.decode(data, type=StandoffScenario)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ScenarioError(str(error)) from error
    digest = blake2b(data, digest_size=32, person=b"fracas-scenario").digest()
    return Loaded(TOY, scenario, data, digest)


STANDOFF = from_json(msgspec.json.encode(SCENARIO))


class Uniform(Agent):
    """Takes any option, each as likely."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Choose by its own luck."""
        return self.table.random.choice(asked.options)


class Counting(Agent):
    """Remembers over conflicts what it ought to forget: presses less and less."""

    def __init__(self) -> None:
        self.count = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Press, but hold every so often."""
        self.count += 1
        return asked.options[self.count % 7 != 0]


class Raising(Agent):
    """Raises when asked."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Fail."""
        message = f"cannot choose among {len(asked.options)}"
        raise ValueError(message)


class Late(Uniform):
    """Fails to sit down."""

    def begin(self, table: Table) -> None:
        """Fail."""
        message = f"seat {table.seat} is taken"
        raise RuntimeError(message)


class Nonsense(Agent):
    """Answers with something that is no option."""

    def choose(self, asked: Decision[Any]) -> Any:  # noqa: ANN401 - the point
        """Answer nonsense."""
        return [object(), len(asked.options)]


class Deadly(Agent):
    """Ends its own process."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Die without a word."""
        del asked
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Mortal(Uniform):
    """Ends its own process once: the first to take the file's place does."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def begin(self, table: Table) -> None:
        """Die if nobody has died yet."""
        super().begin(table)
        try:
            self.path.touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


class Slow(Uniform):
    """Takes a moment to sit down."""

    def begin(self, table: Table) -> None:
        """Sit down slowly."""
        time.sleep(0.002)
        super().begin(table)


_KINDS: dict[str, type[Agent]] = {
    kind.__name__.lower(): kind
    for kind in (Uniform, Counting, Raising, Late, Nonsense, Deadly, Mortal, Slow)
}


def make(spec: str) -> Agent:
    """Return a new agent: `name` or `name:path`."""
    name, _, setting = spec.partition(":")
    if name not in _KINDS:
        message = f"no agent is called {name!r}"
        raise AgentError(message)
    kind: Any = _KINDS[name]
    agent: Agent = kind(setting) if setting else kind()
    return agent


def describe(spec: str) -> tuple[str, str, str]:
    """Return name, version and settings of the agent *spec*."""
    agent = make(spec)
    return spec.partition(":")[0], agent.version, "{}"
