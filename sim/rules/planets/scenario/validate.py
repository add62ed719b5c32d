"""Checks that the types of a scenario cannot make: names that exist, legal Forces.

Every problem is one sentence that begins with the place in the file, says what was
found and what was expected, and names the nearest valid word.
"""

from collections.abc import Iterator

from sim.rules.planets.forces.task import FORCES, PLANETS, Forces, forces
from sim.rules.planets.scenario.approaches import approaches, level_of
from sim.rules.planets.scenario.compile import DICELESS, DIRECT, INDIRECT, size, sizes
from sim.rules.planets.scenario.difficulty import (
    DIFFICULTIES,
    EMPTY,
    NO_NEUTRAL,
    OFF_CHART,
    OVERLAP,
    Difficulty,
    chart,
    illegal,
    natural,
    prefix,
)
from sim.rules.planets.scenario.rulings import Rulings
from sim.rules.planets.scenario.sheet import (
    Approach,
    Character,
    PlanetsScenario,
    Weight,
)
from sim.rules.planets.scenario.wounds import LADDERS, ladder
from sim.seam.sides import side_names, side_of
from sim.spine.marks import check_marks
from sim.spine.problems import problem, repeated, unknown

WHY = {
    OVERLAP: "a Force both as favored and as opposed",
    NO_NEUTRAL: "fewer neutral Forces than min_neutral asks for",
    EMPTY: "neither a favored nor an opposed Force",
    OFF_CHART: "another number of Forces than its difficulty asks for",
}


def validate(scenario: PlanetsScenario) -> Iterator[str]:
    """Yield the errors in *scenario*."""
    yield from _names(scenario)
    yield from check_marks(
        scenario,
        approaches=[approach.name for approach in approaches(scenario)],
        sides=side_names(scenario.seats),
    )
    yield from _rulings(scenario.rulings)
    for index, character in enumerate(scenario.seats):
        yield from _character(scenario, character, f"$.seats[{index}]")
    yield from _ways(scenario)
    yield from _sides(scenario)


def _rulings(rulings: Rulings) -> Iterator[str]:
    """Check that sizes are listed once each, and that the chart leaves a choice."""
    sizes = rulings.allowed_sizes
    if not sizes or len(set(sizes)) < len(sizes):
        yield problem(
            "$.rulings.allowed_sizes",
            repr(list(sizes)),
            "one size at least and each once",
        )
    most = len(FORCES) - rulings.min_neutral
    for level in DIFFICULTIES:
        some, others = chart(level, rulings)
        if not 1 <= some + others <= most:
            yield problem(
                f"$.rulings.{level}_forces",
                f"{some}/{others}, which is {some + others} Forces",
                f"1 to {most}, so that min_neutral stay neutral",
            )
    yield from _ladder(rulings)


def _ladder(rulings: Rulings) -> Iterator[str]:
    where, rungs = "$.rulings.wound_ladder", ladder(rulings.wound_ladder)
    if not rungs:
        expected = f"one of {', '.join(LADDERS)} or rungs such as 'minor d12, major d8'"
        yield problem(where, repr(rulings.wound_ladder), expected)
    for rung in rungs:
        yield from _sized(rung.size, where, rulings)


def _names(scenario: PlanetsScenario) -> Iterator[str]:
    guide = scenario.storyguide
    judge = [guide.name] if guide.asked else []
    yield from repeated(
        "$.seats", [character.name for character in scenario.seats] + judge
    )


def _character(
    scenario: PlanetsScenario, character: Character, where: str
) -> Iterator[str]:
    rulings = scenario.rulings
    for index, situation in enumerate(character.circumstances):
        place = f"{where}.circumstances[{index}]"
        yield from _sized(size(situation.size), f"{place}.size", rulings)
    yield from _forgotten(scenario, character, where)
    yield from _planets(character, where, rulings)
    most = len(ladder(rulings.wound_ladder))
    if character.wounds > most:
        expected = f"{most} at most: the ladder ends there, and the next takes out"
        yield problem(f"{where}.wounds", f"{character.wounds}", expected)


def _forgotten(
    scenario: PlanetsScenario, character: Character, where: str
) -> Iterator[str]:
    """Check that arguments have legal Forces and Descriptors of the character."""
    for index, argument in enumerate(character.forgotten):
        place = f"{where}.forgotten[{index}]"
        task = forces(argument.favored, argument.opposed)
        yield from _legal(task, place, scenario.rulings)
        if argument in character.forgotten[:index]:
            found = f"{argument.descriptor!r}, which says the same twice"
            yield problem(place, found, "it once")
        if character.descriptors:
            yield from unknown(
                f"{place}.descriptor", argument.descriptor, character.descriptors
            )


def _planets(character: Character, where: str, rulings: Rulings) -> Iterator[str]:
    if character.planets is None:
        yield from _sized(size(character.weight.size), f"{where}.weight.size", rulings)
        return
    if character.weight != Weight():
        yield problem(f"{where}.weight", "a weight beside planets", "one of the two")
    own = sizes(character)
    for planet, sides in zip(PLANETS, own, strict=True):
        if sides:
            yield from _sized(sides, f"{where}.planets.{planet}", rulings)
    wed = own.count(0)
    if not 1 <= wed <= rulings.max_wed:
        yield problem(
            f"{where}.planets",
            f"{wed} wed Planets",
            f"1 to {rulings.max_wed} (without any dice leave planets out)",
        )


def _sized(sides: int, where: str, rulings: Rulings) -> Iterator[str]:
    if sides not in rulings.allowed_sizes:
        dice = ", ".join(f"d{size}" for size in rulings.allowed_sizes)
        yield problem(where, f"'d{sides}'", f"one of {dice}")


def _legal(
    task: Forces, where: str, rulings: Rulings, level: str | None = None
) -> Iterator[str]:
    why = illegal(task, rulings, level)
    if why:
        most = len(FORCES) - rulings.min_neutral
        expected = f"disjoint lists that together have 1 to {most} Forces"
        yield problem(where, WHY[why], expected)


def _ways(scenario: PlanetsScenario) -> Iterator[str]:
    """Check that every approach that may be rolled for has a legal pair of sets."""
    own = [approach.name for approach in scenario.approaches]
    tried = {
        name
        for character in scenario.seats
        if character.planets
        for name in character.approaches
    }
    declared = "roll" not in scenario.storyguide.asked
    for approach in approaches(scenario):
        if approach.name not in tried or (declared and approach.verdict != "roll"):
            continue
        where = f"the approach {approach.name!r}"
        if approach.name in own:
            where = f"$.approaches[{own.index(approach.name)}]"
        yield from _way(scenario, approach, where)


def _way(scenario: PlanetsScenario, approach: Approach, where: str) -> Iterator[str]:
    rulings = scenario.rulings
    favored = tuple(FORCES.index(force) for force in approach.favored)
    opposed = tuple(FORCES.index(force) for force in approach.opposed)
    if set(favored) & set(opposed):
        yield from _legal(prefix(favored, opposed, None, rulings), where, rulings)
    levels: tuple[Difficulty | None, ...] = (level_of(approach, scenario),)
    asked = scenario.storyguide.asked
    if "difficulty" in asked and "forces" not in asked:
        levels = DIFFICULTIES
    for level in levels:
        task = prefix(favored, opposed, level, rulings)
        named = level or natural(task, rulings)
        yield from _legal(task, f"{where} at {named} difficulty", rulings, named)


def _sides(scenario: PlanetsScenario) -> Iterator[str]:
    """Check the number of sides, and which have dice, against the mode."""
    sides = side_names(scenario.seats)
    if scenario.mode == INDIRECT:
        yield from _each_alone(scenario, sides)
        return
    if len(sides) != 2:  # noqa: PLR2004 - a track has two ends
        yield problem("$.seats", f"{len(sides)} sides", f"2 in {scenario.mode} mode")
    dice = {
        side: [
            character.planets is not None
            for character in scenario.seats
            if side_of(character) == side
        ]
        for side in sides
    }
    for side, rolls in dice.items():
        if rolls != sorted(rolls, reverse=True):
            found = f"a Diceless who comes before one with dice on side {side!r}"
            yield problem("$.seats", found, "those with dice first")
    able = sum(any(rolls) for rolls in dice.values())
    if scenario.mode == DIRECT and able < len(sides):
        yield problem("$.mode", "a side without dice in direct mode", "'diceless'")
    if scenario.mode == DICELESS and able > 1:
        yield problem("$.mode", "dice on both sides", "'direct'")


def _each_alone(scenario: PlanetsScenario, sides: tuple[str, ...]) -> Iterator[str]:
    if len(sides) < len(scenario.seats):
        found = "a side of several in indirect mode"
        yield problem("$.seats", found, "everyone alone: leave side out")
    for index, character in enumerate(scenario.seats):
        if character.planets is None:
            where = f"$.seats[{index}].planets"
            yield problem(where, "none", "some: indirect mode is for dice only")
