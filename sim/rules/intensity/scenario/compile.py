"""The scenario in the form the rules use: names become indices, once.

A Setup is part of every state, shared and never copied; its hash is computed once.
"""

from msgspec import Struct

from sim.rules.intensity.phases import NONE, GoalKind
from sim.rules.intensity.scenario.rulings import Rulings
from sim.rules.intensity.scenario.sheet import (
    Character,
    IntensityScenario,
    Mark,
    Worth,
    seats,
)
from sim.seam.events import NOBODY, Seat
from sim.seam.seats import by_seat
from sim.seam.sides import side_names
from sim.spine.compiled import compiled_once

FILLER = 2
"""The size of the dice that fill an empty place [IN-R-08]."""


class CharacterData(Struct, frozen=True, gc=False, cache_hash=True):
    """A participant, with indices for names.

    *groups* are the abilities of each category, *rollable* those that pools may use.
    Dice that can only be won come last among the abilities, from *won_from* on.
    """

    name: str
    side: int
    static: bool
    abilities: tuple[str, ...]
    sizes: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    rollable: tuple[tuple[int, ...], ...]
    health: int
    intensity: int
    fillers: int
    marks: tuple[int, ...]
    won_from: int
    marked: tuple[Mark, ...]
    """All its marks, including those that do not matter here."""
    situation_dice: tuple[tuple[int, int], ...]
    """Situation dice left from before: (size, rolls left)."""


class Wish(Struct, frozen=True, gc=False, cache_hash=True):
    """A goal of the scenario; *by* are the seats that may pursue it.

    *prizes* has, for each of these seats, the ability that a goal to gain a die fills.
    """

    name: str
    kind: GoalKind
    side: int
    by: tuple[Seat, ...]
    target: Seat
    ability: str
    die: str
    size: int
    prizes: tuple[int, ...]
    worth: float | None


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything that does not change during a conflict."""

    characters: tuple[CharacterData, ...]
    wishes: tuple[Wish, ...]
    sides: tuple[str, ...]
    categories: tuple[str, ...]
    prizes: tuple[int, ...]
    help_pool: tuple[int, ...]
    gm: Seat
    names: tuple[str, ...]
    reconciled: str
    worth: Worth
    only_rolled: bool
    """Damage lands on no ability but those that were rolled [IN-R-19]."""
    counts_raw: bool
    """Raw successes of the main roll matter [IN-R-30, IN-R-34]."""
    rulings: Rulings


@compiled_once(IntensityScenario)
def compile_scenario(scenario: IntensityScenario) -> Setup:
    """Return *scenario* with indices in place of names."""
    taken = seats(scenario)
    sides = side_names(scenario.seats)
    rulings = scenario.rulings
    limit = rulings.max_prize
    return Setup(
        characters=tuple(_character(scenario, n) for n in range(len(scenario.seats))),
        wishes=tuple(_wish(scenario, index) for index in range(len(scenario.goals))),
        sides=sides,
        categories=scenario.categories,
        prizes=tuple(sorted({size for size in scenario.prizes if size <= limit})),
        help_pool=scenario.help_pool,
        gm=NOBODY if scenario.gm is None else Seat(len(scenario.seats)),
        names=tuple(seat.name for seat in taken),
        reconciled=scenario.reconciled,
        worth=scenario.worth,
        only_rolled=rulings.targets == "rolled",
        counts_raw=rulings.situation_penalty and rulings.failure_counts == "raw",
        rulings=rulings,
    )


def _character(scenario: IntensityScenario, seat: int) -> CharacterData:
    character = scenario.seats[seat]
    names = [ability.name for ability in character.abilities]
    places = [ability.category for ability in character.abilities]
    for index in _gains(scenario, seat):
        names.append(scenario.goals[index].die)
        places.append(scenario.goals[index].category)
    owned = len(character.abilities)
    groups = tuple(
        tuple(index for index, place in enumerate(places) if place == category)
        for category in scenario.categories
    )
    health = (
        names.index(character.health) if character.health in names[:owned] else NONE
    )
    barred = NONE if scenario.rulings.health_rollable else health
    return CharacterData(
        name=character.name,
        side=side_names(scenario.seats).index(character.side),
        static=character.kind == "static",
        abilities=tuple(names),
        sizes=(
            *(ability.size for ability in character.abilities),
            *((0,) * (len(names) - owned)),
        ),
        groups=groups,
        rollable=tuple(
            tuple(index for index in group if index != barred) for group in groups
        ),
        health=health,
        intensity=character.intensity,
        fillers=_fillers(scenario, character),
        marks=_marks(scenario, character),
        won_from=owned,
        marked=character.marks,
        situation_dice=tuple((die.size, die.left) for die in character.situation_dice),
    )


def _fillers(scenario: IntensityScenario, character: Character) -> int:
    """Return how many d2s an obstacle's pool is filled with [IN-R-08]."""
    if character.kind == "active":
        return 0
    if character.fillers is not None:
        return character.fillers
    if scenario.rulings.default_d2 == "none":
        return 0
    return max(0, len(scenario.categories) - len(character.abilities))


def _marks(scenario: IntensityScenario, character: Character) -> tuple[int, ...]:
    """Return the inflicted dice that matter in this conflict [IN-R-37]."""
    tagged = scenario.rulings.inflicted_scope == "tagged"
    return tuple(
        mark.size for mark in character.marks if not tagged or mark.tag in scenario.tags
    )


def _seekers(scenario: IntensityScenario, index: int) -> tuple[Seat, ...]:
    """Return the seats that may pursue a goal: active members of its side."""
    goal = scenario.goals[index]
    return tuple(
        seat
        for seat, character in by_seat(scenario.seats)
        if character.side == goal.side
        and character.kind == "active"
        and (not goal.only or character.name in goal.only)
    )


def _gains(scenario: IntensityScenario, seat: int) -> tuple[int, ...]:
    """Return the goals by which *seat* can win a die."""
    return tuple(
        index
        for index, goal in enumerate(scenario.goals)
        if goal.kind == "gain_die" and seat in _seekers(scenario, index)
    )


def _wish(scenario: IntensityScenario, index: int) -> Wish:
    goal = scenario.goals[index]
    by = _seekers(scenario, index)
    names = [character.name for character in scenario.seats]
    prizes: tuple[int, ...] = ()
    if goal.kind == "gain_die":
        prizes = tuple(
            len(scenario.seats[seat].abilities) + _gains(scenario, seat).index(index)
            for seat in by
        )
    return Wish(
        name=goal.name,
        kind=GoalKind(goal.kind),
        side=side_names(scenario.seats).index(goal.side),
        by=by,
        target=Seat(names.index(goal.against)) if goal.against else NOBODY,
        ability=goal.ability,
        die=goal.die,
        size=goal.size,
        prizes=prizes,
        worth=goal.worth,
    )
