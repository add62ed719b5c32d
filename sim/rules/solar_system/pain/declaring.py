"""The free-and-clear: everyone says what he does, and may revise it until it locks."""

from functools import cache, lru_cache

from sim.events import NOBODY, Fact, Seat
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system.consequences import (
    ActionsLocked,
)
from sim.rules.solar_system.facts import (
    DEFENSIVE,
    NO_ACTION,
    REWORDED,
    ActionDeclared,
    ActionKept,
    ChangeWithdrawn,
    Conceded,
    IntentChanged,
    WentOn,
)
from sim.rules.solar_system.pain.actions import (
    actions,
    attacking,
    defences,
    payable_pools,
    plain_actions,
)
from sim.rules.solar_system.pain.ending import at_lock, decided
from sim.rules.solar_system.pain.judging import (
    circumstance_asked,
    item_asked,
    judged_at_once,
    relation_asked,
    settled_circumstances,
)
from sim.rules.solar_system.pain.pairing import Pairing, pairings
from sim.rules.solar_system.pain.talking import intentions
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.scenario.compiled import Setup
from sim.rules.solar_system.state import (
    IN,
    Person,
    State,
    members,
    opponents,
    target_there,
)
from sim.seats import by_seat


def declaring(state: State) -> Asked[State]:
    """Go round until a full round changes nothing, or the last round is over.

    [SS-FAC-01, SS-FAC-02, RUL-45]; then the Story Guide's rulings, then the lock.
    """
    setup = state.setup
    if setup.rulings.concession_window == "until_lock":
        gone = decided(state)
        if gone is not None:
            return gone
    if setup.judged_at_once:
        judged = judged_at_once(state)
        if judged is not None:
            return judged
    size = setup.size
    last = size * setup.rulings.free_and_clear_max_passes
    turn = state.turn
    while turn < last:
        if turn >= size and turn % size == 0 and state.revised < turn - size:
            break
        seat = Seat(turn % size)
        if state.people[seat].status == IN:
            return _ask(state, seat, first=turn == state.turn)
        turn += 1
    return _ruled_out(state) or _misfit(state) or _rulings(state)


def _ruled_out(state: State) -> Decision[State] | None:
    """Ask again whose action was ruled out, however many rounds have passed."""
    for seat, person in by_seat(state.people):
        if person.stance == BLANK and person.status == IN:
            return Decision(seat, _last_words(state, seat), state)
    return None


def _last_words(state: State, seat: Seat) -> tuple[Fact, ...]:
    """List what can still be declared when nobody can answer it any more."""
    return tuple(
        one
        for one in actions(state, seat)
        if isinstance(one, ActionDeclared) and one.stance in {DEFENSIVE, NO_ACTION}
    )


def _misfit(state: State) -> Decision[State] | None:
    """Ask again whoever defends with what does not fit the attacks declared later."""
    if not state.setup.relevant:
        return None
    for seat, person in by_seat(state.people):
        if person.status != IN or person.stance != DEFENSIVE:
            continue
        fitting = defences(
            state.setup, seat, attacking(state, seat), payable_pools(person)
        )
        if ActionDeclared(seat, DEFENSIVE, person.ability, NOBODY) not in fitting:
            return Decision(seat, _last_words(state, seat), state)
    return None


def _ask(state: State, seat: Seat, *, first: bool) -> Decision[State]:
    """Let one seat give up, change, declare, keep or revise [RUL-40, RUL-45]."""
    sub = state.sub if first else 0
    window = state.setup.rulings.concession_window
    if window == "until_lock" and sub == 0:
        return Decision(seat, (WentOn(seat), Conceded(seat)), state)
    person = state.people[seat]
    settled = sub >= MUST_ACT
    if state.setup.plain_actions and not (
        state.zeitgeist or person.fresh or person.barred
    ):
        present = target_there(state, seat)
        key = (person.stance, person.ability, person.aim, person.obstructs, person.prop)
        options = _plain_menu(
            state.setup,
            seat,
            person.goal,
            person.target if present else NOBODY,
            person.changing,
            payable_pools(person),
            key,
            _can_change(state, seat) and not settled,
        )
        return Decision(seat, options, state)
    changes = () if settled else _changes(state, seat, person)
    kept = () if person.stance == BLANK else _keep(seat)
    return Decision(seat, (*kept, *actions(state, seat), *changes), state)


MUST_ACT = 2
"""From this point of a seat's turn on, a change of intention is settled."""


@lru_cache(maxsize=16384)
def _plain_menu(  # noqa: PLR0913, PLR0917 - all that decides the menu
    setup: Setup,
    seat: Seat,
    goal: int,
    target: Seat,
    changing: bool,  # noqa: FBT001 - part of the key
    payable: tuple[bool, ...],
    declared: tuple[int, int, Seat, bool, int],
    may_change: bool,  # noqa: FBT001 - part of the key
) -> tuple[Fact, ...]:
    """Put together what one seat may say where these numbers decide it."""
    stands = declared[0] != BLANK
    aim = NOBODY if changing else target
    current = ActionDeclared(seat, *declared) if stands else None
    found = plain_actions(setup, seat, goal, aim, payable, current)
    kept = _keep(seat) if stands else ()
    if not may_change:
        return (*kept, *found)
    change = ChangeWithdrawn(seat) if changing else IntentChanged(seat)
    return (*kept, *found, change)


def _can_change(state: State, seat: Seat) -> bool:
    """Whether there is anything else to want."""
    return len(state.data(seat).goals) > 1 or len(opponents(state, seat)) > 1


def _changes(state: State, seat: Seat, person: Person) -> tuple[Fact, ...]:
    """List how the intention may be changed or reworded now.

    A change may be announced, or withdrawn, until the lock; one just named may be
    reworded [SS-CHG-01, SS-CHG-04, SS-CHG-05, RUL-36, RUL-45]. In Zeitgeist the first
    of the side announces for all [RUL-58].
    """
    reworded = intentions(state, seat, REWORDED) if person.fresh else ()
    if state.zeitgeist and members(state, person.side)[0] != seat:
        return reworded
    if person.changing:
        return (ChangeWithdrawn(seat),)
    if not _can_change(state, seat):
        return reworded
    return (*_announce(seat), *reworded)


@cache
def _keep(seat: Seat) -> tuple[Fact, ...]:
    return (ActionKept(seat),)


@cache
def _announce(seat: Seat) -> tuple[Fact, ...]:
    return (IntentChanged(seat),)


# What the Story Guide judges.


def _rulings(state: State) -> Asked[State]:
    """Ask for relations, circumstances and items, then lock [RUL-45, SS-DIE-08]."""
    over = at_lock(state)
    if over is not None:
        return over
    pairs = pairings(state)
    if not state.setup.asked:
        return Due((*settled_circumstances(state), _lock(pairs)))
    return (
        relation_asked(state, pairs)
        or circumstance_asked(state)
        or item_asked(state, pairs)
        or Due((*settled_circumstances(state), _lock(pairs)))
    )


def _lock(pairs: tuple[Pairing, ...]) -> ActionsLocked:
    """No change of action from here on [SS-IIEE-03, SS-FAC-03]."""
    return ActionsLocked(("SS-FAC-03", "SS-IIEE-03", "RUL-46", "RUL-48"), pairs)
