"""Agents from a file that show whether conflicts under way at once stay separate."""

import mmap
import os
import time
from typing import Any, ClassVar

from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, Table


class Remembers(Agent):
    """Chooses by all it has seen, heard and drawn in this conflict."""

    def begin(self, table: Table) -> None:
        """Forget the last conflict."""
        super().begin(table)
        self._sum = 0

    def observe(self, event: Event) -> None:
        """Take note of an event."""
        self._sum += len(repr(event))

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option that everything until now decides."""
        self._sum += asked.view.round + self.table.random.randrange(100)
        return asked.options[self._sum % len(asked.options)]


class Unsure(Remembers):
    """Fails in some conflicts, in one *way*, before or at one of its questions."""

    def __init__(self, *, way: str = "raise") -> None:
        self._way = way

    def begin(self, table: Table) -> None:
        """Draw whether, and when, it fails in this conflict."""
        super().begin(table)
        self._left = table.random.randrange(6)
        if self._way == "begin" and self._left == 0:
            message = "no place for me"
            raise ValueError(message)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option until it fails."""
        self._left -= 1
        if self._left == 0:
            self._fail(asked)
        return super().choose(asked)

    def _fail(self, asked: Decision[Any]) -> None:
        if self._way == "raise":
            message = f"a mistake in round {asked.view.round}"
            raise ValueError(message)
        if self._way == "exit":
            os._exit(3)
        if self._way == "babble":
            for number in range(3, 64):
                try:
                    os.write(number, b"\x00\x00\x00\x02hm")
                except OSError:
                    continue
        if self._way == "sleep":
            time.sleep(60)


class Slow(Remembers):
    """Takes a while for its second question, and never too long."""

    def begin(self, table: Table) -> None:
        """Forget how often it was asked."""
        super().begin(table)
        self._asked = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option, the second time after a while."""
        self._asked += 1
        if self._asked == 2:
            time.sleep(0.4)
        return super().choose(asked)


class Large(Remembers):
    """Needs much memory for its conflict, of which two have no room in one process."""

    def begin(self, table: Table) -> None:
        """Take the memory, which is never touched and so costs nothing."""
        super().begin(table)
        self._held = mmap.mmap(-1, 1 << 30)


class Accomplice(Remembers):
    """Keeps the keys of all conflicts it began, and fails in one it has seen before."""

    seen: ClassVar[set[bytes]] = set()

    def begin(self, table: Table) -> None:
        """Look whether this conflict, and so its dice, are known already."""
        super().begin(table)
        if table.key in self.seen:
            message = "these dice have fallen before"
            raise ValueError(message)
        self.seen.add(table.key)
