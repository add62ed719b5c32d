"""At the start of a turn, those full of bashing wounds roll to stay conscious."""

from sim.rules.dice_pool.events.lasting import CharacterFellUnconscious, StayedConscious
from sim.rules.dice_pool.health.track import is_reeling
from sim.rules.dice_pool.phases import Waking
from sim.rules.dice_pool.pools.stages import ask_rolls
from sim.rules.dice_pool.pools.throwing import total_of
from sim.rules.dice_pool.records.rolls import Roll, Why
from sim.rules.dice_pool.state import State, able, has_point
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Asked, Due

ROLLED: Cites = ("DP-HEALTH-07", "DP-R-34", "DP-R-35")


def reeling(state: State) -> tuple[Seat, ...]:
    """Return the seats that must roll Stamina as this round begins.

    This is asked only in a conflict with turns, and only of normal characters
    [DP-HEALTH-07, DP-R-39, DP-R-91].
    """
    if not state.setup.violent:
        return ()
    pairs = zip(state.participants, state.setup.characters, strict=True)
    full = [
        Seat(n)
        for n, (participant, character) in enumerate(pairs)
        if len(participant.body.wounds) >= character.boxes
        and character.normal
        and is_reeling(participant.body.wounds, character.boxes)
    ]
    return tuple([who for who in full if able(state, who)])


def waking(state: State) -> Waking:
    """Return the rolls that are due as this round begins."""
    return Waking(
        tuple(
            Roll(
                who,
                Why.CONSCIOUSNESS,
                state.setup.characters[who].awake,
                boosted=None if has_point(state, who) else False,
            )
            for who in reeling(state)
        )
    )


def ask_waking(state: State, phase: Waking) -> Asked[State] | None:
    """Ask for the rolls one after the other; a failure means falling [DP-HEALTH-07]."""
    if not phase.rolls:
        return None
    roll = phase.rolls[0]
    participant, boxes = (
        state.participants[roll.who],
        state.setup.characters[roll.who].boxes,
    )
    if not is_reeling(participant.body.wounds, boxes):
        # The last box has healed or worsened as the turn began.
        return Due((StayedConscious(ROLLED, roll.who),))
    asked = ask_rolls(state, (roll,))
    if asked is not None:
        return asked
    if total_of(roll, state.setup.rulings):
        return Due((StayedConscious(ROLLED, roll.who),))
    return Due((CharacterFellUnconscious((*ROLLED, "DP-R-36"), roll.who),))
