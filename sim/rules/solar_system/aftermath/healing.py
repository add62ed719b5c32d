"""The recovery after a conflict: healing, and acts that refill pools."""

from collections.abc import Iterator

from msgspec import structs

from sim.rules.solar_system.checks.gathering import (
    fee,
    fee_taken,
    gathered,
    gathering,
)
from sim.rules.solar_system.consequences import (
    HEALING_CHECK,
    POCKET,
    REFRESHMENT,
    Gathered,
    PoolSpent,
    Stage,
)
from sim.rules.solar_system.events.aftermath import PoolRefreshed, SceneEnded
from sim.rules.solar_system.events.secrets import PocketTried
from sim.rules.solar_system.facts import HealingTried, Passed, RefreshTaken
from sim.rules.solar_system.harm.healing import heal
from sim.rules.solar_system.harm.track import EMPTY, is_broken
from sim.rules.solar_system.phases import Recovering, Rolling
from sim.rules.solar_system.secrets.pocket import check_of, pockets
from sim.rules.solar_system.secrets.using import paid
from sim.rules.solar_system.state import State, participants
from sim.seam.events import Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import seats

UNLIMITED_BUT = 100
"""The limit on "unlimited" attempts at healing, more than any table would try."""


def ask_aftermath(state: State, phase: Recovering) -> Asked[State]:
    """Ask each seat to heal and refill pools until it passes [SS-HEAL-01, SS-REF-01].

    A contest under way waits for the fee of the partner [SS-HARM-09, RUL-13].
    """
    if phase.contest is not None:
        asked = _partner_fee(state, phase, phase.contest)
        return asked or Due(_contest(state, phase.contest))
    for seat in seats(state.setup.size):
        if seat < phase.turn:
            continue
        options = (
            *_healing(state, phase, seat),
            *_refreshing(state, phase, seat),
            *pockets(state, seat),
        )
        if options:
            return Decision(seat, (Passed(seat), *options), state)
    return Due((SceneEnded(("RUL-28",)),))


def _healing(state: State, phase: Recovering, who: Seat) -> tuple[Fact, ...]:
    """List the attempts of *who* to heal.

    Each patient may be tried once, or without limit [RUL-30].
    """
    once = state.setup.rulings.healing_attempts_per_scene == "1"
    if not state.setup.heal_with or phase.rolled >= UNLIMITED_BUT:
        return ()
    return tuple(
        HealingTried(who, patient, index)
        for index, ability in enumerate(state.data(who).abilities)
        if ability.name in state.setup.heal_with
        for patient in participants(state)
        if state.participants[patient].harm != EMPTY
        and not (once and (who, patient) in phase.tended)
        and _can_pay(state, who, index)
    )


def _can_pay(state: State, who: Seat, ability: int) -> bool:
    """Whether *who*, if broken, could pay to act at all [RUL-12, RUL-13]."""
    participant = state.participants[who]
    return not is_broken(participant.harm) or bool(
        participant.pools[state.ability(who, ability).pool]
    )


def _refreshing(state: State, phase: Recovering, who: Seat) -> tuple[Fact, ...]:
    """List the acts that would fill a pool below its maximum [SS-REF-05, SS-REF-06]."""
    return tuple(
        RefreshTaken(who, index)
        for index, act in enumerate(state.setup.refreshes)
        if act.who == who
        and state.participants[who].pools[act.pool] < state.data(who).maxima[act.pool]
        and index not in phase.refreshed
    )


def pocket_tried(state: State, fact: PocketTried) -> tuple[Consequence, ...]:
    """Pay for a Secret and roll its check, unopposed [SS-SEC-03, RUL-82]."""
    ability = check_of(state, fact.who, fact.secret)
    assert ability is not None
    cost = paid(state, fact.who, fact.secret)
    rolled = _rolls(state, POCKET, ((fact.who, ability),), difficulty=1)
    return (*_one_after_another(cost, rolled),)


def _one_after_another(
    cost: PoolSpent, rolled: tuple[Consequence, ...]
) -> Iterator[Consequence]:
    """Yield the cost, then the rest; a fee from the same pool is paid on top of it."""
    yield cost
    for event in rolled:
        if isinstance(event, PoolSpent) and event.pool == cost.pool:
            yield structs.replace(event, left=event.left - cost.amount)
        else:
            yield event


def healing_tried(state: State, fact: HealingTried) -> tuple[Consequence, ...]:
    """Roll to heal: difficulty 1, unopposed [SS-HEAL-01, RUL-30]."""
    return _rolls(state, HEALING_CHECK, ((fact.who, fact.ability),), difficulty=1)


def _rolls(
    state: State,
    stage: Stage,
    rollers: tuple[tuple[Seat, int], ...],
    difficulty: int = 0,
) -> tuple[Consequence, ...]:
    """Put checks on the table; the broken pay the fee or do not roll [RUL-13].

    A seat that has chosen to roll has agreed to pay; all others were asked.
    """
    phase = state.phase
    assert isinstance(phase, Recovering)
    fees: list[Consequence] = []
    checks: list[Gathered] = []
    for who, ability in rollers:
        check = gathered(state, who, ability, difficulty=difficulty)
        if check.broken:
            asked = dict(phase.fees)
            if not asked.get(who, _can_pay(state, who, ability)):
                continue
            if who not in asked:
                fees.append(fee_taken(state, who, ability))
            check = structs.replace(check, fee_paid=True)
        checks.append(check)
    return (*fees, gathering(stage, tuple(checks), phase.rolled + 1))


def refresh_taken(state: State, fact: RefreshTaken) -> tuple[Consequence, ...]:
    """Fill the pool at once, or play the contest first [SS-REF-01, SS-REF-05].

    A partner who is broken is asked for the fee before it [SS-HARM-09].
    """
    assert isinstance(state.phase, Recovering)
    if not state.setup.refreshes[fact.act].contest:
        return (_refreshed(state, fact.act),)
    if _partner_fee(state, state.phase, fact.act) is not None:
        return ()
    return _contest(state, fact.act)


def _partner_fee(state: State, phase: Recovering, index: int) -> Decision[State] | None:
    """Ask the partner of a contest for the fee: to pay, or not to roll [RUL-13]."""
    act = state.setup.refreshes[index]
    _, theirs = act.contest
    return fee(state, phase.fees, act.partner, theirs)


def _contest(state: State, index: int) -> tuple[Consequence, ...]:
    act = state.setup.refreshes[index]
    mine, theirs = act.contest
    return _rolls(state, REFRESHMENT, ((act.who, mine), (act.partner, theirs)))


def _refreshed(state: State, index: int) -> PoolRefreshed:
    """Refill the pool of an act to its maximum [SS-REF-01, SS-REF-06, SS-POOL-05]."""
    act = state.setup.refreshes[index]
    before = state.participants[act.who].pools[act.pool]
    full = state.data(act.who).maxima[act.pool]
    reason = ("SS-REF-02", "SS-REF-03", "SS-REF-04")[act.pool]
    cites = ("SS-REF-01", reason, "SS-REF-05", "SS-REF-06")
    return PoolRefreshed(cites, act.who, act.pool, before, full, act.partner)


def healing_read(state: State, phase: Rolling, within: Recovering) -> Due:
    """Read the healing check."""
    healer, patient = within.tended[-1]
    level = phase.rolls[0].reached if phase.rolls else 0
    return Due((*heal(state, healer, patient, level, {}), SceneEnded(("RUL-30",))))


def contest_read(state: State, phase: Rolling, within: Recovering) -> Due:
    """Read the contest: only winning it fills the pool, a tie does not [RUL-70]."""
    index = within.refreshed[-1]
    act = state.setup.refreshes[index]
    levels = {roll.who: roll.reached for roll in phase.rolls}
    won = levels.get(act.who, 0) > levels.get(act.partner, 0)
    filled = (_refreshed(state, index),) if won else ()
    return Due((*filled, SceneEnded(("SS-REF-05", "RUL-70"))))
