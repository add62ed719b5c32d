"""Events with names instead of numbers, for programs."""

from typing import Any

from sim.rules.dice_pool.narration.names import NOBODY_NAMED, name
from sim.rules.dice_pool.phases import has_rolls
from sim.rules.dice_pool.pools.throwing import second_throw
from sim.rules.dice_pool.records.rolls import ROTE, Why, roll_of
from sim.rules.dice_pool.state import State
from sim.seam.events import NOBODY, DiceRolled, Event
from sim.seam.protocol import Description
from sim.spine.narration import named

_PERHAPS = ("target", "by", "victim", "against")
"""Fields of events where the table's seat number means nobody."""
_SIDES = ("sides", "winners")


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    words = named(event, lambda seat: name(state, seat))
    words |= {field: list(value) for field, value in words.items() if _is_tuple(value)}
    for field in _PERHAPS:
        if getattr(event, field, None) == NOBODY:
            words[field] = NOBODY_NAMED
    for field in _SIDES:
        if field in words:
            words[field] = [state.setup.sides[side] for side in words[field]]
    if "side" in words:
        words["side"] = state.setup.sides[words["side"]]
    if isinstance(event, DiceRolled):
        words["pool"] = [f"d{die.high}" for die in event.pool]
    return words


def claimable(state: State, event: Event, words: Description) -> Description:
    """Return the number of successes of a throw, including its dice before."""
    del words
    phase = state.phase
    if not isinstance(event, DiceRolled) or not has_rolls(phase):
        return {}
    roll = roll_of(phase.rolls, event.who, event.attempt)
    if event.why == Why.INTIMACY:
        throw = roll.refresh
    else:
        throw = second_throw(roll) if event.why == ROTE else roll.first
    return {"successes": (throw.total if throw else 0) + event.reading[0]}


def _is_tuple(value: Any) -> bool:  # noqa: ANN401 - any field of any event
    return type(value) is tuple
