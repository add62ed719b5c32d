"""A person's words as facts, offered or not."""

from sim.rules.skill_roll.facts import AttackDeclared, ResponseDeclared, SteppedIn
from sim.rules.skill_roll.phases import Initiative, Response, Setting, Strike
from sim.rules.skill_roll.state import State, character
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import speaker


def parse(state: State, words: Description) -> Fact | None:
    """Build the fact that *words* mean, offered or not; None if nothing fits.

    Knows the mistakes that tables make most often: an attack out of reach, a skill that
    is no defence, and stepping in when that is not possible.
    """
    names = [data.name for data in state.setup.characters]
    who = speaker(names, words)
    if who is None:
        return None
    phase, does = state.phase, words.get("does")
    if does == "AttackDeclared" and type(phase) is Initiative:
        return _attack(state, who, names, words)
    if does == "ResponseDeclared" and type(phase) is Setting:
        return _response(phase, who, words)
    if does == "SteppedIn" and type(phase) is Setting:
        return SteppedIn(who) if type(phase.matter) is Strike else None
    return None


def _attack(
    state: State, who: Seat, names: list[str], words: Description
) -> Fact | None:
    forms = {form.name for form in character(state, who).forms}
    form, target = words.get("form"), words.get("target")
    if form not in forms or target not in names:
        return None
    return AttackDeclared(who, str(form), Seat(names.index(str(target))))


def _response(phase: Setting, who: Seat, words: Description) -> Fact | None:
    response = words.get("response")
    if type(phase.matter) is not Strike or response not in tuple(Response):
        return None
    return ResponseDeclared(who, Response(str(response)), str(words.get("by", "")))
