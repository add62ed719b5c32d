"""What an option is worth to whoever would choose it."""

from sim.seam.events import Fact
from sim.seam.protocol import Appraisal
from tests.toy.facts import Conceded, Pressed
from tests.toy.state import State, other


def appraise(state: State, option: Fact) -> Appraisal:
    """Return what *option* is worth: a die deals a third of a stress."""
    who, rulings = option.who, state.setup.rulings
    mine, theirs = state.participants[who], state.participants[other(who)]
    ahead = max(-1.0, min(1.0, (theirs.stress - mine.stress) / rulings.nerve))
    match option:
        case Pressed():
            return Appraisal(deals=rulings.grit / 3, ahead=ahead)
        case Conceded():
            return Appraisal(win=0.0, concedes=True, leaves=1.0, ahead=ahead)
        case _:
            return Appraisal(ahead=ahead)
