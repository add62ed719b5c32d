"""What every event leaves behind: one small function each, found by the event's type.

Nothing is decided here. The events up to the comparison are in `evolve_round.py`; here
are harm, goals obtained, and all that ends.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from sim.events import Event
from sim.rules.intensity import facts, harms
from sim.rules.intensity.aftermath import BOTH_OBTAINED, CESSION, DEATH, GOAL_OBTAINED
from sim.rules.intensity.evolve_round import ROUND, wanting
from sim.rules.intensity.state import (
    AFTER,
    CEDED,
    DEAD,
    OPEN,
    OUT,
    OVER,
    PERMANENT,
    Goal,
    Penalty,
    State,
    put,
    with_fighter,
)

replace = structs.replace


def _placed(state: State, event: facts.PipPlaced) -> State:
    return replace(state, placed=(*state.placed, event.ability))


def _harmed(state: State, event: harms.HarmApplied) -> State:
    sizes = put(state.fighters[event.who].sizes, event.ability, event.size)
    return with_fighter(state, event.who, sizes=sizes)


def _used_up(
    state: State, _event: harms.SuccessesUsed | harms.DamageForestalled
) -> State:
    return replace(state, step=state.step + 1, placed=())


def _zeroed(state: State, event: harms.AbilityZeroed) -> State:
    sizes = put(state.fighters[event.who].sizes, event.ability, 0)
    state = with_fighter(state, event.who, sizes=sizes)
    if event.cause == harms.BY_CESSION:
        return state
    zero = (event.who, event.ability, event.by)
    return replace(state, zeroed=(*state.zeroed, zero))


def _died(state: State, event: harms.CharacterDied) -> State:
    how = CESSION if event.cause == harms.BY_CESSION else DEATH
    return replace(with_fighter(state, event.who, status=DEAD), how=how)


def _obtained(state: State, event: harms.GoalObtained) -> State:
    won = (state.setup.people[event.who].side, Goal(*event.goal))
    state = replace(state, won=tuple(sorted({*state.won, won}, key=_order)))
    if event.cause == harms.BY_CESSION:
        return state
    return replace(state, obtained=state.obtained | 1 << event.who, how=GOAL_OBTAINED)


def _order(won: tuple[int, Goal]) -> tuple[int, tuple[Any, ...]]:
    return won[0], structs.astuple(won[1])


def _reconciled(state: State, _event: harms.GoalsReconciled) -> State:
    return replace(state, how=BOTH_OBTAINED)


def _die_granted(state: State, event: harms.OutcomeDieGranted) -> State:
    sizes = put(state.fighters[event.who].sizes, event.ability, event.size)
    return with_fighter(state, event.who, sizes=sizes)


def _die_inflicted(state: State, event: harms.OutcomeDieInflicted) -> State:
    die = Penalty(event.size, PERMANENT)
    penalties = tuple(sorted((*state.fighters[event.who].penalties, die)))
    return with_fighter(state, event.who, penalties=penalties)


def _settled(state: State, event: harms.EffectsSettled) -> State:
    return replace(
        state, phase=AFTER, results=(), step=0, zeroed=(), used=(), upper=event.upper
    )


def _continued(state: State, event: facts.GoalContinued) -> State:
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    fighter = wanting(state.fighters[event.who], goal)
    return replace(
        state,
        fighters=put(state.fighters, event.who, fighter),
        asked=state.asked | 1 << event.who,
        continued=state.continued | 1 << event.who,
    )


def _contented(state: State, event: facts.Contented) -> State:
    return replace(state, asked=state.asked | 1 << event.who)


def _left(state: State, event: harms.SidesLeft) -> State:
    for who in event.who:
        state = with_fighter(state, who, status=OUT)
    return replace(state, obtained=0, asked=0)


def _went_on(state: State, event: facts.WentOn) -> State:
    return replace(state, waived=state.waived | 1 << event.who)


def _ceded(state: State, event: facts.Conceded | harms.Withdrawn) -> State:
    return replace(with_fighter(state, event.who, status=CEDED), how=CESSION)


def _round_ended(state: State, _event: harms.RoundEnded) -> State:
    return replace(
        state, phase=OPEN, upper=0, obtained=0, continued=0, asked=0, waived=0, how=""
    )


def _aftermath(state: State, event: harms.AftermathSettled) -> State:
    return replace(state, phase=OVER, how=event.how)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **ROUND,
    facts.PipPlaced: _placed,
    facts.GoalContinued: _continued,
    facts.Contented: _contented,
    facts.WentOn: _went_on,
    facts.Conceded: _ceded,
    harms.HarmApplied: _harmed,
    harms.SuccessesUsed: _used_up,
    harms.DamageForestalled: _used_up,
    harms.AbilityZeroed: _zeroed,
    harms.CharacterDied: _died,
    harms.GoalObtained: _obtained,
    harms.GoalsReconciled: _reconciled,
    harms.OutcomeDieGranted: _die_granted,
    harms.OutcomeDieInflicted: _die_inflicted,
    harms.EffectsSettled: _settled,
    harms.SidesLeft: _left,
    harms.Withdrawn: _ceded,
    harms.RoundEnded: _round_ended,
    harms.AftermathSettled: _aftermath,
}
"""Event -> what it leaves."""


def evolve(state: State, event: Event) -> State:
    """Return what *event* leaves of *state*."""
    return EVOLVE[type(event)](state, event)
