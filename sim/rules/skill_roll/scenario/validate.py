"""What the types of a scenario cannot say: names that must exist, parts that fit.

Every problem is one sentence that begins with the place in the file, says what was
found and what was expected, and names the nearest word that would do.
"""

from collections.abc import Iterator

from sim.rules.skill_roll.scenario.known import (
    fits_some_roll,
    known_skills,
    unknown_words,
)
from sim.rules.skill_roll.scenario.seat import Character
from sim.rules.skill_roll.scenario.sheet import (
    Condition,
    Distance,
    SkillRollScenario,
    Use,
    side_names,
    side_of,
)
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.skills.dice import COUNT_MAX, SIDES_MAX, dice_set
from sim.spine.problems import backwards, problem, repeated, unknown

_TWO = 2
_HOW_HARD = ("row", "difficulty", "knowledge", "range_du", "research", "against")


def validate(scenario: SkillRollScenario) -> Iterator[str]:
    """Yield what in *scenario* cannot be."""
    yield from _dice(scenario)
    yield from _names(scenario)
    for index, one in enumerate(scenario.seats):
        yield from _character(scenario, one, f"$.seats[{index}]")
    for index, far in enumerate(scenario.distances):
        yield from _distance(scenario, far, f"$.distances[{index}]")
    for index, condition in enumerate(scenario.conditions):
        yield from _condition(scenario, condition, f"$.conditions[{index}]")
    for index, bystander in enumerate(scenario.bystanders):
        for name in bystander.near:
            yield from unknown(f"$.bystanders[{index}].near", name, _all(scenario))
    for index, use in enumerate(scenario.uses):
        yield from _use(scenario, use, f"$.uses[{index}]")
    yield from _kind(scenario)
    yield from unknown_words(scenario)


def _dice(scenario: SkillRollScenario) -> Iterator[str]:
    """Dice that can be thrown at a table, and each skill named once."""
    rulings = scenario.rulings
    pairs = [text.rpartition("=") for text in rulings.dice_by_skill]
    yield from repeated("$.rulings.dice_by_skill", [skill for skill, _, _ in pairs])
    for skill, _, _ in pairs:
        yield from unknown("$.rulings.dice_by_skill", skill, known_skills(scenario))
    said = [("$.rulings.dice", rulings.dice)]
    said += [("$.rulings.dice_by_skill", text) for _, _, text in pairs]
    for where, text in said:
        try:
            dice_set(text)
        except ValueError:
            expected = f"at most {COUNT_MAX} dice of at most {SIDES_MAX} sides"
            yield problem(where, repr(text), expected)


def _seats(scenario: SkillRollScenario) -> list[str]:
    return [one.name for one in scenario.seats]


def _all(scenario: SkillRollScenario) -> list[str]:
    return _seats(scenario) + [one.name for one in scenario.bystanders]


def _names(scenario: SkillRollScenario) -> Iterator[str]:
    narrator = scenario.narrator
    judge = [narrator.name] if narrator.asked else []
    yield from repeated("$.seats", [*_all(scenario), *judge])
    yield from repeated("$.narrator.asked", narrator.asked)
    yield from repeated("$.cultures", [one.name for one in scenario.cultures])


def _character(
    scenario: SkillRollScenario, one: Character, where: str
) -> Iterator[str]:
    for field in ("attacks", "approaches", "aims", "powers"):
        names_there = [each.name for each in getattr(one, field)]
        yield from repeated(f"{where}.{field}", names_there)
    most = one.capacity * EIGHTHS - 1
    if one.damage > most:
        expected = f"at most {most}: a point is {EIGHTHS} eighths, and one must stand"
        yield problem(f"{where}.damage", str(one.damage), expected)
    powers = [power.name for power in one.powers]
    for index, attack in enumerate(one.attacks):
        place = f"{where}.attacks[{index}]"
        if attack.power:
            yield from unknown(f"{place}.power", attack.power, powers)
        if attack.radius_du and not attack.area:
            yield problem(f"{place}.radius_du", str(attack.radius_du), "area = true")
        if attack.hidden and attack.hand_to_hand:
            expected = "hand_to_hand = false: who comes that near is seen"
            yield problem(f"{place}.hidden", "true", expected)
    others = [name for name in side_names(scenario) if name != side_of(one)]
    for index, aim in enumerate(one.aims):
        if aim.against:
            yield from unknown(f"{where}.aims[{index}].against", aim.against, others)


def _distance(scenario: SkillRollScenario, far: Distance, where: str) -> Iterator[str]:
    for name in far.between:
        yield from unknown(f"{where}.between", name, _all(scenario))
    if far.between[0] == far.between[1]:
        yield problem(f"{where}.between", f"{far.between[0]!r} twice", "two of them")
    if (far.du is None) == (far.metres is None):
        found = "neither du nor metres" if far.du is None else "both du and metres"
        yield problem(where, found, "one of the two")
    yield from backwards(where, far.from_round, far.to_round)


def _condition(
    scenario: SkillRollScenario, condition: Condition, where: str
) -> Iterator[str]:
    for field in ("who", "against"):
        for name in getattr(condition, field):
            yield from unknown(f"{where}.{field}", name, _seats(scenario))
    ways = [way.name for one in scenario.seats for way in one.approaches]
    known = {
        "approach": ways,
        "answers": ways,
        "form": [form.name for one in scenario.seats for form in one.attacks],
        "power": [power.name for one in scenario.seats for power in one.powers],
        "skill": sorted(_skills(scenario)),
    }
    for field, names in known.items():
        name = getattr(condition, field)
        if name and not (field == "power" and condition.ranks is not None):
            yield from unknown(f"{where}.{field}", name, names)
    yield from backwards(where, condition.from_round, condition.to_round)
    if not fits_some_roll(scenario, condition):
        expected = "one that does, or better and worse in the use"
        yield problem(where, "what fits no use against an opponent", expected)


def _skills(scenario: SkillRollScenario) -> set[str]:
    """Return every skill the scenario names, on a sheet or in an act."""
    found = {skill for one in scenario.seats for skill in one.skills}
    found |= {form.skill for one in scenario.seats for form in one.attacks}
    found |= {way.skill for one in scenario.seats for way in one.approaches}
    return found | {use.skill for use in scenario.uses}


def _use(scenario: SkillRollScenario, use: Use, where: str) -> Iterator[str]:
    yield from unknown(f"{where}.who", use.who, _seats(scenario))
    if use.against:
        yield from unknown(f"{where}.against", use.against, _seats(scenario))
        if use.against == use.who:
            yield problem(f"{where}.against", repr(use.who), "somebody else")
    if use.among:
        known = [one.name for one in scenario.cultures]
        yield from unknown(f"{where}.among", use.among, known)
    powers = [
        power.name
        for one in scenario.seats
        if one.name == use.who
        for power in one.powers
    ]
    if use.power and use.who in _seats(scenario):
        yield from unknown(f"{where}.power", use.power, powers)
    yield from repeated(f"{where}.aspects", [one.name for one in use.aspects])
    yield from _use_parts(use, where)


def _use_parts(use: Use, where: str) -> Iterator[str]:
    """What says how hard a use is, and what of it cannot stand together."""
    said = [field for field in _HOW_HARD if getattr(use, field) not in {None, "", ()}]
    if len(said) > 1:
        yield problem(where, " and ".join(said), "one of them")
    yield from _power_parts(use, where)
    if use.aspects and not use.quantitative:
        yield problem(f"{where}.aspects", "some", "none, or quantitative = true")
    if use.aspects and use.knowledge is not None:
        yield problem(f"{where}.aspects", "some", "none: knowledge has its own bands")
    if use.knowledge is not None and not use.subject:
        yield problem(f"{where}.subject", "none", "what is asked about")
    if use.subject and use.knowledge is None:
        expected = "none, or knowledge = how close it is to the skill"
        yield problem(f"{where}.subject", repr(use.subject), expected)
    yield from repeated(f"{where}.research", [one.subject for one in use.research])
    if use.research and use.quantitative:
        expected = "false: research either gains the skill or does not"
        yield problem(f"{where}.quantitative", "true", expected)
    if use.resisted_by and not use.against:
        yield problem(f"{where}.resisted_by", "some", "none, or against somebody")


def _power_parts(use: Use, where: str) -> Iterator[str]:
    """A power goes by its formula, lends its ranks to a measured use, or is not in it.

    SK-RUL-14: where the scenario itself says how hard it is, no formula is in force.
    """
    formula = bool(use.power) and not use.quantitative
    for field in ("required", "excess_steps"):
        if not getattr(use, field):
            continue
        found = f"{field} = {getattr(use, field)}"
        if not use.power:
            found = f"{found} without a power"
            yield problem(where, found, "the power it is needed of")
        elif not formula or use.row is not None or use.difficulty is not None:
            expected = "a power by its formula: not measured, no row, no difficulty"
            yield problem(where, found, expected)
    if not use.power:
        return
    for field in ("knowledge", "range_du", "research"):
        if getattr(use, field) not in {None, ()}:
            yield problem(where, f"power and {field}", "one of them")
    if use.against and not use.quantitative:
        expected = "quantitative = true, or a condition in which the power counts"
        yield problem(where, "power and against", expected)


def _kind(scenario: SkillRollScenario) -> Iterator[str]:
    """Each kind of conflict needs what it is made of."""
    kind, sides = scenario.kind, side_names(scenario)
    if kind == "task":
        if not scenario.uses:
            yield problem("$.uses", "none", "one at least in a task")
        return
    if scenario.uses:
        yield problem("$.uses", str(len(scenario.uses)), f"none in a {kind}")
    if len(sides) < _TWO:
        yield problem("$.seats", f"{len(sides)} side", f"2 at least in a {kind}")
    if kind == "combat" and not any(one.attacks for one in scenario.seats):
        yield problem("$.seats", "no attacks", "one at least in a combat")
    if kind == "contest":
        yield from _contest(scenario)


def _contest(scenario: SkillRollScenario) -> Iterator[str]:
    """Whoever acts in a contest has an approach, and somebody acts."""
    for index, one in enumerate(scenario.seats):
        if one.acts and not one.approaches:
            where = f"$.seats[{index}].approaches"
            yield problem(where, "none", "one at least, or acts = false")
    if not any(one.acts for one in scenario.seats):
        yield problem("$.seats", "nobody who acts", "one at least in a contest")
