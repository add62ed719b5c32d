"""The worth of options in contests and tasks."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.fighting import HUNDRED, strike_dice
from sim.rules.skill_roll.appraisal.foresight import (
    Levels,
    act_setting,
    level_chances,
    success_of,
)
from sim.rules.skill_roll.appraisal.opposing import (
    measure_of,
    resisted,
    result,
    result_of,
)
from sim.rules.skill_roll.phases import (
    Act,
    Reading,
    Rolling,
    Setting,
    Strike,
    Trial,
    Verdict,
)
from sim.rules.skill_roll.rounds.ranking import Place, added, places
from sim.rules.skill_roll.scenario.uses import UseData
from sim.rules.skill_roll.skills.charts import Inheritance
from sim.rules.skill_roll.skills.dice import levels
from sim.rules.skill_roll.skills.quantity import WHOLE, percent_of_normal
from sim.rules.skill_roll.state import Specialty, State, with_participant
from sim.rules.skill_roll.uses.levels import left_of
from sim.rules.skill_roll.uses.procedures import throws
from sim.rules.skill_roll.uses.research import gained, with_topic
from sim.rules.skill_roll.uses.routine import default_verdict, routine_level
from sim.rules.skill_roll.uses.single import use_of
from sim.seam.appraisal import Appraisal
from sim.seam.events import Fact

_TIE = 0.5
_RANK = 0.001
_LEVELS_MAX = 60


def _act(view: State, option: f.ActDeclared, plain: Appraisal) -> Appraisal:
    """Return the chance that an act succeeds, and its expected progress."""
    setting = act_setting(option.who, option.approach, option.against)
    gained, success = result(view, setting)
    return replace(plain, win=success, deals=gained)


def _dice_or_ten(view: State, option: f.RollChosen, plain: Appraisal) -> Appraisal:
    """Return the chance with dice, or with 10 in their place."""
    phase = view.phase
    if type(phase) is Setting:
        gained, success = resisted(view, phase, roll=option.roll)
        suffers = gained if type(phase.matter) is Act else 0.0
        return replace(plain, win=1.0 - success, suffers=suffers)
    assert type(phase) is Rolling
    if type(phase.setting.matter) is Strike:
        win, deals = strike_dice(view, phase, roll=option.roll)
        return replace(plain, win=min(win, 1.0), deals=deals)
    throw = throws(view, phase.setting)[len(phase.levels)]
    difficulty = phase.difficulties[len(phase.levels)]
    if difficulty is None:
        difficulty = throw.difficulty
    dice = view.setup.dice_of(throw.skill) if option.roll else None
    chances = levels(dice, throw.bonus - difficulty)
    return replace(
        plain,
        win=_chance(view, phase.setting, chances),
        deals=_obtained(view, phase.setting, chances),
    )


def _chance(view: State, setting: Setting, chances: Levels) -> float:
    """Return the chance of success or, if performers are ranked, of being ahead."""
    trial = setting.matter
    if type(trial) is not Trial:
        return success_of(chances)
    use = use_of(view, trial)
    mine, best = places(view, use.user)
    if not use.measured or best is None:
        return success_of(chances)
    ahead = 0.0
    for level, chance in chances:
        score = added([mine, _place(view, use, level)])
        ahead += chance * ((score > best) + _TIE * (score == best))
    return min(1.0, ahead)


def _obtained(view: State, setting: Setting, chances: Levels) -> float:
    """Return the progress of an act, or what a first performer obtains.

    The latter is in hundredths.
    """
    trial = setting.matter
    if type(trial) is Act:
        return result_of(measure_of(view, setting), chances)[0]
    if type(trial) is not Trial:
        return 0.0
    use = use_of(view, trial)
    _, best = places(view, use.user)
    if not use.measured or best is not None:
        return 0.0
    nothing = [0] * len(use.aspects)
    return HUNDRED * sum(
        chance * best_worth(view, use, nothing, level)
        for level, chance in chances
        if level >= 0
    )


def _place(view: State, use: UseData, level: int) -> Place:
    """Return the best place that can be obtained with *level*."""
    scale, count = view.setup.scale, len(use.aspects)
    if level < 0:
        return 0.0, percent_of_normal(scale, level) + WHOLE * (count - 1), 0
    got = best_worth(view, use, [0] * count, level)
    needed = any(aspect.needs is not None for aspect in use.aspects)
    return got if needed else 1.0, WHOLE * count + scale.step * level, 0


# Research.


def _topic(view: State, option: f.TopicChosen, plain: Appraisal) -> Appraisal:
    """Return the worth of researching a topic, now and in later uses of the skill.

    In hundredths of a successful use. The skill it gains counts only by the uses still
    to come in this task.
    """
    phase = view.phase
    assert type(phase) is Setting
    setting = with_topic(view, phase, option.subject)
    trial = setting.matter
    assert type(trial) is Trial
    chances = _levels_of(view, setting, trial)
    won, later = success_of(chances), _later_uses(view, trial, option.subject)
    now, gains = _succeeding(view, later), dict[tuple[Inheritance, int], float]()
    for level, chance in chances:
        skill = gained(view, trial, level)
        if skill is not None and later:
            gains[skill] = gains.get(skill, 0.0) + chance
    more = sum(
        chance
        * (_succeeding(_learned(view, trial, option.subject, *skill), later) - now)
        for skill, chance in gains.items()
    )
    return replace(plain, win=won, deals=HUNDRED * (won + more))


def _levels_of(view: State, setting: Setting, trial: Trial) -> Levels:
    """Return the chance of every level of a single use, with or without a roll."""
    verdict = default_verdict(view, trial)
    if verdict == Verdict.ROLL:
        return level_chances(view, setting)
    return ((routine_level(view, trial), 1.0),) if verdict == Verdict.ROUTINE else ()


def _later_uses(view: State, trial: Trial, skill: str) -> list[Trial]:
    """Return the uses of *skill* that its user still has to make."""
    return [
        Trial(use.user, number)
        for number, use in enumerate(view.setup.uses)
        if number > trial.number and use.user == trial.who and use.skill == skill
    ]


def _succeeding(view: State, uses: list[Trial]) -> float:
    """Return how many of *uses* are expected to succeed, with or without a roll."""
    return sum(success_of(_levels_of(view, Setting(trial), trial)) for trial in uses)


def _learned(
    view: State, trial: Trial, subject: str, inheritance: Inheritance, rank: int
) -> State:
    """Return *view* after research has gained this specialised skill."""
    skill = use_of(view, trial).skill
    had = view.participants[trial.who].specialties
    specialty = Specialty(subject, skill, inheritance, rank)
    return with_participant(view, trial.who, specialties=(*had, specialty))


# Giving levels.


def _given(view: State, option: f.LevelsGiven, plain: Appraisal) -> Appraisal:
    """Return the most that can still be obtained once levels are given to an aspect."""
    phase = view.phase
    assert type(phase) is Reading
    use = use_of(view, phase.matter)
    place = [aspect.name for aspect in use.aspects].index(option.aspect)
    counts = list(phase.given)
    counts[place] += option.levels
    left = left_of(view, phase) - option.levels
    return replace(plain, deals=obtainable(view, use, counts, left))


def _rank_taken(view: State, option: f.RankTaken, plain: Appraisal) -> Appraisal:
    """Return the most that can still be obtained once a rank is taken."""
    del option
    phase = view.phase
    assert type(phase) is Reading
    left = left_of(view, phase) - view.setup.scale.rank
    worth = obtainable(view, use_of(view, phase.matter), list(phase.given), left)
    return replace(plain, deals=worth + _RANK)


def _no_more(view: State, option: f.NoMoreGiven, plain: Appraisal) -> Appraisal:
    """Return what is obtained without giving further levels."""
    del option
    phase = view.phase
    assert type(phase) is Reading
    worth = obtainable(view, use_of(view, phase.matter), list(phase.given), 0)
    return replace(plain, deals=worth, idle=True)


def obtainable(view: State, use: UseData, counts: list[int], left: int) -> float:
    """Return the most that *left* levels can still add to a use, in hundredths.

    The needs of aspects count first, then per cent of normal.
    """
    best = best_worth(view, use, counts, left)
    return HUNDRED * best + (sum(counts) + left) / HUNDRED


def best_worth(view: State, use: UseData, counts: list[int], left: int) -> float:
    """Return the most that aspects can be worth with *left* more levels."""
    wanted = [
        (max(0, _needed(view, aspect.needs) - count), aspect.worth)
        for aspect, count in zip(use.aspects, counts, strict=True)
        if aspect.needs is not None
    ]
    return max(
        sum(worth for _, worth in chosen)
        for size in range(len(wanted) + 1)
        for chosen in combinations(wanted, size)
        if sum(cost for cost, _ in chosen) <= left
    )


def _needed(view: State, percent: int) -> int:
    """Return how many levels raise an aspect to *percent*."""
    setup = view.setup
    for level in range(_LEVELS_MAX):
        if percent_of_normal(setup.scale, level, setup.rulings.percent_mode) >= percent:
            return level
    return percent * WHOLE


PERFORMING: Mapping[type[Fact], Callable[[State, Any, Appraisal], Appraisal]] = {
    f.ActDeclared: _act,
    f.TopicChosen: _topic,
    f.RollChosen: _dice_or_ten,
    f.LevelsGiven: _given,
    f.RankTaken: _rank_taken,
    f.NoMoreGiven: _no_more,
}
"""Class of option -> the function that appraises it."""
