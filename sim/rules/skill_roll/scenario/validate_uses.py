"""Checks of a single use of a skill: fields that contradict each other."""

from collections.abc import Iterator

from sim.rules.skill_roll.scenario.sheet import SkillRollScenario, Use
from sim.spine.problems import problem, unknown

_HOW_HARD = ("row", "difficulty", "knowledge", "range_du", "research", "against")
"""The fields of a use that set its difficulty: at most one of them may be given."""


def use_problems(scenario: SkillRollScenario, use: Use, where: str) -> Iterator[str]:
    """Yield the problems of *use*, each as a sentence."""
    if use.against == use.who:
        yield problem(f"{where}.against", repr(use.who), "somebody else")
    for character in scenario.seats:
        if use.power and character.name == use.who:
            powers = [power.name for power in character.powers]
            yield from unknown(f"{where}.power", use.power, powers)
    hard = [field for field in _HOW_HARD if getattr(use, field) not in {None, "", ()}]
    if len(hard) > 1:
        yield problem(where, " and ".join(hard), "one of them")
    if use.power:
        yield from _with_power(use, where)
    yield from _needed_power(use, where)
    yield from _aspects(use, where)
    yield from _knowledge(use, where)
    if use.research and use.quantitative:
        expected = "false: research either gains the skill or does not"
        yield problem(f"{where}.quantitative", "true", expected)
    if use.resisted_by and not use.against:
        yield problem(f"{where}.resisted_by", "some", "none, or against somebody")


def _with_power(use: Use, where: str) -> Iterator[str]:
    """Check that a power has its own formula, or lends its ranks to a measured use."""
    for field in ("knowledge", "range_du", "research"):
        if getattr(use, field) not in {None, ()}:
            yield problem(where, f"power and {field}", "one of them")
    if use.against and not use.quantitative:
        expected = "quantitative = true, or a condition in which the power counts"
        yield problem(where, "power and against", expected)


def _needed_power(use: Use, where: str) -> Iterator[str]:
    """Check that demands on a power are made only where its formula is in force.

    SK-RUL-14: if the scenario itself sets the difficulty, no formula is in force.
    """
    formula = not use.quantitative and use.row is None and use.difficulty is None
    for field in ("required", "excess_steps"):
        needed = getattr(use, field)
        if needed and not use.power:
            found = f"{field} = {needed} without a power"
            yield problem(where, found, "the power it is needed of")
        elif needed and not formula:
            expected = "a power by its formula: not measured, no row, no difficulty"
            yield problem(where, f"{field} = {needed}", expected)


def _aspects(use: Use, where: str) -> Iterator[str]:
    if use.aspects and not use.quantitative:
        yield problem(f"{where}.aspects", "some", "none, or quantitative = true")
    if use.aspects and use.knowledge is not None:
        yield problem(f"{where}.aspects", "some", "none: knowledge has its own bands")


def _knowledge(use: Use, where: str) -> Iterator[str]:
    if use.knowledge is not None and not use.subject:
        yield problem(f"{where}.subject", "none", "what is asked about")
    if use.subject and use.knowledge is None:
        expected = "none, or knowledge = how close it is to the skill"
        yield problem(f"{where}.subject", repr(use.subject), expected)
