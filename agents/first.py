"""Another agent that always takes the first option of one kind."""

from collections.abc import Hashable
from typing import Any

from sim.events import Fact
from sim.protocol import Appraisal, Decision

from ._around import Around, Other


class First(Around):
    """Takes the first option of this *kind* whenever there is one, else asks *of*.

    A kind is concede, pass, or what an option is called in the rule system; "" is any,
    so that *of* is never asked.
    """

    def __init__(self, *, of: Other = "steady", kind: str = "") -> None:
        super().__init__(of)
        self.kind = kind

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads: whether an option gives up, and what *of* reads."""
        read = self.of.reads(worth)
        return None if read is None else (worth.concedes, read)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first of the kind."""
        wanted = self.of_kind(asked, self.kind)
        return wanted[0] if wanted else super().choose(asked)
