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
Outcomes = Mapping[int, tuple[float, Totals, Totals]]
"""Something that matters -> its chance, and totals and levels that lead to it."""
Gains = tuple[Scale, bool]
"""The scale of gains, and whether levels count at all."""


def law(state: State) -> Law | None:
    """Return the distribution of an act's gain, if its first dice are due.

    None for anything else, and if somebody chooses for every roll whether to throw
    dice.
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
    foes = tuple([(dice_of(state, resister), resister.rank) for resister in left])
    measured = approach_of(state, setting.matter).quantitative
    each = state.setup.rulings.several_opponents == "each"
    cases = _cases(setting.totals, foes, own, (state.setup.scale, measured), each=each)
    return tuple(
        (chance, _events_of(state, setting, totals, levels))
        for chance, totals, levels in cases
    )


Sums = tuple[DiceSet | None, int]
"""Dice, and what is added to them."""


@lru_cache(maxsize=4096)
def _cases(
    fixed: Totals, foes: tuple[Sums, ...], own: Sums, gains: Gains, *, each: bool
) -> tuple[tuple[float, Totals, Totals], ...]:
    """Return the chance of each gain, and totals and levels with this gain.

    The *fixed* totals oppose it, too; it is rolled against the highest of all, or
    *each*.
    """
    # Against the highest total: combine the totals to the distribution of the highest,
    # then roll once against it. Against each: roll against each of them, and keep the
    # lowest level. So only totals or levels are combined, never all rolls of everybody.
    oppositions: list[Sums | int] = [*fixed, *foes]
    outcomes: Outcomes = {}
    for against in oppositions:
        totals = {against: 1.0} if isinstance(against, int) else dict(chances(*against))
        opposition = _levels(totals, own) if each else _alone(totals)
        if outcomes:
            opposition = _joined(outcomes, opposition, lowest=each)
        outcomes = opposition
    if not each:
        outcomes = _rolled(outcomes, own)
    scale, measured = gains
    cases: dict[int, tuple[float, Totals, Totals]] = {}
    for level, (chance, all_totals, levels) in outcomes.items():
        gained = gain(scale, level, measured=measured)
        before = cases[gained][0] if gained in cases else 0.0
        cases[gained] = before + chance, all_totals[len(fixed) :], levels
    return tuple(cases.values())


def _alone(totals: Mapping[int, float]) -> Outcomes:
    return {total: (chance, (total,), ()) for total, chance in totals.items()}


def _levels(totals: Mapping[int, float], own: Sums) -> Outcomes:
    """Return the levels of one roll against *totals*."""
    return _rolled(_alone(totals), own)


def _rolled(totals: Outcomes, own: Sums) -> Outcomes:
    """Return the levels of one roll against *totals*, by the highest of each."""
    cases: dict[int, tuple[float, Totals, Totals]] = {}
    for total, (chance, all_totals, _) in totals.items():
        for rolled, share in chances(*own):
            level = rolled - total
            before = cases[level][0] if level in cases else 0.0
            cases[level] = before + chance * share, all_totals, (level,)
    return cases


def _joined(first: Outcomes, other: Outcomes, *, lowest: bool) -> Outcomes:
    """Return the distribution of the lowest, or the highest, of both."""
    cases: dict[int, tuple[float, Totals, Totals]] = {}
    for left, (chance, totals, levels) in first.items():
        for right, (share, other_totals, further) in other.items():
            counts = min(left, right) if lowest else max(left, right)
            before = cases[counts][0] if counts in cases else 0.0
            outcome = (*totals, *other_totals), (*levels, *further)
            cases[counts] = before + chance * share, *outcome
    return cases


def _events_of(
    state: State, setting: Setting, totals: Totals, levels: Totals
) -> tuple[Event, ...]:
    """Return events for those totals and levels that have no event yet."""
    left = resisters(state, setting)[len(setting.totals) :]
    events: list[Event] = [
        OppositionSet((), resister.who, total, rolled=True)
        for resister, total in zip(left, totals, strict=True)
    ]
    rolls = throws(state, replace(setting, totals=(*setting.totals, *totals)))
    if type(state.phase) is not Rolling:
        events += [
            DifficultySet(
                (), throw.who, throw.purpose, throw.difficulty, throw.parts, throw.row
            )
            for throw in rolls
        ]
    for throw, level in zip(rolls, levels, strict=True):
        total = level + throw.difficulty
        band = Band.SUCCESS if level >= 0 else Band.FAILURE
        events.append(
            OutcomeDetermined((), throw.who, total, throw.difficulty, level, band)
        )
    return tuple(events)
