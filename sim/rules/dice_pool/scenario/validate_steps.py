"""Checks that the types of an aftermath cannot make."""

from collections.abc import Iterator

from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.steps import Step
from sim.spine.problems import problem

BELONGS = {
    "interrupted": "rest",
    "facing": "scene",
    "realizes": "scene",
    "vice": "scene",
    "virtue": "scene",
    "patients": "treat",
    "new": "bonds",
    "lost": "bonds",
    "drama": "bonds",
    "dots": "stress",
    "condition": "stress",
    "restored": "soul",
    "to": "transfer",
    "rating": "growth",
}
"""Field of a step -> the only kind of step in which it has a meaning."""
DAYS_MIN = 3


def steps(scenario: DicePoolScenario) -> Iterator[str]:
    """Yield the errors in the steps of the aftermath."""
    for index, step in enumerate(scenario.aftermath):
        where = f"$.aftermath[{index}]"
        for field, kind in BELONGS.items():
            if getattr(step, field) and step.kind != kind:
                found = f"in a step of kind {step.kind!r}"
                yield problem(f"{where}.{field}", found, f"only in {kind!r}")
        yield from _needed(step, where)
        yield from _characters(step, where, scenario)
        yield from _ties(step, where)


def _characters(step: Step, where: str, scenario: DicePoolScenario) -> Iterator[str]:
    """Yield those who give in to a Vice, or show a Virtue, that they do not have."""
    for character in scenario.seats:
        if character.name in step.vice and character.vice is None:
            yield problem(
                f"{where}.vice", repr(character.name), "somebody who has a Vice"
            )
        if character.name in step.virtue and character.virtue is None:
            yield problem(
                f"{where}.virtue", repr(character.name), "somebody with a Virtue"
            )


def _needed(step: Step, where: str) -> Iterator[str]:
    """Yield the fields that a step of its kind lacks."""
    if step.kind == "wait" and not step.seconds:
        yield problem(where, "no time", "minutes, hours or days to wait")
    if step.kind == "transfer" and step.to is None:
        yield problem(f"{where}.to", "left out", "the seat that takes the wound")
    if step.kind == "stress" and not step.dots and not step.meets:
        yield problem(f"{where}.dots", "left out", "so many dots that are lost")


def _ties(step: Step, where: str) -> Iterator[str]:
    """Yield ties that change too fast, or not at all [DP-INTIM-04]."""
    if step.kind != "bonds":
        return
    if step.new is None and step.lost is None:
        yield problem(where, "neither new nor lost", "a tie that begins or ends")
    if step.days < DAYS_MIN and not step.drama:
        found = f"{step.days} days"
        expected = f"{DAYS_MIN} or more, or drama = true"
        yield problem(f"{where}.days", found, expected)
