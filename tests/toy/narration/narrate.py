"""Events as sentences, for people."""

from sim.seam.events import DiceRolled
from sim.spine.narration import narrator
from tests.toy import consequences as c
from tests.toy import facts as f
from tests.toy.evolve import EVENTS
from tests.toy.narration.describe import describe
from tests.toy.state import State


def _harm(state: State, event: c.HarmApplied) -> str:
    names = describe(state, event)
    hits = "no hit" if not event.amount else f"{event.amount} stress"
    return f"{names['by']} lands {hits} on {names['who']}."


narrate = narrator(
    {
        f.Held: "{who} holds still.",
        f.Pressed: "{who} presses.",
        f.Conceded: "{who} gives way.",
        DiceRolled: "{who} rolls {faces}.",
        c.RoundOpened: "Round {number}.",
        c.HarmApplied: _harm,
    },
    EVENTS,
    describe,
)
"""(state before, event) -> the event as a sentence."""
