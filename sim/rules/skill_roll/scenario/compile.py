"""The scenario in compiled form: everything that stays the same during a conflict.

Seats and sides are integers. Sheets are used as they are, once the rulings have been
applied. The hash of a setup is computed once, so that every state can hold it.
"""

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct, structs

from sim.rules.skill_roll.scenario.characters import CharacterData, character
from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.sheet import (
    Bystander,
    Condition,
    Distance,
    SkillRollScenario,
    Worth,
)
from sim.rules.skill_roll.scenario.uses import UseData, use_data
from sim.rules.skill_roll.skills.dice import DiceSet, dice_set
from sim.rules.skill_roll.skills.ranged import distance_units
from sim.rules.skill_roll.skills.scale import SCALES, Scale
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.seam.sides import side_names
from sim.spine.compiled import compiled_once


class ConflictKind(StrEnum):
    """The kinds of conflict [SK-CONF-01]."""

    COMBAT = "combat"
    CONTEST = "contest"
    TASK = "task"


COMBAT, CONTEST, TASK = ConflictKind


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a state needs that no event can change.

    *judge* is the seat of the Narrator, NOBODY if *asked* about nothing. *distances*
    are in Distance Units; pairs without one are *far* apart.
    """

    kind: ConflictKind
    characters: tuple[CharacterData, ...]
    sides: tuple[str, ...]
    teams: tuple[tuple[Seat, ...], ...]
    judge: Seat
    judge_name: str
    asked: tuple[str, ...]
    uses: tuple[UseData, ...]
    goal: int
    far: int
    distances: tuple[Distance, ...]
    conditions: tuple[Condition, ...]
    bystanders: tuple[Bystander, ...]
    worth: Worth
    rulings: Rulings
    scale: Scale
    dice: DiceSet | None
    dice_by_skill: tuple[tuple[str, DiceSet | None], ...]

    def asks(self, topic: str) -> bool:
        """Whether the Narrator is asked about *topic*."""
        return topic in self.asked

    def dice_of(self, skill: str) -> DiceSet | None:
        """Return the dice *skill* is rolled with [SK-ROLL-04]."""
        for name, dice in self.dice_by_skill:
            if name == skill:
                return dice
        return self.dice

    def distance(self, first: str, second: str, round_: int) -> int:
        """Return how far two are from each other in this round [SK-RUL-47]."""
        pairs = (first, second), (second, first)
        for apart in self.distances:
            if (
                apart.between in pairs
                and apart.from_round <= round_ <= (apart.to_round or round_)
                and apart.du is not None
            ):
                return apart.du
        return self.far


@compiled_once(SkillRollScenario)
def compile_scenario(scenario: SkillRollScenario) -> Setup:
    """Return *scenario* in compiled form."""
    sides, rulings = side_names(scenario.seats), scenario.rulings
    characters = tuple(character(sheet, sides, rulings) for sheet in scenario.seats)
    names = {data.name: seat for seat, data in by_seat(characters)}
    narrator = scenario.narrator
    teams = [
        tuple(seat for seat, data in by_seat(characters) if data.side == side)
        for side in range(len(sides))
    ]
    return Setup(
        kind=ConflictKind(scenario.kind),
        characters=characters,
        sides=sides,
        teams=tuple(teams),
        judge=Seat(len(characters)) if narrator.asked else NOBODY,
        judge_name=narrator.name,
        asked=narrator.asked,
        uses=tuple(use_data(use, scenario, names) for use in scenario.uses),
        goal=scenario.goal,
        far=scenario.distance_du,
        distances=tuple(_distances(scenario)),
        conditions=scenario.conditions,
        bystanders=scenario.bystanders,
        worth=scenario.worth,
        rulings=rulings,
        scale=SCALES[rulings.scale],
        dice=dice_set(rulings.dice),
        dice_by_skill=tuple(_skill_dice(text) for text in rulings.dice_by_skill),
    )


def _skill_dice(text: str) -> tuple[str, DiceSet | None]:
    skill, _, dice = text.rpartition("=")
    return skill, dice_set(dice)


def _distances(scenario: SkillRollScenario) -> list[Distance]:
    """Return the distances of the file, then those given with bystanders."""
    distances = [
        structs.replace(far, du=in_units(far, scenario.rulings), metres=None)
        for far in scenario.distances
    ]
    distances += [
        Distance((bystander.name, other), du)
        for bystander in scenario.bystanders
        for other, du in bystander.near.items()
    ]
    return distances


def in_units(distance: Distance, rulings: Rulings) -> int:
    """Return *distance* in Distance Units [SK-RUL-20]."""
    if distance.du is not None:
        return distance.du
    assert distance.metres is not None
    metres = Fraction(distance.metres)
    return distance_units(metres, rulings.du_base, rulings.du_rounding)
