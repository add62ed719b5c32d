"""The scenario in numbers: what stays the same throughout a conflict.

Seats, sides and Forces are integers from here on. A setup hashes once, so that every
state can carry it.
"""

from functools import lru_cache

from msgspec import Struct

from sim.rules.planets.circumstances import Circumstance
from sim.rules.planets.difficulty import prefix
from sim.rules.planets.forces import FORCES, NO_DICE, PLANETS, Forces, Sizes, forces
from sim.rules.planets.rulings import Rulings, Rung, ladder
from sim.rules.planets.sheet import (
    COMMON,
    Approach,
    Character,
    Conflict,
    Situation,
    Worth,
)

NOBODY = -1
DIRECT, INDIRECT, DICELESS = "direct", "indirect", "diceless"


class Way(Struct, frozen=True):
    """One approach: its Forces, aptest first, how hard it is, whether it is rolled."""

    name: str
    favored: tuple[int, ...]
    opposed: tuple[int, ...]
    level: str
    verdict: str

    def task(self, level: str, rulings: Rulings) -> Forces:
        """Return the Forces this approach has at *level*."""
        return prefix(self.favored, self.opposed, level, rulings)


class Plea(Struct, frozen=True):
    """A Descriptor a player may remind of, and the Forces it asks for."""

    descriptor: str
    task: Forces
    approaches: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """A character as the conflict finds it; no dice at all when Diceless."""

    name: str
    side: int
    sizes: Sizes
    approaches: tuple[str, ...]
    aims: tuple[str, ...]
    harms: tuple[bool, ...]
    may_concede: bool
    changes_max: int | None
    weight: tuple[str, int]
    situations: tuple[Situation, ...]
    pleas: tuple[Plea, ...]
    worth: Worth
    rolls: bool
    """Whether it has dice [PL-TERM-03]."""


class Setup(Struct, frozen=True, cache_hash=True):
    """Everything a state needs to know and no event can change."""

    mode: str
    sheets: tuple[Sheet, ...]
    sides: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    judge: int
    judge_name: str
    asked: tuple[str, ...]
    disputes: str
    ways: tuple[Way, ...]
    reason: str
    decree: str
    ladder: tuple[Rung, ...]
    rulings: Rulings
    bare: bool
    """Whether only wounds can put a Circumstance die beside a roll."""

    def way(self, name: str) -> Way:
        """Return the approach called *name*."""
        for way in self.ways:
            if way.name == name:
                return way
        raise KeyError(name)

    def asks(self, topic: str) -> bool:
        """Return whether the Storyguide is asked about *topic*."""
        return topic in self.asked


def size(text: str) -> int:
    """Return the size in *text*, such as 8 in "d8"; 0 for "wed"."""
    return 0 if text == "wed" else int(text[1:])


def sizes(character: Character) -> Sizes:
    """Return the dice of *character*, Force by Force."""
    planets = character.planets
    if planets is None:
        return NO_DICE
    return tuple(size(getattr(planets, planet)) for planet in PLANETS)


def side_of(character: Character) -> str:
    """Return the name of the side *character* is on."""
    return character.side or character.name


def approaches(scenario: Conflict) -> tuple[Approach, ...]:
    """Return the approaches of *scenario*: its own, then the common ones."""
    own = {approach.name for approach in scenario.approaches}
    return (
        *scenario.approaches,
        *(approach for approach in COMMON if approach.name not in own),
    )


def level_of(approach: Approach, scenario: Conflict) -> str:
    """Return how hard *approach* is in *scenario*; "" when nobody says.

    The scenario's own approaches speak first, then the scenario, then the table of
    common approaches [PL-CONF-04].
    """
    if approach in scenario.approaches and approach.difficulty:
        return approach.difficulty
    return scenario.difficulty or approach.difficulty or ""


@lru_cache(maxsize=64)
def setup(scenario: Conflict) -> Setup:
    """Return *scenario* in numbers."""
    sides = tuple(dict.fromkeys(side_of(one) for one in scenario.seats))
    sheets = tuple(_sheet(one, sides) for one in scenario.seats)
    guide = scenario.storyguide
    return Setup(
        mode=scenario.mode,
        sheets=sheets,
        sides=sides,
        teams=tuple(
            tuple(seat for seat, one in enumerate(sheets) if one.side == side)
            for side in range(len(sides))
        ),
        judge=len(sheets) if guide.asked else NOBODY,
        judge_name=guide.name,
        asked=guide.asked,
        disputes=guide.disputes,
        ways=tuple(_way(one, scenario) for one in approaches(scenario)),
        reason=scenario.reason,
        decree=scenario.decree,
        ladder=ladder(scenario.rulings.wound_ladder),
        rulings=scenario.rulings,
        bare=all(one.rolls and not one.situations for one in sheets)
        and "circumstances" not in guide.asked
        and scenario.rulings.team_mode == "coordinate",
    )


def _way(approach: Approach, scenario: Conflict) -> Way:
    return Way(
        name=approach.name,
        favored=tuple(FORCES.index(force) for force in approach.favored),
        opposed=tuple(FORCES.index(force) for force in approach.opposed),
        level=level_of(approach, scenario),
        verdict=approach.verdict,
    )


def _sheet(one: Character, sides: tuple[str, ...]) -> Sheet:
    return Sheet(
        name=one.name,
        side=sides.index(side_of(one)),
        sizes=sizes(one),
        approaches=one.approaches,
        aims=one.aims,
        harms=one.harms,
        may_concede=one.may_concede,
        changes_max=one.intent_changes,
        weight=(one.weight.severity, size(one.weight.size)),
        situations=one.circumstances,
        pleas=tuple(
            Plea(plea.descriptor, forces(plea.favored, plea.opposed), plea.approaches)
            for plea in one.forgotten
        ),
        worth=one.worth,
        rolls=one.planets is not None,
    )


def situation_die(situation: Situation) -> Circumstance:
    """Return the die that *situation* is."""
    return Circumstance(
        situation.kind, situation.severity, size(situation.size), situation.cause
    )
