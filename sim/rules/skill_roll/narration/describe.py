"""Events with names instead of numbers, for programs."""

from sim.rules.skill_roll.consequences import (
    AwarenessGrew,
    BystanderHarmed,
    DifficultySet,
    EffectAllocated,
    HarmApplied,
    MissOffsetFound,
    SkillUseClassified,
)
from sim.rules.skill_roll.facts import ActDeclared
from sim.rules.skill_roll.narration.names import name
from sim.rules.skill_roll.skills.attack_result import EIGHTHS
from sim.rules.skill_roll.state import State
from sim.seam.events import DiceRolled, Event
from sim.seam.protocol import Description
from sim.spine.narration import named


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    words = named(event, lambda seat: name(state, seat))
    if isinstance(event, DiceRolled):
        words["pool"] = [f"d{die.high}" for die in event.pool]
    elif isinstance(event, ActDeclared):
        words["against"] = state.setup.sides[event.against]
    elif isinstance(event, AwarenessGrew):
        words["awareness"] = event.awareness.name.lower()
    elif isinstance(event, DifficultySet):
        words["parts"] = dict(event.parts)
    elif isinstance(event, EffectAllocated):
        words["aspects"] = dict(event.aspects)
    elif isinstance(event, HarmApplied | BystanderHarmed):
        words["damage"] = event.eighths / EIGHTHS
    elif isinstance(event, MissOffsetFound):
        strike = event.stray.strike
        words["stray"] = {
            "form": strike.form,
            "target": name(state, strike.target),
            "du": event.stray.du,
        }
    elif isinstance(event, SkillUseClassified):
        words["skill"] = state.setup.uses[event.number].skill
    return {key: list(one) if _is_tuple(one) else one for key, one in words.items()}


def _is_tuple(one: object) -> bool:
    return type(one) is tuple
