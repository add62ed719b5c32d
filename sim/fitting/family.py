"""A family of candidates: variations of the default agent, and the shipped agents.

The default agent's numbers are first varied one at a time, so that the effect of one
is not hidden by eight others.
"""

from collections.abc import Iterator, Mapping
from random import Random

from msgspec import Struct

from sim.casting.roster import agent_class
from sim.casting.settings import settings_of
from sim.seam.protocol import Number

AGENT = "steady"
_STEPS = (-2, -1, 0, 1, 2)
"""Distances from its default at which a number is tried, in units of its spread."""
_SEVERAL = 0.4
"""The range of varying all numbers together, as a share of that for a single one."""

Numbers = Mapping[str, float]


class Family(Struct, frozen=True):
    """The default agent and its *numbers*, in a scenario's unit of harm."""

    numbers: Mapping[str, Number]
    unit: float

    @property
    def plain(self) -> dict[str, float]:
        """The numbers of the default agent as it is."""
        usual = {
            setting.name: setting.default for setting in settings_of(agent_class(AGENT))
        }
        return {name: float(usual[name]) for name in self.numbers}

    def scan(self) -> Iterator[Numbers]:
        """Yield the plain agent, variations of one number, and two known good ones.

        The last look one exchange ahead, and use deadlier options where that helps.
        """
        plain = self.plain
        yield plain
        for name, number in self.numbers.items():
            for steps in _STEPS:
                moved = number.begin + steps * number.spread
                if moved != plain[name]:
                    yield plain | {name: moved}
        for wins in (0.0, self.unit):
            yield plain | {"later": 3.0, "raises": 0.0, "wins": wins}
        yield {name: number.begin for name, number in self.numbers.items()}

    def moved(self, near: Numbers, width: float, random: Random) -> Numbers:
        """Return numbers *near* these: one of them varied, or all of them a little."""
        if random.random() < 0.5:  # noqa: PLR2004 - as often the one as the other
            name = random.choice(list(self.numbers))
            far = width * self.numbers[name].spread
            return {**near, name: random.gauss(near[name], far)}
        return {
            name: random.gauss(near[name], _SEVERAL * width * number.spread)
            for name, number in self.numbers.items()
        }


def family(unit: float) -> Family:
    """Return the family where an exchange does *unit* of harm."""
    numbers = agent_class(AGENT).numbers
    return Family({name: number.scaled(unit) for name, number in numbers.items()}, unit)


def spelled(numbers: Numbers) -> str:
    """Return the agent with these numbers, rounded as they are written."""
    usual = {
        setting.name: setting.default for setting in settings_of(agent_class(AGENT))
    }
    known = {name: round(value, 2) for name, value in numbers.items()}
    told = [
        f"{name}={value:g}" for name, value in known.items() if value != usual[name]
    ]
    return f"{AGENT}:{','.join(told)}" if told else AGENT
