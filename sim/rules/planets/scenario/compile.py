"""The scenario in compiled form: everything that stays the same during a conflict.

Seats, sides and Forces are integers. The hash of a setup is computed once, so that
every state can hold it.
"""

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from sim.rules.planets.forces.rolls import Circumstance, Kind, Severity
from sim.rules.planets.forces.task import (
    FORCES,
    NO_DICE,
    PLANETS,
    Forces,
    Sizes,
    forces,
)
from sim.rules.planets.phases import Aim, Verdict
from sim.rules.planets.scenario.approaches import approaches, level_of
from sim.rules.planets.scenario.difficulty import prefix
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import (
    Approach,
    Argument,
    Character,
    PlanetsScenario,
    Situation,
    Worth,
)
from sim.rules.planets.scenario.wounds import Rung, ladder
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.seam.sides import side_names, side_of
from sim.spine.compiled import compiled_once
from sim.spine.lookup import first as first_of


class Mode(StrEnum):
    """Who rolls: both of two sides at once, everyone alone, or one side."""

    DIRECT = "direct"
    INDIRECT = "indirect"
    DICELESS = "diceless"


DIRECT, INDIRECT, DICELESS = Mode


class ApproachData(Struct, frozen=True, gc=False):
    """One approach: its Forces, the most apt first, its Difficulty and its verdict."""

    name: str
    favored: tuple[int, ...]
    opposed: tuple[int, ...]
    level: str | None
    verdict: Verdict

    def task(self, level: str | None, rulings: Rulings) -> Forces:
        """Return the Forces this approach has at *level*."""
        return prefix(self.favored, self.opposed, level, rulings)


class ArgumentData(Struct, frozen=True, gc=False):
    """A Descriptor a player may bring up, and the Forces it argues for."""

    descriptor: str
    task: Forces
    approaches: tuple[str, ...]


class SituationData(Struct, frozen=True, gc=False):
    """A Circumstance die of the scenario, and when it counts.

    *approaches* are those it is for, all if empty; *last* is None if it never ends.
    """

    die: Circumstance
    approaches: tuple[str, ...]
    first: int
    last: int | None

    def counts(self, round_: int, approach: str) -> bool:
        """Whether it counts in this round for this approach."""
        return (
            self.first <= round_
            and (self.last is None or round_ <= self.last)
            and (not self.approaches or approach in self.approaches)
        )


class CharacterData(Struct, frozen=True, gc=False, cache_hash=True):
    """A character as it is when the conflict begins; without dice if Diceless.

    *weight* is then the severity and size of the die that it gives to others.
    """

    name: str
    side: int
    sizes: Sizes
    approaches: tuple[str, ...]
    aims: tuple[Aim, ...]
    harms: tuple[bool, ...]
    may_concede: bool
    changes_max: int | None
    weight: tuple[Severity, int]
    situations: tuple[SituationData, ...]
    arguments: tuple[ArgumentData, ...]
    worth: Worth
    rolls: bool
    """Whether it has dice [PL-TERM-03]."""
    wounds: int
    """The wounds it enters with [PL-RUL-43]."""


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a state needs that no event can change.

    *judge* is the seat of the Storyguide, NOBODY if she is *asked* about nothing.
    """

    mode: Mode
    characters: tuple[CharacterData, ...]
    sides: tuple[str, ...]
    teams: tuple[tuple[Seat, ...], ...]
    judge: Seat
    judge_name: str
    asked: tuple[str, ...]
    disputes: str
    approaches: tuple[ApproachData, ...]
    reason: str
    decree: str
    ladder: tuple[Rung, ...]
    rulings: Rulings
    bare: bool
    """Whether only wounds can add a Circumstance die to a roll."""
    coordinates: bool
    """Whether some side may make one roll with the dice of several [PL-RUL-28]."""

    def approach(self, name: str) -> ApproachData:
        """Return the approach called *name*."""
        return _approach_called(self, name)

    def asks(self, topic: str) -> bool:
        """Whether the Storyguide is asked about *topic*."""
        return topic in self.asked


@lru_cache(maxsize=1024)
def _approach_called(setup: Setup, name: str) -> ApproachData:
    return first_of(approach for approach in setup.approaches if approach.name == name)


def size(text: str) -> int:
    """Return the size in *text*, such as 8 in "d8"; 0 for "wed"."""
    return 0 if text == "wed" else int(text[1:])


def sizes(character: Character) -> Sizes:
    """Return the dice of *character*, Force by Force."""
    planets = character.planets
    if planets is None:
        return NO_DICE
    return tuple(size(getattr(planets, planet)) for planet in PLANETS)


@lru_cache(maxsize=64)
@compiled_once(PlanetsScenario)
def compile_scenario(scenario: PlanetsScenario) -> Setup:
    """Return *scenario* in compiled form."""
    sides = side_names(scenario.seats)
    characters = tuple(_character(character, sides) for character in scenario.seats)
    guide, rulings = scenario.storyguide, scenario.rulings
    together = rulings.team_mode == "coordinate"
    return Setup(
        mode=Mode(scenario.mode),
        characters=characters,
        sides=sides,
        teams=tuple(
            tuple(seat for seat, data in by_seat(characters) if data.side == side)
            for side in range(len(sides))
        ),
        judge=Seat(len(characters)) if guide.asked else NOBODY,
        judge_name=guide.name,
        asked=guide.asked,
        disputes=guide.disputes,
        approaches=tuple(
            _approach(approach, scenario) for approach in approaches(scenario)
        ),
        reason=scenario.reason,
        decree=scenario.decree,
        ladder=ladder(rulings.wound_ladder),
        rulings=rulings,
        bare=all(data.rolls and not data.situations for data in characters)
        and "circumstances" not in guide.asked
        and together,
        coordinates=together
        and rulings.use_combined_rolls
        and len(sides) < len(characters),
    )


def _approach(approach: Approach, scenario: PlanetsScenario) -> ApproachData:
    return ApproachData(
        name=approach.name,
        favored=tuple(FORCES.index(force) for force in approach.favored),
        opposed=tuple(FORCES.index(force) for force in approach.opposed),
        level=level_of(approach, scenario),
        verdict=Verdict(approach.verdict),
    )


def _character(character: Character, sides: tuple[str, ...]) -> CharacterData:
    return CharacterData(
        name=character.name,
        side=sides.index(side_of(character)),
        sizes=sizes(character),
        approaches=character.approaches,
        aims=tuple(Aim(aim) for aim in character.aims),
        harms=character.harms,
        may_concede=character.may_concede,
        changes_max=character.intent_changes,
        weight=(Severity(character.weight.severity), size(character.weight.size)),
        situations=tuple(
            _situation(situation) for situation in character.circumstances
        ),
        arguments=tuple(_argument(argument) for argument in character.forgotten),
        worth=character.worth,
        rolls=character.planets is not None,
        wounds=character.wounds,
    )


def _situation(situation: Situation) -> SituationData:
    die = Circumstance(
        Kind(situation.kind),
        Severity(situation.severity),
        size(situation.size),
        situation.cause,
    )
    return SituationData(
        die, situation.approaches, situation.from_round, situation.to_round
    )


def _argument(argument: Argument) -> ArgumentData:
    return ArgumentData(
        argument.descriptor,
        forces(argument.favored, argument.opposed),
        argument.approaches,
    )
