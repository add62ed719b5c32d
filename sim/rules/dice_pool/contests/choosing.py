"""Whether it goes on: the next turn, another roll-off on a ground, or the end."""

from sim.events import NOBODY, Cites, Consequence, Fact, Seat
from sim.protocol import Asked, Decision, Due
from sim.rules.dice_pool.consequences import (
    ConflictConceded,
    DevelopmentCame,
    TurnOpened,
)
from sim.rules.dice_pool.contests.ending import ended, ended_if_over
from sim.rules.dice_pool.contests.leaving import LET_STAND
from sim.rules.dice_pool.contests.opening import round_opened
from sim.rules.dice_pool.events.judgements import GroundRuled
from sim.rules.dice_pool.facts import LetRest, LetStand, ReversalSought, WentOn
from sim.rules.dice_pool.phases import Choosing
from sim.rules.dice_pool.state import (
    Ending,
    State,
    able,
    able_seats,
    aware,
    side_of,
    view,
)
from sim.seats import seats

TURN: Cites = ("DP-R-17",)
LEFT: Cites = ("DP-PROLONG-02", "DP-R-85")
DEVELOPED: Cites = ("DP-PROLONG-01", "DP-R-87")
INCONCLUSIVE, REVERSAL, NEW = "inconclusive", "reversal_sought", "new_development"


def next_turn(state: State) -> Seat:
    """Return whose turn comes next in this round, or NOBODY [DP-R-17]."""
    if state.setup.rulings.exchange != "alternating":
        return NOBODY
    for who in seats(len(state.participants)):
        if who > state.turn and able(state, who) and aware(state, who):
            return who
    return NOBODY


def onward(state: State) -> Due | None:
    """Return the next turn, the end, or, in violence, the next round.

    None where those of a peaceful conflict must first say what they want.
    """
    over = ended_if_over(state)
    if over is not None:
        return over
    violent = state.setup.violent
    if violent and state.stake is not None:
        return ended(state, Ending.STAKE_WON)
    turn = next_turn(state)
    if turn != NOBODY:
        return Due((TurnOpened(TURN, turn),))
    if state.round >= state.setup.rulings.max_turns:
        return ended(state, Ending.ROUND_LIMIT)
    return Due((round_opened(state, "next turn"),)) if violent else None


def ask_choosing(state: State, phase: Choosing) -> Asked[State]:
    """Ask those who lost, or everybody, whether it goes on [DP-DEC-20, DP-DEC-21]."""
    return _reversal(state, phase) if phase.settled else _rest(state, phase)


def _reversal(state: State, phase: Choosing) -> Asked[State]:
    """Ask the losing sides, one after the other, until one seeks a reversal."""
    assert state.stake is not None
    holder = state.stake.side
    losing = [who for who in able_seats(state) if side_of(state, who) != holder]
    for who in losing:
        answer = phase.answers[who]
        if answer is None and not _reversing(state, phase, who):
            options = (LetStand(who), ReversalSought(who))
            return Decision(who, options, view(state, who))
    seeking = {
        side_of(state, who)
        for who in losing
        if type(phase.answers[who]) is ReversalSought
    }
    if not seeking:
        return _over(state, phase)
    gone: list[Consequence] = [
        ConflictConceded(LEFT, who, LET_STAND)
        for who in losing
        if side_of(state, who) not in seeking
    ]
    return Due((*gone, round_opened(state, REVERSAL)))


def _reversing(state: State, phase: Choosing, who: Seat) -> bool:
    """Whether an ally of *who* seeks a reversal already: then nobody else is asked."""
    return any(
        type(phase.answers[ally]) is ReversalSought
        for ally in state.setup.teams[side_of(state, who)]
    )


def _rest(state: State, phase: Choosing) -> Asked[State]:
    """Ask everybody whether to go on; only if all let it rest, it ends."""
    there = able_seats(state)
    for who in there:
        if phase.answers[who] is None:
            options: tuple[Fact, ...] = (WentOn(who), LetRest(who))
            return Decision(who, options, view(state, who))
    if any(type(phase.answers[who]) is WentOn for who in there):
        return Due((round_opened(state, INCONCLUSIVE),))
    return _over(state, phase)


def development(state: State) -> int | None:
    """Return the development that comes after this round and has not yet [R-87]."""
    for index, (round_, _) in enumerate(state.setup.developments):
        if round_ == state.round and index not in state.used:
            return index
    return None


def _over(state: State, phase: Choosing) -> Asked[State]:
    """End it, unless something new keeps it going [DP-PROLONG-01, DP-R-87]."""
    index = development(state)
    if index is not None:
        return _developed(state, index)
    unused = [n for n in range(len(state.setup.developments)) if n not in state.used]
    if unused and state.setup.asks("ground") and not phase.over:
        judge = state.setup.judge
        options = tuple(GroundRuled(judge, word) for word in (False, True))
        return Decision(judge, options, view(state, judge))
    if state.stake is not None:
        return ended(state, Ending.STAKE_WON)
    return ended(state, Ending.LEFT_INCONCLUSIVE)


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
