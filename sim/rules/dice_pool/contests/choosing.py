"""Whether a conflict that is not violent goes on, as its participants choose.

If anybody wants it to, the next round follows; otherwise something new may still keep
it going. If not, nothing is left to ask, and it is over (`ending`).
"""

from sim.rules.dice_pool.consequences import (
    DevelopmentCame,
)
from sim.rules.dice_pool.contests.leaving import LET_STAND, out
from sim.rules.dice_pool.contests.opening import round_opened
from sim.rules.dice_pool.events.judgements import GroundRuled
from sim.rules.dice_pool.facts import LetRest, LetStand, ReversalSought, WentOn
from sim.rules.dice_pool.phases import Choosing
from sim.rules.dice_pool.state import (
    State,
    able_seats,
    side_of,
    view,
)
from sim.seam.events import Cites, Consequence, Fact, Seat
from sim.seam.protocol import Asked, Decision, Due

DEVELOPED: Cites = ("DP-PROLONG-01", "DP-R-87")
INCONCLUSIVE, REVERSAL, NEW = "inconclusive", "reversal_sought", "new_development"


def ask_choosing(state: State, phase: Choosing) -> Asked[State] | None:
    """Ask the losers, or everybody, whether to go on [DP-DEC-20, DP-DEC-21].

    Return the next round if anybody wants to, or a development that comes up although
    nobody does; None if the conflict rests.
    """
    asked = _reversal(state, phase) if phase.settled else _rest(state, phase)
    if asked is not None:
        return asked
    if _wants_on(state, phase):
        return _next_round(state, phase)
    return _something_new(state, phase)


def _wants_on(state: State, phase: Choosing) -> bool:
    """Whether anybody who was asked wants to go on [DP-R-85]."""
    kind = ReversalSought if phase.settled else WentOn
    return any(type(phase.answers[who]) is kind for who in able_seats(state))


def _next_round(state: State, phase: Choosing) -> Due:
    """Return the next round, without the sides that accepted the last one's result."""
    if not phase.settled:
        return Due((round_opened(state, INCONCLUSIVE),))
    leaving: list[Consequence] = [
        out(who, LET_STAND)
        for who in _losing(state)
        if not _reversing(state, phase, who)
    ]
    return Due((*leaving, round_opened(state, REVERSAL)))


def _losing(state: State) -> list[Seat]:
    """Return the able members of the sides that do not hold the stake."""
    assert state.stake is not None
    holder = state.stake.side
    return [who for who in able_seats(state) if side_of(state, who) != holder]


def _reversal(state: State, phase: Choosing) -> Decision[State] | None:
    """Ask the losing sides in turn until one seeks a reversal."""
    for who in _losing(state):
        if phase.answers[who] is None and not _reversing(state, phase, who):
            options = (LetStand(who), ReversalSought(who))
            return Decision(who, options, view(state, who))
    return None


def _reversing(state: State, phase: Choosing, who: Seat) -> bool:
    """Whether an ally of *who* seeks a reversal already; if so, nobody is asked."""
    return any(
        type(phase.answers[ally]) is ReversalSought
        for ally in state.setup.teams[side_of(state, who)]
    )


def _rest(state: State, phase: Choosing) -> Decision[State] | None:
    """Ask everybody whether to go on; the conflict ends only if all let it rest."""
    for who in able_seats(state):
        if phase.answers[who] is None:
            options: tuple[Fact, ...] = (WentOn(who), LetRest(who))
            return Decision(who, options, view(state, who))
    return None


def _development(state: State) -> int | None:
    """Return the unused development that comes after this round, if any [DP-R-87]."""
    for index, (round_, _) in enumerate(state.setup.developments):
        if round_ == state.round and index not in state.used:
            return index
    return None


def _something_new(state: State, phase: Choosing) -> Asked[State] | None:
    """Return the development that keeps it going, if any [DP-PROLONG-01, DP-R-87]."""
    index = _development(state)
    if index is not None:
        return _developed(state, index)
    unused = [n for n in range(len(state.setup.developments)) if n not in state.used]
    if unused and state.setup.asks("ground") and not phase.over:
        judge = state.setup.judge
        options = tuple(GroundRuled(judge, word) for word in (False, True))
        return Decision(judge, options, view(state, judge))
    return None


def _developed(state: State, index: int) -> Due:
    text = state.setup.developments[index][1]
    return Due(
        (DevelopmentCame(DEVELOPED, index, text), round_opened(state, NEW)),
    )


def ground_ruled(state: State, fact: GroundRuled) -> tuple[Consequence, ...]:
    """Return the new development, if the Storyteller says so [DP-DEC-11]."""
    if not fact.new:
        return ()
    unused = [n for n in range(len(state.setup.developments)) if n not in state.used]
    return tuple(_developed(state, unused[0]).events)
