"""One volley: fees, rolls, contests, harm."""

from collections.abc import Collection

from sim.events import NOBODY, Consequence, Seat
from sim.protocol import Asked, Due
from sim.rules.solar_system.checks.gathering import (
    can_roll,
    carried,
    fee,
    gathered,
    gathering,
)
from sim.rules.solar_system.consequences import (
    Gathered,
    VolleyResolved,
)
from sim.rules.solar_system.facts import DEFENSIVE
from sim.rules.solar_system.pain.contest import contests
from sim.rules.solar_system.pain.pairing import chains, pairings
from sim.rules.solar_system.phases import CHAIN, VOLLEY
from sim.rules.solar_system.state import State, acts
from sim.seats import by_seat

# Fees and dice.


def locked(state: State) -> Asked[State]:
    """Collect the fees of the broken, then put everybody's roll on the table.

    [SS-VOL-01, SS-HARM-09, RUL-12, RUL-47]
    """
    for seat in _rollers(state):
        asked = fee(state, seat, state.people[seat].ability)
        if asked is not None:
            return asked
    if state.zeitgeist:
        return Due((_chain_step(state, 0),))
    rollers = [seat for seat in _rollers(state) if can_roll(state, seat)]
    checks = tuple(_check(state, seat) for seat in rollers)
    return Due((gathering(VOLLEY, checks),))


def _rollers(state: State) -> list[Seat]:
    """List who rolls: everyone who acts; under `skip` no idle defender [RUL-38]."""
    rollers = [seat for seat, one in by_seat(state.people) if acts(one)]
    if state.setup.rulings.double_defense == "roll":
        return rollers
    met = {seat for a, b, _ in pairings(state) for seat in (a, b)}
    return [
        seat
        for seat in rollers
        if state.people[seat].stance != DEFENSIVE or seat in met
    ]


def _check(state: State, seat: Seat, linked: int = 0, failure: int = 0) -> Gathered:
    dice = max(0, state.ruling("circumstance", seat))
    return gathered(
        state,
        seat,
        state.people[seat].ability,
        linked=linked,
        failure=failure,
        circumstance=dice,
    )


# Zeitgeist: each side rolls a chain.


def batches(state: State) -> tuple[tuple[Seat, ...], ...]:
    """List who rolls together: one after the other, and the two last at once.

    The side with the first seat begins [SS-ZEIT-01, RUL-58].
    """
    first, second = chains(state)
    if second and (not first or min(second) < min(first)):
        first, second = second, first
    singles = [(seat,) for chain in (first, second) for seat in chain[:-1]]
    lasts = tuple(chain[-1] for chain in (first, second) if chain)
    return (*singles, lasts) if lasts else ()


def _chain_step(state: State, step: int) -> Consequence:
    """Put the next batch on the table, with what the roll before it gives.

    So many bonus dice as the level before, or a penalty die after a failure
    [SS-MULTI-02, SS-MULTI-05, RUL-54].
    """
    steps = batches(state)
    if not steps:
        return gathering(CHAIN, ())
    levels = carried(state)
    checks: list[Gathered] = []
    for seat in steps[step]:
        before = levels[state.people[seat].side]
        checks.append(_check(state, seat, max(0, before), int(before == 0)))
    return gathering(CHAIN, tuple(checks), step)


def chain_read(state: State) -> Due:
    """Pass a level on, or let the two sides meet."""
    if state.step + 1 < len(batches(state)):
        return Due((_chain_step(state, state.step + 1),))
    return volley_read(state)


def losing(state: State) -> Collection[Seat]:
    """Return who loses a contest by the levels there are at this moment [RUL-09]."""
    return {
        met.b if met.winner == met.a else met.a
        for met in contests(state)
        if met.winner != NOBODY
    }


def volley_read(state: State) -> Due:
    """Evaluate every pairing by the levels fixed so far [SS-VOL-07]."""
    return Due((*contests(state), VolleyResolved(("SS-VOL-07",))))
