"""The sheets of a scenario with the names of seats and abilities looked up."""

from collections.abc import Iterable

from msgspec import Struct

from sim.rules.solar_system.scenario.character import INNATE, POOLS, RANKS
from sim.rules.solar_system.scenario.sheet import SolarScenario, setting
from sim.seam.events import Seat


class AbilityData(Struct, frozen=True, gc=False):
    """An ability of one character; Nil if it is not on the sheet [SS-ABIL-08]."""

    name: str
    pool: int
    rank: int
    innate: bool
    tags: tuple[str, ...]


class Sheets:
    """The abilities of every character; those used but not on the sheet are added."""

    def __init__(self, scenario: SolarScenario) -> None:
        """Begin with the sheets of the file."""
        self.scenario = scenario
        self._names = [seat.name for seat in scenario.seats]
        self._setting = setting(scenario)
        self._sheets = [
            [self._ability(name, RANKS[rank]) for name, rank in seat.abilities.items()]
            for seat in scenario.seats
        ]

    def seat(self, name: str) -> Seat:
        """Return the seat called *name*."""
        return Seat(self._names.index(name))

    def of(self, who: Seat) -> tuple[AbilityData, ...]:
        """Return the sheet of *who*."""
        return tuple(self._sheets[who])

    def abilities(self, who: Seat, names: Iterable[str]) -> tuple[int, ...]:
        """Return the indices of abilities of *who*."""
        return tuple([self.index(who, name) for name in names])

    def index(self, who: Seat, name: str) -> int:
        """Return the index of an ability of *who*; at Nil if not there [SS-ABIL-08]."""
        sheet = self._sheets[who]
        for index, ability in enumerate(sheet):
            if ability.name == name:
                return index
        sheet.append(self._ability(name, RANKS["nil"]))
        return len(sheet) - 1

    def _ability(self, name: str, rank: int) -> AbilityData:
        ability = self._setting[name]
        pool = POOLS.index(ability.pool)
        return AbilityData(name, pool, rank, name in INNATE, (name, *ability.tags))
