"""A person's words as facts, offered or not."""

from sim.rules.intensity.facts import DieChosen, IntentDeclared
from sim.rules.intensity.phases import NONE, REDUCE, Building, Declaring
from sim.rules.intensity.scenario.compile import Wish
from sim.rules.intensity.state import State, opponents
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Description
from sim.spine.narration import speaker


def parse(state: State, words: Description) -> Fact | None:
    """Build the fact that *words* mean, offered or not; None if nothing fits.

    Knows the two mistakes that tables make most often: a goal that is no longer open,
    and a second die of one category.
    """
    names = [data.name for data in state.setup.characters]
    who = speaker(names, words)
    if who is None:
        return None
    phase, does = state.phase, words.get("does")
    if does == "IntentDeclared" and type(phase) is Declaring:
        return _goal(state, phase, who, words)
    if does == "DieChosen" and type(phase) is Building:
        return _die(state, phase, who, words)
    return None


def _goal(state: State, phase: Declaring, who: Seat, words: Description) -> Fact | None:
    """Return a goal of the scenario for *who*, aimed at any opponent still in."""
    if who not in state.actors or phase.chosen[who] is not None:
        return None
    named = words.get("target")
    for index, wish in enumerate(state.setup.wishes):
        if wish.name != words.get("goal") or who not in wish.by:
            continue
        for foe in opponents(state, who):
            ability = _ability(state, wish, foe)
            if named in {None, state.setup.names[foe]} and ability is not None:
                return IntentDeclared(who, index, foe, wish.kind, ability, wish.size)
    return None


def _ability(state: State, wish: Wish, foe: Seat) -> int | None:
    """Return the ability of *foe* that the goal names; None if *foe* lacks it.

    It is NONE for a goal that names no ability.
    """
    if wish.kind != REDUCE:
        return NONE
    names = state.setup.characters[foe].abilities
    return names.index(wish.ability) if wish.ability in names else None


def _die(state: State, phase: Building, who: Seat, words: Description) -> Fact | None:
    """Return a choice of any die *who* has, of any category, for a base pool."""
    draft = phase.drafts[who]
    names = state.setup.characters[who].abilities
    if draft is None or not draft.acting or draft.closed:
        return None
    if words.get("ability") not in names:
        return None
    ability = names.index(words["ability"])
    has = state.participants[who].sizes[ability] and ability not in draft.base
    return DieChosen(who, ability) if has else None
