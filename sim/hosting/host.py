"""The parent's side of an agent that has a process of its own.

An agent from a file is untrusted code. In a process of its own it can raise, hang,
exit, print, or change its view: all it loses is its own conflict, by a recorded
forfeit. The reply is the number of an option, bounded and decoded strictly.
"""

from typing import Any

from sim.conflict.asking import Refusal
from sim.errors import AgentError
from sim.files.sources import Files
from sim.hosting.messages import Answer, Made, Question, SitDown
from sim.hosting.process import (
    BABBLED,
    LOST,
    SLOW,
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
    """A proxy for an agent from a file, in one conflict after another.

    `enter` says what is played. The agent's process starts with the first conflict and
    lives until `leave`; after a failure the next conflict starts a new one.
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
        """Prepare for the conflicts of *house*."""
        self.process.house = house

    def at(self, table: int) -> "HostedAgent":
        """Return a proxy for the same agent in another conflict played concurrently."""
        return HostedAgent(self._kind, self.files, self.process, table)

    def begin(self, table: Table) -> None:
        """Begin a conflict; the agent itself is made when it is first asked.

        Raises Refusal when it cannot be made, SandboxError when its process cannot be
        sandboxed as asked.
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
        """Return the message that asks the agent, with the events since."""
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
    """Start a process for a new agent, and return what it claims about itself.

    The caller must check the claims before recording them. Raises AgentError when there
    is no such agent, or it cannot be made with these settings.
    """
    child = Child(kind, House("", b"", files, START_SECONDS, sandbox))
    try:
        reply = child.made()
    finally:
        child.close()
    if not reply.failed and reply.claims is None:
        reply.failed = BABBLED
    if reply.failed:
        message = reply.failed
        if reply.failed in SLOW:
            message = f"{kind.name} {reply.failed}, which is {START_SECONDS:g} seconds"
        elif reply.failed in LOST:
            message = f"{kind.name} {reply.failed} when it was to be made"
        elif reply.failed.startswith("raised "):
            # An exit or an interrupt; a mistake of the user has a sentence of its own.
            message = f"{kind.name} {reply.failed} when it was to be made"
        raise AgentError(message)
    return reply
