"""Checks that the types of a scenario cannot make, such as at least two sides."""

from collections.abc import Iterator

from sim.rules.intensity.scenario.sheet import Character, GoalSheet, IntensityScenario
from sim.spine.lookup import first
from sim.spine.marks import check_marks
from sim.spine.problems import problem, repeated, unknown

_DIE_KINDS = ("gain_die", "inflict_die")


def validate(scenario: IntensityScenario) -> Iterator[str]:
    """Yield the errors in *scenario*."""
    yield from _names(scenario)
    yield from check_marks(scenario)
    for index, character in enumerate(scenario.seats):
        yield from _participant(scenario, character, f"$.seats[{index}]")
    for index, goal in enumerate(scenario.goals):
        yield from _goal(scenario, goal, f"$.goals[{index}]")
    yield from _opposition(scenario)
    yield from _limits(scenario)


def _names(scenario: IntensityScenario) -> Iterator[str]:
    yield from repeated(
        "$.goals", (f"{goal.side}: {goal.name}" for goal in scenario.goals)
    )
    gm = [] if scenario.gm is None else [scenario.gm.name]
    yield from repeated(
        "$.seats", [character.name for character in scenario.seats] + gm
    )


def _opposition(scenario: IntensityScenario) -> Iterator[str]:
    """Yield an error unless there are two sides, somebody active, and a conflict."""
    sides = {character.side for character in scenario.seats}
    if len(sides) < 2:  # noqa: PLR2004 - it takes two
        yield problem(
            "$.seats",
            f"all are on the side {first(sides)!r}",
            "two sides or more",
        )
    if all(character.kind == "static" for character in scenario.seats):
        yield problem("$.seats", "everyone is static", "somebody active")
    if scenario.compatible:
        yield problem(
            "$.compatible",
            "the goals agree, so there is no conflict",
            "goals that do not",
        )


def _limits(scenario: IntensityScenario) -> Iterator[str]:
    rulings = scenario.rulings
    if rulings.replace_policy == "explicit" and scenario.gm is None:
        yield problem(
            "$.rulings.replace_policy",
            "explicit, but nobody is there to say which dice",
            "a [gm] table",
        )
    for index, size in enumerate(scenario.prizes):
        if size > rulings.max_size:
            yield problem(
                f"$.prizes[{index}]", f"a d{size}", f"at most d{rulings.max_size}"
            )
    for index, size in enumerate(scenario.help_pool):
        if size > rulings.max_size:
            yield problem(
                f"$.help_pool[{index}]", f"a d{size}", f"at most d{rulings.max_size}"
            )


def _participant(
    scenario: IntensityScenario, character: Character, where: str
) -> Iterator[str]:
    for index, ability in enumerate(character.abilities):
        if character.kind == "active" and not ability.category:
            at = f"{where}.abilities[{index}].category"
            yield from unknown(at, ability.category, scenario.categories)
        if ability.size > scenario.rulings.max_size:
            at = f"{where}.abilities[{index}].size"
            yield problem(at, f"{ability.size}", f"at most {scenario.rulings.max_size}")
    if character.kind == "static" and character.intensity:
        yield problem(
            f"{where}.intensity", f"{character.intensity}", "none for a static one"
        )
    if character.kind == "active" and character.fillers is not None:
        yield problem(
            f"{where}.fillers", f"{character.fillers}", "none for an active one"
        )


def _goal(scenario: IntensityScenario, goal: GoalSheet, where: str) -> Iterator[str]:
    members = [
        character.name for character in scenario.seats if character.side == goal.side
    ]
    rivals = [character for character in scenario.seats if character.side != goal.side]
    if goal.against:
        yield from unknown(
            f"{where}.against", goal.against, [rival.name for rival in rivals]
        )
        rivals = [rival for rival in rivals if rival.name == goal.against]
    for index, name in enumerate(goal.only):
        yield from unknown(f"{where}.only[{index}]", name, members)
    yield from _pursued(scenario, goal, where)
    if goal.kind == "reduce_ability":
        names = {ability.name for rival in rivals for ability in rival.abilities}
        yield from unknown(f"{where}.ability", goal.ability, names)
    elif goal.ability:
        yield problem(f"{where}.ability", repr(goal.ability), f"none for {goal.kind}")
    yield from _die(scenario, goal, where)


def _seekers(scenario: IntensityScenario, goal: GoalSheet) -> tuple[str, ...]:
    """Return the names of the participants that may pursue *goal*."""
    mates = tuple(
        character.name for character in scenario.seats if character.side == goal.side
    )
    return goal.only or mates


def _pursued(scenario: IntensityScenario, goal: GoalSheet, where: str) -> Iterator[str]:
    """Yield an error if only obstacles could pursue *goal*, since they choose none."""
    names = _seekers(scenario, goal)
    active = [
        character.name for character in scenario.seats if character.kind == "active"
    ]
    if not any(name in active for name in names):
        at = f"{where}.only" if goal.only else f"{where}.side"
        yield problem(at, f"only static ones ({', '.join(names)})", "somebody active")


def _die(scenario: IntensityScenario, goal: GoalSheet, where: str) -> Iterator[str]:
    if goal.kind not in _DIE_KINDS:
        if goal.size or goal.die or goal.category:
            yield problem(
                where, "die, category or size", f"none of them for {goal.kind}"
            )
        return
    if not 1 <= goal.size <= scenario.rulings.max_size:
        largest = scenario.rulings.max_size
        yield problem(
            f"{where}.size", f"{goal.size}", f"1 to {largest} for {goal.kind}"
        )
    if not goal.die:
        yield problem(f"{where}.die", "no name", f"the name of the die for {goal.kind}")
    if goal.kind == "gain_die":
        if not goal.category:
            yield from unknown(f"{where}.category", "", scenario.categories)
        by = _seekers(scenario, goal)
        takers = (character for character in scenario.seats if character.name in by)
        if any(goal.die == owned.name for taker in takers for owned in taker.abilities):
            yield problem(
                f"{where}.die", repr(goal.die), "a die nobody who wins it has"
            )
