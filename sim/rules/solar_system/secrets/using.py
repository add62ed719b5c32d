"""Using Secrets before the dice fall, and their effect on harm."""

from sim.rules.solar_system.consequences import ContestResolved, PoolSpent
from sim.rules.solar_system.events.secrets import (
    HarmModified,
    SecretDeclined,
    SecretsWorked,
    SecretUsed,
)
from sim.rules.solar_system.facts import DieDeclined
from sim.rules.solar_system.phases import Roll, Rolling, Volley
from sim.rules.solar_system.scenario.people import SecretData
from sim.rules.solar_system.secrets.matching import fits, hits, secrets_known
from sim.rules.solar_system.state import State, members
from sim.seam.events import Consequence, Seat
from sim.seam.protocol import Decision, Due


def secrets_first(
    state: State, phase: Rolling, asked: Decision[State] | None
) -> Decision[State] | Due | None:
    """Apply free Secrets and ask rollers about others, before *asked* is asked.

    Secrets without a cost work automatically; those with one are asked about before the
    pool die of the same roll and after the fee of the broken [RUL-09, RUL-81].
    """
    if not state.using.worked:
        dice = _free_dice(state, phase)
        if dice:
            cites = ("SS-SEC-04", "RUL-72", "RUL-81")
            return Due((SecretsWorked(cites, dice),))
    last = len(phase.rolls) - 1 if asked is None else _roll_of(asked)
    for index, roll in enumerate(phase.rolls[: last + 1]):
        offers = () if index in state.using.done else _offers(state, phase, index, roll)
        if offers:
            options = (SecretDeclined(roll.who, index), *offers)
            return Decision(roll.who, options, state)
    return asked


def _roll_of(asked: Decision[State]) -> int:
    declined = asked.options[0]
    assert isinstance(declined, DieDeclined)
    return declined.roll


def _free_dice(state: State, phase: Rolling) -> tuple[tuple[int, int, int], ...]:
    """List the dice of Secrets without a cost: (roll, Secret, how many)."""
    return tuple(
        (index, secret, data.bonus_dice)
        for index, roll in enumerate(phase.rolls)
        for secret, data in secrets_known(state, roll.who)
        if data.bonus_dice
        and not data.points
        and fits(state, phase.within, roll.who, roll.ability, data)
    )


def _offers(
    state: State, phase: Rolling, index: int, roll: Roll
) -> tuple[SecretUsed, ...]:
    """List the Secrets its roller can pay for and has not used on this check.

    Harm is only done in the Pain [SS-SEC-01, SS-SEC-04, RUL-81].
    """
    pools = state.participants[roll.who].pools
    return tuple(
        SecretUsed(roll.who, index, secret)
        for secret, data in secrets_known(state, roll.who)
        if 0 < data.points <= pools[data.pool]
        and _does_something(phase, data)
        and (index, secret) not in state.using.used
        and fits(state, phase.within, roll.who, roll.ability, data)
    )


def _does_something(phase: Rolling, data: SecretData) -> bool:
    in_pain = isinstance(phase.within, Volley)
    return bool(data.bonus_dice or (in_pain and (data.harm or data.guard)))


def secret_used(state: State, fact: SecretUsed) -> tuple[Consequence, ...]:
    """Take the points at once; they are not given back [SS-SEC-01, RUL-72, RUL-81]."""
    return (paid(state, fact.who, fact.secret),)


def paid(state: State, who: Seat, secret: int) -> PoolSpent:
    """Return the cost of using a Secret [SS-POOL-06, SS-POOL-07]."""
    data = state.setup.people.secrets[secret]
    left = state.participants[who].pools[data.pool] - data.points
    cites = ("SS-SEC-01", "SS-POOL-07", "RUL-72", "RUL-81")
    return PoolSpent(cites, who, who, data.points, data.pool, left, "secret")


# Harm.


def modifier(state: State, volley: Volley, dealer: Seat, sufferer: Seat) -> int:
    """Return what Secrets add to the harm of this blow, less what they take off.

    All in force add up, in Zeitgeist those of the whole side [SS-SEC-04, RUL-18,
    RUL-81].
    """
    action = volley.actions[dealer]
    if not state.setup.people.secretive or action is None:
        return 0
    adds = sum(
        data.harm
        for who in _side(state, dealer)
        for data in _in_force(state, who)
        if data.harm and hits(state, dealer, action.ability, sufferer, data)
    )
    guards = sum(
        data.guard
        for who in _side(state, sufferer)
        for data in _in_force(state, who)
        if data.guard and hits(state, dealer, action.ability, sufferer, data)
    )
    return adds - guards


def _side(state: State, who: Seat) -> tuple[Seat, ...]:
    return members(state, state.participants[who].side) if state.zeitgeist else (who,)


def _in_force(state: State, who: Seat) -> list[SecretData]:
    """Return the Secrets of *who* that work without a cost or were paid for."""
    volley = state.using.volley
    return [
        data
        for secret, data in secrets_known(state, who)
        if not data.points or (who, secret) in volley
    ]


def modified(
    state: State, volley: Volley, contests: list[ContestResolved]
) -> list[Consequence]:
    """Return the changes by Secrets to the harm of these contests."""
    events: list[Consequence] = []
    for contest in contests if state.setup.people.secretive else ():
        for who, by, harm in (
            (contest.a, contest.b, contest.harm_a),
            (contest.b, contest.a, contest.harm_b),
        ):
            amount = 0 if harm is None else modifier(state, volley, by, who)
            if amount:
                cites = ("SS-SEC-04", "RUL-18", "RUL-81")
                events.append(HarmModified(cites, by, who, amount))
    return events
