"""What no player would mention, told to whoever asks about it."""

from collections.abc import Mapping

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as w
from sim.rules.dice_pool.narration.describe import describe
from sim.rules.dice_pool.narration.names import moment
from sim.rules.dice_pool.state import State
from sim.seam.events import Event
from sim.spine.narration import Sentence, background_of


def _passed(_state: State, event: w.TimePassed) -> str:
    return f"Time passes, to {moment(event.clock)}."


BACKGROUND: Mapping[type[Event], Sentence[State]] = {
    c.StepOpened: "Next in the round: {step}.",
    c.AnswerShown: "The answer of {who} is shown at once.",
    w.RollFellDue: "A roll falls due for {who}: {why}.",
    w.StepReached: "The next step of what comes after is reached.",
    w.StepTaken: "That step is done.",
    w.TimePassed: _passed,
    m.SceneEnded: "The scene ends.",
}
"""Event -> its sentence, where the story has none."""

background = background_of(BACKGROUND, describe)
"""(state before, event) -> the event as a sentence, where the story has none."""
