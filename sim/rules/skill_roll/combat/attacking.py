"""The procedure of rolling for an attack."""

from sim.rules.skill_roll.combat.intervening import ask_others
from sim.rules.skill_roll.combat.striking import (
    ask_response,
    contest_in,
    counter_of,
    strike_parts,
    strike_rules,
)
from sim.rules.skill_roll.phases import Purpose, Response, Setting, Strike
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.opposed import Resister, Throw, resister
from sim.rules.skill_roll.rounds.ranks import ask_ranks
from sim.rules.skill_roll.state import State, character, form_of, wound_penalty
from sim.seam.protocol import Decision


def ask_first(state: State, setting: Setting, strike: Strike) -> Decision[State] | None:
    """Ask with how many ranks it is made, then for the answer of its target's side."""
    owned = form_of(state, strike.who, strike.form).ranks
    return (
        ask_ranks(state, setting, strike.who, tuple(range(owned, 0, -1)))
        or ask_others(state, setting, strike)
        or ask_response(state, setting, strike)
    )


def is_opposed(_state: State, _strike: Strike) -> bool:
    """Return True: an attack is always opposed [SK-ROLL-07]."""
    return True


def contest_of(state: State, strike: Strike) -> Contest:
    """Return who attacks whom and how, to match conditions."""
    return contest_in(state.setup, strike)


def resisters(state: State, setting: Setting, strike: Strike) -> tuple[Resister, ...]:
    """Return the target, if its defence is rolled rather than taken as 10.

    [SK-RUL-18]
    """
    rolled = state.setup.rulings.defender_rolls and setting.response == Response.DEFEND
    if not rolled:
        return ()
    who, skill = strike.target, setting.by
    rank = character(state, who).skill(skill)
    return (resister(state, who, Purpose.DEFENCE, skill, rank),)


def throws(state: State, setting: Setting, strike: Strike) -> tuple[Throw, ...]:
    """Return the roll of the attack, and that of an attack that counters it."""
    return tuple(_throw(state, setting, blow) for blow in _exchanged(setting, strike))


def _exchanged(setting: Setting, strike: Strike) -> tuple[Strike, ...]:
    counter = counter_of(setting, strike)
    return (strike,) if counter is None else (strike, counter)


def _throw(state: State, setting: Setting, strike: Strike) -> Throw:
    skill = form_of(state, strike.who, strike.form).skill
    rank = character(state, strike.who).skill(skill)
    return Throw(
        who=strike.who,
        purpose=Purpose.COUNTER if strike.counter else Purpose.ATTACK,
        skill=skill,
        bonus=rank - wound_penalty(state, strike.who),
        parts=strike_parts(state, setting, strike),
    )


def rules(
    state: State, setting: Setting, strike: Strike
) -> tuple[tuple[str, ...], ...]:
    """Return the rules behind the difficulty of each roll."""
    return tuple(
        strike_rules(state, setting, blow) for blow in _exchanged(setting, strike)
    )
