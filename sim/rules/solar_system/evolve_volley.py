"""What the events of the Pain leave behind: gate, talk, contests, harm."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sim.events import Event
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.ending import leaving_with
from sim.rules.solar_system.harm import BRUISED_TO, ticked
from sim.rules.solar_system.setup import NOBODY
from sim.rules.solar_system.state import (
    BLANK,
    DECLARING,
    FELL_OUT,
    GATE,
    GAVE_UP,
    HARMING,
    IN,
    LOCKED,
    PAST_BROKEN,
    TALK,
    Blow,
    Person,
    State,
    with_person,
)

# Intentions.


def _intent(state: State, event: f.IntentDeclared) -> State:
    person = state.people[event.who]
    was = person.was
    if event.basis == f.STALEMATE:
        was = (person.goal, person.target)
    state = with_person(
        state,
        event.who,
        goal=event.goal,
        target=event.target,
        fulfilled=False,
        owes=False,
        talked=True,
        fresh=event.basis in {f.AFTER_CHANGE, f.REWORDED},
        was=was,
    )
    if event.basis == f.REWORDED:
        turn = _turn(state, event.who)
        state = with_person(state, event.who, stance=BLANK, ability=BLANK, aim=NOBODY)
        return replace(state, turn=turn, revised=turn, sub=2)
    return state


def _intent_kept(state: State, event: f.IntentKept) -> State:
    return with_person(state, event.who, owes=False, talked=True)


# The gate.


def _went_on(state: State, event: f.WentOn) -> State:
    if state.phase == DECLARING:
        return replace(state, turn=_turn(state, event.who), sub=1)
    return replace(state, turn=event.who + 1)


def _conceded(state: State, event: f.Conceded) -> State:
    turn = event.who + 1
    if state.phase == DECLARING:
        turn = _turn(state, event.who) + 1
    for seat in leaving_with(state, event.who):
        state = with_person(state, seat, status=GAVE_UP)
    return replace(state, turn=turn, sub=0)


def _sealed(state: State, event: f.AnsweredSealed) -> State:
    shown = list(state.shown or (BLANK,) * state.setup.size)
    shown[event.who] = int(event.concedes)
    return replace(state, shown=tuple(shown))


def _shown(state: State, event: c.ConcessionsShown) -> State:
    for seat in event.conceding:
        state = with_person(state, seat, status=GAVE_UP)
    return replace(state, shown=(), turn=state.setup.size)


def _fulfilled(state: State, event: c.IntentionFulfilled) -> State:
    goal = state.data(event.who).goals[event.goal]
    winner = state.people[event.who]
    worth = max(winner.obtained, goal.worth)
    state = with_person(state, event.who, fulfilled=True, obtained=worth)
    spared = min(state.people[event.against].spared, goal.leaves)
    return with_person(state, event.against, spared=spared)


# The free-and-clear.


def _opened(state: State, event: c.FreeAndClearOpened) -> State:
    asked = event.naming or event.released or event.retargeting
    people = tuple(
        [
            replace(one, talked=False, fresh=False) if one.status == IN else one
            for one in state.people
        ]
    )
    return replace(
        state,
        round=event.volley,
        phase=TALK if asked else DECLARING,
        people=people,
        turn=0,
        revised=-1,
        sub=0,
    )


def _talked(state: State, event: c.IntentsOpened) -> State:
    for seat in event.void:
        goal, target = state.people[seat].was
        state = with_person(state, seat, goal=goal, target=target)
    people = tuple(
        [
            replace(one, released=False, owes=False, was=(BLANK, NOBODY), talked=False)
            if one.status == IN
            else one
            for one in state.people
        ]
    )
    return replace(state, people=people, phase=DECLARING, turn=0, revised=-1, sub=0)


def _turn(state: State, who: int) -> int:
    """Return the turn at which *who* is asked, from now on."""
    return state.turn + (who - state.turn) % state.setup.size


def _changed(state: State, event: f.IntentChanged) -> State:
    return _change(state, event.who, changing=True)


def _withdrawn(state: State, event: f.ChangeWithdrawn) -> State:
    return _change(state, event.who, changing=False)


def _change(state: State, who: int, *, changing: bool) -> State:
    turn = _turn(state, who)
    for seat in leaving_with(state, who):
        stance = state.people[seat].stance
        if changing and stance not in {f.DEFENSIVE, f.NO_ACTION}:
            state = with_person(state, seat, changing=True, stance=BLANK, prop=-1)
        else:
            state = with_person(state, seat, changing=changing)
    return replace(state, turn=turn, revised=turn, sub=2)


def _action(state: State, event: f.ActionDeclared) -> State:
    turn = _turn(state, event.who)
    state = with_person(
        state,
        event.who,
        stance=event.stance,
        ability=event.ability,
        aim=event.target,
        obstructs=event.obstructs,
        prop=event.prop,
    )
    ruled = state.ruled
    if ruled:
        redone = {("prop", event.who), ("relevance", event.who)}
        ruled = tuple([one for one in ruled if one[:2] not in redone])
    return replace(state, turn=turn + 1, revised=turn, sub=0, ruled=ruled)


def _action_kept(state: State, event: f.ActionKept) -> State:
    return replace(state, turn=_turn(state, event.who) + 1, sub=0)


def _locked(state: State, _event: c.ActionsLocked) -> State:
    return replace(
        state, phase=LOCKED, turn=0, revised=-1, step=0, stalled=(), results=()
    )


# Contests and harm.


def _fee(state: State, event: f.FeePaid) -> State:
    return with_person(state, event.who, fee=1)


def _no_fee(state: State, event: f.FeeRefused) -> State:
    if state.phase == LOCKED:
        return with_person(state, event.who, fee=0, stance=f.NO_ACTION)
    return with_person(state, event.who, fee=0)


def _contest(state: State, event: c.ContestResolved) -> State:
    blows = state.blows
    for who, by, harm in (
        (event.a, event.b, event.harm_a),
        (event.b, event.a, event.harm_b),
    ):
        if harm is not None and harm.amount:
            pool = state.ability(by, state.people[by].ability).pool
            blows = (*blows, Blow(who, by, harm.amount, pool))
    stalled = state.stalled
    if event.stalemate:
        stalled = (*stalled, (event.a, event.b))
    return replace(state, blows=blows, stalled=stalled)


def _volley_resolved(state: State, _event: c.VolleyResolved) -> State:
    return replace(state, phase=HARMING)


def _share(state: State, event: f.HarmShared) -> State:
    return replace(state, shares=(*state.shares, (event.member, event.amount)))


def _harm(state: State, event: c.HarmApplied) -> State:
    person = state.people[event.who]
    harm = person.harm
    if event.box:
        harm = ticked(harm, event.box, event.pool)
    bruises = person.bruises + (0 < event.box <= BRUISED_TO)
    status = person.status
    if event.past_broken:
        status = PAST_BROKEN
    elif event.fell_out:
        status = FELL_OUT
    return with_person(state, event.who, harm=harm, bruises=bruises, status=status)


def _volley_closed(state: State, event: c.VolleyClosed) -> State:
    released = {seat for pair in event.stalemates for seat in pair}
    people = tuple(
        [
            _rested(person, released=seat in released)
            for seat, person in enumerate(state.people)
        ]
    )
    return replace(
        state,
        people=people,
        phase=GATE,
        turn=0,
        rolls=(),
        order=(),
        ruled=(),
        blows=(),
        shares=(),
        stalled=event.stalemates,
        step=0,
        attempt=0,
    )


def _rested(person: Person, *, released: bool) -> Person:
    """Wipe what belonged to the volley; an announced change is owed now."""
    return replace(
        person,
        owes=person.changing,
        changing=False,
        released=released,
        fresh=False,
        talked=False,
        stance=BLANK,
        ability=BLANK,
        aim=NOBODY,
        obstructs=True,
        prop=-1,
        barred=(),
        fee=BLANK,
    )


VOLLEY_EVENTS: dict[type[Event], Callable[[State, Any], State]] = {
    f.IntentDeclared: _intent,
    f.IntentKept: _intent_kept,
    f.WentOn: _went_on,
    f.Conceded: _conceded,
    f.AnsweredSealed: _sealed,
    c.ConcessionsShown: _shown,
    c.IntentionFulfilled: _fulfilled,
    c.FreeAndClearOpened: _opened,
    c.IntentsOpened: _talked,
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
    f.ActionDeclared: _action,
    f.ActionKept: _action_kept,
    c.ActionsLocked: _locked,
    f.FeePaid: _fee,
    f.FeeRefused: _no_fee,
    c.ContestResolved: _contest,
    c.VolleyResolved: _volley_resolved,
    f.HarmShared: _share,
    c.HarmApplied: _harm,
    c.VolleyClosed: _volley_closed,
}
