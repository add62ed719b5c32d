"""One volley: fees, rolls, contests."""

from collections.abc import Collection

from sim.rules.solar_system.checks.gathering import (
    can_roll,
    carried,
    fee,
    gathered,
    gathering,
    has_paid,
)
from sim.rules.solar_system.consequences import CHAIN, VOLLEY, Gathered, VolleyResolved
from sim.rules.solar_system.facts import DEFENSIVE
from sim.rules.solar_system.pain.contest import contests
from sim.rules.solar_system.pain.pairing import action_in, chains, pairings, stance_of
from sim.rules.solar_system.phases import Roll, Rolling, Volley
from sim.rules.solar_system.scenario.sheet import CIRCUMSTANCE
from sim.rules.solar_system.secrets.using import modified
from sim.rules.solar_system.state import State, acts, ruling
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.protocol import Asked, Due
from sim.seam.seats import seats

# Fees and dice.


def ask_volley(state: State, phase: Volley) -> Asked[State]:
    """Collect the fees of the broken, then put all rolls on the table.

    [SS-VOL-01, SS-HARM-09, RUL-12, RUL-47]
    """
    rollers = _rollers(state, phase)
    for seat in rollers:
        asked = fee(state, phase.fees, seat, action_in(phase, seat).ability)
        if asked is not None:
            return asked
    if state.zeitgeist:
        return Due((_chain_step(state, phase, 0, ()),))
    checks = [
        _check(state, phase, seat)
        for seat in rollers
        if can_roll(state, phase.fees, seat)
    ]
    return Due((gathering(VOLLEY, tuple(checks)),))


def _rollers(state: State, volley: Volley) -> list[Seat]:
    """List the seats that roll: all that act.

    Under `skip`, a defender whom nobody attacks does not roll [RUL-38].
    """
    rollers = [seat for seat in seats(state.setup.size) if acts(state, volley, seat)]
    if state.setup.rulings.double_defense == "roll":
        return rollers
    met = {seat for a, b, _ in pairings(state, volley) for seat in (a, b)}
    return [
        seat for seat in rollers if stance_of(volley, seat) != DEFENSIVE or seat in met
    ]


def _check(
    state: State, volley: Volley, seat: Seat, linked: int = 0, failure: int = 0
) -> Gathered:
    return gathered(
        state,
        seat,
        action_in(volley, seat).ability,
        linked=linked,
        failure=failure,
        circumstance=ruling(volley.ruled, CIRCUMSTANCE, seat) or 0,
        fee_paid=has_paid(volley.fees, seat),
    )


# Zeitgeist: each side rolls a chain.


def _batches(state: State, volley: Volley) -> tuple[tuple[Seat, ...], ...]:
    """List who rolls together: singly, one after the other, and the two last at once.

    The side with the first seat begins [SS-ZEIT-01, RUL-58].
    """
    first, second = chains(state, volley)
    if second and (not first or min(second) < min(first)):
        first, second = second, first
    singles = [(seat,) for chain in (first, second) for seat in chain[:-1]]
    lasts = tuple(chain[-1] for chain in (first, second) if chain)
    return (*singles, lasts) if lasts else ()


def _chain_step(
    state: State, volley: Volley, step: int, rolls: tuple[Roll, ...]
) -> Consequence:
    """Put the next batch on the table, with the dice from the *rolls* before it.

    These are bonus dice equal to the level before, or a penalty die after a failure
    [SS-MULTI-02, SS-MULTI-05, RUL-54].
    """
    steps = _batches(state, volley)
    if not steps:
        return gathering(CHAIN, ())
    levels = carried(state, volley, rolls)
    checks: list[Gathered] = []
    for seat in steps[step]:
        before = levels[state.participants[seat].side]
        checks.append(_check(state, volley, seat, before or 0, int(before == 0)))
    return gathering(CHAIN, tuple(checks), step)


def chain_read(state: State, phase: Rolling, volley: Volley) -> Due:
    """Pass a level on, or let the two sides meet."""
    step = volley.step + 1
    if step < len(_batches(state, volley)):
        return Due((_chain_step(state, volley, step, phase.rolls),))
    return volley_read(state, phase, volley)


# Contests.


def losing(state: State, phase: Rolling) -> Collection[Seat]:
    """Return who is losing a contest by the levels at this moment [RUL-09]."""
    assert isinstance(phase.within, Volley)
    return {
        contest.b if contest.winner == contest.a else contest.a
        for contest in contests(state, phase.within, phase.rolls)
        if contest.winner != NOBODY
    }


def volley_read(state: State, phase: Rolling, volley: Volley) -> Due:
    """Evaluate every pairing by the levels fixed so far [SS-VOL-07]."""
    resolved = contests(state, volley, phase.rolls)
    changed = modified(state, volley, resolved)
    return Due((*changed, *resolved, VolleyResolved(("SS-VOL-07",))))
