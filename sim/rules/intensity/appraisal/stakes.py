"""How deadly a goal is."""

from sim.rules.intensity.phases import Goal, GoalKind
from sim.rules.intensity.state import State

DEADLY, HARMFUL, MILD = 2, 1, 0
"""Stakes: a goal that is a death, one that is a loss of a die, any other."""


def stakes(state: State, goal: Goal | None) -> int:
    """Return how deadly *goal* is."""
    if goal is None or goal.target < 0 or goal.kind != GoalKind.REDUCE:
        return MILD
    health = state.setup.characters[goal.target].health
    return DEADLY if goal.ability == health else HARMFUL
