"""A scenario's file with the agents of its seats written into it, and all else kept."""

import re
from collections.abc import Iterator, Sequence

from sim.errors import ScenarioError

_SEAT = re.compile(r"\s*\[\[\s*seats\s*\]\]")
_TABLE = re.compile(r"\s*\[")
_AGENT = re.compile(r"\s*agent\s*=")
_NAME = re.compile(r"\s*name\s*=")


def with_agents(text: str, agents: Sequence[str], where: str) -> str:
    """Return the file's *text* with one of *agents* at each seat, comments and all.

    Raises ScenarioError if seats do not stand in tables of their own.
    """
    lines = list(_written(text.splitlines(), iter(agents)))
    if sum(bool(_SEAT.match(line)) for line in lines) != len(agents):
        message = (
            f"{where} does not have each seat in a table [[seats]] of its own, expected"
            f" {len(agents)} of them to write agents into"
        )
        raise ScenarioError(message)
    return "\n".join(lines) + "\n"


def _written(lines: Sequence[str], agents: Iterator[str]) -> Iterator[str]:
    """Yield the lines, each seat's agent after its name and no other."""
    agent = None
    inside = False
    for line in lines:
        if _TABLE.match(line):
            inside = bool(_SEAT.match(line))
            agent = next(agents, None) if inside else None
        if inside and _AGENT.match(line):
            continue
        yield line
        if agent is not None and inside and _NAME.match(line):
            yield f'agent = "{agent}"'
            agent = None
