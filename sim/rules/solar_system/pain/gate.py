"""The gate before each free-and-clear: giving up or going on [SS-GIVE-01]."""

from functools import lru_cache

from sim.rules.solar_system.consequences import (
    ConcessionsShown,
    FreeAndClearOpened,
    IntentionFulfilled,
)
from sim.rules.solar_system.facts import AnsweredSealed, Conceded, WentOn
from sim.rules.solar_system.pain.ending import at_gate
from sim.rules.solar_system.pain.intentions import ask_bystanders, ask_unaimed
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.state import (
    IN,
    State,
    active,
    intent_of,
    members,
    target_there,
)
from sim.seam.events import Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat, seats_from
from sim.spine.changes import with_phase


def ask_gate(state: State, phase: Gate) -> Asked[State]:
    """Before each free-and-clear, let everyone give up or go on [SS-GIVE-01, RUL-40].

    The end of the conflict and the round limit are checked here [SS-BDP-07, RUL-75].
    """
    over = at_gate(state)
    if over is not None:
        return over
    rulings = state.setup.rulings
    sealed = rulings.concession_mode == "sealed"
    asked = _sealed_gate(state, phase) if sealed else _open_gate(state, phase)
    if asked is not None:
        return asked
    if rulings.late_join == "at_free_and_clear":
        asked = ask_bystanders(state, phase.stayed_out) or ask_unaimed(state)
        if asked is not None:
            return asked
    return Due((_free_and_clear(state, phase),))


def _open_gate(state: State, phase: Gate) -> Decision[State] | None:
    """Ask one seat after the other [RUL-41]."""
    for seat in seats_from(phase.turn, state.setup.size):
        if state.participants[seat].status == IN:
            return Decision(seat, gate_options(seat), state)
    return None


@lru_cache(maxsize=64)
def gate_options(seat: Seat) -> tuple[Fact, ...]:
    """Return the answers of somebody who may give up."""
    return (WentOn(seat), Conceded(seat))


def _sealed_gate(state: State, phase: Gate) -> Decision[State] | Due | None:
    """Let everyone answer in secret, then reveal all answers at once [RUL-41]."""
    if phase.turn >= state.setup.size:
        return None
    for seat in active(state):
        if not phase.sealed or phase.sealed[seat] is None:
            options = (
                AnsweredSealed(seat, concedes=False),
                AnsweredSealed(seat, concedes=True),
            )
            return Decision(seat, options, view(state, seat))
    leaving = _giving_up(state, phase)
    fulfilled: tuple[Consequence, ...] = ()
    for seat in leaving:
        fulfilled += given_up(state, seat, leaving)
    cites = ("SS-GIVE-01", "RUL-41")
    return Due((ConcessionsShown(cites, leaving), *fulfilled))


def view(state: State, seat: Seat) -> State:
    """Return what *seat* may know while others' answers are sealed [RUL-41]."""
    phase = state.phase
    if type(phase) is not Gate or not phase.sealed:
        return state
    own = tuple([answer if n == seat else None for n, answer in by_seat(phase.sealed)])
    return state if own == phase.sealed else with_phase(state, sealed=own)


def _giving_up(state: State, phase: Gate) -> tuple[Seat, ...]:
    """List those who chose to give up, and whom they answer for [RUL-41, RUL-58]."""
    wrote = [seat for seat in active(state) if phase.sealed[seat]]
    return tuple(
        sorted({member for seat in wrote for member in leaving_with(state, seat)})
    )


def conceded(state: State, fact: Conceded) -> tuple[Consequence, ...]:
    """Let the intentions of those who target *who* happen [SS-GIVE-02, RUL-51].

    In Zeitgeist the first of a side answers for all of it [RUL-58].
    """
    leaving = leaving_with(state, fact.who)
    fulfilled: tuple[IntentionFulfilled, ...] = ()
    for seat in leaving:
        fulfilled += given_up(state, seat, leaving)
    return fulfilled


def leaving_with(state: State, who: Seat) -> tuple[Seat, ...]:
    """List those who leave when *who* gives up: alone, or in Zeitgeist with the side.

    The first of a side answers for all of it [RUL-58].
    """
    if state.zeitgeist:
        side = members(state, state.participants[who].side)
        if side and side[0] == who:
            return side
    return (who,)


def given_up(
    state: State, who: Seat, leaving: tuple[Seat, ...]
) -> tuple[IntentionFulfilled, ...]:
    """Let the intentions of active opponents who target *who* happen.

    The intention is the one in force at this moment [SS-GIVE-02, SS-GIVE-04, RUL-35,
    RUL-51]. Those who are also *leaving* get nothing from it [RUL-41].
    """
    side = state.participants[who].side
    fulfilled: list[IntentionFulfilled] = []
    for seat in active(state):
        participant = state.participants[seat]
        if participant.side == side or seat in leaving:
            continue
        goal, target = intent_of(state, seat).wanted
        if target == who or (
            state.zeitgeist and state.participants[target].side == side
        ):
            cites = ("SS-GIVE-02", "SS-GIVE-04", "RUL-35", "RUL-51")
            fulfilled.append(IntentionFulfilled(cites, seat, goal, who, "concession"))
    return tuple(fulfilled)


def _free_and_clear(state: State, phase: Gate) -> FreeAndClearOpened:
    """Open the next free-and-clear [SS-FAC-01, SS-FAC-06, SS-STALE-01, RUL-49]."""
    free = state.setup.rulings.retarget_after_target_left == "free"
    released: tuple[Seat, ...] = ()
    naming: tuple[Seat, ...] = ()
    retargeting: tuple[Seat, ...] = ()
    for seat, participant in by_seat(state.participants):
        if participant.status != IN:
            continue
        if seat in phase.released:
            released = (*released, seat)
        if seat in phase.owing:
            naming = (*naming, seat)
        if free and not target_there(state, seat):
            retargeting = (*retargeting, seat)
    cites: Cites = ("SS-FAC-01", "SS-FAC-06")
    if released:
        cites += ("SS-STALE-01",)
    if retargeting:
        cites += ("RUL-49",)
    return FreeAndClearOpened(cites, state.round + 1, naming, released, retargeting)
