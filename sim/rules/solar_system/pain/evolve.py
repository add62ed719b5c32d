"""What the events of the Pain leave behind: gate, talk, contests, harm."""

from msgspec.structs import replace

from sim.events import NOBODY, Seat
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.pain.ending import leaving_with
from sim.rules.solar_system.phases import BLANK, DECLARING, LOCKED, TALK
from sim.rules.solar_system.state import (
    GAVE_UP,
    IN,
    NO_INTENTION,
    State,
    target_there,
    with_person,
)
from sim.seats import by_seat
from sim.spine.evolution import Evolve

# Intentions.


def _intent(state: State, event: f.IntentDeclared) -> State:
    person = state.people[event.who]
    was = person.was
    if person.released:
        was = (person.goal, person.target, person.fulfilled)
    replaced = person.replaced
    if event.basis != f.REWORDED:
        replaced = (person.goal, person.target)
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
        replaced=replaced,
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
    leaving = leaving_with(state, event.who)
    for seat in leaving:
        state = with_person(state, seat, status=GAVE_UP)
    if state.phase != DECLARING:
        return replace(state, turn=event.who + 1)
    turn = _turn(state, event.who)
    for seat, person in by_seat(state.people):
        if person.stance == f.ACTIVE and not target_there(state, seat):
            state = with_person(state, seat, stance=BLANK, ability=BLANK, aim=NOBODY)
    return replace(state, turn=turn + 1, revised=turn, sub=0, left_in_talk=True)


def _sealed(state: State, event: f.AnsweredSealed) -> State:
    shown = list(state.shown or (BLANK,) * state.setup.size)
    shown[event.who] = int(event.concedes)
    return replace(state, shown=tuple(shown))


def _shown(state: State, event: c.ConcessionsShown) -> State:
    for seat in event.conceding:
        state = with_person(state, seat, status=GAVE_UP)
    return replace(state, shown=(), turn=state.setup.size)


# The free-and-clear.


def _free_and_clear(state: State, event: c.FreeAndClearOpened) -> State:
    asked = event.naming or event.released or event.retargeting
    people = tuple(
        [
            replace(one, talked=False, fresh=False) if one.talked or one.fresh else one
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
        left_in_talk=False,
    )


def _talked(state: State, event: c.IntentsOpened) -> State:
    for seat in event.void:
        goal, target, fulfilled = state.people[seat].was
        state = with_person(state, seat, goal=goal, target=target, fulfilled=fulfilled)
    people = tuple(
        [
            replace(one, released=False, owes=False, was=NO_INTENTION, talked=False)
            if one.status == IN
            else one
            for one in state.people
        ]
    )
    return replace(state, people=people, phase=DECLARING, turn=0, revised=-1, sub=0)


def _turn(state: State, who: Seat) -> int:
    """Return the turn at which *who* is asked, from now on."""
    return state.turn + (who - state.turn) % state.setup.size


def _changed(state: State, event: f.IntentChanged) -> State:
    return _change(state, event.who, changing=True)


def _withdrawn(state: State, event: f.ChangeWithdrawn) -> State:
    return _change(state, event.who, changing=False)


def _change(state: State, who: Seat, *, changing: bool) -> State:
    turn = _turn(state, who)
    for seat in leaving_with(state, who):
        stance = state.people[seat].stance
        if changing and stance not in {f.DEFENSIVE, f.NO_ACTION}:
            state = with_person(state, seat, changing=True, stance=BLANK, prop=-1)
        else:
            state = with_person(state, seat, changing=changing)
    return replace(state, turn=turn, revised=turn, sub=2)


def _action(state: State, event: f.ActionDeclared) -> State:
    who = event.who
    people = list(state.people)
    people[who] = replace(
        people[who],
        stance=event.stance,
        ability=event.ability,
        aim=event.target,
        obstructs=event.obstructs,
        prop=event.prop,
    )
    ruled = state.ruled
    if ruled:
        redone = {("prop", who), ("relevance", who)}
        ruled = tuple([one for one in ruled if one[:2] not in redone])
    turn = _turn(state, who)
    return replace(
        state, people=tuple(people), turn=turn + 1, revised=turn, sub=0, ruled=ruled
    )


def _action_kept(state: State, event: f.ActionKept) -> State:
    return replace(state, turn=_turn(state, event.who) + 1, sub=0)


def _locked(state: State, event: c.ActionsLocked) -> State:
    return replace(
        state,
        phase=LOCKED,
        turn=0,
        revised=-1,
        step=0,
        stalled=(),
        results=(),
        pairs=None if state.zeitgeist else event.pairings,
    )


TALK_EVENTS: Evolve[State] = {
    f.IntentDeclared: _intent,
    f.IntentKept: _intent_kept,
    f.WentOn: _went_on,
    f.Conceded: _conceded,
    f.AnsweredSealed: _sealed,
    c.ConcessionsShown: _shown,
    c.FreeAndClearOpened: _free_and_clear,
    c.IntentsOpened: _talked,
    f.IntentChanged: _changed,
    f.ChangeWithdrawn: _withdrawn,
    f.ActionDeclared: _action,
    f.ActionKept: _action_kept,
    c.ActionsLocked: _locked,
}
