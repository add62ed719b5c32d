"""How declaring goals changes the state."""

from msgspec.structs import replace

from sim.rules.intensity import consequences as c
from sim.rules.intensity import facts as f
from sim.rules.intensity.phases import HELP, SITUATION, Building, Declaring, Goal
from sim.rules.intensity.state import Bonus, Participant, State, with_participant
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged

SPECIAL = frozenset({HELP, SITUATION})
"""Goals that are not what the conflict is about [IN-GOAL-04]."""


def _round_started(state: State, event: c.RoundStarted) -> State:
    participants = state.participants
    # A die won last round may be rolled from now on [IN-R-32].
    if any(
        bonus.fresh for participant in participants for bonus in participant.bonuses
    ):
        participants = tuple(_thawed(participant) for participant in participants)
    phase = Declaring((None,) * len(participants))
    return replace(state, round=event.number, phase=phase, participants=participants)


def _thawed(participant: Participant) -> Participant:
    bonuses = tuple(sorted(Bonus(die.size, die.left) for die in participant.bonuses))
    return replace(participant, bonuses=bonuses)


def _declared(state: State, event: f.IntentDeclared) -> State:
    assert type(state.phase) is Declaring
    goal = Goal(event.kind, event.goal, event.target, event.ability, event.size)
    return with_phase(state, chosen=put(state.phase.chosen, event.who, goal))


def _sought(state: State, event: f.DieSought) -> State:
    assert type(state.phase) is Declaring
    goal = state.phase.chosen[event.who]
    assert goal is not None
    sized = replace(goal, size=event.size)
    return with_phase(state, chosen=put(state.phase.chosen, event.who, sized))


def _shown(state: State, _event: c.GoalsShown) -> State:
    assert type(state.phase) is Declaring
    participants = tuple(
        participant if goal is None else wanting(participant, goal)
        for participant, goal in zip(
            state.participants, state.phase.chosen, strict=True
        )
    )
    phase = Building((None,) * len(participants))
    return replace(state, phase=phase, participants=participants)


def wanting(participant: Participant, goal: Goal) -> Participant:
    """Return *participant* with a new goal; an ordinary one is remembered [IN-R-28]."""
    aim = participant.aim if goal.kind in SPECIAL else goal
    return replace(participant, goal=goal, aim=aim)


def _ruled(state: State, event: f.SizeRuled) -> State:
    assert type(state.phase) is Building
    ruled = state.phase.ruled | {event.of}
    participant = state.participants[event.of]
    assert participant.goal is not None
    goal = replace(participant.goal, size=event.size)
    aim = wanting(participant, goal).aim
    state = with_participant(state, event.of, goal=goal, aim=aim)
    return with_phase(state, ruled=ruled)


GOAL_EVENTS: Evolve[State] = {
    c.RoundStarted: _round_started,
    f.IntentDeclared: _declared,
    f.DieSought: _sought,
    c.GoalsShown: _shown,
    c.IntentChanged: unchanged,
    f.SizeRuled: _ruled,
}
