"""Dice to be rolled: by whom, for which purpose, and how they are read."""

from sim.rules.skill_roll.phases import Purpose
from sim.rules.skill_roll.skills.dice import DiceSet, LevelRead, NumbersRead
from sim.rules.skill_roll.state import State, times_rolled
from sim.seam.events import TABLE, Seat
from sim.seam.protocol import Chance

NUMBERS = NumbersRead()


def skill_throw(
    state: State,
    who: Seat,
    purpose: Purpose,
    dice: DiceSet,
    bonus: int,
    difficulty: int,
) -> Chance:
    """Return the roll of *dice* plus *bonus* against *difficulty* [SK-ROLL-02].

    SK-RUL-54: a roll is named by the round, the roller, its purpose and the attempt.
    """
    return Chance(
        who=who,
        why=purpose,
        pool=dice.pool,
        read=LevelRead(dice.add + bonus, difficulty),
        attempt=times_rolled(state, who, purpose),
    )


def table_throw(state: State, purpose: Purpose, dice: DiceSet) -> Chance:
    """Return a roll that belongs to nobody, read face by face [SK-RUL-54]."""
    attempt = times_rolled(state, TABLE, purpose)
    return Chance(TABLE, purpose, dice.pool, NUMBERS, attempt=attempt)
