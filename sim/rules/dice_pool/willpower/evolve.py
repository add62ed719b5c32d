"""How spending and regaining Willpower change the state."""

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.events import lasting as c
from sim.rules.dice_pool.phases import Passing, has_rolls
from sim.rules.dice_pool.records.rolls import Hardness
from sim.rules.dice_pool.state import (
    State,
    lacks_soul,
    with_roll,
    with_soul,
    with_will,
)
from sim.rules.dice_pool.willpower.regaining import (
    SOUL_LOSS,
    VIRTUE,
    dots_return_at,
    span,
)
from sim.rules.dice_pool.willpower.spending import BOOST, WILLPOWER_DICE
from sim.seam.events import Seat
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve


def _boosted(state: State, event: f.Boosted) -> State:
    open_ = _open_to_boost(state, event.who)
    for nth in open_[1:]:
        # One point a round: those who have spent it are not asked again.
        state = with_roll(state, event.who, nth, boosted=False)
    nth = open_[0] if open_ else 0
    tie = {"intimacy": event.intimacy} if event.intimacy else {}
    return with_roll(state, event.who, nth, boosted=True, **tie)


def _dedicated(state: State, event: f.PointDedicated) -> State:
    nth = _costly(state, event.who)
    tie = event.intimacy
    return with_roll(state, event.who, nth, dedicated=True, intimacy=tie)


def _undedicated(state: State, event: f.PointUndedicated) -> State:
    return with_roll(state, event.who, _costly(state, event.who), dedicated=False)


def _costly(state: State, who: Seat) -> int:
    """Return the roll of *who* for the act that has cost a point."""
    assert has_rolls(state.phase)
    own = [roll for roll in state.phase.rolls if roll.who == who]
    return next((roll.nth for roll in own if roll.dedicated is None), 0)


def _open_to_boost(state: State, who: Seat) -> list[int]:
    """Return the rolls of *who* that may still be boosted."""
    assert has_rolls(state.phase)
    own = [roll for roll in state.phase.rolls if roll.who == who]
    return [roll.nth for roll in own if roll.boosted is None]


def _declined(state: State, event: f.BoostDeclined) -> State:
    open_ = _open_to_boost(state, event.who)
    return with_roll(state, event.who, open_[0] if open_ else 0, boosted=False)


def _accepted(state: State, event: j.IntimacyRuled) -> State:
    assert has_rolls(state.phase)
    own = [roll for roll in state.phase.rolls if roll.who == event.of]
    nth = next((roll.nth for roll in own if roll.intimacy), 0)
    return with_roll(state, event.of, nth, accepted=event.accepted)


def _spent(state: State, event: c.WillpowerSpent) -> State:
    spent = (*state.participants[event.who].will.spent, event.use)
    state = with_will(state, event.who, points=event.after, spent=spent)
    return _bought(state, event) if event.use == BOOST else state


def _bought(state: State, event: c.WillpowerSpent) -> State:
    """Add three dice of the original pool, and rote, to one that is counted already.

    DP-R-45, DP-R-106. A boost that comes before is counted with the pool.
    """
    assert has_rolls(state.phase)
    own = [roll for roll in state.phase.rolls if roll.who == event.who]
    roll = next((each for each in own if each.boosted), own[0])
    if roll.dice is None:
        return state
    if roll.chance or roll.hardness != Hardness.PLAIN or roll.first is None:
        return with_roll(state, event.who, roll.nth, rote=True)
    first = replace(roll.first, due=WILLPOWER_DICE, fresh=True)
    return with_roll(state, event.who, roll.nth, rote=True, first=first)


def _regained(state: State, event: c.WillpowerRegained) -> State:
    state = with_will(state, event.who, points=event.points)
    return _drawn_on(state, event)


def _drawn_on(
    state: State, event: c.WillpowerRegained | c.WillpowerDotRegained
) -> State:
    """Record that the Virtue has been used in this session."""
    if event.source != VIRTUE:
        return state
    return with_will(state, event.who, virtue_used=True)


def _lost(state: State, event: c.WillpowerPointLost) -> State:
    return with_will(state, event.who, points=event.points)


def _vice(state: State, event: c.ViceIndulged) -> State:
    return with_will(state, event.who, vice_used=True)


def _dots_lost(state: State, event: c.WillpowerDotsLost) -> State:
    who, participant = event.who, state.participants[event.who]
    new = (event.condition,) if event.condition else ()
    due = participant.will.dot_at
    if due is None:
        due = _return(state, who, event.dots)
    erosion, phase = participant.soul.erosion_at, state.phase
    if event.cause == SOUL_LOSS and erosion is not None:
        erosion = erosion + span(event.dots) if event.dots else None
    if type(phase) is Passing:
        fades = not event.dots and lacks_soul(state, who)
        fading = (*phase.fading, who) if fades else phase.fading
        state = with_phase(state, rolls=(), fading=fading)
    state = with_soul(state, who, erosion_at=erosion)
    return with_will(
        state,
        who,
        dots=event.dots,
        points=event.points,
        conditions=(*participant.will.conditions, *new),
        dot_at=due,
    )


def _return(state: State, who: Seat, dots: int) -> int | None:
    has_soul = state.participants[who].soul.is_there
    return dots_return_at(state.setup, who, dots, state.clock, has_soul=has_soul)


def _dot_regained(state: State, event: c.WillpowerDotRegained) -> State:
    due = _return(state, event.who, event.dots)
    state = with_will(state, event.who, dots=event.dots, dot_at=due)
    return _settled(_drawn_on(state, event))


def _delayed(state: State, event: c.DotDelayed) -> State:
    return _settled(with_will(state, event.who, dot_at=event.again))


def _settled(state: State) -> State:
    """Remove the roll for a dot, if there was one."""
    if type(state.phase) is Passing and state.phase.rolls:
        return with_phase(state, rolls=())
    return state


def _met(state: State, event: c.ConditionMet) -> State:
    left = tuple(
        condition
        for condition in state.participants[event.who].will.conditions
        if condition != event.condition
    )
    return with_will(state, event.who, conditions=left)


WILLPOWER_EVENTS: Evolve[State] = {
    f.Boosted: _boosted,
    f.BoostDeclined: _declined,
    f.PointDedicated: _dedicated,
    f.PointUndedicated: _undedicated,
    j.IntimacyRuled: _accepted,
    c.WillpowerSpent: _spent,
    c.WillpowerRegained: _regained,
    c.WillpowerPointLost: _lost,
    c.ViceIndulged: _vice,
    c.WillpowerDotsLost: _dots_lost,
    c.WillpowerDotRegained: _dot_regained,
    c.DotDelayed: _delayed,
    c.ConditionMet: _met,
}
"""Class of event -> the function that applies it."""
