"""The worth of an option to its chooser, by exact odds [SK-RUL-66]."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.fighting import FIGHTING, exposure, idle
from sim.rules.skill_roll.appraisal.intervening import INTERVENING
from sim.rules.skill_roll.appraisal.performing import PERFORMING
from sim.rules.skill_roll.rounds.ending import conceded, shares, threat
from sim.rules.skill_roll.scenario.compile import COMBAT, TASK, ConflictKind
from sim.rules.skill_roll.state import State, aim_of, character, sides_left
from sim.seam.appraisal import NEUTRAL, Appraisal
from sim.seam.events import Fact, Seat
from sim.spine.leads import with_lead
from sim.spine.racing import lead

Share = tuple[int, int]
"""An amount, and the amount that counts as the whole."""


def appraise(view: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option*; rulings of a Narrator are neutral."""
    worth = appraise_without_lead(view, option)
    return worth if worth is NEUTRAL else with_lead(worth, lead_of(view, option.who))


def appraise_without_lead(view: State, option: Fact) -> Appraisal:
    """Return the appraisal of *option* without the lead."""
    worth = WORTH.get(type(option))
    if worth is None:
        return NEUTRAL
    return worth(view, option, _plain(view, option.who))


def _plain(view: State, who: Seat) -> Appraisal:
    """Return the part that all options of *who* share: stakes and possible returns."""
    if view.setup.kind == TASK:
        return Appraisal()
    aim, least = aim_of(view, who), conceded(view, who)
    return Appraisal(stakes=aim.deadly, gives=least, wins=aim.worth, loses=least)


def lead_of(view: State, who: Seat) -> float:
    """Return how far the side of *who* leads, by how much each side has left.

    In a fight that is the damage a side can still take, in a contest the progress it
    still lacks. Nobody leads in a task, and a Narrator never leads.
    """
    if view.setup.kind == TASK or who == view.setup.judge:
        return 0.0
    side, kind = character(view, who).side, view.setup.kind
    others = [shares(view, other) for other in sides_left(view) if other != side]
    return _lead(kind, shares(view, side), tuple(others))


@lru_cache(maxsize=1 << 16)
def _lead(kind: ConflictKind, ours: Share, others: tuple[Share, ...]) -> float:
    """Return how far a side at *ours* leads against the best of the others."""
    if not others:
        return 0.0
    mine, theirs = _left(kind, ours), [_left(kind, other) for other in others]
    if kind == COMBAT:
        return lead(float(max(theirs)), float(mine), FIGHT)
    return lead(float(mine), float(min(theirs)), RACE)


FIGHT, RACE = 1.0, 2.0
"""Exponents of the ratio of what is left, fitted to played conflicts."""


LEAST = Fraction(1, 20)
"""The least share that counts as left to a side that is still in."""


def _left(kind: ConflictKind, share: Share) -> Fraction:
    """Return what a side has left, as a share: damage to take or progress to make."""
    amount, most = share
    if kind == COMBAT:
        return max(LEAST, Fraction(amount, most))
    # The first at the goal waits for the end of the round: never quite 0.
    return Fraction(2 * max(0, most - amount) + 1, 2 * most)


def _conceded(view: State, option: f.Conceded, plain: Appraisal) -> Appraisal:
    stakes = threat(view, option.who)
    return replace(plain, win=0.0, concedes=True, stakes=stakes, leaves=1.0)


def _aim(view: State, option: f.AimChanged, plain: Appraisal) -> Appraisal:
    """Return the appraisal of changing the aim: the same turn, for other stakes."""
    aims = {aim.name: aim for aim in character(view, option.who).aims}
    aim = aims[option.aim]
    suffers = 0.0
    if view.setup.kind == COMBAT:
        oops = view.participants[option.who].oops
        suffers = exposure(view, option.who, oops)
    return replace(plain, win=0.0, suffers=suffers, stakes=aim.deadly, wins=aim.worth)


def _idle(view: State, option: f.Held | f.WentOn, plain: Appraisal) -> Appraisal:
    if view.setup.kind == COMBAT:
        return idle(view, option, plain)
    return replace(plain, win=0.0, idle=True)


def _nothing(_view: State, option: Fact, plain: Appraisal) -> Appraisal:
    return replace(plain, idle=option.passes)


WORTH: Mapping[type[Fact], Callable[[State, Any, Appraisal], Appraisal]] = {
    **FIGHTING,
    **INTERVENING,
    **PERFORMING,
    f.Conceded: _conceded,
    f.AimChanged: _aim,
    f.Held: _idle,
    f.WentOn: _idle,
    f.SpecialtyTaken: _nothing,
    f.SpecialtyLeft: _nothing,
}
"""Class of option -> the function that appraises it. A Narrator's rulings have none."""
