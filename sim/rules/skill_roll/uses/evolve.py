"""How rolls, single uses and acts of a contest change the state."""

from msgspec.structs import replace

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.phases import (
    Act,
    Between,
    Reading,
    Rolling,
    Setting,
    Trial,
)
from sim.rules.skill_roll.rounds.conditions import answering
from sim.rules.skill_roll.skills.charts import Recall
from sim.rules.skill_roll.state import (
    Performance,
    Specialty,
    State,
    character,
    in_phase,
    with_participant,
)
from sim.rules.skill_roll.uses.research import with_topic
from sim.rules.skill_roll.uses.single import use_of
from sim.spine.changes import put, with_phase
from sim.spine.evolution import Evolve, unchanged


def read(state: State, level: int | None) -> State:
    """Return *state* with *level* as the result of the use, which is read next."""
    phase = getattr(state.phase, "setting", state.phase)
    assert type(phase) is Setting
    trial = phase.matter
    assert type(trial) is Trial
    given = (0,) * len(use_of(state, trial).aspects)
    return in_phase(state, Reading(trial, level, given, used=phase.ranks))


def _ruled(state: State, event: f.UseRuled) -> State:
    return with_phase(state, verdict=event.verdict)


def _routine(state: State, event: c.RoutineUseGranted) -> State:
    return read(state, event.level)


def _impossible(state: State, event: c.AutomaticFailureDeclared) -> State:
    del event
    return read(state, None)


def _topic(state: State, event: f.TopicChosen) -> State:
    phase = state.phase
    assert type(phase) is Setting
    return in_phase(state, with_topic(state, phase, event.subject))


def _given(state: State, event: f.LevelsGiven) -> State:
    phase = state.phase
    assert type(phase) is Reading
    names = [aspect.name for aspect in use_of(state, phase.matter).aspects]
    place = names.index(event.aspect)
    given = put(phase.given, place, phase.given[place] + event.levels)
    return with_phase(state, given=given)


def _rank(state: State, event: f.RankTaken) -> State:
    del event
    phase = state.phase
    assert type(phase) is Reading
    return with_phase(state, ranks=phase.ranks + 1)


def _no_more(state: State, event: f.NoMoreGiven) -> State:
    del event
    return with_phase(state, closed=True)


def _recalled(state: State, event: c.KnowledgeRecalled) -> State:
    asked = state.participants[event.who].asked
    asked = (*asked, (event.skill, event.subject))
    state = with_participant(state, event.who, asked=asked)
    if event.band in {Recall.BACKGROUND, Recall.EXTENSIVE}:
        background = (*state.participants[event.who].background, event.subject)
        state = with_participant(state, event.who, background=background)
    return with_phase(state, recalled=True, wrong=event.wrong)


def _recorded(state: State, event: c.SpecialtyRecorded) -> State:
    specialty = Specialty(event.subject, event.skill, event.inheritance, event.rank)
    had = state.participants[event.who].specialties
    return with_participant(state, event.who, specialties=(*had, specialty))


def _specialty(state: State, event: f.SpecialtyTaken | f.SpecialtyLeft) -> State:
    return with_phase(state, recorded=isinstance(event, f.SpecialtyTaken))


def _performed(state: State, event: c.UsePerformed) -> State:
    performance = Performance(event.success, event.percents, event.ranks)
    return replace(state, performed=(*state.performed, performance), phase=Between())


# Contests.


def _act(state: State, event: f.ActDeclared) -> State:
    act = Act(event.who, event.approach, event.against)
    if answering(state.setup):
        side = character(state, event.who).side
        went = state.went or ("",) * len(state.setup.sides)
        state = replace(state, went=put(went, side, event.approach))
    return in_phase(state, Setting(act))


def _progress(state: State, event: c.ProgressMade) -> State:
    side = character(state, event.who).side
    progress = put(state.progress, side, event.total)
    return replace(state, progress=progress, phase=Between())


# Rolls.


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
        # A single use is one roll, so there is nothing but its level to read.
        return read(state, event.level)
    levels = (*phase.levels, event.level)
    return in_phase(state, replace(phase, levels=levels, roll=None))


USE_EVENTS: Evolve[State] = {
    f.RanksChosen: _ranks,
    f.DifficultyRuled: _row,
    f.CircumstanceRuled: _circumstance,
    f.WeightRuled: _weight,
    f.RollChosen: _roll,
    c.OppositionSet: _opposition,
    c.DifficultySet: _difficulty,
    c.OutcomeDetermined: _outcome,
    f.ActDeclared: _act,
    c.ProgressMade: _progress,
    f.UseRuled: _ruled,
    f.TopicChosen: _topic,
    f.LevelsGiven: _given,
    f.RankTaken: _rank,
    f.NoMoreGiven: _no_more,
    f.SpecialtyTaken: _specialty,
    f.SpecialtyLeft: _specialty,
    c.RoutineUseGranted: _routine,
    c.AutomaticFailureDeclared: _impossible,
    c.KnowledgeRecalled: _recalled,
    c.ResearchDone: unchanged,
    c.SpecialtyRecorded: _recorded,
    c.EffectAllocated: unchanged,
    c.UsePerformed: _performed,
}
"""Class of event of rolls, single uses and acts -> the function that applies it."""
