"""The offer of the Pain once a resisted check is rolled."""

from sim.rules.solar_system.checks.opening import accepted
from sim.rules.solar_system.consequences import PainBegan
from sim.rules.solar_system.facts import PainDeclared, PainDeclined
from sim.rules.solar_system.phases import Offer
from sim.rules.solar_system.scenario.sheet import REQUEST_PAIN
from sim.rules.solar_system.state import State, ask_guide, asks
from sim.seam.events import NOBODY, Consequence, Seat
from sim.seam.protocol import Asked, Decision


def ask_offer(state: State, phase: Offer) -> Asked[State]:
    """Offer the Pain to the loser, then to the winner [SS-BDP-01, SS-COM-04].

    Only players may call it; the Story Guide may only ask, once everyone has declined,
    and then both are asked once more [SS-BDP-02, SS-META-02, RUL-43, RUL-44].
    """
    able = [seat for seat in (phase.loser, phase.winner) if _may_declare(state, seat)]
    for seat in able:
        if seat not in phase.declined:
            return Decision(seat, (PainDeclined(seat), PainDeclared(seat)), state)
    if able and phase.requested is None and asks(state, REQUEST_PAIN):
        return ask_guide(state, REQUEST_PAIN, NOBODY, (0, 1))
    return accepted(state, phase.winner, phase.loser)


def _may_declare(state: State, seat: Seat) -> bool:
    """Whether *seat* may bring down the Pain [RUL-43]."""
    allowed = state.setup.rulings.story_guide_may_declare
    return allowed or not state.data(seat).story_guide


def pain_declared(_state: State, fact: PainDeclared) -> tuple[Consequence, ...]:
    """Set the simple result aside; what was spent stays spent [SS-BDP-03, RUL-42]."""
    return (PainBegan(("SS-BDP-01", "SS-BDP-03", "RUL-42"), fact.who),)
