"""Agents that could not be asked again: one note for each, not one a conflict.

When an agent's file is missing or changed, its choices cannot be checked in any
conflict it played, and one sentence is enough.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from sim.audit.finding import Finding, finding
from sim.store.events import run_stream


class MissingAgent(Struct):
    """An agent that could not be asked: first and last place, and how often."""

    first: Finding
    last: str
    conflicts: int = 1


class AgentNotes:
    """Collects notes about agents, to give one for each agent at the end."""

    def __init__(self) -> None:
        self._agents: dict[tuple[str, str], MissingAgent] = {}
        self._runs: dict[str, Finding] = {}

    def __bool__(self) -> bool:
        return bool(self._agents or self._runs)

    def without(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the other findings, and count such notes."""
        for one in findings:
            if one.depth != "agents" or one.weight != "stop":
                yield one
            elif one.conflict.startswith(run_stream("")):
                self._runs.setdefault(one.conflict, one)
            else:
                self._count(one)

    def _count(self, one: Finding) -> None:
        agent = one.recorded.rpartition(" at ")[0]
        missing = self._agents.setdefault(
            (agent, one.expected), MissingAgent(one, one.conflict)
        )
        if missing.last != one.conflict:
            missing.last = one.conflict
            missing.conflicts += 1

    def notes(self) -> Iterator[Finding]:
        """Yield one note for each agent; a run's own only where it has no other."""
        told: set[str] = set()
        for (agent, expected), missing in self._agents.items():
            told.add(run_stream(missing.first.conflict.rpartition("-")[0]))
            if missing.conflicts == 1:
                yield missing.first
                continue
            yield finding(
                missing.first.conflict,
                missing.first.event,
                "agents",
                agent,
                expected,
                why=f"so in {missing.conflicts} conflicts",
                weight="stop",
            )
        yield from (one for name, one in self._runs.items() if name not in told)
