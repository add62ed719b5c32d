"""The cheapest agent: it takes the default everywhere, except that it fights.

It takes the first option, which is the default, except that it starts the conflict
where the default would let a first check decide it; it never gives up and never buys
anything. This is also the roster of the runs that are measured.
"""

from typing import Any

from sim.rules.solar_system.facts import PainDeclined
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

NAME = "first"


class First(Agent):
    """Takes the first option, but declares the Pain."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, or what starts the conflict."""
        first = asked.options[0]
        return asked.options[1] if type(first) is PainDeclined else first


def make(spec: str) -> Agent:
    """Return the agent, whatever *spec* says."""
    del spec
    return First()


def describe(spec: str) -> tuple[str, str, str]:
    """Return the name, version and settings of the agent."""
    del spec
    return NAME, First.version, "{}"
