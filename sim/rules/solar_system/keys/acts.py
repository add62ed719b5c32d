"""Acts of characters that Keys may reward, recognised by events and never by words.

[RUL-84, ENG-05]
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sim.rules.solar_system import consequences as c
from sim.rules.solar_system import facts as f
from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.events.aftermath import PatientHealed, PoolRefreshed
from sim.rules.solar_system.pain.ending import DRAWN
from sim.rules.solar_system.phases import Checking
from sim.rules.solar_system.records.interlude import Act
from sim.rules.solar_system.state import State, active, participants
from sim.seam.events import NOBODY, Event, Seat
from sim.spine.evolution import Evolve

Acts = Iterator[Act]


def _joined(_state: State, event: f.Joined) -> Acts:
    yield Act(event.who, "joined")


def _stayed_out(_state: State, event: f.StayedOut) -> Acts:
    yield Act(event.who, "stayed_out")


def _intended(_state: State, event: f.IntentDeclared) -> Acts:
    yield Act(event.who, "intended", event.target, (event.who, event.goal))


def _changed(state: State, event: f.IntentChanged) -> Acts:
    yield _about_own_goal(state, event.who, "changed")


def _conceded(state: State, event: f.Conceded) -> Acts:
    yield _about_own_goal(state, event.who, "conceded")


def _shown(state: State, event: c.ConcessionsShown) -> Acts:
    for who in event.conceding:
        yield _about_own_goal(state, who, "conceded")


def _about_own_goal(state: State, who: Seat, on: str) -> Act:
    intent = state.participants[who].intent
    if intent is None:
        return Act(who, on)
    return Act(who, on, intent.target, (who, intent.goal))


def _fulfilled(_state: State, event: c.IntentionFulfilled) -> Acts:
    goal = (event.who, event.goal)
    yield Act(event.who, "obtained", event.against, goal)
    yield Act(event.against, "suffered", event.who, goal)


def _healed(_state: State, event: PatientHealed) -> Acts:
    if event.box:
        yield Act(event.who, "healed", event.patient)


def _refreshed(_state: State, event: PoolRefreshed) -> Acts:
    partner = None if event.partner == NOBODY else event.partner
    yield Act(event.who, "refreshed", partner)


def _closed(state: State, event: c.ConflictClosed) -> Acts:
    """Return the acts of winning and losing, unless nobody has won."""
    won, lost = _results(state, event.how)
    for who in won:
        yield _about_own_goal(state, who, "won")
    for who in lost:
        yield _about_own_goal(state, who, "lost")


def _results(state: State, how: Ending) -> tuple[set[Seat], set[Seat]]:
    checks = state.setup.checks
    rolled = {check.who for check in checks}
    resisted = {check.against for check in checks if check.against != NOBODY}
    if how == Ending.SUCCESS:
        return rolled, resisted
    if how == Ending.FAILURE:
        return resisted, rolled
    if how == Ending.RANKED:
        phase = state.phase
        first = set(phase.ranking[0]) if isinstance(phase, Checking) else set[Seat]()
        return first, rolled - first
    if how == Ending.ACCEPTED:
        done = state.obtained
        return {goal.who for goal in done}, {goal.against for goal in done}
    if how in DRAWN:
        return set(), set()
    winners = set(active(state))
    return winners, set(participants(state)) - winners


ACTS: Mapping[type[Event], Callable[[State, Any], Acts]] = {
    f.Joined: _joined,
    f.StayedOut: _stayed_out,
    f.IntentDeclared: _intended,
    f.IntentChanged: _changed,
    f.Conceded: _conceded,
    c.ConcessionsShown: _shown,
    c.IntentionFulfilled: _fulfilled,
    PatientHealed: _healed,
    PoolRefreshed: _refreshed,
    c.ConflictClosed: _closed,
}
"""Class of event -> function of (state before, event) -> the acts in the event."""


def remembering(chapters: Evolve[State]) -> Evolve[State]:
    """Return the functions of *chapters* for events that are acts, recording them."""
    return {kind: _noting(acts, chapters[kind]) for kind, acts in ACTS.items()}


def _noting(
    acts: Callable[[State, Any], Acts], evolve: Callable[[State, Any], State]
) -> Callable[[State, Any], State]:
    def note(state: State, event: Event) -> State:
        if not state.setup.people.keys:
            return evolve(state, event)
        return evolve(with_acts(state, acts(state, event)), event)

    return note


def with_acts(state: State, acts: Acts) -> State:
    """Return *state* with *acts* recorded; equal ones count once [RUL-85].

    Under `per_event` every act pays.
    """
    often = state.setup.rulings.key_awards == "per_event"
    noted = state.acts
    for act in acts:
        if often or act not in noted:
            noted = (*noted, act)
    return replace(state, acts=noted)
