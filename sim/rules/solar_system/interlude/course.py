"""The order of the interlude: awards, recovery, scenes, advances [RUL-87]."""

from msgspec.structs import replace

from sim.rules.solar_system.consequences import Ending
from sim.rules.solar_system.phases import Over, Recovering
from sim.rules.solar_system.records.interlude import Act, Advancing, Awarding
from sim.rules.solar_system.state import State
from sim.seam.events import Seat


def closed(state: State, how: Ending, first: tuple[Seat, ...]) -> State:
    """Return *state* after a conflict: at the awards, if Keys may reward any act."""
    if state.acts:
        return replace(state, phase=Awarding(how, first))
    return _recovering(state, how, first)


def _recovering(state: State, how: Ending, first: tuple[Seat, ...]) -> State:
    setup = state.setup
    if setup.heal_with or setup.refreshes or setup.people.pockets:
        return replace(state, phase=Recovering(how, first))
    return recovered(state, how, first)


def recovered(state: State, how: Ending, first: tuple[Seat, ...]) -> State:
    """Return *state* after the recovery, which is a scene of its own [RUL-85]."""
    if state.acts:
        return replace(state, phase=Awarding(how, first, recovered=True))
    return _scene(state, how, first, 0)


def _scene(state: State, how: Ending, first: tuple[Seat, ...], scene: int) -> State:
    people = state.setup.people
    if people.keys and scene < len(people.scenes):
        acts = (Act(people.scenes[scene].who, "scene", scene=scene),)
        phase = Awarding(how, first, recovered=True, scene=scene)
        return replace(state, acts=acts, phase=phase)
    if people.advancing:
        return replace(state, phase=Advancing(how, first))
    return replace(state, phase=Over(how, first))


def scene_closed(state: State, phase: Awarding) -> State:
    """Return *state* after the awards of a scene, whose acts are dropped."""
    state = replace(state, acts=())
    if not phase.recovered:
        return _recovering(state, phase.how, phase.first)
    following = 0 if phase.scene is None else phase.scene + 1
    return _scene(state, phase.how, phase.first, following)
