"""A scenario without some of its characters.

Absent characters are struck from lists of names. Since an empty list means everybody,
an entry that named only absent characters is dropped altogether.
"""

from collections.abc import Collection, Iterator
from typing import TypeVar

from msgspec.structs import replace

from sim.rules.dice_pool.scenario.people import SceneDetail
from sim.rules.dice_pool.scenario.sheet import DicePoolScenario, Hazard
from sim.rules.dice_pool.scenario.steps import Intimacy, Step
from sim.seam.sides import side_names

Concerning = TypeVar("Concerning", SceneDetail, Hazard)
Gone = Collection[str]
TWO = 2


def without(scenario: DicePoolScenario, gone: Gone) -> DicePoolScenario:
    """Return *scenario*, already without their seats, with no mention of *gone*."""
    return replace(
        scenario,
        seats=tuple(
            replace(
                character,
                intimacies=tuple(untied(bond, gone) for bond in character.intimacies),
            )
            for character in scenario.seats
        ),
        details=tuple(_concerning(scenario.details, gone)),
        hazards=tuple(_concerning(scenario.hazards, gone)),
        at_stake=tuple(stake for stake in scenario.at_stake if stake.who not in gone),
        aftermath=tuple(
            step for before in scenario.aftermath for step in _steps(before, gone)
        ),
    )


def enough(scenario: DicePoolScenario) -> bool:
    """Whether those who are left can still play *scenario* [DP-R-107]."""
    if scenario.kind in ("violent", "contest"):
        return len(side_names(scenario.seats)) >= TWO
    if scenario.kind == "task":
        return any(character.intents for character in scenario.seats)
    return bool(scenario.seats and scenario.aftermath)


def untied(bond: Intimacy, gone: Gone) -> Intimacy:
    """Return *bond* without the seats of those who are gone."""
    return replace(
        bond, objects=tuple(name for name in bond.objects if name not in gone)
    )


def _concerning(things: Collection[Concerning], gone: Gone) -> Iterator[Concerning]:
    for thing in things:
        left = tuple(name for name in thing.who if name not in gone)
        if left or not thing.who:
            yield replace(thing, who=left)


_NAMING = ("interrupted", "realizes", "vice", "virtue")


def _steps(step: Step, gone: Gone) -> Iterator[Step]:
    """Yield *step* for those who are left; if it is for nobody, time just passes."""

    def left(names: Collection[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name not in gone)

    who, patients = left(step.who), left(step.patients)
    lost = (step.who and not who) or (step.patients and not patients)
    if lost or step.to in gone:
        if step.seconds:
            yield Step("wait", minutes=step.minutes, hours=step.hours, days=step.days)
        return
    yield replace(
        step,
        who=who,
        patients=patients,
        facing={name: how for name, how in step.facing.items() if name not in gone},
        new=None if step.new is None else untied(step.new, gone),
        **{field: left(getattr(step, field)) for field in _NAMING},
    )
