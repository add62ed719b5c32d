"""Another agent that takes one option, named in the words of the story, if it can."""

from collections.abc import Hashable, Iterable
from typing import Annotated, Any

from sim.conflict.phrases import first_line
from sim.reading.words import said_in
from sim.seam.events import Fact
from sim.seam.protocol import Appraisal, Decision
from sim.seam.settings import Named, Names

from ._around import Around, Other


def _named(says: str) -> Iterable[Named]:
    return (Named("line", says),) if says else ()


class Forced(Around):
    """Takes the option whose words contain *says*, else chooses as *of* does.

    *says* is some words of an option's line, such as "wrestle her down"; case and
    punctuation do not matter. Where several options have them, *of* chooses of these.
    """

    version = "1"

    def __init__(
        self, *, of: Other = "steady", says: Annotated[str, Names(_named)] = ""
    ) -> None:
        super().__init__(of)
        self.says = says

    def reads(self, worth: Appraisal, /) -> Hashable:
        """Return what *of* reads; None if *says* has a number, which may change."""
        if any(one.isdigit() for one in self.says):
            return None
        return self.of.reads(worth)

    def put(self, asked: Decision[Any]) -> Fact | Decision[Any]:
        """Return the option it means, or the question with those it might mean."""
        rules, view = self.table.rules, asked.view
        meant = tuple(
            one
            for one in asked.options
            if said_in(self.says, first_line(rules, view, one))
        )
        if len(meant) == 1:
            return meant[0]
        return Decision(asked.who, meant, asked.view) if meant else asked
