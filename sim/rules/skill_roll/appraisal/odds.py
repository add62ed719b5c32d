"""Exact odds of a roll, of an attack and of an act, as fractions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from sim.errors import OddsError
from sim.rules.skill_roll.skills.attack_result import (
    EIGHTHS,
    Band,
    Blow,
    attack_band,
    damage,
    oops_gain,
)
from sim.rules.skill_roll.skills.dice import TEN, DiceSet, dice_set, sums
from sim.rules.skill_roll.skills.scale import SCALES, ScaleName
from sim.seam.chances import Answer, Chances, Odds

K = TypeVar("K", str, int)

NUMBER_MAX = 1000
DICE = "3d6"


def level_odds(
    skill: int, difficulty: int, dice: DiceSet | None
) -> dict[int, Fraction]:
    """Return the chance of every level against a *difficulty* [SK-ROLL-06]."""
    return {total + skill - difficulty: chance for total, chance in sums(dice).items()}


def opposed_odds(
    skill: int, opposition: int, shift: int, dice: DiceSet | None
) -> dict[int, Fraction]:
    """Return the chance of every level if the opponent rolls too [SK-QLO-03]."""
    chances: dict[int, Fraction] = {}
    for theirs, chance in sums(dice).items():
        difficulty = theirs + opposition + shift
        for level, other in level_odds(skill, difficulty, dice).items():
            chances[level] = chances.get(level, Fraction(0)) + chance * other
    return dict(sorted(chances.items()))


def success_odds(levels: Mapping[int, Fraction]) -> dict[str, Fraction]:
    """Return the chance of success and failure [SK-QLU-01]."""
    won = sum((chance for level, chance in levels.items() if level >= 0), Fraction(0))
    return {"success": won, "failure": 1 - won}


class RollQuery(Struct, frozen=True):
    """Odds of a skill roll: success, and every level.

    Against a difficulty, or against an opponent: one of skill 15 who takes 10 makes a
    difficulty of 25, and may roll instead.
    """

    skill: int
    """The rank of the skill, with what is added to it."""
    difficulty: int | None = None
    """The difficulty; with an opponent's skill, what is added to that."""
    dice: str = DICE
    """The dice, such as 3d6, 1d20 or 2d6+3; none for 10 in their place."""
    vs_skill: int | None = None
    """The opponent's skill, to which it adds 10 or dice."""
    vs_rolled: bool = False
    """The opponent rolls the same dice in place of the 10. Without vs_skill the
    difficulty is then the opponent's skill: with 22 it is 3d6 + 22 that is to be met,
    and the answer says so."""


def answer_roll(query: RollQuery) -> Answer:
    """Answer *query*; raises OddsError if it is impossible."""
    dice = read_dice(query.dice)
    _small("skill", query.skill)
    asked: dict[str, object] = {"skill": query.skill, "dice": query.dice}
    opponent, shift = query.vs_skill, query.difficulty or 0
    if opponent is None and query.vs_rolled and query.difficulty is not None:
        opponent, shift = query.difficulty, 0
    if query.vs_skill is not None:
        _small("vs_skill", query.vs_skill)
        asked |= {"vs_skill": query.vs_skill}
    elif query.difficulty is None:
        message = "there is neither a difficulty nor a vs_skill: expected one"
        raise OddsError(message)
    _small("difficulty", query.difficulty or 0)
    asked |= {"difficulty": query.difficulty or 0, "vs_rolled": query.vs_rolled}
    notes: tuple[str, ...] = ()
    if opponent is None:
        levels = level_odds(query.skill, shift, dice)
    else:
        thrown = query.dice if query.vs_rolled and dice is not None else TEN
        total = f"{thrown} {'-' if opponent < 0 else '+'} {abs(opponent)}"
        asked |= {"opponent": total}
        shifted = f", with {shift:+} to meet it" if shift else ""
        notes = (f"opponent: {total}{shifted}",)
        if query.vs_rolled:
            levels = opposed_odds(query.skill, opponent, shift, dice)
        else:
            levels = level_odds(query.skill, TEN + opponent + shift, dice)
    parts: dict[str, Chances] = {"": success_odds(levels), "level": levels}
    return Answer(asked, parts, notes=notes)


def read_dice(text: str) -> DiceSet | None:
    """Return the dice written in *text*; raises OddsError if there are none."""
    try:
        return dice_set(text)
    except ValueError as error:
        message = f"{text!r} are no dice: expected such as 3d6, 2d6+3 or none"
        raise OddsError(message) from error


def _small(name: str, number: int) -> None:
    if abs(number) > NUMBER_MAX:
        message = f"{name} is {number}: expected at most {NUMBER_MAX} either way"
        raise OddsError(message)


class AttackQuery(Struct, frozen=True):
    """Odds of an attack: miss, graze or hit, and the damage it does."""

    skill: int
    """The rank of the skill, with what is added to it."""
    difficulty: int
    """The difficulty, with all modifiers."""
    damage_per_rank: int = 8
    """The points of damage of each rank."""
    ranks: int = 5
    """The ranks of the attack."""
    scale: str = "coarse"
    """What a level above a plain hit adds: a quarter of a rank's damage on the coarse
    scale, an eighth on the fine one."""
    dice: str = DICE
    """The dice, such as 3d6, 1d20 or 2d6+3; none for 10 in their place."""
    from_afar: bool = False
    """It is made from afar, so that missing costs no position (OOPS)."""
    uncapped: bool = False
    """The bonus may be more than half of the damage without it."""


def answer_attack(query: AttackQuery) -> Answer:
    """Answer *query*; raises OddsError if it is impossible."""
    dice = read_dice(query.dice)
    for name in ("skill", "difficulty", "damage_per_rank", "ranks"):
        _small(name, getattr(query, name))
    if query.damage_per_rank < 0 or query.ranks < 1:
        message = "an attack does 0 damage a rank at least, and has 1 rank at least"
        raise OddsError(message)
    if query.scale not in tuple(ScaleName):
        message = f"there is no scale {query.scale!r}: expected coarse or fine"
        raise OddsError(message)
    scale = SCALES[ScaleName(query.scale)]
    blow = Blow(query.damage_per_rank, query.ranks, query.uncapped)
    bands: dict[str, Fraction] = {}
    harms: dict[str, Fraction] = {}
    oops: dict[int, Fraction] = {}
    for level, chance in level_odds(query.skill, query.difficulty, dice).items():
        _add(bands, str(attack_band(level)), chance)
        _add(harms, str(Fraction(damage(scale, blow, level).eighths, EIGHTHS)), chance)
        _add(oops, oops_gain(level, hand_to_hand=not query.from_afar), chance)
    asked = {name: getattr(query, name) for name in query.__struct_fields__}
    parts: dict[str, Chances] = {
        "": bands,
        "damage": harms,
        "oops": dict(sorted(oops.items())),
    }
    return Answer(asked, parts, WORDS)


WORDS: Mapping[object, str] = {
    str(Band.MISS): "a clear miss, no damage",
    str(Band.WINGED): "a graze, half the damage",
    str(Band.HIT): "a plain hit, all the damage",
    str(Band.HIT_BONUS): "a solid hit, and a bonus",
    "damage": "points of damage",
    "oops": "OOPS it costs",
}
"""Words for people in place of the names for programs."""


def _add(chances: dict[K, Fraction], key: K, chance: Fraction) -> None:
    chances[key] = chances.get(key, Fraction(0)) + chance


ODDS = {
    "roll": Odds(RollQuery, answer_roll, "--skill 15 --difficulty 25 --dice 3d6"),
    "attack": Odds(
        AttackQuery,
        answer_attack,
        "attack --skill 12 --difficulty 21 --damage-per-rank 8 --ranks 5",
    ),
}
"""The questions about chances that skill rolls answer."""
