"""Before the dice: the offer of the Pain, intentions, the gate, the free-and-clear."""

from functools import lru_cache

from sim.events import NOBODY, Cites, Consequence, Fact, Seat
from sim.protocol import Asked, Decision, Due
from sim.rules.solar_system.checks.consent import consent
from sim.rules.solar_system.consequences import (
    ConcessionsShown,
    FreeAndClearOpened,
    IntentionFulfilled,
    IntentsOpened,
    MethodSet,
    RulingSettled,
)
from sim.rules.solar_system.facts import (
    AFTER_CHANGE,
    INITIAL,
    RETARGET,
    STALEMATE,
    AnsweredSealed,
    Conceded,
    IntentDeclared,
    IntentKept,
    Joined,
    ProposalAnswered,
    StayedOut,
    WentOn,
)
from sim.rules.solar_system.pain.ending import (
    at_gate,
    given_up,
    leaving_with,
    without_sealed,
)
from sim.rules.solar_system.phases import BLANK
from sim.rules.solar_system.scenario.compiled import Setup
from sim.rules.solar_system.state import (
    BYSTANDER,
    IN,
    State,
    active,
    asks,
    opponents,
    target_there,
)
from sim.seats import by_seat, seats

# The offer.


# Joining, intentions, the method.


def joining(state: State) -> Asked[State]:
    """Let bystanders get involved [SS-BDP-06, SS-MULTI-07, RUL-50], then go on."""
    return _bystander(state) or intents(state)


def _bystander(state: State) -> Decision[State] | None:
    for seat, person in by_seat(state.people):
        if person.status == BYSTANDER and not person.talked:
            sides = range(len(state.setup.sides))
            own = state.data(seat).side
            order = sorted(sides, key=lambda side: side != own)
            joins = tuple(Joined(seat, side) for side in order)
            return Decision(seat, (StayedOut(seat), *joins), state)
    return None


def _unaimed(state: State) -> Decision[State] | None:
    """Ask whoever has no intention yet, the declarer of the Pain first [SS-BDP-05]."""
    seats = sorted(active(state), key=lambda seat: seat != state.declared_by)
    for seat in seats:
        if state.people[seat].goal == BLANK:
            return Decision(seat, intentions(state, seat, INITIAL), state)
    return None


def intents(state: State) -> Asked[State]:
    """Let everyone declare an intention [SS-BDP-05, SS-INT-01], then set the method."""
    asked = _unaimed(state)
    if asked is not None:
        return asked
    if state.setup.method == "ask" and _two_sides(state):
        found = _method_asked(state)
        if found is not None:
            return found
        chosen = state.ruling("method", -1) == 1
    else:
        chosen = state.setup.method == "zeitgeist" and _two_sides(state)
    cites = ("SS-ZEIT-01", "RUL-58") if chosen else ("SS-BDP-07",)
    return Due((MethodSet(cites, chosen),))


def _two_sides(state: State) -> bool:
    """Zeitgeist is for exactly two sides; it is only asked about if one has two.

    [RUL-58, ledger DP-13]
    """
    sides = [state.people[seat].side for seat in active(state)]
    enough = 1 if state.setup.method == "zeitgeist" else 2
    return set(sides) == {0, 1} and len(sides) > enough


def _method_asked(state: State) -> Asked[State] | None:
    if asks(state, "method"):
        return consent(state, "method", -1, (0, 1), active(state))
    if state.ruling("method", -1) != BLANK:
        return None
    for seat in active(state):
        answer = state.ruling("answer:method", seat)
        if answer == BLANK:
            options = (
                ProposalAnswered(seat, agrees=False, kind="method"),
                ProposalAnswered(seat, agrees=True, kind="method"),
            )
            return Decision(seat, options, state)
        if answer == 0:
            return None
    return Due((RulingSettled(("SS-ZEIT-01",), "method", -1, 1),))


def intentions(state: State, who: Seat, basis: int) -> tuple[Fact, ...]:
    """List the intentions *who* may declare: each goal with each possible target.

    A new intention must differ from the one in force in goal or target
    [SS-INT-01, SS-INT-03, SS-MULTI-08, RUL-36, RUL-77].
    """
    person = state.people[who]
    barred = ((person.goal, person.target), person.replaced)
    return _intentions(state.setup, who, basis, opponents(state, who), barred)


@lru_cache(maxsize=4096)
def _intentions(
    setup: Setup,
    who: Seat,
    basis: int,
    targets: tuple[Seat, ...],
    barred: tuple[tuple[int, Seat], ...],
) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for index, goal in enumerate(setup.people[who].goals):
        if goal.later and basis == INITIAL:
            continue
        aims = targets if goal.target == NOBODY else (goal.target,)
        found += [
            IntentDeclared(who, index, aim, basis)
            for aim in aims
            if aim in targets and (index, aim) not in barred
        ]
    if not found and basis == INITIAL:
        found = [IntentDeclared(who, 0, aim, basis) for aim in targets]
    return tuple(found)


# The gate.


def gate(state: State) -> Asked[State]:
    """Before each free-and-clear, let everyone give up or go on [SS-GIVE-01, RUL-40].

    The end of the conflict is seen here, and the round limit [SS-BDP-07, RUL-75].
    """
    over = at_gate(state)
    if over is not None:
        return over
    rulings = state.setup.rulings
    asked = _sealed_gate(state) if _sealed(state) else _open_gate(state)
    if asked is not None:
        return asked
    if rulings.late_join == "at_free_and_clear":
        asked = _bystander(state) or _unaimed(state)
        if asked is not None:
            return asked
    return Due((_free_and_clear(state),))


def _sealed(state: State) -> bool:
    return state.setup.rulings.concession_mode == "sealed"


def _open_gate(state: State) -> Decision[State] | None:
    """Ask one after the other [RUL-41]."""
    for seat in seats(state.setup.size):
        if seat < state.turn:
            continue
        if state.people[seat].status == IN:
            return Decision(seat, _gate_options(seat), state)
    return None


@lru_cache(maxsize=64)
def _gate_options(seat: Seat) -> tuple[Fact, ...]:
    return (WentOn(seat), Conceded(seat))


def _sealed_gate(state: State) -> Decision[State] | Due | None:
    """Let everyone write it down, then show all answers at once [RUL-41]."""
    if state.turn >= state.setup.size:
        return None
    for seat in active(state):
        if not state.shown or state.shown[seat] == BLANK:
            options = (AnsweredSealed(seat, False), AnsweredSealed(seat, True))  # noqa: FBT003
            return Decision(seat, options, without_sealed(state, seat))
    giving_up = _giving_up(state)
    fulfilled: tuple[Consequence, ...] = ()
    for seat in giving_up:
        fulfilled += given_up(state, seat, giving_up)
    cites = ("SS-GIVE-01", "RUL-41")
    return Due((ConcessionsShown(cites, giving_up), *fulfilled))


def _giving_up(state: State) -> tuple[Seat, ...]:
    """List who wrote down to give up, and whom they answer for [RUL-41, RUL-58]."""
    wrote = [seat for seat in active(state) if state.shown[seat] == 1]
    return tuple(sorted({s for seat in wrote for s in leaving_with(state, seat)}))


def conceded(state: State, fact: Conceded) -> tuple[Consequence, ...]:
    """Let the intentions of those who target this one happen [SS-GIVE-02, RUL-51].

    In Zeitgeist the first of a side answers for all of it [RUL-58].
    """
    leaving = leaving_with(state, fact.who)
    fulfilled: tuple[IntentionFulfilled, ...] = ()
    for seat in leaving:
        fulfilled += given_up(state, seat, leaving)
    return fulfilled


# The opening of the free-and-clear.


def _free_and_clear(state: State) -> FreeAndClearOpened:
    """Open the next volley's talk [SS-FAC-01, SS-FAC-06, SS-STALE-01, RUL-49]."""
    free = state.setup.rulings.retarget_after_target_left == "free"
    naming: tuple[Seat, ...] = ()
    released: tuple[Seat, ...] = ()
    retargeting: tuple[Seat, ...] = ()
    for seat, person in by_seat(state.people):
        if person.status != IN:
            continue
        if person.owes:
            naming = (*naming, seat)
        if person.released:
            released = (*released, seat)
        if free and not target_there(state, seat):
            retargeting = (*retargeting, seat)
    cites: Cites = ("SS-FAC-01", "SS-FAC-06")
    if released:
        cites += ("SS-STALE-01",)
    if retargeting:
        cites += ("RUL-49",)
    return FreeAndClearOpened(cites, state.round + 1, naming, released, retargeting)


def talk(state: State) -> Asked[State]:
    """Ask who may name a new intention now [SS-CHG-02, RUL-33, RUL-36, RUL-49]."""
    for seat in active(state):
        person = state.people[seat]
        if person.talked:
            continue
        basis = _basis(state, seat)
        if basis is None:
            continue
        options = intentions(state, seat, basis)
        if options:
            return Decision(seat, (IntentKept(seat), *options), state)
    void = _void(state)
    cites = ("SS-FAC-05", "RUL-33") if void else ("SS-FAC-05",)
    return Due((IntentsOpened(cites, void),))


def _basis(state: State, seat: Seat) -> int | None:
    person = state.people[seat]
    if person.owes:
        return AFTER_CHANGE
    if person.released:
        return STALEMATE
    if (
        not target_there(state, seat)
        and state.setup.rulings.retarget_after_target_left == "free"
    ):
        return RETARGET
    return None


def _void(state: State) -> tuple[Seat, ...]:
    """List whose change is void because the other of the stalemate kept [RUL-33]."""
    if state.setup.rulings.stalemate_release == "either":
        return ()
    void: set[Seat] = set()
    for a, b in state.stalled:
        changed = [s for s in (a, b) if state.people[s].was[0] != BLANK]
        if len(changed) == 1:
            void.update(changed)
    return tuple(sorted(void))
