"""Spending advances, seat by seat: what is offered, and who must agree."""

from sim.rules.solar_system.advancement.purchases import (
    Bought,
    change_of,
    everything,
    price,
    refusal,
)
from sim.rules.solar_system.events.interlude import (
    POOL,
    SECRET,
    AdvanceBanked,
    AdvanceBought,
    AdvancesEnded,
    AdvanceSpent,
)
from sim.rules.solar_system.facts import StoryGuideRuled
from sim.rules.solar_system.records.interlude import Advancing
from sim.rules.solar_system.scenario.sheet import APPROVAL
from sim.rules.solar_system.state import State, ask_guide, asks, growth_of
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.protocol import Asked, Decision, Due
from sim.seam.seats import by_seat, seats


def ask_advancing(state: State, phase: Advancing) -> Asked[State]:
    """Ask each seat that can afford something what to buy, until it banks the rest.

    [SS-ADV-07, RUL-88]
    """
    wanted = phase.wanted
    if wanted is not None:
        return ask_guide(state, APPROVAL, wanted.who, (1, 0))
    for who in seats(state.setup.size):
        if who < phase.turn:
            continue
        offers = tuple(
            AdvanceBought(who, *bought) for bought in _offered(state, phase, who)
        )
        if offers:
            return Decision(who, (AdvanceBanked(who), *offers), state)
    return Due((AdvancesEnded(("SS-ADV-07", "RUL-88")),))


def _offered(state: State, phase: Advancing, who: Seat) -> list[Bought]:
    """List what *who* may buy now: allowed, affordable, and taught [SS-ADV-04]."""
    people, grown = state.setup.people, growth_of(state, who)
    rebuy = state.setup.rulings.key_rebuy
    return [
        bought
        for bought in everything(people, grown)
        if refusal(people, who, grown, bought, rebuy=rebuy) is None
        and (bought[0] != SECRET or _can_learn(state, phase, who, bought[1]))
    ]


def _can_learn(state: State, phase: Advancing, who: Seat, secret: int) -> bool:
    if (who, secret) in phase.refused:
        return False
    return teacher_of(state, who, secret) is not None


def teacher_of(state: State, who: Seat, secret: int) -> str | None:
    """Return the name of somebody who can teach *who* a Secret; None if nobody can.

    A teacher knows the Secret, has not been removed and is no opponent; in an interlude
    nobody is an opponent. The scenario may list further teachers [SS-SEC-06, SS-ADV-04,
    RUL-89].
    """
    side = state.participants[who].side
    for other, participant in by_seat(state.participants):
        friend = state.setup.kind == "interlude" or participant.side == side
        removed = any(
            done.against == other
            and done.lasting
            and state.data(done.who).goals[done.goal].permanent
            for done in state.obtained
        )
        knows = secret in growth_of(state, other).secrets
        if other != who and friend and knows and not removed:
            return state.data(other).name
    return next(iter(state.setup.people.teachers), None)


def waits(state: State, fact: AdvanceBought) -> bool:
    """Whether the Story Guide is asked about this purchase [SS-SEC-05, RUL-83]."""
    if fact.kind != SECRET or state.setup.judge == NOBODY:
        return False
    return state.setup.people.secrets[fact.subject].is_item and asks(state, APPROVAL)


def advance_bought(state: State, fact: AdvanceBought) -> tuple[Consequence, ...]:
    """Spend the advances, unless somebody must agree first."""
    return () if waits(state, fact) else (spent(state, fact),)


def approved(state: State, fact: StoryGuideRuled) -> tuple[Consequence, ...]:
    """Spend the advances once the purchase is approved; ignore other rulings."""
    phase = state.phase
    if fact.kind != APPROVAL or not fact.value or not isinstance(phase, Advancing):
        return ()
    assert phase.wanted is not None
    return (spent(state, phase.wanted),)


def spent(state: State, fact: AdvanceBought) -> AdvanceSpent:
    """Return the consequence of a purchase [SS-ADV-01]."""
    grown, bought = growth_of(state, fact.who), (fact.kind, fact.subject)
    before, after = change_of(grown, bought)
    cost = price(grown, bought)
    teacher = None
    cites: tuple[str, ...] = ("SS-ADV-01", "RUL-62", "RUL-88")
    if fact.kind == SECRET:
        teacher = teacher_of(state, fact.who, fact.subject)
        cites += ("SS-SEC-06", "SS-ADV-04", "RUL-89")
    elif fact.kind == POOL:
        cites += ("SS-ADV-03", "RUL-63")
    return AdvanceSpent(
        cites,
        fact.who,
        fact.kind,
        fact.subject,
        before,
        after,
        cost,
        teacher or "",
        grown.advances - cost,
    )
