"""How preparing, making and reading a roll change the state."""

from typing import Any

from msgspec.structs import replace

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.dice.reading import PENDING
from sim.rules.planets.forces.rolls import Circumstance
from sim.rules.planets.forces.task import FORCES, Lean, recorded_forces
from sim.rules.planets.phases import (
    NO_DISCUSSION,
    UNPICKED,
    UNSAID,
    Assigning,
    Calling,
    Committing,
    Coordinating,
    Discussion,
    Dispute,
    JudgedDice,
    Leans,
    Resolvable,
    Rolling,
    Settling,
    Thrown,
)
from sim.rules.planets.state import State, roll_of, with_roll
from sim.seam.events import TABLE, DiceRolled, Seat
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged


def _roll_judged(state: State, event: f.RollJudged) -> State:
    assert type(state.phase) is Calling
    return with_phase(state, judged=put(state.phase.judged, event.of, event.verdict))


def _decreed(state: State, event: c.OutcomeDecreed) -> State:
    assert isinstance(state.phase, Resolvable)
    return with_phase(state, grades=put(state.phase.grades, event.who, event.grade))


def _called(state: State, event: c.RollCalled) -> State:
    assert type(state.phase) is Calling
    opposed = event.who == TABLE
    rolling = state.actors if opposed else (*state.phase.rolling, event.who)
    return with_phase(state, rolling=rolling)


# Difficulty and Forces.


def _discussed(state: State, who: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a Discussion
    assert type(state.phase) is Settling
    discussions = state.phase.discussions
    discussion = replace(discussions[who], **changes)
    return with_phase(state, discussions=put(discussions, who, discussion))


def _discussion(state: State, who: Seat) -> Discussion:
    assert type(state.phase) is Settling
    return state.phase.discussions[who]


def _level(state: State, event: c.DifficultySet) -> State:
    return _discussed(state, event.who, level=event.level)


def _force_judged(state: State, event: f.ForceJudged) -> State:
    leans = _with_lean(_discussion(state, event.of).leans, event.force, event.lean)
    return _discussed(state, event.of, leans=leans)


def _with_lean(leans: Leans, name: str, lean: Lean) -> Leans:
    return put(leans, FORCES.index(name), lean)


def _proposed(state: State, event: c.ForcesProposed) -> State:
    task = recorded_forces(event.favored, event.opposed)
    return _discussed(state, event.who, proposed=task, leans=UNSAID)


def _accepted(state: State, event: f.ForcesAccepted) -> State:
    return _discussed(state, event.who, accepted=True)


def _disputed(state: State, event: f.ForcesDisputed) -> State:
    whole = event.favored or event.opposed
    wanted = recorded_forces(event.favored, event.opposed) if whole else None
    return _discussed(state, event.who, dispute=Dispute(event.reason, wanted=wanted))


def _argued(state: State, event: f.ForceArgued) -> State:
    dispute = _discussion(state, event.who).dispute
    assert dispute is not None
    leans = _with_lean(dispute.leans, event.force, event.lean)
    return _discussed(state, event.who, dispute=replace(dispute, leans=leans))


def _dispute_judged(state: State, event: f.DisputeJudged) -> State:
    return _discussed(state, event.of, amended=event.amended)


def _settled(state: State, event: c.ForcesSettled) -> State:
    assert type(state.phase) is Settling
    task = recorded_forces(event.favored, event.opposed)
    tasks = put(state.phase.tasks, event.who, task)
    discussions = put(state.phase.discussions, event.who, NO_DISCUSSION)
    return with_phase(state, tasks=tasks, discussions=discussions)


# The dice of a roll.


def _kinds_judged(state: State, event: f.CircumstancesJudged) -> State:
    return _with_judged(state, event.of, JudgedDice(event.kinds))


def _severity_judged(state: State, event: f.SeverityJudged) -> State:
    judged = _judged(state, event.of)
    severities = (*judged.severities, event.severity)
    return _with_judged(state, event.of, replace(judged, severities=severities))


def _size_judged(state: State, event: f.SizeJudged) -> State:
    judged = _judged(state, event.of)
    return _with_judged(
        state, event.of, replace(judged, sizes=(*judged.sizes, event.size))
    )


def _judged(state: State, who: Seat) -> JudgedDice:
    assert type(state.phase) is Assigning
    judged = state.phase.judged[who]
    assert judged is not None
    return judged


def _with_judged(state: State, who: Seat, judged: JudgedDice) -> State:
    assert type(state.phase) is Assigning
    return with_phase(state, judged=put(state.phase.judged, who, judged))


def _assigned(state: State, event: c.CircumstanceAssigned) -> State:
    assert type(state.phase) is Assigning
    die = Circumstance(event.kind, event.severity, event.size, event.cause)
    dice = (*roll_of(state.phase, event.who).dice, die)
    return with_roll(state, event.who, dice=dice)


def _omega_committed(state: State, event: f.OmegaCommitted) -> State:
    assert type(state.phase) is Committing
    omega = (FORCES.index(event.force), event.value)
    placed = (*state.phase.placed[event.who], omega)
    return with_phase(state, placed=put(state.phase.placed, event.who, placed))


def _omega_declined(state: State, event: f.OmegaDeclined) -> State:
    assert type(state.phase) is Committing
    return with_phase(state, closed=state.phase.closed | {event.who})


def _omega_shown(state: State, event: c.OmegaShown) -> State:
    phase, who = state.phase, event.who
    assert type(phase) is Committing
    if event.value:
        omega = (FORCES.index(event.force), event.value)
        omegas = (*roll_of(phase, who).omegas, omega)
        state = with_roll(state, who, omegas=omegas)
    return with_phase(
        state,
        placed=put(phase.placed, who, ()),
        closed=phase.closed - {who},
        shown=phase.shown | {who},
    )


def _die_chosen(state: State, event: f.PlanetDieChosen) -> State:
    assert type(state.phase) is Coordinating
    force = FORCES.index(event.force)
    picks = put(state.phase.picks[event.who], force, event.partner)
    return with_phase(state, picks=put(state.phase.picks, event.who, picks))


def _dice_chosen(state: State, event: c.PlanetDiceChosen) -> State:
    assert type(state.phase) is Coordinating
    picks = put(state.phase.picks, event.who, UNPICKED)
    return with_roll(with_phase(state, picks=picks), event.who, sizes=event.sizes)


# The dice.


def _rolled(state: State, event: DiceRolled) -> State:
    """Keep dice only while somebody has to rule on them.

    Otherwise grades are enough.
    """
    if event.reading[0] != PENDING:
        return state
    return with_phase(state, thrown=Thrown(event.who, event.faces))


def _ruled(state: State, event: c.MajorCircumstanceRuled) -> State:
    assert type(state.phase) is Rolling
    thrown = state.phase.thrown
    assert thrown is not None
    ruled = (*thrown.ruled, (event.who, event.choice))
    return with_phase(state, thrown=replace(thrown, ruled=ruled))


def _determined(state: State, event: c.OutcomeDetermined) -> State:
    phase = state.phase
    assert type(phase) is Rolling
    return with_phase(
        state, grades=put(phase.grades, event.who, event.grade), thrown=None
    )


ROLL_EVENTS: Evolve[State] = {
    f.RollJudged: _roll_judged,
    c.OutcomeDecreed: _decreed,
    c.RollCalled: _called,
    f.DifficultyJudged: unchanged,
    c.DifficultySet: _level,
    f.ForceJudged: _force_judged,
    c.ForcesProposed: _proposed,
    f.ForcesAccepted: _accepted,
    f.ForcesDisputed: _disputed,
    f.ForceArgued: _argued,
    f.DisputeJudged: _dispute_judged,
    c.ForcesSettled: _settled,
    f.CircumstancesJudged: _kinds_judged,
    f.SeverityJudged: _severity_judged,
    f.SizeJudged: _size_judged,
    c.CircumstanceAssigned: _assigned,
    f.OmegaCommitted: _omega_committed,
    f.OmegaDeclined: _omega_declined,
    c.OmegaShown: _omega_shown,
    f.PlanetDieChosen: _die_chosen,
    c.PlanetDiceChosen: _dice_chosen,
    DiceRolled: _rolled,
    c.HierarchyRead: unchanged,
    c.CircumstancePlaced: unchanged,
    f.MajorJudged: unchanged,
    c.MajorCircumstanceRuled: _ruled,
    c.OutcomeDetermined: _determined,
}
