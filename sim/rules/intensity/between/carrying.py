"""What everybody carries from one conflict into the next [IN-R-51].

The text mentions permanent results only for dice won or inflicted. Whether worn dice,
remaining Intensity and unused situation dice last is up to rulings.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import convert, to_builtins
from msgspec.structs import replace

from sim.errors import ScenarioError
from sim.rules.intensity.between.wanting import possible_goals
from sim.rules.intensity.effects.aftermath import takings
from sim.rules.intensity.phases import INFLICT
from sim.rules.intensity.scenario.sheet import (
    Ability,
    Character,
    IntensityScenario,
    Mark,
    SituationDie,
)
from sim.rules.intensity.state import DEAD, State
from sim.seam.events import Seat
from sim.seam.protocol import Description
from sim.seam.seats import by_seat

NO_CATEGORY = "pool"
"""The category recorded for dice of an obstacle that have none."""


def carried(state: State) -> dict[str, Description]:
    """Return what everybody takes away: points, dice by category, permanent marks."""
    return {
        data.name: _record(state, who) for who, data in by_seat(state.setup.characters)
    }


def _record(state: State, who: Seat) -> Description:
    data, took = state.setup.characters[who], takings(state, who)
    record: Description = {"intensity": took.intensity}
    for index, (name, size) in enumerate(zip(data.abilities, took.sizes, strict=True)):
        if size:
            dice = record.setdefault("abilities", {})
            dice.setdefault(_category(state, who, index), {})[name] = size
    if took.bonuses:
        record["situation_dice"] = [list(die) for die in took.bonuses]
    marks = list(_marks(state, who, took.marks))
    if marks:
        record["marks"] = to_builtins(marks)
    if state.participants[who].status == DEAD:
        record["out"] = "dead"
    elif "abilities" not in record:
        record["out"] = "without any die"
    return record


def _category(state: State, who: Seat, ability: int) -> str:
    """Return the category of an ability; dice of an obstacle may have none."""
    groups = state.setup.characters[who].groups
    for category, group in zip(state.setup.categories, groups, strict=True):
        if ability in group:
            return category
    return NO_CATEGORY


def _marks(state: State, who: Seat, now: tuple[int, ...]) -> Iterator[Mark]:
    """Yield the marks from before, then those of this conflict, by name.

    A mark that does not matter here is carried on as well [IN-R-37].
    """
    data = state.setup.characters[who]
    yield from data.marked
    new = Counter(now) - Counter(data.marks)
    for _, goal in state.won:
        if goal.kind == INFLICT and goal.target == who and new[goal.size]:
            new[goal.size] -= 1
            yield Mark(goal.size, state.setup.wishes[goal.wish].die)
    yield from (Mark(size) for size in new.elements())


def entered(
    scenario: IntensityScenario, records: Mapping[str, Description]
) -> IntensityScenario | None:
    """Return *scenario* with the dice and points that are carried into it.

    The dead, those who have no die left and goals that have become impossible are left
    out. Returns None if fewer than two sides are left, or nobody who chooses.
    """
    seats = tuple(
        _entering(character, records.get(character.name), scenario)
        for character in scenario.seats
        if "out" not in records.get(character.name, {})
    )
    sides = {character.side for character in seats}
    if len(sides) < 2 or all(character.kind == "static" for character in seats):  # noqa: PLR2004 - it takes two
        return None
    return replace(scenario, seats=seats, goals=possible_goals(scenario.goals, seats))


def _entering(
    character: Character, record: Description | None, scenario: IntensityScenario
) -> Character:
    if record is None:
        return character
    order = {ability.name: place for place, ability in enumerate(character.abilities)}
    brought = sorted(
        _abilities(character, record, scenario),
        key=lambda ability: order.get(ability.name, len(order)),
    )
    dice: tuple[tuple[int, int], ...] = record.get("situation_dice", ())
    return replace(
        character,
        abilities=tuple(brought),
        intensity=record["intensity"] + scenario.rest
        if character.kind == "active"
        else 0,
        situation_dice=tuple(SituationDie(size, left) for size, left in dice),
        marks=convert(record.get("marks", ()), tuple[Mark, ...]),
    )


def _abilities(
    character: Character, record: Description, scenario: IntensityScenario
) -> Iterator[Ability]:
    """Yield the dice of *record*; those of one who chooses need a category."""
    categories = scenario.categories
    dice: Mapping[str, Mapping[str, int]] = record["abilities"]
    for category, sizes in dice.items():
        for name, size in sizes.items():
            if category in categories or character.kind == "static":
                yield Ability(name, size, category if category in categories else "")
                continue
            message = (
                f"{character.name} brings {name!r} of the category {category!r},"
                f" expected one of {', '.join(categories)}"
            )
            raise ScenarioError(message)
