"""Opposed rolls, and the difficulty that opponents set."""

from msgspec import Struct, structs

from sim.rules.skill_roll.phases import Purpose, Setting
from sim.rules.skill_roll.rounds.conditions import Contest, Shifts, shifts
from sim.rules.skill_roll.skills.attack_difficulty import Parts, total
from sim.rules.skill_roll.state import State, wound_penalty
from sim.seam.events import Seat


class Throw(Struct, frozen=True, gc=False):
    """A roll: who makes it, what is added to it, and what it is against."""

    who: Seat
    purpose: Purpose
    skill: str
    bonus: int
    parts: Parts = ()
    row: str = ""

    @property
    def difficulty(self) -> int:
        """The difficulty of the roll."""
        return total(self.parts)


class Resister(Struct, frozen=True, gc=False):
    """An opponent whose roll sets the difficulty.

    *rank* is what is added to that roll, lowered by any wounds.
    """

    who: Seat
    purpose: Purpose
    skill: str
    rank: int


def resister(
    state: State, who: Seat, purpose: Purpose, skill: str, rank: int
) -> Resister:
    """Return *who* as one who resists with *skill*, wounds counted [SK-RUL-33]."""
    return Resister(who, purpose, skill, rank - wound_penalty(state, who))


def ruled_shifts(state: State, setting: Setting, contest: Contest) -> Shifts:
    """Return the effect of the conditions, apart from what the Narrator has ruled."""
    return shifts(
        state.setup, state.round, contest, setting.circumstance, setting.weight
    )


def opposed(
    state: State, setting: Setting, contest: Contest, throw: Throw, steps: Parts = ()
) -> tuple[Throw, ...]:
    """Return *throw* against the opponents' totals, the conditions and *steps*.

    SK-RUL-17: against the highest of them, or against each.
    """
    totals = tuple(setting.totals)
    # An appraisal asks before any opponent has a total: then there is none to choose.
    if totals and state.setup.rulings.several_opponents == "highest":
        totals = (max(totals),)
    parts = (*ruled_shifts(state, setting, contest).parts, *steps)
    return tuple(
        structs.replace(throw, parts=(("opposition", total), *parts))
        for total in totals
    )


def opposed_rules(
    state: State, setting: Setting, contest: Contest, steps: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the rules behind the difficulty of an opposed roll."""
    by_conditions = ruled_shifts(state, setting, contest).rules
    return ("SK-QLO-03", "SK-RUL-17", *by_conditions, *steps)
