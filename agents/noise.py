"""Another agent that now and then chooses blindly."""

from collections.abc import Hashable
from random import Random
from typing import Any

from sim.events import Fact
from sim.protocol import Decision, Table

from ._around import Around, Other


class Noise(Around):
    """Chooses as *of* does, but any option with chance *share*.

    Its blindness has a generator of its own, so *of* draws what it would have drawn.
    Another *salt* is other blindness: two that differ in it alone are equally strong.
    """

    def __init__(
        self, *, of: Other = "steady", share: float = 0.1, salt: int = 0
    ) -> None:
        super().__init__(of)
        self.share = share
        self.salt = salt
        self._random: Random | None = None

    def begin(self, table: Table) -> None:
        """Sit down with new luck."""
        super().begin(table)
        self._random = Random(  # noqa: S311
            int.from_bytes(table.key, "little") + self.salt
        )

    def memory(self) -> Hashable:
        """Return None: it draws lots."""
        return None

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what *of* chooses, or any option."""
        assert self._random is not None
        blind, which = self._random.random(), self._random.random()
        if blind < self.share:
            return asked.options[int(which * len(asked.options))]
        return super().choose(asked)
