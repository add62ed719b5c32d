"""How the steps of an aftermath change the state."""

from msgspec.structs import replace

from sim.rules.dice_pool import facts as f
from sim.rules.dice_pool.aftermath.passing import due_roll
from sim.rules.dice_pool.aftermath.stepping import stepping, treating_roll
from sim.rules.dice_pool.aftermath.tending import tending_roll
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import lasting as c
from sim.rules.dice_pool.morality.crisis import crisis_roll
from sim.rules.dice_pool.phases import Attempting, Passing, Stepping
from sim.rules.dice_pool.records.rolls import Why
from sim.rules.dice_pool.state import State, with_body, with_will
from sim.rules.dice_pool.tasks.attempting import opposition_roll
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve, unchanged


def _tending(state: State, event: f.TendingTried) -> State:
    phase = state.phase
    assert type(phase) is Passing
    roll = tending_roll(state, event.who, phase.thrown)
    return with_phase(state, rolls=(roll,), patient=event.patient)


def _not_tending(state: State, event: f.TendingRefused) -> State:
    phase = state.phase
    assert type(phase) is Passing
    pair = event.who, event.patient
    left = tuple(other for other in phase.tending if other != pair)
    by = (*state.participants[event.patient].body.left_by, event.who)
    state = with_body(state, event.patient, left_by=by)
    return with_phase(state, tending=left)


def _fell_due(state: State, event: c.RollFellDue) -> State:
    phase, why = state.phase, Why(event.why)
    if type(phase) is Attempting:
        return with_phase(state, rolls=(*phase.rolls, opposition_roll(state)))
    assert isinstance(phase, Passing | Stepping)
    if why == Why.CRISIS:
        roll = crisis_roll(state, event.who, phase.thrown)
    else:
        roll = due_roll(state, event.who, why, phase.thrown)
    return with_phase(state, rolls=(roll,))


def _rested(state: State, event: c.RestTaken) -> State:
    return with_will(state, event.who, rested_at=state.clock)


def _faced(state: State, event: f.DeedFaced) -> State:
    phase = state.phase
    assert type(phase) is Stepping
    roll = crisis_roll(state, event.who, phase.thrown)
    return with_phase(state, rolls=(roll,), grade=event.grade)


def _treating(state: State, event: f.TreatmentTried) -> State:
    phase = state.phase
    assert type(phase) is Stepping
    roll = treating_roll(state, event.who, phase.thrown)
    return with_phase(state, rolls=(roll,))


def _taken(state: State, _event: c.StepTaken) -> State:
    phase = state.phase
    assert type(phase) is Stepping
    return with_phase(state, queue=phase.queue[1:], rolls=(), grade="")


def _reached(state: State, _event: c.StepReached) -> State:
    return replace(state, phase=stepping(state))


def _scene_ended(state: State, _event: m.SceneEnded) -> State:
    participants = tuple(
        replace(
            participant,
            will=replace(participant.will, vice_used=False),
            conscience=replace(participant.conscience, lethal=()),
            losses=(0, 0, 0),
        )
        for participant in state.participants
    )
    return replace(state, participants=participants)


def _session_ended(state: State, _event: m.SessionEnded) -> State:
    participants = tuple(
        replace(participant, will=replace(participant.will, virtue_used=False))
        for participant in state.participants
    )
    return replace(state, participants=participants)


AFTERMATH_EVENTS: Evolve[State] = {
    f.TendingTried: _tending,
    f.TendingRefused: _not_tending,
    f.TreatmentTried: _treating,
    f.TreatmentRefused: unchanged,
    f.DeedFaced: _faced,
    f.DeedLeft: unchanged,
    f.FailureAccepted: unchanged,
    f.CharacterDegenerated: unchanged,
    c.RollFellDue: _fell_due,
    c.RestTaken: _rested,
    c.StepReached: _reached,
    c.StepTaken: _taken,
    m.SceneEnded: _scene_ended,
    m.SessionEnded: _session_ended,
}
"""Class of event -> the function that applies it."""
