"""The answers: what may be chosen."""

from sim.seam.events import Fact, Pass
from sim.spine.tables import defined


class Pressed(Fact, tag="pressed"):
    """Press the other."""

    rules = ("TO-01",)


class Held(Pass, tag="held"):
    """Do nothing."""

    rules = ("TO-01",)


class Conceded(Fact, tag="conceded"):
    """Give way."""

    rules = ("TO-04",)


FACTS = defined(globals(), Fact)
"""All answers there are."""
