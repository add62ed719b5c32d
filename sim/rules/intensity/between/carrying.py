"""What everybody takes out of a conflict, and takes into the next [IN-R-51].

The text speaks of results for good only where dice are won or inflicted; the rest are
rulings on what lasts: dice worn down, Intensity left, situation dice unused.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import convert, to_builtins
from msgspec.structs import replace

from sim.errors import ScenarioError
from sim.events import Seat
from sim.protocol import Description
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
from sim.seats import by_seat


def carried(state: State) -> dict[str, Description]:
    """Return what everybody takes away: points, dice by category, marks for good."""
    return {
        data.name: _record(state, who) for who, data in by_seat(state.setup.characters)
    }


def _record(state: State, who: Seat) -> Description:
    setup = state.setup
    data, took = setup.characters[who], takings(state, who)
    category = {
        index: setup.categories[place]
        for place, group in enumerate(data.groups)
        for index in group
    }
    left = [
        (index, name, size)
        for index, (name, size) in enumerate(
            zip(data.abilities, took.sizes, strict=True)
        )
        if size
    ]
    record: Description = {
        "intensity": took.intensity,
        "abilities": {name: size for _, name, size in left},
        "categories": {name: category.get(index, "") for index, name, _ in left},
        "situation_dice": [list(die) for die in took.bonuses],
        "marks": to_builtins(list(_marks(state, who, took.marks))),
    }
    if state.participants[who].status == DEAD:
        record["out"] = "dead"
    elif not left:
        record["out"] = "without any die"
    return record


def _marks(state: State, who: Seat, now: tuple[int, ...]) -> Iterator[Mark]:
    """Yield the marks from before, then those of this conflict, each by its name.

    A mark that does not matter here goes along all the same [IN-R-37].
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

    Without the dead, those who have no die left, and what can no longer be wanted;
    None where that leaves no two sides, or nobody who chooses.
    """
    seats = tuple(
        _entering(one, records.get(one.name), scenario)
        for one in scenario.seats
        if "out" not in records.get(one.name, {})
    )
    sides = {one.side for one in seats}
    if len(sides) < 2 or all(one.kind == "static" for one in seats):  # noqa: PLR2004 - it takes two
        return None
    return replace(scenario, seats=seats, goals=possible_goals(scenario.goals, seats))


def _entering(
    one: Character, record: Description | None, scenario: IntensityScenario
) -> Character:
    if record is None:
        return one
    categories: Mapping[str, str] = record["categories"]
    if one.kind == "active":
        _check_known(one, categories, scenario)
    return replace(
        one,
        abilities=tuple(
            Ability(name, size, categories[name])
            for name, size in record["abilities"].items()
        ),
        intensity=record["intensity"] + scenario.rest if one.kind == "active" else 0,
        situation_dice=tuple(
            SituationDie(size, left) for size, left in record["situation_dice"]
        ),
        marks=convert(record["marks"], tuple[Mark, ...]),
    )


def _check_known(
    one: Character, categories: Mapping[str, str], scenario: IntensityScenario
) -> None:
    for name, category in categories.items():
        if category not in scenario.categories:
            message = (
                f"{one.name} brings {name!r} of the category {category!r}, expected one"
                f" of {', '.join(scenario.categories)}"
            )
            raise ScenarioError(message)
