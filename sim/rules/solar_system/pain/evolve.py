"""How the start of the Pain, the gate and new intentions change the state."""

from typing import Any

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.pain.gate import leaving_with
from sim.rules.solar_system.phases import Declaring, Gate, Joining, Naming, Offer, Phase
from sim.rules.solar_system.state import (
    FELL_OUT,
    GAVE_UP,
    IN,
    Intent,
    State,
    target_there,
    with_participant,
)
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged
from sim.spine.turns import after_change, amid_change, begin, turn_of

# The start.


def _offered(state: State, event: c.PainOffered) -> State:
    return replace(state, phase=Offer(event.loser, event.winner))


def _accepted(state: State, event: f.PainDeclined) -> State:
    assert isinstance(state.phase, Offer)
    return with_phase(state, declined=(*state.phase.declined, event.who))


def _began(state: State, event: c.PainBegan) -> State:
    return replace(state, phase=Joining(event.declared_by))


def _stayed_out(state: State, event: f.StayedOut) -> State:
    assert isinstance(state.phase, Joining | Gate)
    return with_phase(state, stayed_out=state.phase.stayed_out | {event.who})


def _joined(state: State, event: f.Joined) -> State:
    return with_participant(state, event.who, status=IN, side=event.side)


def _method(state: State, event: c.MethodSet) -> State:
    return replace(state, phase=Gate(), zeitgeist=event.zeitgeist)


def _fell_out(state: State, event: c.FellOut) -> State:
    return with_participant(state, event.who, status=FELL_OUT)


# Intentions.


def _declared(state: State, event: f.IntentDeclared) -> State:
    who, before = event.who, state.participants[event.who].intent
    state = with_participant(state, who, intent=Intent(event.goal, event.target))
    phase = state.phase
    if type(phase) is Naming and before is not None:
        old = phase.before
        if event.basis == f.STALEMATE:
            old = (*old, (who, before.wanted, before.fulfilled))
        named = event.basis == f.AFTER_CHANGE
        phase = replace(
            phase,
            answered=phase.answered | {who},
            before=old,
            replaced=(*phase.replaced, (who, before.wanted)),
            fresh=phase.fresh | {who} if named else phase.fresh,
        )
        return replace(state, phase=phase)
    if type(phase) is Declaring:
        return revised(state, phase, who, actions=put(phase.actions, who, None))
    return state


def revised(
    state: State,
    phase: Declaring,
    who: Seat,
    **changes: Any,  # noqa: ANN401 - fields of the phase's record
) -> State:
    """Remember a change during the turn of *who*, who must act now."""
    turns = amid_change(phase.turns, who)
    phase = replace(phase, turns=turns, stays=True, must_act=True, **changes)
    return replace(state, phase=phase)


def _kept(state: State, event: f.IntentKept) -> State:
    assert isinstance(state.phase, Naming)
    return with_phase(state, answered=state.phase.answered | {event.who})


def _intents_opened(state: State, event: c.IntentsOpened) -> State:
    phase = state.phase
    assert isinstance(phase, Naming)
    for who, (goal, target), fulfilled in phase.before:
        if who in event.void:
            old = Intent(goal, target, fulfilled)
            state = with_participant(state, who, intent=old)
    return replace(
        state,
        phase=Declaring(
            actions=(None,) * state.setup.size,
            turns=begin(state.setup.size),
            fresh=phase.fresh,
            replaced=phase.replaced,
        ),
    )


# The gate.


def _went_on(state: State, event: f.WentOn) -> State:
    phase = state.phase
    if type(phase) is Declaring:
        turns = turn_of(phase.turns, event.who)
        return with_phase(state, turns=turns, stays=True, must_act=False)
    assert type(phase) is Gate
    return replace(state, phase=replace(phase, turn=event.who + 1))


def _conceded(state: State, event: f.Conceded) -> State:
    for seat in leaving_with(state, event.who):
        state = with_participant(state, seat, status=GAVE_UP)
    phase = state.phase
    if type(phase) is not Declaring:
        return with_phase(state, turn=event.who + 1)
    # Those who targeted them have no target any more, and so no attack.
    actions = tuple(
        None
        if action and action.stance == f.ACTIVE and not target_there(state, seat)
        else action
        for seat, action in by_seat(phase.actions)
    )
    turns = after_change(phase.turns, event.who)
    return with_phase(
        state, actions=actions, turns=turns, stays=False, must_act=False, left=True
    )


def _sealed(state: State, event: f.AnsweredSealed) -> State:
    assert isinstance(state.phase, Gate)
    sealed = state.phase.sealed or (None,) * state.setup.size
    return with_phase(state, sealed=put(sealed, event.who, event.concedes))


def _shown(state: State, event: c.ConcessionsShown) -> State:
    for seat in event.conceding:
        state = with_participant(state, seat, status=GAVE_UP)
    return with_phase(state, sealed=(), turn=state.setup.size)


def _free_and_clear(state: State, event: c.FreeAndClearOpened) -> State:
    phase = state.phase
    assert isinstance(phase, Gate)
    size = state.setup.size
    following: Phase = Declaring((None,) * size, begin(size))
    if event.naming or event.released or event.retargeting:
        following = Naming(
            frozenset(event.naming), frozenset(event.released), phase.stalemates
        )
    return replace(state, round=event.volley, phase=following)


TALK_EVENTS: Evolve[State] = {
    c.PainOffered: _offered,
    f.PainDeclined: _accepted,
    f.PainDeclared: unchanged,
    c.PainBegan: _began,
    f.StayedOut: _stayed_out,
    f.Joined: _joined,
    c.MethodSet: _method,
    c.FellOut: _fell_out,
    f.IntentDeclared: _declared,
    f.IntentKept: _kept,
    c.IntentsOpened: _intents_opened,
    f.WentOn: _went_on,
    f.Conceded: _conceded,
    f.AnsweredSealed: _sealed,
    c.ConcessionsShown: _shown,
    c.FreeAndClearOpened: _free_and_clear,
}
