"""What the types of an aftermath cannot say."""

from collections.abc import Iterable, Iterator

from sim.rules.dice_pool.scenario.sheet import DicePoolScenario
from sim.rules.dice_pool.scenario.steps import Step
from sim.spine.problems import problem, unknown

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
"""Field of a step -> the only kind of step it has a meaning in."""
DAYS_MIN = 3


def steps(scenario: DicePoolScenario, names: list[str]) -> Iterator[str]:
    """Yield what is wrong with the steps of the aftermath."""
    for index, step in enumerate(scenario.aftermath):
        where = f"$.aftermath[{index}]"
        yield from _names(step, where, names)
        for field, kind in BELONGS.items():
            if getattr(step, field) and step.kind != kind:
                found = f"in a step of kind {step.kind!r}"
                yield problem(f"{where}.{field}", found, f"only in {kind!r}")
        yield from _needed(step, where)
        yield from _characters(step, where, scenario)
        yield from _ties(step, where, names)


def _names(step: Step, where: str, names: list[str]) -> Iterator[str]:
    groups: dict[str, Iterable[str]] = {
        "who": step.who,
        "interrupted": step.interrupted,
        "facing": step.facing,
        "realizes": step.realizes,
        "vice": step.vice,
        "virtue": step.virtue,
        "patients": step.patients,
    }
    for field, found in groups.items():
        for name in found:
            yield from unknown(f"{where}.{field}", name, names)
    if step.to is not None:
        yield from unknown(f"{where}.to", step.to, names)


def _characters(step: Step, where: str, scenario: DicePoolScenario) -> Iterator[str]:
    """Yield those who give in to a Vice, or show a Virtue, that they do not have."""
    for one in scenario.seats:
        if one.name in step.vice and one.vice is None:
            yield problem(f"{where}.vice", repr(one.name), "somebody who has a Vice")
        if one.name in step.virtue and one.virtue is None:
            yield problem(f"{where}.virtue", repr(one.name), "somebody with a Virtue")


def _needed(step: Step, where: str) -> Iterator[str]:
    """Yield what a step of its kind lacks."""
    if step.kind == "wait" and not step.seconds:
        yield problem(where, "no time", "minutes, hours or days to wait")
    if step.kind == "transfer" and step.to is None:
        yield problem(f"{where}.to", "left out", "the seat that takes the wound")
    if step.kind == "stress" and not step.dots and not step.meets:
        yield problem(f"{where}.dots", "left out", "so many dots that are lost")


def _ties(step: Step, where: str, names: list[str]) -> Iterator[str]:
    """Yield ties that change too fast, or to whom nobody is [DP-INTIM-04]."""
    if step.kind != "bonds":
        return
    if step.new is None and step.lost is None:
        yield problem(where, "neither new nor lost", "a tie that begins or ends")
    if step.days < DAYS_MIN and not step.drama:
        found = f"{step.days} days"
        expected = f"{DAYS_MIN} or more, or drama = true"
        yield problem(f"{where}.days", found, expected)
    if step.new is not None:
        for name in step.new.objects:
            yield from unknown(f"{where}.new.objects", name, names)
