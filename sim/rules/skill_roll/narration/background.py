"""What no player would mention, told to whoever asks about it."""

from collections.abc import Mapping

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.narration.describe import describe
from sim.rules.skill_roll.state import State
from sim.seam.events import Event
from sim.spine.narration import Sentence, background_of

BACKGROUND: Mapping[type[Event], Sentence[State]] = {
    f.StoodBy: "{who} stands by.",
    c.InitiativeStarted: "It is {who}'s Initiative.",
    c.BystandersGathered: "Nobody is near enough for {who} to hit by chance.",
    c.ExchangeEnded: "All that came of the exchange is told.",
}
"""Event -> its sentence, where the story has none."""

background = background_of(BACKGROUND, describe)
"""(state before, event) -> the event as a sentence, where the story has none."""
