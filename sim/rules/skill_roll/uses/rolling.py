"""The dice: one roll after the other, then their effects."""

from sim.rules.skill_roll.combat.effects import strike_effects
from sim.rules.skill_roll.combat.withdrawing import escape_effects
from sim.rules.skill_roll.consequences import OutcomeDetermined
from sim.rules.skill_roll.facts import RollChosen
from sim.rules.skill_roll.phases import Act, Escape, Purpose, Rolling, Strike
from sim.rules.skill_roll.rounds.opposed import Throw
from sim.rules.skill_roll.rounds.throws import skill_throw
from sim.rules.skill_roll.skills.attack_result import BAND_RULES, Band, attack_band
from sim.rules.skill_roll.skills.dice import TEN
from sim.rules.skill_roll.state import State, view
from sim.rules.skill_roll.uses.contest import act_effects
from sim.rules.skill_roll.uses.procedures import throws
from sim.seam.events import Consequence, DiceRolled
from sim.seam.protocol import Asked, Decision, Due


def ask_rolling(state: State, phase: Rolling) -> Asked[State]:
    """Return the roll that is due, or the effects of all of them."""
    place = len(phase.levels)
    if place == len(phase.difficulties):
        return _effects(state, phase)
    throw = throws(state, phase.setting)[place]
    dice = state.setup.dice_of(throw.skill)
    if dice is None:
        return Due(taken(phase, throw))
    if state.setup.rulings.deterministic == "agent_choice":
        if phase.roll is None:
            options = (
                RollChosen(throw.who, roll=True),
                RollChosen(throw.who, roll=False),
            )
            return Decision(throw.who, options, view(state, throw.who))
        if not phase.roll:
            return Due(taken(phase, throw))
    difficulty = _difficulty(phase, throw)
    return skill_throw(state, throw.who, throw.purpose, dice, throw.bonus, difficulty)


def _difficulty(phase: Rolling, throw: Throw) -> int:
    """Return the difficulty; the default if one may not know it [SK-RUL-65]."""
    difficulty = phase.difficulties[len(phase.levels)]
    return throw.difficulty if difficulty is None else difficulty


def taken(phase: Rolling, throw: Throw) -> tuple[Consequence, ...]:
    """Return the outcome of 10 in place of dice.

    [SK-ROLL-02, SK-RUL-38, SK-RUL-54]
    """
    level = TEN + throw.bonus - _difficulty(phase, throw)
    return (_outcome(phase, throw, level, rolled=False),)


def dice_read(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return the outcome of the dice."""
    phase = state.phase
    assert type(phase) is Rolling
    throw = throws(state, phase.setting)[len(phase.levels)]
    return (_outcome(phase, throw, fact.reading[0], rolled=True),)


def _outcome(
    phase: Rolling, throw: Throw, level: int, *, rolled: bool
) -> OutcomeDetermined:
    difficulty = _difficulty(phase, throw)
    if throw.purpose in {Purpose.ATTACK, Purpose.COUNTER}:
        band = attack_band(level)
    else:
        band = Band.SUCCESS if level >= 0 else Band.FAILURE
    rules = ("SK-ROLL-02", "SK-ROLL-06", *BAND_RULES[band])
    rules = rules if rolled else (*rules, "SK-RUL-54")
    return OutcomeDetermined(
        tuple(dict.fromkeys(rules)),
        throw.who,
        level + difficulty,
        difficulty,
        level,
        band,
        rolled,
    )


def _effects(state: State, phase: Rolling) -> Asked[State]:
    matter = phase.setting.matter
    if type(matter) is Strike:
        return strike_effects(state, phase, matter)
    if type(matter) is Escape:
        return escape_effects(state, phase, matter)
    assert type(matter) is Act
    return act_effects(state, phase, matter)
