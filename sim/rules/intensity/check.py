"""What the types of a scenario cannot say: names that must exist, sides that differ."""

from collections.abc import Iterable
from difflib import get_close_matches

from sim.errors import ScenarioError
from sim.rules.intensity.sheet import Contest, GoalSheet, Participant

_DIE_KINDS = ("gain_die", "inflict_die")


def check(scenario: Contest) -> None:
    """Raise ScenarioError for the first thing in *scenario* that cannot be."""
    _names(scenario)
    for index, one in enumerate(scenario.seats):
        _participant(scenario, one, f"$.seats[{index}]")
    for index, goal in enumerate(scenario.goals):
        _goal(scenario, goal, f"$.goals[{index}]")
    _opposition(scenario)
    _limits(scenario)


def _names(scenario: Contest) -> None:
    _distinct("$.categories", scenario.categories)
    _distinct("$.goals", (f"{goal.side}: {goal.name}" for goal in scenario.goals))
    gm = [] if scenario.gm is None else [scenario.gm.name]
    _distinct("$.seats", [one.name for one in scenario.seats] + gm)


def _opposition(scenario: Contest) -> None:
    """There is somebody who can want something, and somebody in the way."""
    sides = {one.side for one in scenario.seats}
    if len(sides) < 2:  # noqa: PLR2004 - it takes two
        _refuse("$.seats", f"all are on the side {sides.pop()!r}", "two sides or more")
    if all(one.kind == "static" for one in scenario.seats):
        _refuse("$.seats", "everyone is static", "somebody active")
    if scenario.compatible:
        _refuse(
            "$.compatible",
            "the goals agree, so there is no conflict",
            "goals that do not",
        )


def _limits(scenario: Contest) -> None:
    rulings = scenario.rulings
    if rulings.replace_policy == "explicit" and scenario.gm is None:
        _refuse(
            "$.rulings.replace_policy",
            "explicit, but nobody is there to say which dice",
            "a [gm] table",
        )
    for index, size in enumerate(scenario.prizes):
        if size > rulings.max_size:
            _refuse(f"$.prizes[{index}]", f"a d{size}", f"at most d{rulings.max_size}")
    for index, size in enumerate(scenario.help_pool):
        if size > rulings.max_size:
            _refuse(
                f"$.help_pool[{index}]", f"a d{size}", f"at most d{rulings.max_size}"
            )


def _participant(scenario: Contest, one: Participant, where: str) -> None:
    _distinct(f"{where}.abilities", (ability.name for ability in one.abilities))
    for index, ability in enumerate(one.abilities):
        if one.kind == "active":
            at = f"{where}.abilities[{index}].category"
            _among(at, ability.category, scenario.categories)
        if ability.size > scenario.rulings.max_size:
            at = f"{where}.abilities[{index}].size"
            _refuse(at, f"{ability.size}", f"at most {scenario.rulings.max_size}")
    if one.kind == "static" and one.intensity:
        _refuse(f"{where}.intensity", f"{one.intensity}", "none for a static one")
    if one.kind == "active" and one.fillers is not None:
        _refuse(f"{where}.fillers", f"{one.fillers}", "none for an active one")


def _goal(scenario: Contest, goal: GoalSheet, where: str) -> None:
    members = [one.name for one in scenario.seats if one.side == goal.side]
    _among(f"{where}.side", goal.side, {one.side for one in scenario.seats})
    rivals = [one for one in scenario.seats if one.side != goal.side]
    if goal.against:
        _among(f"{where}.against", goal.against, [one.name for one in rivals])
        rivals = [one for one in rivals if one.name == goal.against]
    for index, name in enumerate(goal.only):
        _among(f"{where}.only[{index}]", name, members)
    _pursued(scenario, goal, where)
    if goal.kind == "reduce_ability":
        known = {ability.name for one in rivals for ability in one.abilities}
        _among(f"{where}.ability", goal.ability, known)
    elif goal.ability:
        _refuse(f"{where}.ability", repr(goal.ability), f"none for {goal.kind}")
    _die(scenario, goal, where)


def _seekers(scenario: Contest, goal: GoalSheet) -> tuple[str, ...]:
    """Return the names of those a goal is for."""
    mates = tuple(one.name for one in scenario.seats if one.side == goal.side)
    return goal.only or mates


def _pursued(scenario: Contest, goal: GoalSheet, where: str) -> None:
    """Somebody who chooses goals may pursue it; an obstacle chooses none."""
    names = _seekers(scenario, goal)
    active = [one.name for one in scenario.seats if one.kind == "active"]
    if not any(name in active for name in names):
        at = f"{where}.only" if goal.only else f"{where}.side"
        _refuse(at, f"only static ones ({', '.join(names)})", "somebody active")


def _die(scenario: Contest, goal: GoalSheet, where: str) -> None:
    if goal.kind not in _DIE_KINDS:
        if goal.size or goal.die or goal.category:
            _refuse(where, "die, category or size", f"none of them for {goal.kind}")
        return
    if not 1 <= goal.size <= scenario.rulings.max_size:
        largest = scenario.rulings.max_size
        _refuse(f"{where}.size", f"{goal.size}", f"1 to {largest} for {goal.kind}")
    if not goal.die:
        _refuse(f"{where}.die", "no name", f"the name of the die for {goal.kind}")
    if goal.kind == "gain_die":
        _among(f"{where}.category", goal.category, scenario.categories)
        by = _seekers(scenario, goal)
        takers = (one for one in scenario.seats if one.name in by)
        if any(goal.die == owned.name for one in takers for owned in one.abilities):
            _refuse(f"{where}.die", repr(goal.die), "a die nobody who wins it has")


def _distinct(where: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            _refuse(where, f"{name!r} stands there twice", "different names")
        seen.add(name)


def _among(where: str, name: str, known: Iterable[str]) -> None:
    names = sorted(known)
    if name in names:
        return
    near = get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    found = repr(name) if name else "left out"
    _refuse(where, found, f"one of {', '.join(names)}{hint}")


def _refuse(where: str, found: str, expected: str) -> None:
    message = f"{where}: found {found}, expected {expected}"
    raise ScenarioError(message)
