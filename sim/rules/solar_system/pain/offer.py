"""The offer of the Pain once a resisted check lies on the table."""

from sim.events import Consequence, Seat
from sim.protocol import Asked, Decision
from sim.rules.solar_system.checks.opening import accepted
from sim.rules.solar_system.consequences import (
    PainBegan,
)
from sim.rules.solar_system.facts import (
    PainDeclared,
    PainDeclined,
    StoryGuideRuled,
)
from sim.rules.solar_system.state import (
    State,
    asks,
)

OFFER_TURNS = 5
"""Loser, winner, Story Guide, and on his request both once more [RUL-43, RUL-44]."""


def offer(state: State) -> Asked[State]:
    """Offer the Pain to the loser, then to the winner [SS-BDP-01, SS-COM-04].

    Only players may call it; the Story Guide may only ask, once everyone has declined
    [SS-BDP-02, SS-META-02, RUL-43, RUL-44].
    """
    for turn in range(state.turn, OFFER_TURNS):
        if turn == 2:  # noqa: PLR2004 - the Story Guide's turn
            asked = _request(state)
            if asked is None:
                break
            return asked
        seat = (state.loser, state.winner)[turn % 3]
        if may_declare(state, seat):
            return Decision(seat, (PainDeclined(seat), PainDeclared(seat)), state)
    return accepted(state)


def may_declare(state: State, seat: Seat) -> bool:
    """Whether the one at *seat* may bring down the Pain [RUL-43]."""
    allowed = state.setup.rulings.story_guide_may_declare
    return allowed or not state.data(seat).story_guide


def _request(state: State) -> Decision[State] | None:
    players = any(may_declare(state, seat) for seat in (state.loser, state.winner))
    if not asks(state, "request_pain") or not players:
        return None
    judge = state.setup.judge
    options = tuple(StoryGuideRuled(judge, "request_pain", -1, v) for v in (0, 1))
    return Decision(judge, options, state)


def pain_declared(_state: State, fact: PainDeclared) -> tuple[Consequence, ...]:
    """Set the simple result aside; what was spent stays spent [SS-BDP-03, RUL-42]."""
    return (PainBegan(("SS-BDP-01", "SS-BDP-03", "RUL-42"), fact.who),)
