"""What acts of a contest leave behind."""

from msgspec.structs import replace

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.conflict.conditions import answering
from sim.rules.skill_roll.phases import Act, Between, Setting
from sim.rules.skill_roll.state import State, character, in_phase
from sim.spine.changes import put
from sim.spine.evolution import Evolve


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


CONTEST_EVENTS: Evolve[State] = {
    f.ActDeclared: _act,
    c.ProgressMade: _progress,
}
"""What every event of a contest leaves of a state."""
