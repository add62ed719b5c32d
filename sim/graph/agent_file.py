"""A reply as an agent: a file that anybody may read, and that a run may play."""

_FILE = '''"""{title}

{lines}

In all else, and wherever none of it is offered, as {base} does.
"""

from collections.abc import Hashable
from typing import Any

from sim.agents.scripted import Scripted
from sim.events import Fact
from sim.protocol import Agent, Decision, Table
from sim.roster import make

SAYS = {says}


class Reply(Agent):
    """Takes the first of these wishes that can be had, and else chooses as usual."""

    def __init__(self) -> None:
        self._wishes = Scripted(says="|".join(SAYS))
        self._usual = make({spec})

    def begin(self, table: Table) -> None:
        """Sit down, and let the usual one sit down."""
        super().begin(table)
        self._wishes.begin(table)
        self._usual.begin(table)

    def memory(self) -> Hashable:
        """Return what the usual one remembers, who hears every question."""
        return self._usual.memory()

    def restore(self, memory: Any) -> None:
        """Let the usual one remember that, and nothing else."""
        self._usual.restore(memory)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what is wished for, or what is usual."""
        usual = self._usual.choose(asked)
        wished = self._wishes.wished(asked)
        return usual if wished is None else wished
'''


def written(title: str, lines: tuple[str, ...], base: str) -> str:
    """Return the file of an agent that plays by *lines*, and else as *base*."""
    listed = "".join(f"    {line!r},\n" for line in lines)
    return _FILE.format(
        title=_plain(title),
        lines="\n".join(f"- {_plain(line)}" for line in lines) or "Nothing is better.",
        base=_plain(base),
        spec=repr(base),
        says=f"(\n{listed})" if lines else "()",
    )


def _plain(text: str) -> str:
    """Return *text* so that it can stand in a docstring."""
    return text.replace("\\", "/").replace('"""', "'''")
