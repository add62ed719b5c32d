"""The scenario in numbers: what stays the same throughout a conflict.

Seats and sides are integers from here on. A setup hashes once, so that every state can
carry it.
"""

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec import Struct

from sim.rules.skill_roll.scenario.characters import CharacterData, character
from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.sheet import (
    Bystander,
    Condition,
    Distance,
    SkillRollScenario,
    Worth,
    side_names,
)
from sim.rules.skill_roll.scenario.uses import UseData, use_data
from sim.rules.skill_roll.skills.attack_difficulty import Awareness
from sim.rules.skill_roll.skills.charts import (
    CIRCUMSTANCES,
    Circumstance,
)
from sim.rules.skill_roll.skills.dice import DiceSet, dice_set
from sim.rules.skill_roll.skills.ranged import distance_units
from sim.rules.skill_roll.skills.scale import SCALES, Scale
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat


class ConflictKind(StrEnum):
    """What sort of conflict it is [SK-CONF-01]."""

    COMBAT = "combat"
    CONTEST = "contest"
    TASK = "task"


COMBAT, CONTEST, TASK = ConflictKind


class DistanceData(Struct, frozen=True, gc=False):
    """How far two are from each other, and when; *last* is None for ever."""

    pair: frozenset[str]
    du: int
    first: int
    last: int | None


class ConditionData(Struct, frozen=True, gc=False):
    """What shifts the difficulty of the rolls it fits."""

    who: tuple[Seat, ...]
    against: tuple[Seat, ...]
    approach: str
    answers: str
    form: str
    skill: str
    row: Circumstance
    percent: int
    power: str
    ranks: int | None
    relevant: bool
    first: int
    last: int | None

    @property
    def shift(self) -> int:
        """What its row does to the difficulty."""
        return CIRCUMSTANCES[self.row]

    @property
    def has_power(self) -> bool:
        """Whether ranks of a power shift the difficulty."""
        return bool(self.power) or self.ranks is not None


class BystanderData(Struct, frozen=True, gc=False):
    """Somebody or something that a stray may hit."""

    name: str
    dex: int
    size: int
    velocity: int
    capacity: int
    thing: bool
    awareness: Awareness


class Setup(Struct, frozen=True, cache_hash=True):
    """Everything a state needs to know and no event can change.

    *judge* is the seat of the Narrator, NOBODY when *asked* about nothing.
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
    distances: tuple[DistanceData, ...]
    conditions: tuple[ConditionData, ...]
    bystanders: tuple[BystanderData, ...]
    worth: Worth
    rulings: Rulings
    scale: Scale
    dice: DiceSet | None
    dice_by_skill: tuple[tuple[str, DiceSet | None], ...]

    def asks(self, topic: str) -> bool:
        """Return whether the Narrator is asked about *topic*."""
        return topic in self.asked

    def dice_of(self, skill: str) -> DiceSet | None:
        """Return the dice *skill* is rolled with [SK-ROLL-04]."""
        for name, dice in self.dice_by_skill:
            if name == skill:
                return dice
        return self.dice

    def distance(self, one: str, other: str, round_: int) -> int:
        """Return how far two are from each other in this round [SK-RUL-47]."""
        pair = frozenset((one, other))
        for far in self.distances:
            if far.pair == pair and far.first <= round_ <= (far.last or round_):
                return far.du
        return self.far


def compile_scenario(scenario: SkillRollScenario) -> Setup:
    """Return *scenario* in numbers; the same scenario is compiled once."""
    return _compiled(msgspec.json.encode(scenario))


@lru_cache(maxsize=64)
def _compiled(text: bytes) -> Setup:
    scenario = msgspec.json.decode(text, type=SkillRollScenario)
    sides, rulings = side_names(scenario), scenario.rulings
    characters = tuple(character(one, sides, rulings) for one in scenario.seats)
    names = {one.name: seat for seat, one in by_seat(characters)}
    narrator = scenario.narrator
    teams = [
        tuple(seat for seat, one in by_seat(characters) if one.side == side)
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
        uses=tuple(use_data(one, scenario, names) for one in scenario.uses),
        goal=scenario.goal,
        far=scenario.distance_du,
        distances=tuple(_distances(scenario)),
        conditions=tuple(_condition(one, names) for one in scenario.conditions),
        bystanders=tuple(_bystander(one) for one in scenario.bystanders),
        worth=scenario.worth,
        rulings=rulings,
        scale=SCALES[rulings.scale],
        dice=dice_set(rulings.dice),
        dice_by_skill=tuple(_skill_dice(text) for text in rulings.dice_by_skill),
    )


def _skill_dice(text: str) -> tuple[str, DiceSet | None]:
    skill, _, dice = text.rpartition("=")
    return skill, dice_set(dice)


def _distances(scenario: SkillRollScenario) -> list[DistanceData]:
    """Return the distances of the file, then what bystanders say of themselves."""
    rulings = scenario.rulings
    found = [
        DistanceData(
            frozenset(one.between), in_units(one, rulings), one.from_round, one.to_round
        )
        for one in scenario.distances
    ]
    found += [
        DistanceData(frozenset((one.name, other)), du, 1, None)
        for one in scenario.bystanders
        for other, du in one.near.items()
    ]
    return found


def in_units(one: Distance, rulings: Rulings) -> int:
    """Return how many Distance Units *one* is [SK-RUL-20]."""
    if one.du is not None:
        return one.du
    metres = Fraction(one.metres or 1)
    return distance_units(metres, rulings.du_base, rulings.du_rounding)


def _condition(one: Condition, names: dict[str, Seat]) -> ConditionData:
    return ConditionData(
        who=tuple(names[name] for name in one.who),
        against=tuple(names[name] for name in one.against),
        approach=one.approach,
        answers=one.answers,
        form=one.form,
        skill=one.skill,
        row=one.row,
        percent=one.percent,
        power=one.power,
        ranks=one.ranks,
        relevant=one.relevant,
        first=one.from_round,
        last=one.to_round,
    )


def _bystander(one: Bystander) -> BystanderData:
    aware = Awareness.UNAWARE_OF_ATTACK if one.aware else Awareness.UNAWARE_OF_DANGER
    return BystanderData(
        one.name, one.dex, one.size_du, one.velocity, one.capacity, one.object, aware
    )
