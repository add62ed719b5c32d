"""What contests, harm and the end of a volley leave behind."""

from msgspec.structs import replace

from sim.events import NOBODY
from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.harm.track import BRUISED_TO, ticked
from sim.rules.solar_system.phases import BLANK, GATE, HARMING, LOCKED, Blow
from sim.rules.solar_system.state import (
    FELL_OUT,
    PAST_BROKEN,
    Person,
    State,
    with_person,
)
from sim.seats import by_seat, seats
from sim.spine.evolution import Evolve

NOT_FOR_GOOD = 0.5
"""What a goal that kills leaves at least to one it cannot kill [RUL-71]."""


def _fulfilled(state: State, event: c.IntentionFulfilled) -> State:
    goal = state.data(event.who).goals[event.goal]
    winner = state.people[event.who]
    worth = max(winner.obtained, goal.worth)
    state = with_person(state, event.who, fulfilled=True, obtained=worth)
    leaves = goal.leaves if event.lasting else max(goal.leaves, NOT_FOR_GOOD)
    spared = min(state.people[event.against].spared, leaves)
    return with_person(state, event.against, spared=spared)


def _fee(state: State, event: f.FeePaid) -> State:
    return with_person(state, event.who, fee=1)


def _no_fee(state: State, event: f.FeeRefused) -> State:
    if state.phase == LOCKED:
        state = with_person(state, event.who, fee=0, stance=f.NO_ACTION)
        return replace(state, pairs=None)
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
    if state.zeitgeist and released:
        released = set(seats(len(state.people)))
    people = tuple(
        [
            _rested(person, released=seat in released)
            for seat, person in by_seat(state.people)
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
        pairs=None,
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
        replaced=(BLANK, NOBODY),
        talked=False,
        stance=BLANK,
        ability=BLANK,
        aim=NOBODY,
        obstructs=True,
        prop=-1,
        barred=(),
        fee=BLANK,
    )


HARM_EVENTS: Evolve[State] = {
    f.FeePaid: _fee,
    f.FeeRefused: _no_fee,
    c.ContestResolved: _contest,
    c.VolleyResolved: _volley_resolved,
    f.HarmShared: _share,
    c.HarmApplied: _harm,
    c.VolleyClosed: _volley_closed,
    c.IntentionFulfilled: _fulfilled,
}
