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
from sim.rules.skill_roll.phases import Purpose
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
    return {
        key: list(value) if _is_tuple(value) else value for key, value in words.items()
    }


def claimable(state: State, event: Event, words: Description) -> Description:
    """Return the total of dice that resist or pursue, as the story tells it.

    The totals of other dice are told once their difficulty is known.
    """
    del state, words
    if not isinstance(event, DiceRolled) or event.why not in _TOTALLED:
        return {}
    return {"total": event.reading[0]}


_TOTALLED = frozenset([Purpose.RESIST, Purpose.PURSUIT])


def _is_tuple(value: object) -> bool:
    return type(value) is tuple
