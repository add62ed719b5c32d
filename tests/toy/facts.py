"""The answers: what may be chosen."""

from sim.seam.events import Fact, Pass, Scope
from sim.spine.tables import defined


class Pressed(Fact, tag="pressed"):
    """Press the other."""

    rules = ("TO-01",)
    scope = Scope.ACTION
    sayings = ("presses", "pushes")
    story = "{who} presses."


class Held(Pass, tag="held"):
    """Do nothing."""

    rules = ("TO-01",)
    scope = Scope.ACTION
    sayings = ("holds", "does nothing")
    story = "{who} holds still."


class Conceded(Fact, tag="conceded"):
    """Give way."""

    rules = ("TO-04",)
    scope = Scope.GATE
    sayings = ("gives up", "gives way")
    story = "{who} gives way."


FACTS = defined(globals(), Fact)
"""All answers there are."""
