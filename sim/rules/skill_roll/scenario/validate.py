"""The checks of a scenario beyond the types of its fields and the marks on them.

Every problem is one sentence that begins with the place in the file, says what was
found and what was expected, and names the nearest valid word.
"""

from collections.abc import Iterator

from sim.rules.skill_roll.scenario.known import (
    fits_some_roll,
    known_attributes,
    known_skills,
)
from sim.rules.skill_roll.scenario.seat import Attack, Character
from sim.rules.skill_roll.scenario.sheet import Condition, Distance, SkillRollScenario
from sim.rules.skill_roll.scenario.validate_uses import use_problems
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.skills.dice import COUNT_MAX, SIDES_MAX, dice_set
from sim.seam.sides import side_names, side_of
from sim.spine.marks import check_marks
from sim.spine.problems import problem, repeated, unknown

_TWO = 2


def validate(scenario: SkillRollScenario) -> Iterator[str]:
    """Yield the problems of *scenario*, each as a sentence."""
    yield from repeated("$.seats", _everybody(scenario))
    yield from check_marks(
        scenario,
        skills=known_skills(scenario),
        attributes=known_attributes(scenario),
    )
    yield from _dice(scenario)
    for index, character in enumerate(scenario.seats):
        yield from _character(scenario, character, f"$.seats[{index}]")
    for index, far in enumerate(scenario.distances):
        yield from _distance(far, f"$.distances[{index}]")
    for index, condition in enumerate(scenario.conditions):
        yield from _condition(scenario, condition, f"$.conditions[{index}]")
    for index, use in enumerate(scenario.uses):
        yield from use_problems(scenario, use, f"$.uses[{index}]")
    yield from _kind(scenario)


def _dice(scenario: SkillRollScenario) -> Iterator[str]:
    """Check that dice can be thrown at a table, and that each skill is named once."""
    rulings, where = scenario.rulings, "$.rulings.dice_by_skill"
    pairs = [text.rpartition("=") for text in rulings.dice_by_skill]
    yield from repeated(where, [skill for skill, _, _ in pairs])
    for skill, _, _ in pairs:
        yield from unknown(where, skill, known_skills(scenario))
    written = [("$.rulings.dice", rulings.dice)]
    written += [(where, text) for _, _, text in pairs]
    for place, text in written:
        try:
            dice_set(text)
        except ValueError:
            expected = f"at most {COUNT_MAX} dice of at most {SIDES_MAX} sides"
            yield problem(place, repr(text), expected)


def _everybody(scenario: SkillRollScenario) -> list[str]:
    """Return the names of all that events can mention: no two share one."""
    names = [character.name for character in scenario.seats]
    names += [bystander.name for bystander in scenario.bystanders]
    return names + ([scenario.narrator.name] if scenario.narrator.asked else [])


def _character(
    scenario: SkillRollScenario, character: Character, where: str
) -> Iterator[str]:
    most = character.capacity * EIGHTHS - 1
    if character.damage > most:
        expected = f"at most {most}: a point is {EIGHTHS} eighths, and one must stand"
        yield problem(f"{where}.damage", str(character.damage), expected)
    for index, attack in enumerate(character.attacks):
        yield from _attack(attack, f"{where}.attacks[{index}]")
    others = [side for side in side_names(scenario.seats) if side != side_of(character)]
    for index, aim in enumerate(character.aims):
        if aim.against:
            yield from unknown(f"{where}.aims[{index}].against", aim.against, others)


def _attack(attack: Attack, where: str) -> Iterator[str]:
    if attack.radius_du and not attack.area:
        yield problem(f"{where}.radius_du", str(attack.radius_du), "area = true")
    if attack.hidden and attack.hand_to_hand:
        expected = "hand_to_hand = false: who comes that near is seen"
        yield problem(f"{where}.hidden", "true", expected)


def _distance(far: Distance, where: str) -> Iterator[str]:
    if far.between[0] == far.between[1]:
        yield problem(f"{where}.between", f"{far.between[0]!r} twice", "two of them")
    if (far.du is None) == (far.metres is None):
        found = "neither du nor metres" if far.du is None else "both du and metres"
        yield problem(where, found, "one of the two")


def _condition(
    scenario: SkillRollScenario, condition: Condition, where: str
) -> Iterator[str]:
    # If the ranks are given, the power is only a name for them.
    if condition.power and condition.ranks is None:
        powers = [
            power.name for character in scenario.seats for power in character.powers
        ]
        yield from unknown(f"{where}.power", condition.power, powers)
    if not fits_some_roll(scenario, condition):
        expected = "one that does, or better and worse in the use"
        yield problem(where, "what fits no use against an opponent", expected)


def _kind(scenario: SkillRollScenario) -> Iterator[str]:
    """Check that a conflict of each kind has what it needs [SK-CONF-01]."""
    kind, sides = scenario.kind, side_names(scenario.seats)
    if kind == "task":
        if not scenario.uses:
            yield problem("$.uses", "none", "one at least in a task")
        return
    if scenario.uses:
        yield problem("$.uses", str(len(scenario.uses)), f"none in a {kind}")
    if len(sides) < _TWO:
        yield problem("$.seats", f"{len(sides)} side", f"2 at least in a {kind}")
    if kind == "combat" and not any(character.attacks for character in scenario.seats):
        yield problem("$.seats", "no attacks", "one at least in a combat")
    if kind == "contest":
        yield from _contest(scenario)


def _contest(scenario: SkillRollScenario) -> Iterator[str]:
    """Check that whoever acts in a contest has an approach, and that somebody acts."""
    for index, seat in enumerate(scenario.seats):
        if seat.acts and not seat.approaches:
            where = f"$.seats[{index}].approaches"
            yield problem(where, "none", "one at least, or acts = false")
    if not any(character.acts for character in scenario.seats):
        yield problem("$.seats", "nobody who acts", "one at least in a contest")
