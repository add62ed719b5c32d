"""Abilities at zero, deaths, and goals obtained."""

from collections.abc import Iterable, Sequence

from sim.rules.intensity.comparison.comparing import A_UPPER, NOBODY_UPPER
from sim.rules.intensity.consequences import (
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
from sim.rules.intensity.goals.declaring import in_event
from sim.rules.intensity.goals.evolve import SPECIAL
from sim.rules.intensity.phases import GAIN, INFLICT, KEEP, REDUCE, Affecting, Goal
from sim.rules.intensity.state import State, is_in, side_of
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.seats import by_seat, seats

DIED = ("IN-ZERO-02", "IN-R-25")
OBTAINED = ("IN-ZERO-01", "IN-R-23", "IN-R-42")
OUTRIGHT = ("IN-R-11",)
RECONCILED = ("IN-R-24",)
OUTCOME_DIE = ("IN-OUTCOME-01", "IN-SCOPE-02", "IN-R-37")
SETTLED = ("IN-ROUND-01", "IN-R-15", "IN-R-20")


def settle(state: State, phase: Affecting) -> tuple[Consequence, ...]:
    """Return the consequences of the round's damage: deaths first, then goals."""
    events: list[Consequence] = [
        CharacterDied(DIED, who, by, BY_DAMAGE)
        for who, ability, by in phase.zeroed
        if ability == state.setup.characters[who].health
    ]
    happy: list[Seat] = []
    for who, participant in by_seat(state.participants):
        cause = obtained_by(state, phase, who) if is_in(state, who) else ""
        if cause and participant.goal is not None:
            cites = OUTRIGHT if cause == BY_UPPER_HAND else OBTAINED
            events.append(GoalObtained(cites, who, in_event(participant.goal), cause))
            shared = any(
                state.participants[mate].goal == participant.goal for mate in happy
            )
            events += outcome_dice(state, who, participant.goal, shared=shared)
            happy.append(who)
    if len({side_of(state, who) for who in happy}) > 1:
        events.append(GoalsReconciled(RECONCILED, tuple(happy)))
    return (*events, EffectsSettled(SETTLED, bits_of(upper_hands(phase))))


def upper_hands(phase: Affecting) -> frozenset[Seat]:
    """Return everybody who had an upper hand over somebody this round."""
    return frozenset(
        result.a if result.hand == A_UPPER else result.b
        for result in phase.results
        if result.hand != NOBODY_UPPER
    ) - {NOBODY}


def obtained_by(state: State, phase: Affecting, who: Seat) -> str:
    """Return how *who* obtains the goal by this round's effects, "" if not at all."""
    goal = state.participants[who].goal
    if goal is None or goal.kind in SPECIAL:
        return ""
    if any(_counts_for(state, who, goal, zero) for zero in phase.zeroed):
        return BY_ZERO
    return BY_UPPER_HAND if _has_outright(state, phase, who, goal) else ""


def _counts_for(
    state: State, who: Seat, goal: Goal, zero: tuple[Seat, int, Seat]
) -> bool:
    """Whether an ability at zero obtains *goal* [IN-ZERO-01, IN-R-23, IN-R-42]."""
    victim, ability, by = zero
    if side_of(state, by) != side_of(state, who):
        return False
    if ability not in counted(state, goal, victim):
        return False
    named = goal.kind == REDUCE and not is_any_enough(state)
    return named or by == who or state.participants[by].goal == goal


def counted(state: State, goal: Goal, victim: Seat) -> Sequence[int]:
    """Return the abilities of *victim* any of which at zero obtains *goal*."""
    every = range(state.setup.characters[victim].won_from)
    if goal.kind == KEEP or is_any_enough(state):
        return every
    if victim != goal.target:
        return ()
    return (goal.ability,) if goal.kind == REDUCE else every


def is_any_enough(state: State) -> bool:
    """Whether any ability of any opponent obtains every goal [IN-R-23]."""
    return state.setup.rulings.goal_ability == "any_always"


def _has_outright(state: State, phase: Affecting, who: Seat, goal: Goal) -> bool:
    """Whether one roll against an obstacle decides for *who* [IN-R-11]."""
    if state.setup.rulings.static_mode != "one_roll":
        return False
    for result in phase.results:
        if result.hand == NOBODY_UPPER or result.b == NOBODY:
            continue
        ahead, behind = result.a, result.b
        if result.hand != A_UPPER:
            ahead, behind = behind, ahead
        characters = state.setup.characters
        own = ahead == who or state.participants[ahead].goal == goal
        if own and characters[behind].static and goal.target == behind:
            return True
        if characters[ahead].static and ahead == who:
            return True
    return False


def is_beaten(state: State, phase: Affecting, who: Seat) -> bool:
    """Whether the damage so far has killed *who*, or got somebody a goal by it."""
    health = state.setup.characters[who].health
    return any(
        victim == who and (ability == health or obtained_by(state, phase, by) != "")
        for victim, ability, by in phase.zeroed
    )


def outcome_dice(
    state: State, who: Seat, goal: Goal, *, shared: bool
) -> list[Consequence]:
    """Return the permanent dice that a goal brings [IN-OUTCOME-01].

    Everybody who shares the goal gains a die; one is inflicted only once.
    """
    if goal.kind == GAIN:
        wish = state.setup.wishes[goal.wish]
        ability = wish.prizes[wish.by.index(who)]
        return [OutcomeDieGranted(OUTCOME_DIE, who, ability, goal.size)]
    if goal.kind == INFLICT and not shared:
        return [OutcomeDieInflicted(OUTCOME_DIE, goal.target, who, goal.size)]
    return []


def bits_of(taken: Iterable[Seat]) -> int:
    """Return the seats *taken* as bits, the form in which events record them."""
    return sum(1 << who for who in taken)


def seats_of(bits: int) -> frozenset[Seat]:
    """Return the seats recorded in *bits*."""
    return frozenset(who for who in seats(bits.bit_length()) if bits >> who & 1)
