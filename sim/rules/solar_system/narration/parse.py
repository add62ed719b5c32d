"""A person's words as facts, offered or not."""

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.narration.names import STANCES
from sim.rules.solar_system.phases import Rolling
from sim.rules.solar_system.state import IN, State, action_of
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import speaker


def parse(state: State, words: Description) -> Fact | None:
    """Build the fact that *words* mean, offered or not; None if nothing fits.

    Knows the two kinds that tables get wrong most often: an action, and a pool die.
    """
    names = [data.name for data in state.setup.characters]
    who = speaker(names, words)
    if who is None:
        return None
    if words.get("does") == "DieBought":
        return _die(state, who)
    if words.get("does") == "ActionDeclared":
        return _action(state, who, words, names)
    return None


def _die(state: State, who: Seat) -> Fact | None:
    if not isinstance(state.phase, Rolling):
        return None
    for index, roll in enumerate(state.phase.rolls):
        if roll.who == who and roll.level is None:
            return f.DieBought(who, index)
    return None


def _action(
    state: State, who: Seat, words: Description, names: list[str]
) -> Fact | None:
    participant = state.participants[who]
    if participant.status != IN or action_of(state, who) is not None:
        return None
    abilities = [ability.name for ability in state.data(who).abilities]
    stances = {word: stance for stance, word in STANCES.items()}
    stance = stances.get(str(words.get("stance", "active")), f.ACTIVE)
    if words.get("ability") not in abilities:
        return None
    target = NOBODY
    if stance == f.ACTIVE and words.get("target") in names:
        target = Seat(names.index(words["target"]))
    elif stance == f.ACTIVE and participant.intent is not None:
        target = participant.intent.target
    return f.ActionDeclared(who, stance, abilities.index(words["ability"]), target)
