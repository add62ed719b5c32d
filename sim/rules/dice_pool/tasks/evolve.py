"""How attempts at an obstacle change the state."""

from msgspec.structs import replace

from sim.rules.dice_pool import consequences as c
from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.contests.reckoning import risking
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.health.healing import advanced
from sim.rules.dice_pool.phases import Attempting, Retrying
from sim.rules.dice_pool.state import Stake, State, side_of
from sim.rules.dice_pool.tasks.attempting import roll_of, task_of
from sim.seam.events import TABLE
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve
from sim.spine.lookup import first


def _attempt(state: State, event: f.AttemptMade) -> State:
    phase = state.phase
    assert type(phase) is Attempting
    seconds = state.setup.characters[event.who].intent(event.intent).seconds
    return with_phase(
        state,
        rolls=(*phase.rolls, roll_of(state, event)),
        until=max(phase.until, state.clock + seconds),
    )


def _left(state: State, event: f.TaskLeft) -> State:
    _, progress = task_of(state)
    tries = put(progress.tries, event.who, None)
    return replace(state, task=replace(progress, tries=tries))


def _paid(state: State, event: c.PrerequisitePaid) -> State:
    _, progress = task_of(state)
    phase = state.phase
    assert type(phase) is Attempting
    state = advanced(state, state.clock + event.seconds)
    state = with_phase(state, until=phase.until + event.seconds)
    return replace(state, task=replace(progress, paid=True))


def _recorded(state: State, event: c.OppositionRecorded) -> State:
    _, progress = task_of(state)
    phase = state.phase
    assert type(phase) is Attempting
    rolls = tuple(roll for roll in phase.rolls if roll.who != TABLE)
    state = with_phase(state, rolls=rolls)
    return replace(state, task=replace(progress, total=event.total))


def _met(state: State, event: c.StaticObstacleResolved | c.OppositionMet) -> State:
    phase = state.phase
    assert type(phase) is Attempting
    state = advanced(state, phase.until)
    state = replace(state, phase=Retrying(virtues=risking(state, phase.rolls)))
    if not event.overcome:
        return state
    roll = first(roll for roll in phase.rolls if roll.who == event.who)
    stake = Stake(side_of(state, event.who), event.who, roll.intent)
    return replace(state, stake=stake)


def _failed(state: State, event: c.AttemptFailed) -> State:
    _, progress = task_of(state)
    tries = progress.tries
    for who in event.trying:
        tries = put(tries, who, (tries[who] or 0) + 1)
    granted = progress.granted - set(event.trying)
    progress = replace(progress, tries=tries, failures=event.failures, granted=granted)
    return with_phase(replace(state, task=progress), asked=event.trying)


def _retry(state: State, event: j.RetryRuled) -> State:
    _, progress = task_of(state)
    phase = state.phase
    assert type(phase) is Retrying
    if event.allowed:
        progress = replace(progress, granted=progress.granted | {event.of})
    else:
        progress = replace(progress, tries=put(progress.tries, event.of, None))
    state = replace(state, task=progress)
    return with_phase(state, asked=phase.asked[1:])


TASK_EVENTS: Evolve[State] = {
    f.AttemptMade: _attempt,
    f.TaskLeft: _left,
    c.PrerequisitePaid: _paid,
    c.OppositionRecorded: _recorded,
    c.StaticObstacleResolved: _met,
    c.OppositionMet: _met,
    c.AttemptFailed: _failed,
    j.RetryRuled: _retry,
}
"""Class of event -> the function that applies it."""
