"""Another agent that never chooses one kind of option."""

from typing import Any

from sim.seam.protocol import Decision, Kind

from ._around import AroundKind, Other


class Never(AroundKind):
    """Chooses as *of* does among the options that are not of this *kind*.

    A kind is concede, pass, or what an answer is called in the rule system: its name,
    its tag, or the words of a replay ("wants"). Where nothing else is offered it
    chooses among all.
    """

    version = "2"

    def __init__(self, *, of: Other = "uniform", kind: Kind = "concede") -> None:
        super().__init__(of, kind)

    def put(self, asked: Decision[Any]) -> Decision[Any]:
        """Return the question without the options of the kind."""
        banned = {id(option) for option in self.of_kind(asked)}
        left = tuple(option for option in asked.options if id(option) not in banned)
        if not left or not banned:
            return asked
        return Decision(asked.who, left, asked.view)
