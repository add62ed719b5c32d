"""Another agent that now and then chooses blindly."""

from random import Random
from typing import Any

from sim.events import Fact
from sim.protocol import Decision, Table

from ._around import Around, Other


class Noise(Around):
    """Chooses as *of* does, but any option with chance *share*.

    Its blindness has a generator of its own, so *of* draws what it would have drawn.
    """

    def __init__(self, *, of: Other = "steady", share: float = 0.1) -> None:
        super().__init__(of)
        self.share = share
        self._random: Random | None = None

    def begin(self, table: Table) -> None:
        """Sit down with new luck."""
        super().begin(table)
        self._random = Random(int.from_bytes(table.key, "little"))  # noqa: S311

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what *of* chooses, or any option."""
        assert self._random is not None
        blind, which = self._random.random(), self._random.random()
        if blind < self.share:
            return asked.options[int(which * len(asked.options))]
        return super().choose(asked)
