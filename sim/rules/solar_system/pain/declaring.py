"""The free-and-clear: everyone declares an action and may revise it until the lock."""

from functools import cache

from sim.rules.solar_system.consequences import ActionsLocked
from sim.rules.solar_system.facts import (
    DEFENSIVE,
    NO_ACTION,
    REWORDED,
    ActionDeclared,
    ChangeWithdrawn,
    IntentChanged,
)
from sim.rules.solar_system.pain.actions import (
    actions,
    attackers,
    defences,
    payable_pools,
)
from sim.rules.solar_system.pain.ending import at_lock, decided
from sim.rules.solar_system.pain.gate import gate_options
from sim.rules.solar_system.pain.intentions import intentions
from sim.rules.solar_system.pain.judging import (
    circumstance_asked,
    item_asked,
    judged_at_once,
    relation_asked,
    settled_circumstances,
)
from sim.rules.solar_system.pain.pairing import pairings
from sim.rules.solar_system.phases import Declaring
from sim.rules.solar_system.state import IN, State, members, opponents
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat
from sim.spine.turns import coming_seats


def ask_declaring(state: State, phase: Declaring) -> Asked[State]:
    """Ask round by round until nothing changes, or the last round is over.

    [SS-FAC-01, SS-FAC-02, RUL-45]; then the Story Guide's rulings, then the lock.
    """
    setup = state.setup
    if setup.rulings.concession_window == "until_lock":
        over = decided(state)
        if over is not None:
            return over
    if setup.judged_at_once:
        judged = judged_at_once(state, phase)
        if judged is not None:
            return judged
    order = coming_seats(phase.turns, setup.rulings.free_and_clear_max_passes)
    for seat in order:
        if state.participants[seat].status == IN:
            return _ask(state, phase, seat, begun=seat == order[0])
    return _ruled_out(state, phase) or _misfit(state, phase) or _locking(state, phase)


def _ruled_out(state: State, phase: Declaring) -> Decision[State] | None:
    """Ask again those whose action was ruled out, however many rounds have passed."""
    for seat, action in by_seat(phase.actions):
        if action is None and state.participants[seat].status == IN:
            return Decision(seat, _unanswerable(state, phase, seat), state)
    return None


def _unanswerable(state: State, phase: Declaring, seat: Seat) -> tuple[Fact, ...]:
    """List the actions to which nobody needs to react, if nobody can any more."""
    return tuple(
        option
        for option in actions(state, phase, seat)
        if isinstance(option, ActionDeclared)
        and option.stance in {DEFENSIVE, NO_ACTION}
    )


def _misfit(state: State, phase: Declaring) -> Decision[State] | None:
    """Ask again those whose defence does not fit an attack declared later."""
    if not state.setup.relevant:
        return None
    for seat, action in by_seat(phase.actions):
        participant = state.participants[seat]
        if participant.status != IN or action is None or action.stance != DEFENSIVE:
            continue
        attacks = attackers(state, phase, seat)
        fitting = defences(state.setup, seat, attacks, payable_pools(participant))
        if action not in fitting:
            return Decision(seat, _unanswerable(state, phase, seat), state)
    return None


def _ask(state: State, phase: Declaring, seat: Seat, *, begun: bool) -> Decision[State]:
    """Let one seat give up, change, declare, keep or revise [RUL-40, RUL-45].

    *begun* means that the turn is under way, so that parts may be settled already.
    """
    window = state.setup.rulings.concession_window
    if window == "until_lock" and not (begun and phase.stays):
        return Decision(seat, gate_options(seat), state)
    if begun and phase.must_act:
        options = actions(state, phase, seat)
    elif state.zeitgeist or phase.changing or phase.fresh:
        options = actions(state, phase, seat) + _changes(state, phase, seat)
    else:
        options = actions(state, phase, seat, changes=_can_change(state, seat))
    return Decision(seat, options, state)


def _can_change(state: State, seat: Seat) -> bool:
    """Whether there is another intention to change to."""
    return (
        len(state.setup.characters[seat].goals) > 1 or len(opponents(state, seat)) > 1
    )


def _changes(state: State, phase: Declaring, seat: Seat) -> tuple[Fact, ...]:
    """List the changes and rewordings of the intention that are possible now.

    A change may be announced, or withdrawn, until the lock; one just named may be
    reworded [SS-CHG-01, SS-CHG-04, SS-CHG-05, RUL-36, RUL-45]. In Zeitgeist the first
    of the side announces for all [RUL-58].
    """
    reworded: tuple[Fact, ...] = ()
    if seat in phase.fresh:
        replaced = next((old for who, old in phase.replaced if who == seat), None)
        reworded = intentions(state, seat, REWORDED, replaced)
    if state.zeitgeist:
        side = state.participants[seat].side
        if members(state, side)[0] != seat:
            return reworded
    if seat in phase.changing:
        return (ChangeWithdrawn(seat),)
    if not _can_change(state, seat):
        return reworded
    return _announce(seat) + reworded if reworded else _announce(seat)


@cache
def _announce(seat: Seat) -> tuple[Fact, ...]:
    return (IntentChanged(seat),)


def _locking(state: State, phase: Declaring) -> Asked[State]:
    """Ask for relations, circumstances and items, then lock [RUL-45, SS-DIE-08].

    There is no change of action from here on [SS-IIEE-03, SS-FAC-03].
    """
    over = at_lock(state, phase)
    if over is not None:
        return over
    pairs = pairings(state, phase)
    if state.setup.asked:
        asked = (
            relation_asked(state, phase, pairs)
            or circumstance_asked(state, phase)
            or item_asked(state, phase, pairs)
        )
        if asked is not None:
            return asked
    cites = ("SS-FAC-03", "SS-IIEE-03", "RUL-46", "RUL-48")
    settled = settled_circumstances(state, phase)
    return Due((*settled, ActionsLocked(cites, pairs)))
