"""The worth of an action against the likely actions of the others."""

from sim.rules.solar_system import facts as f
from sim.rules.solar_system.appraisal.exchange import (
    NOTHING,
    Blows,
    Exchange,
    expected_exchange,
    net_weapon,
    penalties,
    side_of,
)
from sim.rules.solar_system.consequences import (
    ONE_SIDED,
    PARALLEL,
    PERPENDICULAR,
    Relation,
)
from sim.rules.solar_system.harm.track import ends_at
from sim.rules.solar_system.pain.actions import ALL_POOLS, payable_pools
from sim.rules.solar_system.pain.pairing import relation, side_by_side
from sim.rules.solar_system.state import (
    IN,
    State,
    action_of,
    is_changing,
    opponents,
    volley_of,
)
from sim.seam.events import NOBODY, Seat


def likely(state: State, seat: Seat) -> tuple[f.Stance, int]:
    """Return (stance, ability) of *seat*: declared, or its strongest attack."""
    action = action_of(state, seat)
    if action is not None:
        return action.stance, action.ability
    intent = state.participants[seat].intent
    if intent is None or is_changing(state, seat):
        sheet = state.data(seat).abilities
        innate = usable_innate(state, seat)
        if not innate:
            return f.NO_ACTION, f.NONE
        return f.DEFENSIVE, max(innate, key=lambda n: sheet[n].rank)
    best = strongest(state, seat, intent.goal)
    return (f.NO_ACTION, f.NONE) if best == f.NONE else (f.ACTIVE, best)


def strongest(state: State, seat: Seat, goal: int) -> int:
    """Return the best ability of *seat* for its goals, with present harm."""
    sheet, able = state.data(seat).abilities, usable(state, seat, goal)
    if len(able) < 2:  # noqa: PLR2004 - nothing to choose from
        return able[0] if able else f.NONE
    return max(able, key=lambda n: sheet[n].rank - penalties(state, seat, n))


def usable(state: State, seat: Seat, goal: int) -> tuple[int, ...]:
    """Return the abilities that serve *goal* and can be used [SS-HARM-09, RUL-12]."""
    data, able = state.data(seat), payable_pools(state.participants[seat])
    actions = data.goals[goal].actions
    if able == ALL_POOLS:
        return actions
    return tuple([ability for ability in actions if able[data.abilities[ability].pool]])


def usable_innate(state: State, seat: Seat) -> list[int]:
    """List the innate abilities of *seat* that can be used [SS-HARM-09, RUL-12]."""
    sheet, able = state.data(seat).abilities, payable_pools(state.participants[seat])
    return [
        n for n, ability in enumerate(sheet) if ability.innate and able[ability.pool]
    ]


def _against(
    state: State, who: Seat, stance: f.Stance, ability: int, other: Seat
) -> Exchange:
    """Weigh *who* using *ability* in *stance* against the likely action of *other*."""
    their_stance, theirs = likely(state, other)
    declared = action_of(state, other)
    aims = their_stance == f.ACTIVE and (declared is None or declared.target == who)
    strikes = stance == f.ACTIVE
    how = PERPENDICULAR
    if strikes and their_stance == f.ACTIVE:
        how = ONE_SIDED
        if aims:
            how = _relation(state, who, ability, other, theirs)
    elif not strikes and not aims:
        return NOTHING
    blows = Blows(
        adds=net_weapon(state, who, ability, other) if strikes else 0,
        theirs=net_weapon(state, other, theirs, who) if aims else 0,
        strikes=strikes,
        struck=aims,
        relation=how,
        ends=ends_at(state.participants[other].harm),
        ended=ends_at(state.participants[who].harm),
    )
    return expected_exchange(
        side_of(state, who, ability), side_of(state, other, theirs), blows
    )


def _relation(
    state: State, who: Seat, ability: int, other: Seat, theirs: int
) -> Relation:
    volley = volley_of(state)
    if volley and volley.actions[who] and volley.actions[other]:
        return relation(state, volley, who, other)
    listed = side_by_side(state, who, ability, other, theirs)
    return PARALLEL if listed else PERPENDICULAR


def _threats(state: State, who: Seat, target: Seat) -> list[Seat]:
    """List the other opponents who target *who*."""
    return [
        seat
        for seat in opponents(state, who)
        if seat != target and target_of(state, seat) == who
    ]


def target_of(state: State, seat: Seat) -> Seat:
    """Return the target of the intention of *seat*; NOBODY without one."""
    intent = state.participants[seat].intent
    return NOBODY if intent is None else intent.target


def rung_of(state: State, seat: Seat) -> int:
    """Return the rung of the intention of *seat*; -1 without one."""
    intent = state.participants[seat].intent
    return -1 if intent is None else intent.goal


def weighed(
    state: State, who: Seat, stance: f.Stance, ability: int, target: Seat
) -> Exchange:
    """Weigh an action against its target and against all who target *who*."""
    seats = _threats(state, who, target)
    exchanges = [_against(state, who, stance, ability, seat) for seat in seats]
    if target != NOBODY and state.participants[target].status == IN:
        exchanges.append(_against(state, who, stance, ability, target))
    if not exchanges:
        return NOTHING
    deals = exchanges[-1].deals if target != NOBODY else 0.0
    win = sum(exchange.win for exchange in exchanges) / len(exchanges)
    return Exchange(win, deals, sum(exchange.suffers for exchange in exchanges))
