"""Events with names instead of numbers, for programs."""

from typing import Any

from msgspec import structs

from sim.rules.intensity.consequences import (
    AftermathSettled,
    Carried,
    GoalObtained,
    HelpCompared,
    IntentChanged,
    PoolAssembled,
    PooledDie,
    RollsCompared,
)
from sim.rules.intensity.narration.names import ability_name, goal_name, name
from sim.rules.intensity.phases import Goal
from sim.rules.intensity.state import State
from sim.seam.events import DiceRolled, Event, Seat
from sim.seam.protocol import Description
from sim.spine.narration import named


def describe(state: State, event: Event) -> Description:
    """Return *event* with names instead of numbers; *state* is the one before it."""
    words = named(event, lambda seat: name(state, seat))
    whose: Any = event
    if "ability" in words:
        owner = getattr(whose, "target", whose.who)
        words["ability"] = ability_name(state, owner, whose.ability)
    if isinstance(words.get("goal"), int):
        goal: int = whose.goal
        words["goal"] = state.setup.wishes[goal].name if goal >= 0 else ""
    if isinstance(event, DiceRolled):
        words["pool"] = [f"d{die.high}" for die in event.pool]
    elif isinstance(event, PoolAssembled):
        words["dice"] = [_pooled(state, event.who, die) for die in event.dice]
    elif isinstance(event, AftermathSettled):
        words["carried"] = [_carried(state, carried) for carried in event.carried]
    elif isinstance(event, GoalObtained):
        words["goal"] = goal_name(state, Goal(*event.goal))
    elif isinstance(event, IntentChanged):
        words["was"] = goal_name(state, Goal(*event.was))
        words["now"] = goal_name(state, Goal(*event.now))
    return words


def claimable(state: State, event: Event, words: Description) -> Description:
    """Return by name who had the upper hand in a comparison, and who did not."""
    del state
    if isinstance(event, HelpCompared):
        how = {"a": "winner", "b": "loser"}.get(event.hand)
        return {how: words["who"]} if how else {}
    if not isinstance(event, RollsCompared) or event.hand not in _OTHER:
        return {}
    return {"winner": words[event.hand], "loser": words[_OTHER[event.hand]]}


_OTHER = {"a": "b", "b": "a"}


def _pooled(state: State, who: Seat, die: PooledDie) -> str:
    label = ability_name(state, who, die.ability) or die.role
    return f"{label} d{die.size}"


def _carried(state: State, carried: Carried) -> Description:
    words: Description = structs.asdict(carried)
    return {**words, "who": name(state, carried.who)}
