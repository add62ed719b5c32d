"""The rolls that a matter takes, and those of the opponents before them."""

from msgspec import Struct

from sim.rules.skill_roll.combat import striking, withdrawing
from sim.rules.skill_roll.phases import (
    Act,
    Escape,
    Purpose,
    Setting,
    Strike,
    Trial,
)
from sim.rules.skill_roll.rounds.conditions import Contest, Shifts, shifts
from sim.rules.skill_roll.skills.attack_difficulty import Parts, total
from sim.rules.skill_roll.state import State, character, form_of, wound_penalty
from sim.rules.skill_roll.uses import contest, single
from sim.seam.events import NOBODY, Seat


class Resister(Struct, frozen=True, gc=False):
    """An opponent whose roll makes the difficulty, and with what.

    *rank* is what is added to the roll: wounds may have lowered it.
    """

    who: Seat
    purpose: Purpose
    skill: str
    rank: int


class Throw(Struct, frozen=True, gc=False):
    """A roll of the matter itself: what is added to it, and what it is against."""

    who: Seat
    purpose: Purpose
    skill: str
    bonus: int
    parts: Parts
    row: str = ""

    @property
    def difficulty(self) -> int:
        """How hard it is."""
        return total(self.parts)


def is_opposed(state: State, setting: Setting) -> bool:
    """Whether somebody actively tries to make it fail [SK-ROLL-07]."""
    matter = setting.matter
    return type(matter) is not Trial or single.use_of(state, matter).opponent != NOBODY


def contest_of(state: State, setting: Setting) -> Contest:
    """Return who does what against whom, for the conditions."""
    matter = setting.matter
    if type(matter) is Strike:
        return striking.contest_in(state.setup, matter)
    if type(matter) is Act:
        return contest.contest_of(state, matter)
    if type(matter) is Escape:
        return withdrawing.contest_of(state, matter)
    assert type(matter) is Trial
    return single.contest_of(state, matter)


def conditions_of(state: State, setting: Setting) -> Shifts:
    """Return what the conditions do to the matter."""
    return shifts(
        state.setup,
        state.round,
        contest_of(state, setting),
        setting.circumstance,
        setting.weight,
    )


def resisters(state: State, setting: Setting) -> tuple[Resister, ...]:
    """Return whose rolls make the difficulty, in seat order [SK-QLO-03]."""
    matter = setting.matter
    if type(matter) is Strike:
        rolls = state.setup.rulings.defender_rolls
        found = striking.defender(setting, matter) if rolls else None
        if found is None:
            return ()
        who, skill = found
        rank = character(state, who).skill(skill)
        return (_resister(state, who, Purpose.DEFENCE, skill, rank),)
    if type(matter) is Act:
        way = contest.approach_of(state, matter)
        against = contest_of(state, setting).against
        named = [(who, contest.resists(state, who, way)) for who in against]
        return tuple(
            _resister(state, who, Purpose.RESIST, skill, rank)
            for who, (skill, rank) in named
        )
    if type(matter) is Escape:
        skill = character(state, matter.who).withdraw_with
        ranks = {
            who: character(state, who).skill(skill)
            for who in withdrawing.pursuers(state, matter)
        }
        return tuple(
            _resister(state, who, Purpose.PURSUIT, skill, rank)
            for who, rank in ranks.items()
        )
    assert type(matter) is Trial
    if not is_opposed(state, setting):
        return ()
    return (_resister(state, *_resisting(state, matter)),)


def _resisting(state: State, trial: Trial) -> tuple[Seat, Purpose, str, int]:
    who, skill, rank = single.resists(state, trial)
    return who, Purpose.RESIST, skill, rank


def _resister(
    state: State, who: Seat, purpose: Purpose, skill: str, rank: int
) -> Resister:
    """SK-RUL-33: wounds cost an opponent's roll as much as any other."""
    return Resister(who, purpose, skill, rank - wound_penalty(state, who))


def throws(state: State, setting: Setting) -> tuple[Throw, ...]:
    """Return the rolls of the matter, each against its difficulty."""
    matter = setting.matter
    if type(matter) is Strike:
        counter = striking.counter_of(setting, matter)
        first = _strike(state, setting, matter)
        return (
            (first,) if counter is None else (first, _strike(state, setting, counter))
        )
    if type(matter) is Trial and not is_opposed(state, setting):
        return (_unopposed(state, setting, matter),)
    return _opposed(state, setting)


def _strike(state: State, setting: Setting, strike: Strike) -> Throw:
    form = form_of(state, strike.who, strike.form)
    rank = character(state, strike.who).skill(form.skill)
    return Throw(
        who=strike.who,
        purpose=Purpose.COUNTER if strike.counter else Purpose.ATTACK,
        skill=form.skill,
        bonus=rank - wound_penalty(state, strike.who),
        parts=striking.strike_parts(state, setting, strike),
    )


def _unopposed(state: State, setting: Setting, trial: Trial) -> Throw:
    use = single.use_of(state, trial)
    _, row, _ = single.first_part(state, setting, trial)
    return Throw(
        who=trial.who,
        purpose=Purpose.USE,
        skill=use.skill,
        bonus=_bonus(state, trial),
        parts=single.use_parts(state, setting, trial),
        row=row,
    )


def _opposed(state: State, setting: Setting) -> tuple[Throw, ...]:
    """Return the rolls against opponents: the highest of them, or each [SK-RUL-17]."""
    who, purpose, skill, bonus = _actor(state, setting)
    against = tuple(setting.totals)
    # Appraisals ask before any opponent has a total: then there is nothing to pick.
    if against and state.setup.rulings.several_opponents == "highest":
        against = (max(against),)
    parts = conditions_of(state, setting).parts
    if type(setting.matter) is Trial:
        parts += single.step_parts(state, setting.matter)
    return tuple(
        Throw(who, purpose, skill, bonus, _against(one, parts)) for one in against
    )


def rules_of(state: State, setting: Setting) -> tuple[tuple[str, ...], ...]:
    """Return the rules by which each of the throws is as hard as it is."""
    matter = setting.matter
    if type(matter) is Strike:
        counter = striking.counter_of(setting, matter)
        strikes = (matter,) if counter is None else (matter, counter)
        return tuple(striking.strike_rules(state, setting, one) for one in strikes)
    if type(matter) is Trial and not is_opposed(state, setting):
        return (single.use_rules(state, setting, matter),)
    rules = ("SK-QLO-03", "SK-RUL-17", *conditions_of(state, setting).rules)
    if type(matter) is Trial:
        rules = (*rules, *single.step_rules(single.use_of(state, matter)))
    if type(matter) is Escape:
        rules = ("SK-CONF-07", "SK-RUL-57", *rules)
    return (rules,) * len(setting.totals)


def _against(opposition: int, parts: Parts) -> Parts:
    return (("opposition", opposition), *parts)


def _actor(state: State, setting: Setting) -> tuple[Seat, Purpose, str, int]:
    """Return who acts, what for, with which skill, and what is added to the roll."""
    matter = setting.matter
    who = matter.who
    sheet, wounds = character(state, who), wound_penalty(state, who)
    if type(matter) is Act:
        way = contest.approach_of(state, matter)
        rank = sheet.skill(way.skill, way.attribute)
        return who, Purpose.ACT, way.skill, rank - wounds
    if type(matter) is Escape:
        skill = sheet.withdraw_with
        return who, Purpose.WITHDRAW, skill, sheet.skill(skill) - wounds
    assert type(matter) is Trial
    use = single.use_of(state, matter)
    return who, Purpose.USE, use.skill, _bonus(state, matter)


def _bonus(state: State, trial: Trial) -> int:
    """Return what is added to the roll of a single use [SK-ROLL-03, SK-RUL-33]."""
    modifier = single.use_of(state, trial).modifier
    return single.skill_of(state, trial) + modifier - wound_penalty(state, trial.who)
