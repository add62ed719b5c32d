"""What a scenario says: who stands against whom."""

from sim.seam.protocol import Scenario, SeatInfo, Sheet
from tests.toy.scenario.rulings import Rulings


class Character(Sheet):
    """One who fights."""

    name: str
    """The fighter goes by this name, which the other may not have."""
    agent: str = "uniform"
    """This agent makes the choices of the seat."""


class StandoffScenario(Scenario, kw_only=True):
    """A standoff of two."""

    seats: tuple[Character, Character]
    """These two face each other."""
    rulings: Rulings = Rulings()
    """These readings are in force; unsaid ones keep their default."""


def seats(scenario: StandoffScenario) -> tuple[SeatInfo, ...]:
    """Return the seats: each fighter is a side alone."""
    return tuple(
        SeatInfo(one.name, side, one.agent) for side, one in enumerate(scenario.seats)
    )
