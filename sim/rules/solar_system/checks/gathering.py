"""Gathering the dice of a check: where they come from, and the fee of the broken."""

from functools import cache

from sim.rules.solar_system.consequences import (
    DiceGathered,
    Gathered,
    PoolSpent,
    Stage,
)
from sim.rules.solar_system.facts import (
    FeePaid,
    FeeRefused,
)
from sim.rules.solar_system.harm.track import EMPTY, bloodied_dice, is_broken
from sim.rules.solar_system.phases import Fees, Roll, Volley
from sim.rules.solar_system.state import State
from sim.seam.events import Cites, Consequence, Seat
from sim.seam.protocol import Decision


def gathered(  # noqa: PLR0913 - the sources of dice are many
    state: State,
    who: Seat,
    ability: int,
    *,
    linked: int = 0,
    failure: int = 0,
    circumstance: int = 0,
    difficulty: int = 0,
    fee_paid: bool = False,
) -> Gathered:
    """Collect the dice a check starts with.

    All bruise dice taken since the last check; one for wounds of the ability's pool
    (or one each); one for being broken; those of the circumstances and of the check
    before [SS-HARM-06, SS-HARM-07, SS-HARM-09, SS-ABIL-02, SS-VOL-08, RUL-23, RUL-25].
    """
    participant = state.participants[who]
    bloodied = broken = 0
    if participant.harm != EMPTY:
        pool = state.ability(who, ability).pool
        per_box = state.setup.rulings.bloodied_stacking == "per_box"
        bloodied = bloodied_dice(participant.harm, pool, per_box=per_box)
        broken = int(is_broken(participant.harm))
    return Gathered(
        who,
        ability,
        linked,
        failure,
        participant.bruises,
        bloodied,
        broken,
        circumstance,
        fee_paid,
        difficulty,
    )


_SOURCES: tuple[Cites, ...] = (
    ("SS-TOG-02", "SS-MULTI-05", "RUL-54"),
    ("SS-TOG-03", "SS-MULTI-02"),
    ("SS-HARM-06", "RUL-23"),
    ("SS-HARM-07", "SS-ABIL-02", "RUL-24"),
    ("SS-HARM-09", "RUL-13"),
    ("SS-DIE-08", "RUL-74"),
)
"""The rules that give dice, by source: linked, failure, bruised and so on."""


@cache
def gathering_cites(present: tuple[bool, ...]) -> Cites:
    """Return the rules behind the dice of a gathering, by the sources that give any."""
    cites: Cites = ("SS-CHK-02", "SS-DIE-01", "RUL-25")
    for gives, ids in zip(present, _SOURCES, strict=False):
        if gives:
            cites += ids
    return cites


def gathering(
    stage: Stage, checks: tuple[Gathered, ...], attempt: int = 0
) -> DiceGathered:
    """Put *checks* on the table for *stage*."""
    dice = [_dice_of(check) for check in checks]
    present = tuple(map(any, zip(*dice, strict=True)))
    return DiceGathered(gathering_cites(present), stage, checks, attempt)


def _dice_of(check: Gathered) -> tuple[int, ...]:
    """Return the dice from each source, in the order of _SOURCES."""
    return (
        check.linked,
        check.failure,
        check.bruised,
        check.bloodied,
        check.broken,
        check.circumstance,
    )


def roll_of(state: State, check: Gathered) -> Roll:
    """Return the roll on the table that *check* makes."""
    data = state.ability(check.who, check.ability)
    return Roll(
        check.who,
        check.ability,
        data.rank,
        data.pool,
        check.linked,
        check.penalty,
        check.difficulty,
        fee_paid=check.fee_paid,
    )


def fee(state: State, fees: Fees, who: Seat, ability: int) -> Decision[State] | None:
    """Ask a broken character for the fee of this ability, if it can be paid.

    The fee is one point of the ability's pool; without it there is no action
    [SS-HARM-09, RUL-12, RUL-13].
    """
    participant = state.participants[who]
    if not is_broken(participant.harm) or any(asked == who for asked, _ in fees):
        return None
    if not participant.pools[state.ability(who, ability).pool]:
        return None
    return Decision(who, (FeePaid(who, ability), FeeRefused(who)), state)


def has_paid(fees: Fees, who: Seat) -> bool:
    """Whether *who* has paid the fee."""
    return bool(fees) and (who, True) in fees


def can_roll(state: State, fees: Fees, who: Seat) -> bool:
    """Whether *who* can roll: not broken, or the fee is paid."""
    return not is_broken(state.participants[who].harm) or has_paid(fees, who)


def fee_paid(state: State, fact: FeePaid) -> tuple[Consequence, ...]:
    """Take the fee that somebody has chosen to pay."""
    return (fee_taken(state, fact.who, fact.ability),)


def fee_taken(state: State, who: Seat, ability: int) -> PoolSpent:
    """Take the fee from the pool of the ability used [SS-HARM-09, SS-POOL-07]."""
    pool = state.ability(who, ability).pool
    return spend(state, who, who, pool, "broken_action")


def spend(state: State, payer: Seat, by: Seat, pool: int, purpose: str) -> PoolSpent:
    """Take one point from a pool, which never falls below 0 [SS-POOL-06]."""
    left = max(0, state.participants[payer].pools[pool] - 1)
    cites = _FEE_CITES if purpose == "broken_action" else _DIE_CITES
    return PoolSpent(cites, payer, by, 1, pool, left, purpose)


_DIE_CITES = ("SS-DIE-06", "SS-POOL-04", "SS-ABIL-01", "RUL-07")


_FEE_CITES = ("SS-HARM-09", "SS-POOL-07", "RUL-11")


def carried(
    state: State, volley: Volley, rolls: tuple[Roll, ...]
) -> tuple[int | None, int | None]:
    """Return the level each side passes on in its chain; None before its first roll."""
    levels = list(volley.carried)
    for roll in rolls:
        levels[state.participants[roll.who].side] = roll.level
    return levels[0], levels[1]
