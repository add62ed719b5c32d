"""The process of an agent from a file as its host sees it: started, asked, ended.

Replies are bounded in size and time, and decoded strictly. Whatever else the other side
does becomes an answer that says how it failed.
"""

import pickle
from collections.abc import Sequence
from contextlib import suppress
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from sim.casting.specs import AT, paths_of, programs_of
from sim.conflict.asking import Refusal
from sim.errors import SandboxError
from sim.files.sources import Files
from sim.hosting.messages import Answer, Made, Opening, Question, Ready, Start, dumped
from sim.hosting.pipes import Pipes
from sim.hosting.sandbox import Sandbox
from sim.seam.events import Seat

if TYPE_CHECKING:
    from sim.hosting.nurseries import Nursery

PATIENCE = 60.0
"""How many seconds an agent may think about one choice."""
START_SECONDS = 60.0
"""How long a process may take to start, before any code of the agent runs."""
IMPORT_SECONDS = 10.0
"""How long importing an agent's file may take when less is allowed for a choice."""
_PASSED_ON = 1.0
"""How many seconds longer to wait for a program: the process that asks it says when it
was late, and which message it left unanswered.
"""

_REPLY_MAX = 4096
_CLAIMS_MAX = 4 << 20
_made = msgspec.msgpack.Decoder(Made)
_answers = msgspec.msgpack.Decoder(list[Answer])
_ready = msgspec.msgpack.Decoder(Ready)
_NO_WALL = (
    "there can be no wall around a stranger's agent here, for this system lacks {};"
    " --limits bounds its memory and files, and nothing else"
)

LATE = "gave no answer in time"
IMPORTED_LATE = "was not imported in time"
MADE_LATE = "was not made in time"
GONE = "ended its process"
BABBLED = "answered with something that is no answer"
SLOW = frozenset({LATE, IMPORTED_LATE, MADE_LATE})
"""The failures that depend on how fast a machine is, and on *patience*."""
LOST = SLOW | {GONE, BABBLED}
"""The failures of a process that has ended."""

T = TypeVar("T")


class House(Struct, frozen=True):
    """What an agent's process needs to know about the conflicts it plays in.

    *load* is the dotted name of what reads the *scenario* (canonical JSON). *patience*
    is how many seconds the agent may take for one choice, and to be made.
    """

    load: str
    scenario: bytes
    files: Files = ()
    patience: float = PATIENCE
    sandbox: Sandbox = "off"


class Kind(Struct, frozen=True):
    """Which agent: its name (PATH:CLASS), and its settings.

    *literal* settings, as they were recorded, are not read from files.
    """

    name: str
    settings: dict[str, Any]
    literal: bool = False

    @property
    def reads(self) -> set[str]:
        """The files that it consists of; its process learns of no others."""
        texts = (value for value in self.settings.values() if isinstance(value, str))
        read = {text.removeprefix(AT) for text in texts if text.startswith(AT)}
        return read | set(paths_of(self.name, self.settings))

    @property
    def passes_on(self) -> bool:
        """Whether it asks a program what to choose."""
        return bool(programs_of(self.name, self.settings))


class Child:
    """A process that serves one agent, and the pipes to it."""

    def __init__(self, kind: Kind, house: House) -> None:
        self.patience = house.patience
        order = Start(house.sandbox, house.load, house.scenario)
        self._pipes = pipes = Pipes()
        # What starts processes is slow to import, and shipped agents need none.
        start = resolve_name("sim.hosting.nurseries:start")
        begun: tuple[Nursery, int]
        try:
            begun = start(order, pipes.theirs_in, pipes.theirs_out)
        except (OSError, ValueError) as error:
            pipes.close()
            message = f"a process for {kind.name} cannot be started: {error}"
            raise SandboxError(message) from error
        finally:
            pipes.given()
        self.nursery, self.pid = begun
        opening = Opening(
            house.load,
            house.scenario,
            kind.name,
            kind.settings,
            kind.literal,
            tuple(file for file in house.files if file[0] in kind.reads),
            house.patience,
        )
        self.send(pickle.dumps(opening, pickle.HIGHEST_PROTOCOL), START_SECONDS)
        self._check_ready(kind)

    def _check_ready(self, kind: Kind) -> None:
        """Raise SandboxError unless the sandbox is in place; no agent code ran yet."""
        gap = f"the process of {kind.name} did not start"
        try:
            ready = _ready.decode(self._pipes.receive(START_SECONDS, _REPLY_MAX))
        except (EOFError, OSError, msgspec.MsgspecError):
            pass
        else:
            if not ready.gap:
                return
            gap = _NO_WALL.format(ready.gap)
        self.close()
        raise SandboxError(gap)

    def send(self, data: bytes, seconds: float) -> None:
        """Send a message; a failure to take it shows when the reply is due."""
        with suppress(OSError):
            self._pipes.send(data, seconds)

    def made(self) -> Made:
        """Return what the new agent claims about itself, or how making it failed.

        Making it may take as long as a choice. So may importing its file, which is
        done once for a process and not for each conflict, but that has `IMPORT_SECONDS`
        at least.
        """
        imported = self._claims(max(self.patience, IMPORT_SECONDS), IMPORTED_LATE)
        return imported if imported.failed else self._claims(self.patience, MADE_LATE)

    def _claims(self, seconds: float, late: str) -> Made:
        claims = self._decoded(_made, seconds, _CLAIMS_MAX)
        if isinstance(claims, str):
            return Made(failed=late if claims == LATE else claims)
        return claims

    def answers(self, seconds: float, most: int) -> list[Answer]:
        """Return the answers of the next reply, *most* of them at most.

        When none comes within *seconds*, return one that says why.
        """
        answers = self._decoded(_answers, seconds, most * _REPLY_MAX)
        if isinstance(answers, str):
            return [Answer(failed=answers)]
        whole = 0 < len(answers) <= most
        return answers if whole else [Answer(failed=BABBLED)]

    def _decoded(
        self, decoder: msgspec.msgpack.Decoder[T], seconds: float, most: int
    ) -> T | str:
        """Return the decoded reply that comes within *seconds*, or say why not."""
        try:
            return decoder.decode(self._pipes.receive(seconds, most))
        except TimeoutError:
            return LATE
        except EOFError:
            return GONE
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return BABBLED

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._pipes.close()
        self.nursery.end(self.pid)


class Process:
    """The process of one agent, started when needed and again after a failure.

    It serves all conflicts under way that the agent plays in, with an agent object for
    each of them.
    """

    def __init__(self, kind: Kind) -> None:
        self.house: House | None = None
        self._kind = kind
        self._child: Child | None = None
        self._listens = False
        self._seconds: list[float] = []
        """How long the agent may take, for each question that has no answer yet."""

    @property
    def serves(self) -> bool:
        """Whether it was started and has not ended."""
        return self._child is not None

    def begin(self, who: Seat) -> bool:
        """Start it unless it runs; return whether the agent wants to hear of events.

        Raises Refusal when the agent for the seat *who* cannot be made, SandboxError
        when it cannot be sandboxed as asked.
        """
        if self._child is None:
            assert self.house is not None
            child = self._child = Child(self._kind, self.house)
            made = child.made()
            if made.failed:
                self.end()
                raise Refusal(made.failed, who, made.place)
            self._listens = made.listens
        return self._listens

    def ask(self, questions: Sequence[Question]) -> None:
        """Send *questions*; `answers` waits for what comes back."""
        assert self.house is not None
        once = self.house.patience + _PASSED_ON * self._kind.passes_on
        self._seconds = [
            once if question.sits is None else 2 * once for question in questions
        ]
        if self._child is not None:
            setup = getattr(questions[0].asked.view, "setup", None)
            self._child.send(dumped(questions, setup), self.house.patience)

    def answers(self) -> list[Answer]:
        """Return the answers to the questions, in order.

        A missing one is replaced by an answer that says why. Then the process has
        ended, and with it the agent's memory of all its conflicts.
        """
        due, self._seconds = self._seconds, []
        answers: list[Answer] = []
        while len(answers) < len(due):
            came = [Answer(failed=GONE)]
            if self._child is not None:
                rest = due[len(answers) :]
                came = self._child.answers(max(rest), len(rest))
            if len(came) == 1 and came[0].failed in LOST:
                self.end()
                came *= len(due) - len(answers)
            answers += came
        return answers

    def end(self) -> None:
        """End it, whatever it is doing."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def __del__(self) -> None:
        self.end()
