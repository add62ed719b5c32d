"""How harm, goals obtained, cessions and endings change the state."""

from typing import Any

from msgspec.structs import astuple, replace

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.effects.obtaining import seats_of
from sim.rules.intensity.goals.evolve import wanting
from sim.rules.intensity.phases import (
    Affecting,
    Closing,
    Goal,
    Opening,
    Over,
)
from sim.rules.intensity.state import (
    CEDED,
    DEAD,
    OUT,
    PERMANENT,
    Ending,
    Penalty,
    State,
    Status,
    acting,
    side_of,
    with_participant,
)
from sim.seam.events import Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _placed(state: State, event: f.PipPlaced) -> State:
    assert type(state.phase) is Affecting
    return with_phase(state, placed=(*state.phase.placed, event.ability))


def _harmed(state: State, event: c.HarmApplied) -> State:
    sizes = put(state.participants[event.who].sizes, event.ability, event.size)
    return with_participant(state, event.who, sizes=sizes)


def _used_up(state: State, _event: c.SuccessesUsed | c.DamageForestalled) -> State:
    assert type(state.phase) is Affecting
    return with_phase(state, step=state.phase.step + 1, placed=())


def _zeroed(state: State, event: c.AbilityZeroed) -> State:
    sizes = put(state.participants[event.who].sizes, event.ability, 0)
    state = with_participant(state, event.who, sizes=sizes)
    if event.cause == c.BY_CESSION:
        return state
    assert type(state.phase) is Affecting
    zero = (event.who, event.ability, event.by)
    return with_phase(state, zeroed=(*state.phase.zeroed, zero))


def _gone(state: State, who: Seat, status: Status) -> State:
    state = with_participant(state, who, status=status)
    return replace(state, actors=acting(state))


def _died(state: State, event: c.CharacterDied) -> State:
    how = Ending.CEDED if event.cause == c.BY_CESSION else Ending.DEATH
    return replace(_gone(state, event.who, DEAD), how=how)


def _obtained(state: State, event: c.GoalObtained) -> State:
    won = (side_of(state, event.who), Goal(*event.goal))
    # Sorted, since the order decides nothing: states that differ in it alone are equal.
    state = replace(state, won=tuple(sorted({*state.won, won}, key=_order)))
    if event.cause == c.BY_CESSION:
        return state
    assert type(state.phase) is Affecting
    state = with_phase(state, obtained=state.phase.obtained | {event.who})
    return replace(state, how=Ending.GOAL_OBTAINED)


def _order(won: tuple[int, Goal]) -> tuple[int, tuple[Any, ...]]:
    return won[0], astuple(won[1])


def _reconciled(state: State, _event: c.GoalsReconciled) -> State:
    return replace(state, how=Ending.BOTH_OBTAINED)


def _die_granted(state: State, event: c.OutcomeDieGranted) -> State:
    sizes = put(state.participants[event.who].sizes, event.ability, event.size)
    return with_participant(state, event.who, sizes=sizes)


def _die_inflicted(state: State, event: c.OutcomeDieInflicted) -> State:
    die = Penalty(event.size, PERMANENT)
    penalties = tuple(sorted((*state.participants[event.who].penalties, die)))
    return with_participant(state, event.who, penalties=penalties)


def _settled(state: State, event: c.EffectsSettled) -> State:
    assert type(state.phase) is Affecting
    upper = seats_of(event.upper)
    return replace(state, phase=Closing(upper, state.phase.obtained))


def _continued(state: State, event: f.GoalContinued) -> State:
    assert type(state.phase) is Closing
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    participant = wanting(state.participants[event.who], goal)
    return replace(
        state,
        participants=put(state.participants, event.who, participant),
        phase=replace(
            state.phase,
            asked=state.phase.asked | {event.who},
            continued=state.phase.continued | {event.who},
        ),
    )


def _contented(state: State, event: f.Contented) -> State:
    assert type(state.phase) is Closing
    return with_phase(state, asked=state.phase.asked | {event.who})


def _left(state: State, event: c.SidesLeft) -> State:
    for who in event.who:
        state = _gone(state, who, OUT)
    return with_phase(state, obtained=frozenset(), asked=frozenset())


def _went_on(state: State, event: f.WentOn) -> State:
    assert type(state.phase) is Closing
    return with_phase(state, waived=state.phase.waived | {event.who})


def _ceded(state: State, event: f.Conceded | c.Withdrawn) -> State:
    return replace(_gone(state, event.who, CEDED), how=Ending.CEDED)


def _round_ended(state: State, _event: c.RoundEnded) -> State:
    return replace(state, phase=Opening(), how=None)


def _aftermath(state: State, event: c.AftermathSettled) -> State:
    return replace(state, phase=Over(), how=Ending(event.how))


EFFECT_EVENTS: Evolve[State] = {
    f.PipPlaced: _placed,
    f.GoalContinued: _continued,
    f.Contented: _contented,
    f.WentOn: _went_on,
    f.Conceded: _ceded,
    c.HarmApplied: _harmed,
    c.SuccessesUsed: _used_up,
    c.DamageForestalled: _used_up,
    c.AbilityZeroed: _zeroed,
    c.CharacterDied: _died,
    c.GoalObtained: _obtained,
    c.GoalsReconciled: _reconciled,
    c.OutcomeDieGranted: _die_granted,
    c.OutcomeDieInflicted: _die_inflicted,
    c.EffectsSettled: _settled,
    c.SidesLeft: _left,
    c.Withdrawn: _ceded,
    c.RoundEnded: _round_ended,
    c.AftermathSettled: _aftermath,
}
