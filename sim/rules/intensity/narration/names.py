"""Names of seats, abilities and goals, which states hold as numbers."""

from sim.rules.intensity.phases import NONE, Goal, GoalKind
from sim.rules.intensity.state import State
from sim.seam.events import Seat


def name(state: State, who: Seat) -> str:
    """Return the name of a seat, or of the table where there is none."""
    return state.setup.names[who] if who >= 0 else "the table"


def ability_name(state: State, who: Seat, ability: int) -> str:
    """Return the name of an ability of *who*."""
    return state.setup.characters[who].abilities[ability] if ability >= 0 else ""


def goal_name(state: State, goal: Goal) -> str:
    """Return *goal* in a few words."""
    target = name(state, goal.target)
    if goal.kind == GoalKind.KEEP:
        return "keep them from it"
    if goal.kind == GoalKind.HELP:
        return f"help {target}" + (f" with a d{goal.size}" if goal.size else "")
    if goal.kind == GoalKind.SITUATION:
        die = f"a d{goal.size}" if goal.size else "a die"
        return f"win {die} for later from {target}"
    if goal.wish == NONE:
        return f"prevail over {target}"
    text = f"{state.setup.wishes[goal.wish].name!r} against {target}"
    if goal.kind == GoalKind.REDUCE:
        return f"{text} ({ability_name(state, goal.target, goal.ability)} at zero)"
    return f"{text} (a d{goal.size})" if goal.size else text
