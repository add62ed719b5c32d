"""The changes that time can still bring, and whether the number of a round matters."""

from sim.rules.dice_pool.appraisal.weigh import settled
from sim.rules.dice_pool.health.healing import RATES
from sim.rules.dice_pool.records.body import Body
from sim.rules.dice_pool.scenario.data import CharacterData, Setup
from sim.rules.dice_pool.state import State


def lasts(setup: Setup) -> bool:
    """Whether returns depend on characters as the aftermath leaves them [DP-R-90]."""
    ends = setup.worth.dead, setup.worth.succumbed, setup.worth.hardened
    return bool(setup.steps) and any(end is not None for end in ends)


def may_heal(setup: Setup, round_: int, body: Body, character: CharacterData) -> bool:
    """Whether a wound can heal before the last round of the conflict is over."""
    if not (body.wounds or setup.violent or setup.hazards):
        # Nobody is ever hurt.
        return False
    rounds = setup.rulings.max_turns + 1 - round_
    healing = max(0, rounds) * setup.seconds * character.factor * body.care
    return max(body.progress) + healing >= min(RATES.values())


def any_round(state: State) -> bool:
    """Whether *state* would play out the same in any later round but the last.

    That is so when nothing begins or ends with a certain round, and nobody bleeds or
    heals.
    """
    setup = state.setup
    if lasts(setup) or not settled(setup) <= state.round < setup.rulings.max_turns:
        return False
    people = zip(state.participants, setup.characters, strict=True)
    return not any(
        participant.body.bleeds_at is not None
        or may_heal(setup, state.round, participant.body, character)
        for participant, character in people
    )
