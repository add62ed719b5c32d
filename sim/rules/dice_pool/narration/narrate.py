"""A conflict as a reader follows it: the round, what lasts, and what is answered."""

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.evolve import EVENTS
from sim.rules.dice_pool.narration.describe import describe
from sim.rules.dice_pool.narration.narrate_lasting import LASTING
from sim.rules.dice_pool.narration.narrate_rolls import ROLLS
from sim.rules.dice_pool.narration.narrate_round import ROUND
from sim.rules.dice_pool.state import State
from sim.seam.events import Event
from sim.spine.narration import Sentence, narrator


def _faced(state: State, event: f.DeedFaced) -> str:
    words = describe(state, event)
    how = "makes amends in earnest" if event.grade == "strides" else "faces the deed"
    return f"{words['who']} {how}."


ANSWERS: dict[type[Event], Sentence[State]] = {
    f.PointDedicated: "{who} does it for {intimacy}.",
    f.PointUndedicated: "{who} does it for no tie.",
    f.HarmSuffered: "{who} takes it as it comes.",
    f.HarmEased: "{who} grits the teeth.",
    f.VirtueKept: "{who} keeps the Virtue for another time.",
    f.VirtueShown: "{who} draws strength from the Virtue.",
    f.LetStand: "{who} lets it stand.",
    f.ReversalSought: "{who} seeks to reverse it.",
    f.WentOn: "{who} goes on.",
    f.LetRest: "{who} would let it rest.",
    f.AttemptMade: "{who} tries: {intent}, by {pool}.",
    f.TaskLeft: "{who} leaves it.",
    f.TendingTried: "{who} tends {patient}.",
    f.TendingRefused: "{who} leaves {patient} alone.",
    f.TreatmentTried: "{who} treats {patient}.",
    f.TreatmentRefused: "{who} leaves {patient} to heal.",
    f.DeedFaced: _faced,
    f.DeedLeft: "{who} does not face the deed.",
    f.FailureAccepted: "{who} bears it.",
    f.CharacterDegenerated: "{who} looks away from it for good.",
    f.BondKept: "{who} keeps to the ties there are.",
    f.IntimacyDeveloped: "{who} grows a new tie: {new}.",
    f.IntimacyReplaced: "For {who} a new tie, {new}, takes the place of {old}.",
    f.NotYetSuccumbed: "{who} holds out without a soul.",
    f.CharacterSuccumbed: "{who} gives in, {form}.",
}
"""Answer -> its sentence."""

narrate = narrator({**ROUND, **ROLLS, **LASTING, **ANSWERS}, EVENTS, describe)
"""(state before, event) -> the event as a sentence."""
