"""The expected result of an act of a contest if each roller may take 10.

SK-RUL-54: those who resist choose first, one after the other, and whoever acts knows
their totals. So each is assumed to choose what is best by the rolls made until then.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sim.rules.skill_roll.appraisal.foresight import (
    Levels,
    level_chances,
    opposition,
    success_of,
)
from sim.rules.skill_roll.phases import Act, Setting
from sim.rules.skill_roll.skills.dice import DiceSet, levels
from sim.rules.skill_roll.skills.scale import Scale
from sim.rules.skill_roll.state import State, character
from sim.rules.skill_roll.uses.contest import approach_of, gain
from sim.rules.skill_roll.uses.procedures import resisters

Result = tuple[float, float]
"""(mean progress, chance of success); more progress is better."""


class Measure(Struct, frozen=True, gc=False):
    """How levels are counted: 1 for a success, or more, up to *most*."""

    scale: Scale
    most: int = 1


class Attempt(Struct, frozen=True, gc=False):
    """How an act is rolled for, and how its success is counted."""

    measure: Measure
    dice: DiceSet | None
    edge: int


Left = tuple[tuple[DiceSet | None, int], ...]
"""(dice, rank) of those who have yet to resist."""


def result(view: State, setting: Setting) -> Result:
    """Return the expected result of an act, or of an attempt to get away."""
    rulings, measure = view.setup.rulings, measure_of(view, setting)
    chooses = rulings.deterministic == "agent_choice"
    if not chooses or rulings.several_opponents == "each":
        return result_of(measure, level_chances(view, setting))
    dice, edge, left = opposition(view, setting)
    attempt = Attempt(measure, dice, edge)
    return _resisted(attempt, max(setting.totals, default=None), left)


def resisted(view: State, setting: Setting, *, roll: bool) -> Result:
    """Return the same if the next to resist takes the dice, or takes 10."""
    resister = resisters(view, setting)[len(setting.totals)]
    dice = view.setup.dice_of(resister.skill) if roll else None
    return _mean(
        (chance, result(view, replace(setting, totals=(*setting.totals, total))))
        for total, chance in levels(dice, resister.rank)
    )


def result_of(measure: Measure, chances: Levels) -> Result:
    """Return the expected result of a roll with these *chances*."""
    scale, most = measure.scale, measure.most
    gained = sum(
        chance * min(most, gain(scale, level, measured=most > 1))
        for level, chance in chances
    )
    return gained, success_of(chances)


def measure_of(view: State, setting: Setting) -> Measure:
    """Return how the success of an attempt is counted.

    Progress beyond the goal, and beyond that of the other sides, gains nothing.
    """
    matter, scale = setting.matter, view.setup.scale
    if type(matter) is not Act or not approach_of(view, matter).quantitative:
        return Measure(scale)
    return Measure(scale, missing(view, character(view, matter.who).side))


def missing(view: State, side: int) -> int:
    """Return how much progress *side* needs to win a contest, at least 1."""
    own, most = view.progress[side], 0
    for other, progress in enumerate(view.progress):
        if progress > most and other != side:
            most = progress
    return max(1, view.setup.goal - own, most + 1 - own)


@lru_cache(maxsize=65536)
def _resisted(attempt: Attempt, most: int | None, left: Left) -> Result:
    """Return the result after a best total of *most*, if *left* have yet to resist."""
    if not left:
        edge = attempt.edge - (most or 0)
        return max(_acted(attempt, attempt.dice, edge), _acted(attempt, None, edge))
    (dice, rank), *others = left
    return min(
        _mean(
            (chance, _resisted(attempt, _higher(most, total), tuple(others)))
            for total, chance in levels(dice_or_ten, rank)
        )
        for dice_or_ten in (dice, None)
    )


def _higher(most: int | None, total: int) -> int:
    return total if most is None else max(most, total)


def _acted(attempt: Attempt, dice: DiceSet | None, edge: int) -> Result:
    return result_of(attempt.measure, levels(dice, edge))


def _mean(results: Iterable[tuple[float, Result]]) -> Result:
    """Return the mean of (chance, result)."""
    gained = success = 0.0
    for chance, (progress, succeeds) in results:
        gained += chance * progress
        success += chance * succeeds
    return gained, min(1.0, success)
