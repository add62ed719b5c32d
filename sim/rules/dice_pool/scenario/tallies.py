"""Things a character can lose besides Health, and their worth [DP-R-113]."""

from collections.abc import Iterator

import msgspec

from sim.rules.dice_pool.scenario.data import TallyData
from sim.rules.dice_pool.scenario.now import Tally
from sim.rules.dice_pool.scenario.people import Character
from sim.spine.problems import problem

TALLIES = ("reputation", "holdings")
OUT = "out"
"""Once the tally is empty, its owner is out of the conflict."""


def points_of(tally: int | Tally | None) -> int | None:
    """Return how many points a tally has; None if there is no tally."""
    return tally.points if isinstance(tally, Tally) else tally


def laden(own: int | Tally | None, carried: int | Tally | None) -> int | Tally | None:
    """Return the tally of the sheet with as many points as are *carried* [DP-R-107].

    Its worth and its full points stay as this scenario says.
    """
    left = points_of(carried)
    if not isinstance(own, Tally) or left is None:
        return carried
    full = max(own.full or own.points, left, 1)
    return msgspec.structs.replace(own, points=left, full=full)


def tallies_of(character: Character) -> tuple[TallyData, ...]:
    """Return the tallies of *character* whose loss matters [DP-R-113]."""
    return tuple(
        _data(name, tally) for name, tally in _tables(character) if _means(tally)
    )


def _data(name: str, tally: Tally) -> TallyData:
    then = tally.when_empty
    return TallyData(
        name=name,
        entered=tally.points,
        full=tally.full or max(1, tally.points),
        worth=tally.worth,
        out=then == OUT,
        dice=then if isinstance(then, int) else 0,
        tag=then if isinstance(then, str) and then != OUT else "",
    )


def _tables(character: Character) -> Iterator[tuple[str, Tally]]:
    """Yield the tallies of *character* for which the sheet has more than the points."""
    for name in TALLIES:
        tally = getattr(character.tallies, name)
        if isinstance(tally, Tally):
            yield name, tally


def _means(tally: Tally) -> bool:
    return bool(tally.worth or tally.when_empty)


def tally_tags(character: Character) -> set[str]:
    """Return the tags that *character* may get by losing a tally [DP-R-113]."""
    return {tally.tag for tally in tallies_of(character) if tally.tag}


def problems(character: Character, where: str, asked: set[str]) -> Iterator[str]:
    """Yield the errors in the tallies of *character*; details ask for *asked*."""
    for name, tally in _tables(character):
        place = f"{where}.tallies.{name}"
        if tally.full is not None and tally.full < tally.points:
            found = f"{tally.points} points"
            yield problem(place, found, f"at most the {tally.full} of the whole")
    for data in tallies_of(character):
        if data.tag and data.tag not in asked:
            yield problem(
                f"{where}.tallies.{data.name}.when_empty",
                repr(data.tag),
                f"'{OUT}', a number of dice, or a tag that some detail asks for",
            )


def decorations(character: Character, where: str) -> Iterator[str]:
    """Yield the tallies of *character* whose loss costs nothing [DP-R-113]."""
    meaning = {tally.name for tally in tallies_of(character)}
    for name in TALLIES:
        if points_of(getattr(character.tallies, name)) and name not in meaning:
            yield (
                f"{where}.tallies.{name}: losing it changes nothing, since it has"
                " neither a worth nor a when_empty [DP-R-113]"
            )
