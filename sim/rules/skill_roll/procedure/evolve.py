"""What rulings, difficulties and levels leave behind."""

from msgspec.structs import replace

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.phases import Rolling, Setting, Trial
from sim.rules.skill_roll.state import State, in_phase
from sim.rules.skill_roll.task.evolve import read
from sim.spine.changes import with_phase
from sim.spine.evolution import Evolve


def _ranks(state: State, event: f.RanksChosen) -> State:
    return with_phase(state, ranks=event.ranks)


def _row(state: State, event: f.DifficultyRuled) -> State:
    return with_phase(state, row=event.row)


def _circumstance(state: State, event: f.CircumstanceRuled) -> State:
    return with_phase(state, circumstance=event.row)


def _weight(state: State, event: f.WeightRuled) -> State:
    return with_phase(state, weight=event.weight)


def _roll(state: State, event: f.RollChosen) -> State:
    return with_phase(state, roll=event.roll)


def _opposition(state: State, event: c.OppositionSet) -> State:
    phase = state.phase
    assert type(phase) is Setting
    return with_phase(state, totals=(*phase.totals, event.total), roll=None)


def _difficulty(state: State, event: c.DifficultySet) -> State:
    phase = state.phase
    if type(phase) is Setting:
        return in_phase(state, Rolling(phase, (event.difficulty,)))
    assert type(phase) is Rolling
    return with_phase(state, difficulties=(*phase.difficulties, event.difficulty))


def _outcome(state: State, event: c.OutcomeDetermined) -> State:
    phase = state.phase
    assert type(phase) is Rolling
    if type(phase.setting.matter) is Trial:
        # A single use is one roll, so its level is all there is to read.
        return read(state, event.level)
    levels = (*phase.levels, event.level)
    return in_phase(state, replace(phase, levels=levels, roll=None))


PROCEDURE_EVENTS: Evolve[State] = {
    f.RanksChosen: _ranks,
    f.DifficultyRuled: _row,
    f.CircumstanceRuled: _circumstance,
    f.WeightRuled: _weight,
    f.RollChosen: _roll,
    c.OppositionSet: _opposition,
    c.DifficultySet: _difficulty,
    c.OutcomeDetermined: _outcome,
}
"""What every event of a roll leaves of a state."""
