"""Looking names up in a scenario: where every wrong name is found and said."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NoReturn

from sim.errors import ScenarioError
from sim.events import Seat
from sim.rules.solar_system.scenario.character import (
    INNATE,
    POOLS,
    RANKS,
    Ability,
    Character,
)
from sim.rules.solar_system.scenario.compiled import AbilityData
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.seats import by_seat


def refuse(
    path: str, found: object, expected: str, names: Iterable[str] = ()
) -> NoReturn:
    """Raise ScenarioError for what stands at *path*."""
    near = get_close_matches(str(found), list(names), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    message = f"{path}: found {found!r}, expected {expected}{hint}"
    raise ScenarioError(message)


def look_up(path: str, name: str, names: Sequence[str], what: str) -> int:
    """Return the index of *name* in *names*; raise ScenarioError when it is not."""
    if name not in names:
        refuse(path, name, f"{what} ({', '.join(names)})", names)
    return names.index(name)


class Lookup:
    """The names of one scenario: its seats, its setting, its sheets."""

    def __init__(self, scenario: SolarScenario) -> None:
        self.scenario = scenario
        self.names = [seat.name for seat in scenario.seats]
        self.setting = {
            name: Ability(pool=data) if isinstance(data, str) else data
            for name, data in scenario.abilities.items()
        }
        self._innate_pools()
        self.sides = list(
            dict.fromkeys(seat.side or seat.name for seat in scenario.seats)
        )
        for n, name in enumerate(self.names):
            if name in self.names[:n]:
                refuse(f"$.seats[{n}].name", name, "a name no other seat has")
        self.sheets = [self._sheet(n, seat) for n, seat in by_seat(scenario.seats)]

    def _innate_pools(self) -> None:
        """The innate three have their pools from the rules [SS-ABIL-03]."""
        for name, pool in INNATE.items():
            data = self.setting.setdefault(name, Ability(pool=pool))
            if data.pool != pool:
                refuse(f"$.abilities.{name}", data.pool, f"{pool!r} [SS-ABIL-03]")

    def seat(self, path: str, name: str) -> Seat:
        """Return the seat called *name*; raise ScenarioError when there is none."""
        return Seat(look_up(path, name, self.names, "a seat"))

    def known_ability(self, path: str, name: str) -> None:
        """Raise ScenarioError unless the setting has an ability called *name*."""
        look_up(path, name, list(self.setting), "an ability")

    def _sheet(self, n: int, seat: Character) -> list[AbilityData]:
        """List a character's abilities; all three innate ones must be there."""
        path = f"$.seats[{n}].abilities"
        for name in INNATE:
            if name not in seat.abilities:
                refuse(
                    path, sorted(seat.abilities), f"{name!r} among them [SS-ABIL-03]"
                )
        for name in seat.abilities:
            self.known_ability(f"{path}.{name}", name)
        return [
            self._ability(name, RANKS[rank]) for name, rank in seat.abilities.items()
        ]

    def _ability(self, name: str, rank: int) -> AbilityData:
        data = self.setting[name]
        pool = POOLS.index(data.pool)
        return AbilityData(name, pool, rank, name in INNATE, (name, *data.tags))

    def ability(self, path: str, who: Seat, name: str) -> int:
        """Return the index of an ability of seat *who*; at Nil if not on the sheet.

        Raises ScenarioError for an unknown ability, and for a closed one without its
        prerequisite [SS-ABIL-06, SS-ABIL-08, RUL-68].
        """
        self.known_ability(path, name)
        sheet = self.sheets[who]
        for index, ability in enumerate(sheet):
            if ability.name == name:
                return index
        seat = self.scenario.seats[who]
        closed = self.setting[name].closed and name not in seat.opened
        if closed and not self.scenario.rulings.nil_closed_allowed:
            owner = f"an ability on {seat.name}'s sheet: it is closed [RUL-68]"
            refuse(path, name, owner)
        sheet.append(self._ability(name, RANKS["nil"]))
        return len(sheet) - 1
