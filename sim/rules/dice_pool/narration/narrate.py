"""The story of a conflict: the sentences that depend on the state.

All other events have their sentence in their class.
"""

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool.events.lasting import WillpowerPointLost
from sim.rules.dice_pool.evolve import EVENTS
from sim.rules.dice_pool.narration.describe import describe
from sim.rules.dice_pool.narration.names import name
from sim.rules.dice_pool.narration.narrate_rolls import ROLLS
from sim.rules.dice_pool.state import State
from sim.spine.narration import narrator
from sim.spine.words import moment

REASONS = {
    "inconclusive": "it is undecided still",
    "new_development": "something new has come up",
    "reversal_sought": "the loser seeks a reversal",
    "retry": "another attempt",
    "wait": "time passes",
    "rest": "a night's rest",
    "scene": "a scene",
    "treat": "treatment",
    "bonds": "ties change",
    "session": "the end of a session",
    "stress": "a heavy blow to the mind",
    "soul": "a matter of souls",
    "transfer": "a wound changes its bearer",
    "growth": "a change of heart",
}


def _round(state: State, event: c.RoundOpened) -> str:
    if event.number == 1 and event.reason == "first":
        stakes = state.setup.stakes
        return f"It is about {stakes}." if stakes else "It begins."
    reason = REASONS.get(event.reason)
    at = moment(event.clock)
    return f"At {at}: {reason}." if reason else f"At {at}."


def _reputation(state: State, event: c.ReputationDamaged) -> str:
    had = state.participants[event.who].reputation or 0
    who, lost = name(state, event.who), had - event.left
    return f"{who} loses {lost} of reputation ({event.left} left)."


def _holdings(state: State, event: c.HoldingsDamaged) -> str:
    had = state.participants[event.who].holdings or 0
    who, lost = name(state, event.who), had - event.left
    return f"{who} loses {lost} of holdings ({event.left} left)."


def _point_lost(state: State, event: WillpowerPointLost) -> str:
    participant = state.participants[event.who]
    if participant.will.points == event.points:
        return f"{name(state, event.who)} has no Willpower left to lose."
    return f"{name(state, event.who)} loses a point of Willpower (now {event.points})."


narrate = narrator(
    EVENTS,
    describe,
    {
        **ROLLS,
        c.RoundOpened: _round,
        c.ReputationDamaged: _reputation,
        c.HoldingsDamaged: _holdings,
        WillpowerPointLost: _point_lost,
    },
)
"""(state before, event) -> the event as a sentence."""
