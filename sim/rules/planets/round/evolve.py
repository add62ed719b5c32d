"""How beginnings of rounds, intents and results of dice change the state."""

from typing import Any

from msgspec.structs import replace

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.phases import (
    CONCEDE,
    NO_DISCUSSION,
    PRESS,
    REST,
    Aftermath,
    Answer,
    Calling,
    Draft,
    Framing,
    Intent,
    Rolling,
    Settling,
    is_answering,
)
from sim.rules.planets.round.framing import draft_of
from sim.rules.planets.round.resolving import failed_alone
from sim.rules.planets.round.steps import begun
from sim.rules.planets.state import (
    CONCEDED,
    TAKEN_OUT,
    State,
    Status,
    gathered,
    with_participant,
)
from sim.seam.events import Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _round_opened(state: State, event: c.RoundOpened) -> State:
    phase = Framing((None,) * len(state.participants))
    return replace(state, round=event.number, still=event.still, phase=phase)


def _step_opened(state: State, event: c.StepOpened) -> State:
    return begun(state, event.step)


# Intents.


def _drafted(state: State, who: Seat, **part: Any) -> State:  # noqa: ANN401 - any part of an intent
    draft = replace(draft_of(state, who), **part)
    return _answered(state, who, draft)


def _answered(state: State, who: Seat, answer: Answer | Draft | None) -> State:
    phase = state.phase
    assert is_answering(phase)
    return with_phase(state, answers=put(phase.answers, who, answer))


def _approach(state: State, event: f.ApproachChosen) -> State:
    return _drafted(state, event.who, approach=event.approach)


def _target(state: State, event: f.TargetChosen) -> State:
    return _drafted(state, event.who, target=event.target)


def _aim(state: State, event: f.AimChosen) -> State:
    return _drafted(state, event.who, aim=event.aim)


def _harms(state: State, event: f.HarmChosen) -> State:
    return _drafted(state, event.who, harms=event.harms)


def _conceded(state: State, event: f.Conceded) -> State:
    return _answered(state, event.who, CONCEDE)


def _pressed(state: State, event: f.Pressed) -> State:
    return _answered(state, event.who, PRESS)


def _rested(state: State, event: f.StandoffAccepted) -> State:
    return _answered(state, event.who, REST)


def _declared(state: State, event: c.IntentDeclared) -> State:
    intent = Intent(event.approach, event.target, event.aim, event.harms)
    return _answered(with_participant(state, event.who, intent=intent), event.who, None)


def _changed(state: State, event: c.IntentChanged) -> State:
    participant = state.participants[event.who]
    limited = state.setup.characters[event.who].changes_max is not None
    state = with_participant(
        state,
        event.who,
        intent=Intent(event.approach, event.target, event.aim, event.harms),
        # Count it only if a limit makes it matter: otherwise equal states would differ.
        changes=participant.changes + limited,
    )
    phase = state.phase
    if type(phase) is not Settling:
        return _answered(state, event.who, None)
    discussions = put(phase.discussions, event.who, NO_DISCUSSION)
    return _answered(with_phase(state, discussions=discussions), event.who, PRESS)


def _withdrew(state: State, event: c.Withdrew) -> State:
    return _answered(_left(state, event.who, CONCEDED), event.who, None)


def _left(state: State, who: Seat, status: Status) -> State:
    return gathered(with_participant(state, who, status=status))


# After the dice.


def _resolved(state: State, event: c.RoundResolved) -> State:
    phase = state.phase
    assert type(phase) is Rolling or type(phase) is Calling
    participants = state.participants
    if event.tallies:
        counted = zip(participants, event.tallies, strict=True)
        participants = tuple(
            [replace(participant, tally=tally) for participant, tally in counted]
        )
    return replace(
        state,
        track=event.after,
        still=event.still,
        participants=participants,
        phase=Aftermath(
            answers=(None,) * len(participants),
            prevailed=event.who,
            failed=failed_alone(state, phase),
        ),
    )


def _harmed(state: State, event: c.HarmApplied) -> State:
    return with_participant(state, event.who, wounds=event.wound)


def _taken_out(state: State, event: c.TakenOut) -> State:
    return _left(state, event.who, TAKEN_OUT)


ROUND_EVENTS: Evolve[State] = {
    c.RoundOpened: _round_opened,
    c.StepOpened: _step_opened,
    f.ApproachChosen: _approach,
    f.TargetChosen: _target,
    f.AimChosen: _aim,
    f.HarmChosen: _harms,
    f.Conceded: _conceded,
    f.Pressed: _pressed,
    f.StandoffAccepted: _rested,
    c.IntentDeclared: _declared,
    c.IntentChanged: _changed,
    c.Withdrew: _withdrew,
    c.RoundResolved: _resolved,
    c.HarmApplied: _harmed,
    c.TakenOut: _taken_out,
}
