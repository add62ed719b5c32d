"""Zeros, deaths and goals obtained, and what everything that ends brings with it."""

from sim.events import Consequence
from sim.rules.intensity.comparison import A_UPPER, NOBODY_UPPER
from sim.rules.intensity.goals import SPECIAL, told
from sim.rules.intensity.harms import (
    BY_DAMAGE,
    BY_UPPER_HAND,
    BY_ZERO,
    CharacterDied,
    EffectsSettled,
    GoalObtained,
    GoalsReconciled,
    OutcomeDieGranted,
    OutcomeDieInflicted,
)
from sim.rules.intensity.setup import NOBODY
from sim.rules.intensity.state import (
    GAIN,
    INFLICT,
    KEEP,
    REDUCE,
    Goal,
    State,
    is_in,
    side_of,
)

DIED = ("IN-ZERO-02", "IN-R-25")
OBTAINED = ("IN-ZERO-01", "IN-R-23", "IN-R-42")
OUTRIGHT = ("IN-R-11",)
RECONCILED = ("IN-R-24",)
OUTCOME_DIE = ("IN-OUTCOME-01", "IN-SCOPE-02", "IN-R-37")
SETTLED = ("IN-ROUND-01", "IN-R-15", "IN-R-20")


def settle(state: State) -> tuple[Consequence, ...]:
    """Return what the damage of the round amounts to: deaths first, then goals."""
    events: list[Consequence] = [
        CharacterDied(DIED, who, by, BY_DAMAGE)
        for who, ability, by in state.zeroed
        if ability == state.setup.people[who].health
    ]
    happy: list[int] = []
    for who, fighter in enumerate(state.fighters):
        cause = obtained_by(state, who) if is_in(state, who) else ""
        if cause and fighter.goal is not None:
            cites = OUTRIGHT if cause == BY_UPPER_HAND else OBTAINED
            events.append(GoalObtained(cites, who, told(fighter.goal), cause))
            shared = any(state.fighters[mate].goal == fighter.goal for mate in happy)
            events += outcome_dice(state, who, fighter.goal, shared=shared)
            happy.append(who)
    if len({side_of(state, who) for who in happy}) > 1:
        events.append(GoalsReconciled(RECONCILED, tuple(happy)))
    return (*events, EffectsSettled(SETTLED, upper_hands(state)))


def upper_hands(state: State) -> int:
    """Return who had an upper hand over somebody this round, as bits."""
    bits = 0
    for result in state.results:
        if result.hand != NOBODY_UPPER:
            who = result.a if result.hand == A_UPPER else result.b
            bits |= 1 << who if who != NOBODY else 0
    return bits


def obtained_by(state: State, who: int) -> str:
    """Return how *who* obtains the goal by this round's effects, or nothing."""
    goal = state.fighters[who].goal
    if goal is None or goal.kind in SPECIAL:
        return ""
    if any(_counts_for(state, who, goal, zero) for zero in state.zeroed):
        return BY_ZERO
    return BY_UPPER_HAND if _has_outright(state, who, goal) else ""


def _counts_for(state: State, who: int, goal: Goal, zero: tuple[int, int, int]) -> bool:
    """Whether an ability at zero obtains *goal* [IN-ZERO-01, IN-R-23, IN-R-42]."""
    victim, ability, by = zero
    if side_of(state, by) != side_of(state, who):
        return False
    own = by == who or state.fighters[by].goal == goal
    if goal.kind == KEEP or state.setup.rulings.goal_ability == "any_always":
        return own
    if victim != goal.target:
        return False
    return ability == goal.ability if goal.kind == REDUCE else own


def _has_outright(state: State, who: int, goal: Goal) -> bool:
    """Whether one roll against an obstacle decides for *who* [IN-R-11]."""
    if state.setup.rulings.static_mode != "one_roll":
        return False
    for result in state.results:
        if result.hand == NOBODY_UPPER or result.b == NOBODY:
            continue
        ahead, behind = result.a, result.b
        if result.hand != A_UPPER:
            ahead, behind = behind, ahead
        people = state.setup.people
        own = ahead == who or state.fighters[ahead].goal == goal
        if own and people[behind].static and goal.target == behind:
            return True
        if people[ahead].static and ahead == who:
            return True
    return False


def is_beaten(state: State, who: int) -> bool:
    """Whether the damage so far has killed *who*, or got somebody a goal by it."""
    health = state.setup.people[who].health
    return any(
        victim == who and (ability == health or obtained_by(state, by) != "")
        for victim, ability, by in state.zeroed
    )


def outcome_dice(
    state: State, who: int, goal: Goal, *, shared: bool
) -> list[Consequence]:
    """Return the dice a goal brings for good [IN-OUTCOME-01].

    Everybody who shares the goal gains a die; one is inflicted only once.
    """
    if goal.kind == GAIN:
        wish = state.setup.wishes[goal.wish]
        ability = wish.prizes[wish.by.index(who)]
        return [OutcomeDieGranted(OUTCOME_DIE, who, ability, goal.size)]
    if goal.kind == INFLICT and not shared:
        return [OutcomeDieInflicted(OUTCOME_DIE, goal.target, who, goal.size)]
    return []
