"""The law of the dice of an act: the distribution of its gain over all rolls.

Only the gain matters after the act, so all rolls with the same gain are one case,
represented by totals and levels that lead to it.
"""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from sim.rules.skill_roll.consequences import (
    DifficultySet,
    OppositionSet,
    OutcomeDetermined,
)
from sim.rules.skill_roll.phases import Act, Rolling, Setting
from sim.rules.skill_roll.skills.attack_result import Band
from sim.rules.skill_roll.skills.dice import DiceSet
from sim.rules.skill_roll.skills.dice import levels as chances
from sim.rules.skill_roll.skills.scale import Scale
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.uses.contest import approach_of, gain
from sim.rules.skill_roll.uses.difficulty import dice_of
from sim.rules.skill_roll.uses.procedures import resisters, throws
from sim.seam.chart import Law
from sim.seam.events import Event

Totals = tuple[int, ...]
Known = Mapping[int, tuple[float, Totals, Totals]]
"""Something that matters -> its chance, and totals and levels that lead to it."""
Gains = tuple[Scale, bool]
"""The gain of each level, and whether levels count at all."""


def law(state: State) -> Law | None:
    """Return the distribution of an act's gain, when its first dice are due.

    None for anything else, and if it is a choice for every roll whether to throw dice.
    """
    phase = state.phase
    setting = phase.setting if type(phase) is Rolling else phase
    if type(setting) is not Setting or type(setting.matter) is not Act:
        return None
    begun = type(phase) is Rolling and phase.levels
    if begun or state.setup.rulings.deterministic == "agent_choice":
        return None
    left = resisters(state, setting)[len(setting.totals) :]
    sheet = throws(state, replace(setting, totals=(0,)))[0]
    own = state.setup.dice_of(sheet.skill), sheet.bonus - sheet.difficulty
    foes = tuple([(dice_of(state, one), one.rank) for one in left])
    measured = approach_of(state, setting.matter).quantitative
    each = state.setup.rulings.several_opponents == "each"
    found = _cases(setting.totals, foes, own, (state.setup.scale, measured), each=each)
    return tuple(
        (chance, _events_of(state, setting, totals, levels))
        for chance, totals, levels in found
    )


Sums = tuple[DiceSet | None, int]
"""Dice, and what is added to them."""


@lru_cache(maxsize=4096)
def _cases(
    known: Totals, foes: tuple[Sums, ...], own: Sums, gains: Gains, *, each: bool
) -> tuple[tuple[float, Totals, Totals], ...]:
    """Return the chance of each gain, and totals and levels that gain so much.

    The *known* totals are met too; the highest of all is rolled against, or *each*.
    """
    # Against the highest: first the distribution of the highest total, then one roll
    # against it. Against each: a level against each of them, of which the lowest
    # counts. So the states are totals or levels, never all rolls of everybody.
    oppositions: list[Sums | int] = [*known, *foes]
    found: Known = {}
    for one in oppositions:
        totals = {one: 1.0} if isinstance(one, int) else dict(chances(*one))
        met = _levels(totals, own) if each else _alone(totals)
        found = _joined(found, met, lowest=each) if found else met
    if not each:
        found = _rolled(found, own)
    scale, measured = gains
    cases: dict[int, tuple[float, Totals, Totals]] = {}
    for level, (chance, all_totals, levels) in found.items():
        gained = gain(scale, level, measured=measured)
        before = cases[gained][0] if gained in cases else 0.0
        cases[gained] = before + chance, all_totals[len(known) :], levels
    return tuple(cases.values())


def _alone(totals: Mapping[int, float]) -> Known:
    return {total: (chance, (total,), ()) for total, chance in totals.items()}


def _levels(totals: Mapping[int, float], own: Sums) -> Known:
    """Return the levels of one roll against such *totals*."""
    return _rolled(_alone(totals), own)


def _rolled(totals: Known, own: Sums) -> Known:
    """Return the levels of one roll against *totals*, by the highest of each."""
    found: dict[int, tuple[float, Totals, Totals]] = {}
    for total, (chance, all_totals, _) in totals.items():
        for rolled, share in chances(*own):
            level = rolled - total
            before = found[level][0] if level in found else 0.0
            found[level] = before + chance * share, all_totals, (level,)
    return found


def _joined(one: Known, other: Known, *, lowest: bool) -> Known:
    """Return the distribution of the lowest, or the highest, of both."""
    found: dict[int, tuple[float, Totals, Totals]] = {}
    for left, (chance, totals, levels) in one.items():
        for right, (share, more, further) in other.items():
            counts = min(left, right) if lowest else max(left, right)
            before = found[counts][0] if counts in found else 0.0
            told = (*totals, *more), (*levels, *further)
            found[counts] = before + chance * share, *told
    return found


def _events_of(
    state: State, setting: Setting, totals: Totals, levels: Totals
) -> tuple[Event, ...]:
    """Return events for those totals and levels that have no event yet."""
    left = resisters(state, setting)[len(setting.totals) :]
    told: list[Event] = [
        OppositionSet((), one.who, total, rolled=True)
        for one, total in zip(left, totals, strict=True)
    ]
    rolls = throws(state, replace(setting, totals=(*setting.totals, *totals)))
    if type(state.phase) is not Rolling:
        told += [
            DifficultySet((), one.who, one.purpose, one.difficulty, one.parts, one.row)
            for one in rolls
        ]
    for one, level in zip(rolls, levels, strict=True):
        total = level + one.difficulty
        band = Band.SUCCESS if level >= 0 else Band.FAILURE
        told.append(OutcomeDetermined((), one.who, total, one.difficulty, level, band))
    return tuple(told)
