"""Warnings: what can be played but is probably a mistake.

A misspelt tag, for example, makes a weapon that never counts, and nothing else would
show it.
"""

from collections.abc import Iterator

from sim.reading.hints import nearest, quoted
from sim.rules.solar_system.scenario.character import INNATE, Character, Record
from sim.rules.solar_system.scenario.people import last_kinds
from sim.rules.solar_system.scenario.sheet import SolarScenario
from sim.seam.sides import side_of
from sim.spine.lookup import first


def warnings(scenario: SolarScenario) -> Iterator[str]:
    """Yield a sentence for everything odd in *scenario*."""
    for check in scenario.opening.checks:
        seat = first(
            character for character in scenario.seats if character.name == check.who
        )
        yield from _off_sheet(seat, check.abilities, "the opening check")
    for seat in scenario.seats:
        for number, goal in enumerate(seat.intentions):
            what = f"the intention {quoted(goal.name)}"
            if goal.name in [earlier.name for earlier in seat.intentions[:number]]:
                yield f"{seat.name}: {what} is there twice, expected another name"
            if not goal.actions:
                yield f"{seat.name}: {what} names no actions, so every ability serves"
            yield from _off_sheet(seat, goal.actions, what)
        yield from _idle(seat, scenario)
        yield from _unchecked(seat)
        yield from _last_bought(seat)
    yield from _unwanted(scenario)


def _unwanted(scenario: SolarScenario) -> Iterator[str]:
    """Yield those who target others but are nobody's target.

    One of a side may be spared, such as a guard; a whole side, or several, hardly.
    """
    goals = [goal for seat in scenario.seats for goal in seat.intentions]
    after = {goal.target for goal in goals}
    spared = [
        seat.name
        for seat in scenario.seats
        if seat.name not in after and any(goal.target for goal in seat.intentions)
    ]
    left = {side_of(seat) for seat in scenario.seats if seat.name not in spared}
    alone = any(side_of(seat) not in left for seat in scenario.seats)
    if alone or len(spared) > 1:
        yield (
            f"nobody is after {', '.join(spared)}: no intention has"
            " that name as its target"
        )


def _unchecked(seat: Character) -> Iterator[str]:
    """Yield characters of a species that are not checked as legal new characters."""
    grown = seat.created or seat.stated is not None or seat.record != Record()
    if seat.species and not grown:
        limits = f"the limits of the species {quoted(seat.species)}"
        yield (
            f"{seat.name}: {limits} are held against the sheet only with"
            " created = true; say stated = NUMBER where advances were spent on it since"
        )


def _last_bought(seat: Character) -> Iterator[str]:
    """Yield last purchases that may be either of two things."""
    kinds = last_kinds(seat)
    if len(kinds) > 1:
        yield (
            f"{seat.name}: the last advance went to {quoted(seat.record.last or '')},"
            f" which is {' and '.join(f'{kind!r}' for kind in kinds)} on the sheet;"
            " none of them can be bought next unless record.last_kind says which it was"
        )


def _off_sheet(seat: Character, abilities: tuple[str, ...], what: str) -> Iterator[str]:
    for name in abilities:
        if name not in seat.abilities and name not in INNATE:
            hint = nearest(name, tuple(seat.abilities))
            yield (
                f"{seat.name}: {what} uses {quoted(name)}, which is not on the sheet"
                f" and so rolled at Nil{hint}"
            )


def _idle(seat: Character, scenario: SolarScenario) -> Iterator[str]:
    """Yield bonuses that never count because nothing has their tag."""
    tags = {*scenario.tags, *scenario.abilities, *INNATE}
    for ability in scenario.abilities.values():
        tags.update(getattr(ability, "tags", ()))
    for other in scenario.seats:
        tags.update((other.name, *other.tags))
        for goal in other.intentions:
            tags.update(goal.tags)
    for item in seat.items:
        for tag in sorted({tag for bonus in item.bonuses for tag in bonus.when} - tags):
            hint = nearest(tag, sorted(tags))
            yield (
                f"{seat.name}: the item {quoted(item.name)} counts when"
                f" {quoted(tag)}, a tag nothing here has{hint}"
            )
