"""The dice: one roll after the other, then what they come to."""

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
    """Return the roll that is due, or what all of them come to."""
    place = len(phase.levels)
    if place == len(phase.difficulties):
        return _effects(state, phase)
    one = throws(state, phase.setting)[place]
    dice = state.setup.dice_of(one.skill)
    if dice is None:
        return Due(taken(phase, one))
    if state.setup.rulings.deterministic == "agent_choice":
        if phase.roll is None:
            options = (RollChosen(one.who, roll=True), RollChosen(one.who, roll=False))
            return Decision(one.who, options, view(state, one.who))
        if not phase.roll:
            return Due(taken(phase, one))
    difficulty = _difficulty(phase, one)
    return skill_throw(state, one.who, one.purpose, dice, one.bonus, difficulty)


def _difficulty(phase: Rolling, one: Throw) -> int:
    """Return how hard it is; the default, where one may not know [SK-RUL-65]."""
    known = phase.difficulties[len(phase.levels)]
    return one.difficulty if known is None else known


def taken(phase: Rolling, one: Throw) -> tuple[Consequence, ...]:
    """Return what 10 in place of dice comes to [SK-ROLL-02, SK-RUL-38, SK-RUL-54]."""
    level = TEN + one.bonus - _difficulty(phase, one)
    return (_outcome(phase, one, level, rolled=False),)


def dice_read(state: State, fact: DiceRolled) -> tuple[Consequence, ...]:
    """Return what the dice come to."""
    phase = state.phase
    assert type(phase) is Rolling
    one = throws(state, phase.setting)[len(phase.levels)]
    return (_outcome(phase, one, fact.reading[0], rolled=True),)


def _outcome(
    phase: Rolling, one: Throw, level: int, *, rolled: bool
) -> OutcomeDetermined:
    difficulty = _difficulty(phase, one)
    if one.purpose in {Purpose.ATTACK, Purpose.COUNTER}:
        band = attack_band(level)
    else:
        band = Band.SUCCESS if level >= 0 else Band.FAILURE
    rules = ("SK-ROLL-02", "SK-ROLL-06", *BAND_RULES[band])
    rules = rules if rolled else (*rules, "SK-RUL-54")
    return OutcomeDetermined(
        tuple(dict.fromkeys(rules)),
        one.who,
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
