"""Another agent that always takes the first option of one kind."""

from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Decision, Kind

from ._around import AroundKind, Other


class First(AroundKind):
    """Takes the first option of this *kind* if there is one, else chooses as *of* does.

    A kind is concede, pass, or what an answer is called in the rule system: its name,
    its tag, or the words of a replay ("wants"). "" is any, so that *of* is never asked.
    """

    version = "2"

    def __init__(self, *, of: Other = "steady", kind: Kind = "") -> None:
        super().__init__(of, kind)

    def put(self, asked: Decision[Any]) -> Fact | Decision[Any]:
        """Return the first of the kind, if there is one."""
        wanted = self.of_kind(asked)
        return wanted[0] if wanted else asked
