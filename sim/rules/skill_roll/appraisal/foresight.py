"""The exact probability of every level of a roll before it is thrown."""

from functools import lru_cache

from msgspec.structs import replace

from sim.rules.skill_roll.combat.striking import strike_parts
from sim.rules.skill_roll.phases import Act, Escape, Response, Setting, Strike
from sim.rules.skill_roll.skills.attack_difficulty import total
from sim.rules.skill_roll.skills.attack_result import Blow, damage
from sim.rules.skill_roll.skills.dice import DiceSet, levels
from sim.rules.skill_roll.skills.scale import Scale
from sim.rules.skill_roll.state import State, character, form_in, wound_penalty
from sim.rules.skill_roll.uses.difficulty import dice_of
from sim.rules.skill_roll.uses.procedures import resisters, throws
from sim.seam.events import Seat

Levels = tuple[tuple[int, float], ...]
"""(level, probability), the worst level first."""


@lru_cache(maxsize=65536)
def expected_damage(
    scale: Scale, blow: Blow, dice: DiceSet | None, edge: int, *, whole: bool
) -> float:
    """Return the expected damage of a roll whose skill less difficulty is *edge*.

    SK-RUL-25: in whole points, where fractions are dropped.
    """
    return sum(
        chance * damage(scale, blow, level, whole=whole).eighths
        for level, chance in levels(dice, edge)
    )


@lru_cache(maxsize=65536)
def success_of(chances: Levels) -> float:
    """Return the chance of level 0 or more."""
    return min(1.0, sum(chance for level, chance in chances if level >= 0))


def strike_edge(state: State, setting: Setting) -> tuple[DiceSet | None, int]:
    """Return the dice of an attack, and its skill less its difficulty."""
    strike = setting.matter
    assert type(strike) is Strike
    skill = form_in(state.setup, strike).skill
    bonus = character(state, strike.who).skill(skill)
    bonus -= wound_penalty(state, strike.who)
    edge = bonus - total(strike_parts(state, setting, strike))
    return state.setup.dice_of(skill), edge


def level_chances(state: State, setting: Setting) -> Levels:
    """Return the distribution of levels of the roll that *setting* prepares.

    Opponents who have not rolled yet roll, or take 10, as they would in play.
    """
    against = resisters(state, setting)
    if not against or type(setting.matter) is Strike:
        throw = throws(state, setting)[0]
        dice = state.setup.dice_of(throw.skill)
        return levels(dice, throw.bonus - throw.difficulty)
    dice, edge, left = opposition(state, setting)
    fixed = tuple(((total, 1.0),) for total in setting.totals)
    coming = tuple(levels(*resister) for resister in left)
    if state.setup.rulings.several_opponents == "each":
        return _least(tuple(_against(dice, edge, totals) for totals in fixed + coming))
    return _against(dice, edge, _greatest(fixed + coming))


def opposition(
    state: State, setting: Setting
) -> tuple[DiceSet | None, int, tuple[tuple[DiceSet | None, int], ...]]:
    """Return the dice, and skill less the difficulty without the opponents' totals.

    The third item has (dice, rank) of those opponents who have not rolled yet.
    """
    zero = throws(state, replace(setting, totals=(0,)))[0]
    dice, edge = state.setup.dice_of(zero.skill), zero.bonus - zero.difficulty
    left = resisters(state, setting)[len(setting.totals) :]
    return (
        dice,
        edge,
        tuple((dice_of(state, resister), resister.rank) for resister in left),
    )


@lru_cache(maxsize=4096)
def _against(dice: DiceSet | None, edge: int, totals: Levels) -> Levels:
    """Return the distribution of a roll against a difficulty with a distribution."""
    chances: dict[int, float] = {}
    for theirs, chance in totals:
        for level, other in levels(dice, edge - theirs):
            chances[level] = chances.get(level, 0.0) + chance * other
    return tuple(sorted(chances.items()))


@lru_cache(maxsize=4096)
def _greatest(several: tuple[Levels, ...]) -> Levels:
    """Return the distribution of the greatest of independent numbers."""
    numbers = sorted({number for spread in several for number, _ in spread})
    below, greatest = 0.0, list[tuple[int, float]]()
    for number in numbers:
        upto = 1.0
        for spread in several:
            upto *= sum(chance for other, chance in spread if other <= number)
        if upto > below:
            greatest.append((number, upto - below))
        below = upto
    return tuple(greatest)


@lru_cache(maxsize=4096)
def _least(several: tuple[Levels, ...]) -> Levels:
    """Return the distribution of the least of independent numbers."""
    turned = tuple(tuple((-n, p) for n, p in spread) for spread in several)
    return tuple(sorted((-number, chance) for number, chance in _greatest(turned)))


def act_setting(who: Seat, approach: str, against: int) -> Setting:
    """Return an act of a contest that has not been declared yet."""
    return Setting(Act(who, approach, against))


def escape_setting(who: Seat) -> Setting:
    """Return an attempt to get away that has not been made yet."""
    return Setting(Escape(who))


def answered(setting: Setting, response: Response, by: str) -> Setting:
    """Return *setting* with a Response in it."""
    return replace(setting, response=response, by=by)
