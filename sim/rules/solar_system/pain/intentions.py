"""Who takes part and with which intention: joining, intentions, method, changes."""

from functools import lru_cache

from sim.rules.solar_system.checks.consent import ANSWER, consent
from sim.rules.solar_system.consequences import (
    FellOut,
    IntentsOpened,
    MethodSet,
    RulingSettled,
)
from sim.rules.solar_system.facts import (
    AFTER_CHANGE,
    INITIAL,
    RETARGET,
    STALEMATE,
    Basis,
    IntentDeclared,
    IntentKept,
    Joined,
    ProposalAnswered,
    StayedOut,
)
from sim.rules.solar_system.harm.track import is_broken
from sim.rules.solar_system.phases import Joining, Naming, Target
from sim.rules.solar_system.scenario.compile import Setup
from sim.rules.solar_system.scenario.sheet import METHOD
from sim.rules.solar_system.state import (
    BYSTANDER,
    State,
    active,
    asks,
    opponents,
    ruling,
    target_there,
)
from sim.seam.events import NOBODY, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat

# Joining.


def ask_joining(state: State, phase: Joining) -> Asked[State]:
    """Ask bystanders whether to join [SS-BDP-06, SS-MULTI-07, RUL-50], then go on."""
    return ask_bystanders(state, phase.stayed_out) or _intentions_asked(state, phase)


def ask_bystanders(state: State, stayed_out: frozenset[Seat]) -> Decision[State] | None:
    """Ask each bystander once, and first about their own side.

    Nobody who is broken joins a Zeitgeist under way [SS-ZEIT-04].
    """
    for seat, participant in by_seat(state.participants):
        if state.zeitgeist and _is_broken(state, seat):
            continue
        if participant.status == BYSTANDER and seat not in stayed_out:
            sides = range(len(state.setup.sides))
            own = state.data(seat).side
            order = sorted(sides, key=lambda side: side != own)
            joins = tuple(Joined(seat, side) for side in order)
            return Decision(seat, (StayedOut(seat), *joins), state)
    return None


def ask_unaimed(state: State, first: Seat | None = None) -> Decision[State] | None:
    """Ask whoever has no intention yet, the declarer of the Pain first [SS-BDP-05]."""
    for seat in sorted(active(state), key=lambda seat: seat != first):
        if state.participants[seat].intent is None:
            return Decision(seat, intentions(state, seat, INITIAL), state)
    return None


# Intentions and the method.


def _intentions_asked(state: State, phase: Joining) -> Asked[State]:
    """Let everyone declare an intention [SS-BDP-05, SS-INT-01], then set the method."""
    asked = ask_unaimed(state, phase.declared_by)
    if asked is not None:
        return asked
    if state.setup.method == "ask" and _two_sides(state):
        method_asked = _method_asked(state, phase)
        if method_asked is not None:
            return method_asked
        chosen = ruling(phase.ruled, METHOD, NOBODY) == 1
    else:
        chosen = state.setup.method == "zeitgeist" and _two_sides(state)
    cites = ("SS-ZEIT-01", "RUL-58") if chosen else ("SS-BDP-07",)
    broken = [seat for seat in active(state) if chosen and _is_broken(state, seat)]
    fallen = [FellOut(("SS-ZEIT-04", "RUL-58"), seat) for seat in broken]
    return Due((MethodSet(cites, chosen), *fallen))


def _is_broken(state: State, seat: Seat) -> bool:
    """Whether *seat* is broken, and so takes no part in a Zeitgeist [SS-ZEIT-04]."""
    return is_broken(state.participants[seat].harm)


def _two_sides(state: State) -> bool:
    """Whether two sides are left that can fight as one each [RUL-58].

    If they are still to choose the method, one of them must have two members.
    """
    sides = [state.participants[seat].side for seat in active(state)]
    enough = 1 if state.setup.method == "zeitgeist" else 2
    return set(sides) == {0, 1} and len(sides) > enough


def _method_asked(state: State, phase: Joining) -> Asked[State] | None:
    everyone = active(state)
    if asks(state, METHOD):
        return consent(
            state,
            phase.ruled,
            METHOD,
            NOBODY,
            values=(0, 1),
            involved=everyone,
        )
    if ruling(phase.ruled, METHOD, NOBODY) is not None:
        return None
    for seat in everyone:
        answer = ruling(phase.ruled, ANSWER + METHOD, seat)
        if answer is None:
            options = (
                ProposalAnswered(seat, agrees=False, kind=METHOD),
                ProposalAnswered(seat, agrees=True, kind=METHOD),
            )
            return Decision(seat, options, state)
        if answer == 0:
            return None
    return Due((RulingSettled(("SS-ZEIT-01",), METHOD, NOBODY, 1),))


def intentions(
    state: State, who: Seat, basis: Basis, replaced: Target | None = None
) -> tuple[Fact, ...]:
    """List the intentions *who* may declare: each goal with each possible target.

    A new intention must differ in goal or target from the one in force, and from the
    one that was *replaced* before [SS-INT-01, SS-INT-03, SS-MULTI-08, RUL-36, RUL-77].
    """
    intent = state.participants[who].intent
    wanted = None if intent is None else intent.wanted
    return _intentions(
        state.setup, who, basis, opponents(state, who), (wanted, replaced)
    )


@lru_cache(maxsize=4096)
def _intentions(
    setup: Setup,
    who: Seat,
    basis: Basis,
    targets: tuple[Seat, ...],
    barred: tuple[Target | None, ...],
) -> tuple[Fact, ...]:
    options: list[Fact] = []
    for index, goal in enumerate(setup.characters[who].goals):
        if goal.later and basis == INITIAL:
            continue
        aims = targets if goal.target == NOBODY else (goal.target,)
        options += [
            IntentDeclared(who, index, aim, basis)
            for aim in aims
            if aim in targets and (index, aim) not in barred
        ]
    if not options and basis == INITIAL:
        options = [IntentDeclared(who, 0, aim, basis) for aim in targets]
    return tuple(options)


# The opening of the free-and-clear.


def ask_naming(state: State, phase: Naming) -> Asked[State]:
    """Ask who may name a new intention now [SS-CHG-02, RUL-33, RUL-36, RUL-49]."""
    for seat in active(state):
        if seat in phase.answered:
            continue
        basis = _basis(state, phase, seat)
        if basis is None:
            continue
        options = intentions(state, seat, basis)
        if options:
            return Decision(seat, (IntentKept(seat), *options), state)
    void = _void(state, phase)
    cites = ("SS-FAC-05", "RUL-33") if void else ("SS-FAC-05",)
    return Due((IntentsOpened(cites, void),))


def _basis(state: State, phase: Naming, seat: Seat) -> Basis | None:
    if seat in phase.owing:
        return AFTER_CHANGE
    rulings = state.setup.rulings
    free = rulings.retarget_after_target_left == "free"
    left = free and not target_there(state, seat)
    # A new target for one who has left costs nothing, and so is never void.
    if seat in phase.released and (rulings.stalemate_release == "either" or not left):
        return STALEMATE
    return RETARGET if left else None


def _void(state: State, phase: Naming) -> tuple[Seat, ...]:
    """List whose change is void because the other in the stalemate kept [RUL-33].

    Only changes allowed by a stalemate can be void: an announced change, paid for with
    a volley of defence only, stands.
    """
    if state.setup.rulings.stalemate_release == "either":
        return ()
    used = {who for who, _, _ in phase.before}
    changed = {who for who, _ in phase.replaced}
    void = {pair for pair in phase.stalemates if len(changed.intersection(pair)) == 1}
    return tuple(sorted(used.intersection(seat for pair in void for seat in pair)))
