"""How rolls and their comparisons change the state."""

from msgspec.structs import replace

from sim.rules.intensity import consequences as c
from sim.rules.intensity.phases import (
    HELPED_AGAINST,
    HELPING_ROLL,
    Affecting,
    Building,
    Result,
    Rolling,
)
from sim.rules.intensity.state import (
    PERMANENT,
    Bonus,
    Participant,
    Penalty,
    State,
    with_participant,
)
from sim.seam.events import DiceRolled
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve


def _rolled(state: State, event: DiceRolled) -> State:
    phase = state.phase
    if event.why == HELPING_ROLL:
        assert type(phase) is Building
        assert phase.helping is not None
        helping = replace(phase.helping, early=event.reading)
        return with_phase(state, helping=helping)
    if event.why == HELPED_AGAINST:
        return state
    assert type(phase) is Rolling
    return with_phase(state, thrown=(*phase.thrown, event.reading))


def _compared(state: State, event: c.RollsCompared) -> State:
    assert type(state.phase) is Rolling
    raw = event.raw if state.setup.counts_raw else (0, 0)
    result = Result(event.a, event.b, event.hand, *event.kept, *raw)
    return with_phase(state, results=(*state.phase.results, result))


def _worn(state: State, event: c.DiceWorn) -> State:
    participant = worn(state.participants[event.who])
    return replace(state, participants=put(state.participants, event.who, participant))


def worn(participant: Participant) -> Participant:
    """Return *participant* after one roll of its situation and penalty dice.

    [IN-R-32]
    """
    bonuses = tuple(
        die if die.fresh else replace(die, left=die.left - 1)
        for die in participant.bonuses
        if die.fresh or die.left > 1
    )
    penalties = tuple(
        die if die.left == PERMANENT else replace(die, left=die.left - 1)
        for die in participant.penalties
        if die.left != 1
    )
    return replace(participant, bonuses=bonuses, penalties=penalties)


def _rolls_closed(state: State, _event: c.RollsClosed) -> State:
    assert type(state.phase) is Rolling
    return replace(state, phase=Affecting(state.phase.results, state.phase.used))


def _granted(state: State, event: c.SituationDieGranted) -> State:
    bonus = Bonus(event.size, event.uses, event.fresh)
    bonuses = tuple(sorted((*state.participants[event.who].bonuses, bonus)))
    return with_participant(state, event.who, bonuses=bonuses)


def _penalised(state: State, event: c.PenaltyInflicted) -> State:
    dice = (Penalty(event.size, event.rolls),) * event.count
    penalties = tuple(sorted((*state.participants[event.who].penalties, *dice)))
    return with_participant(state, event.who, penalties=penalties)


ROLL_EVENTS: Evolve[State] = {
    c.SituationDieGranted: _granted,
    c.PenaltyInflicted: _penalised,
    DiceRolled: _rolled,
    c.RollsCompared: _compared,
    c.DiceWorn: _worn,
    c.RollsClosed: _rolls_closed,
}
