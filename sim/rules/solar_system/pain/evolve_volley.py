"""How declarations, contests and harm change the state."""

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.pain.evolve import revised
from sim.rules.solar_system.pain.gate import leaving_with
from sim.rules.solar_system.phases import (
    Blow,
    Declaring,
    Gate,
    Harming,
    Judged,
    Offer,
    Paying,
    Rolling,
    Volley,
)
from sim.rules.solar_system.scenario.sheet import PROP, RELEVANCE
from sim.rules.solar_system.state import State
from sim.seam.events import Seat
from sim.seam.seats import by_seat, seats
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve
from sim.spine.turns import after_change, after_passing, back_to

# The free-and-clear.


def _changed(state: State, event: f.IntentChanged) -> State:
    phase = state.phase
    assert isinstance(phase, Declaring)
    side = leaving_with(state, event.who)
    # A seat that changes its intention may only defend: its attack is void.
    actions = tuple(
        [
            None
            if seat in side and action and action.stance not in _HARMLESS
            else action
            for seat, action in by_seat(phase.actions)
        ]
    )
    changing = phase.changing.union(side)
    return revised(state, phase, event.who, actions=actions, changing=changing)


_HARMLESS = {f.DEFENSIVE, f.NO_ACTION}


def _withdrawn(state: State, event: f.ChangeWithdrawn) -> State:
    phase = state.phase
    assert isinstance(phase, Declaring)
    changing = phase.changing.difference(leaving_with(state, event.who))
    return revised(state, phase, event.who, changing=changing)


def _action(state: State, event: f.ActionDeclared) -> State:
    phase, who = state.phase, event.who
    assert isinstance(phase, Declaring)
    ruled = phase.ruled
    if ruled:
        redone = {(PROP, who), (RELEVANCE, who)}
        ruled = tuple([ruling for ruling in ruled if ruling[:2] not in redone])
    phase = replace(
        phase,
        actions=put(phase.actions, who, event),
        turns=after_change(phase.turns, who),
        stays=False,
        must_act=False,
        ruled=ruled,
    )
    return replace(state, phase=phase)


def _kept(state: State, event: f.ActionKept) -> State:
    phase = state.phase
    assert isinstance(phase, Declaring)
    turns = after_passing(phase.turns, event.who)
    phase = replace(phase, turns=turns, stays=False, must_act=False)
    return replace(state, phase=phase)


def _judged(state: State, event: f.StoryGuideRuled) -> State:
    phase = state.phase
    if type(phase) is Offer:
        # On request both are asked once more.
        declined = () if event.value else phase.declined
        return with_phase(state, requested=bool(event.value), declined=declined)
    assert isinstance(phase, Judged)
    refused = event.value == 0 and event.kind in {PROP, RELEVANCE}
    if refused and type(phase) is Declaring:
        return _ruled_out(state, phase, event.kind, Seat(event.of))
    return with_phase(state, ruled=(*phase.ruled, (event.kind, event.of, event.value)))


def _ruled_out(state: State, phase: Declaring, kind: str, who: Seat) -> State:
    """Remove the action and ask its owner again at once [RUL-45]."""
    action = phase.actions[who]
    assert action is not None
    index = action.prop if kind == PROP else action.ability
    return with_phase(
        state,
        actions=put(phase.actions, who, None),
        turns=back_to(phase.turns, who),
        stays=True,
        must_act=True,
        barred=phase.barred | {(who, kind, index)},
    )


# The volley.


def _locked(state: State, event: c.ActionsLocked) -> State:
    phase = state.phase
    assert isinstance(phase, Declaring)
    volley = Volley(
        phase.actions,
        phase.changing,
        phase.ruled,
        None if state.zeitgeist else event.pairings,
    )
    return replace(state, phase=volley)


def _fee_paid(state: State, event: f.FeePaid) -> State:
    assert isinstance(state.phase, Paying)
    return with_phase(state, fees=(*state.phase.fees, (event.who, True)))


def _fee_refused(state: State, event: f.FeeRefused) -> State:
    phase = state.phase
    assert isinstance(phase, Paying)
    fees = (*phase.fees, (event.who, False))
    if type(phase) is not Volley:
        return with_phase(state, fees=fees)
    action = phase.actions[event.who]
    assert action is not None
    idle = replace(action, stance=f.NO_ACTION)
    actions = put(phase.actions, event.who, idle)
    return with_phase(state, fees=fees, actions=actions, pairs=None)


def _contest(state: State, event: c.ContestResolved) -> State:
    phase = state.phase
    assert isinstance(phase, Rolling)
    volley = phase.within
    assert isinstance(volley, Volley)
    blows = volley.blows
    for who, by, harm in (
        (event.a, event.b, event.harm_a),
        (event.b, event.a, event.harm_b),
    ):
        action = volley.actions[by]
        if harm is not None and harm.amount and action is not None:
            pool = state.ability(by, action.ability).pool
            blows = (*blows, Blow(who, by, harm.amount, pool))
    stalemates = volley.stalemates
    if event.stalemate:
        stalemates = (*stalemates, (event.a, event.b))
    volley = replace(volley, blows=blows, stalemates=stalemates)
    return replace(state, phase=replace(phase, within=volley))


def _resolved(state: State, _event: c.VolleyResolved) -> State:
    phase = state.phase
    assert isinstance(phase, Rolling)
    assert isinstance(phase.within, Volley)
    levels = tuple([(roll.who, roll.reached) for roll in phase.rolls])
    return replace(state, phase=Harming(phase.within, levels))


def _shared(state: State, event: f.HarmShared) -> State:
    assert isinstance(state.phase, Harming)
    shares = (*state.phase.shares, (event.member, event.amount))
    return with_phase(state, shares=shares)


def _closed(state: State, event: c.VolleyClosed) -> State:
    phase = state.phase
    assert isinstance(phase, Harming)
    released = {seat for pair in event.stalemates for seat in pair}
    if state.zeitgeist and released:
        released = set(seats(state.setup.size))
    gate = Gate(
        owing=phase.volley.changing,
        released=frozenset(released),
        stalemates=event.stalemates,
    )
    return replace(state, phase=gate)


VOLLEY_EVENTS: Evolve[State] = {
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
    f.ActionDeclared: _action,
    f.ActionKept: _kept,
    f.StoryGuideRuled: _judged,
    c.ActionsLocked: _locked,
    f.FeePaid: _fee_paid,
    f.FeeRefused: _fee_refused,
    c.ContestResolved: _contest,
    c.VolleyResolved: _resolved,
    f.HarmShared: _shared,
    c.VolleyClosed: _closed,
}
