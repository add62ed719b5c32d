"""Another agent that never chooses one kind of option."""

from collections.abc import Hashable
from typing import Any

from sim.events import Fact
from sim.protocol import Appraisal, Decision

from ._around import Around, Other


class Never(Around):
    """Chooses as *of* does among the options that are not of this *kind*.

    A kind is concede, pass, or what an option is called in the rule system. Where
    nothing else is offered it chooses among all.
    """

    def __init__(self, *, of: Other = "uniform", kind: str = "concede") -> None:
        super().__init__(of)
        self.kind = kind

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what it reads: whether an option gives up, and what *of* reads."""
        read = self.of.reads(worth)
        return None if read is None else (worth.concedes, read)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of the other options."""
        banned = {id(one) for one in self.of_kind(asked, self.kind)}
        left = tuple(one for one in asked.options if id(one) not in banned)
        if not left or not banned:
            return super().choose(asked)
        return super().choose(Decision(asked.who, left, asked.view))
