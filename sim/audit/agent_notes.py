"""Agents that could not be asked again: one note for each, not for each conflict.

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
        for each in findings:
            if each.depth != "agents" or each.weight != "stop":
                yield each
            elif each.conflict.startswith(run_stream("")):
                self._runs.setdefault(each.conflict, each)
            else:
                self._count(each)

    def _count(self, note: Finding) -> None:
        agent = note.recorded.rpartition(" at ")[0]
        missing = self._agents.setdefault(
            (agent, note.expected), MissingAgent(note, note.conflict)
        )
        if missing.last != note.conflict:
            missing.last = note.conflict
            missing.conflicts += 1

    def notes(self) -> Iterator[Finding]:
        """Yield one note for each agent; a run's own only if it has no other."""
        noted: set[str] = set()
        for (agent, expected), missing in self._agents.items():
            noted.add(run_stream(missing.first.conflict.rpartition("-")[0]))
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
        yield from (note for name, note in self._runs.items() if name not in noted)
