"""The parent's side of an agent that has a process of its own.

An agent from a file is anybody's code. In a process of its own it can raise, never
answer, end its process, print, or change what it is shown: all that is lost is its own
conflict, by a recorded forfeit. What comes back is an option's number, bounded and
decoded strictly.
"""

from typing import Any

from sim.conflict.asking import Refusal
from sim.errors import AgentError
from sim.files.sources import Files
from sim.hosting.messages import Answer, Made, Question, SitDown
from sim.hosting.process import (
    BABBLED,
    LOST,
    START_SECONDS,
    Child,
    House,
    Kind,
    Process,
)
from sim.hosting.sandbox import Sandbox
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table


class HostedAgent(Agent):
    """Stands for an agent from a file in one conflict after another, and asks it.

    `enter` says what is played. The agent's process begins with the first conflict and
    serves until `leave`; after it has failed the next conflict has a new one.
    """

    def __init__(
        self,
        kind: Kind,
        files: Files = (),
        process: Process | None = None,
        table: int = 0,
    ) -> None:
        self.files = files
        self.process = process or Process(kind)
        self._kind = kind
        self._place = table
        self._sits: SitDown | None = None

    def enter(self, house: House) -> None:
        """Be ready for the conflicts of *house*."""
        self.process.house = house

    def at(self, table: int) -> "HostedAgent":
        """Return what stands for the same agent in conflicts beside this one's."""
        return HostedAgent(self._kind, self.files, self.process, table)

    def begin(self, table: Table) -> None:
        """Let the agent sit down, which it does when it is first asked.

        Raises Refusal when it cannot be made, SandboxError where it cannot have a
        process as it should be held.
        """
        super().begin(table)
        self.listens = self.process.begin(table.seat)
        self._sits = SitDown(table.seat, table.key)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the option it chose.

        Raises Refusal when it failed to choose; its process has ended then.
        """
        self.process.ask([self.question(asked)])
        try:
            return self.chosen(asked, self.process.answers()[0])
        except Refusal:
            self.leave()
            raise

    def question(self, asked: Decision[Any]) -> Question:
        """Return the message that asks it, with all it has to know before."""
        sits, self._sits = self._sits, None
        happened = tuple(self.history)
        self.history.clear()
        return Question(self._place, asked, happened, sits)

    def chosen(self, asked: Decision[Any], answer: Answer) -> Fact:
        """Return the option that *answer* means; raises Refusal when it failed."""
        if answer.failed:
            raise Refusal(answer.failed, asked.who, answer.place)
        if not 0 <= answer.index < len(asked.options):
            raise Refusal(BABBLED, asked.who)
        return asked.options[answer.index]

    def leave(self) -> None:
        """End the agent's process."""
        self.process.end()


def asked_once(kind: Kind, files: Files, sandbox: Sandbox) -> Made:
    """Return what the process of a new agent says of it, once it is made there.

    All of it are claims: whoever records them checks them. Raises AgentError when there
    is no such agent, or it cannot be made so.
    """
    child = Child(kind, House("", b"", files, START_SECONDS, sandbox))
    try:
        reply = child.made(START_SECONDS)
    finally:
        child.close()
    if not reply.failed and reply.claims is None:
        reply.failed = BABBLED
    if reply.failed:
        message = reply.failed
        if reply.failed in LOST:
            message = f"{kind.name} {reply.failed} when it was to be made"
        raise AgentError(message)
    return reply
