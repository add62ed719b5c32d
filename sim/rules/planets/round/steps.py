"""The phases that begin with an event, in order, and their initial records."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from sim.rules.planets.consequences import StepOpened
from sim.rules.planets.forces.rolls import Roll
from sim.rules.planets.forces.task import NO_DICE, Forces
from sim.rules.planets.phases import (
    NO_DISCUSSION,
    UNPICKED,
    Assigning,
    Calling,
    Committing,
    Coordinating,
    Framing,
    Grades,
    Phase,
    Rolling,
    Settling,
    Step,
    is_equipped,
)
from sim.rules.planets.round.framing import other_approaches
from sim.rules.planets.state import State, partners, task_source
from sim.seam.events import Cites, Seat
from sim.seam.protocol import Due

_CITES: Mapping[Step, Cites] = {
    Step.CALLING: ("PL-CONF-03", "PL-DP-01"),
    Step.FORCES: ("PL-CONF-03", "PL-STEP-01"),
    Step.CIRCUMSTANCES: ("PL-CONF-03", "PL-STEP-03"),
    Step.OMEGA: ("PL-CONF-03", "PL-STEP-02"),
    Step.COORDINATION: ("PL-CONF-03", "PL-COMB-07"),
    Step.DICE: ("PL-CONF-03", "PL-STEP-04", "PL-STEP-07"),
}

STEP_DUE = {step: Due((StepOpened(cites, step),)) for step, cites in _CITES.items()}
"""The event that begins each step, as a Due."""

_STEPS = tuple(Step)

LATER: Mapping[type[Phase], tuple[Step, ...]] = {
    Framing: _STEPS,
    Calling: _STEPS[1:],
    Settling: _STEPS[2:],
    Assigning: _STEPS[3:],
    Committing: _STEPS[4:],
    Coordinating: _STEPS[5:],
    Rolling: (),
}
"""The steps that may still come in a round [PL-CONF-03]."""

PASSED_OVER = frozenset({Step.CIRCUMSTANCES, Step.OMEGA, Step.COORDINATION})
"""The steps that are skipped if nobody has a question to answer in them."""


def begun(state: State, step: Step) -> State:
    """Return *state* at the beginning of *step*."""
    return replace(state, phase=_BEGIN[step](state))


def _calling(state: State) -> Calling:
    nothing = (None,) * len(state.participants)
    return Calling(nothing, nothing)


def _settling(state: State) -> Settling:
    phase = state.phase
    assert type(phase) is Calling
    nothing = (None,) * len(state.participants)
    unsaid = (NO_DISCUSSION,) * len(nothing)
    changers = tuple([who for who in phase.rolling if other_approaches(state, who)])
    return Settling(phase.rolling, phase.grades, nothing, unsaid, changers, nothing)


def _assigning(state: State) -> Assigning:
    return Assigning(*_equipment(state), (None,) * len(state.participants))


def _committing(state: State) -> Committing:
    return Committing(*_equipment(state), ((),) * len(state.participants))


def _coordinating(state: State) -> Coordinating:
    return Coordinating(*_equipment(state), (UNPICKED,) * len(state.participants))


def _rolling(state: State) -> Rolling:
    return Rolling(*_equipment(state))


_BEGIN: Mapping[Step, Callable[[State], Phase]] = {
    Step.CALLING: _calling,
    Step.FORCES: _settling,
    Step.CIRCUMSTANCES: _assigning,
    Step.OMEGA: _committing,
    Step.COORDINATION: _coordinating,
    Step.DICE: _rolling,
}


def _equipment(state: State) -> tuple[tuple[Roll, ...], Grades]:
    """Return the rolls so far, and the declared outcomes."""
    phase = state.phase
    if type(phase) is Settling:
        return rolls_of(state, phase.rolling, phase.tasks), phase.grades
    assert is_equipped(phase)
    return phase.rolls, phase.grades


def rolls_of(
    state: State, able: tuple[Seat, ...], tasks: tuple[Forces | None, ...]
) -> tuple[Roll, ...]:
    """Return the rolls of all seats once the Forces are settled [PL-RUL-17]."""
    mirrored = state.setup.rulings.opposed_forces == "mirrored"
    rolls: list[Roll] = []
    for who in able:
        source = task_source(state, able, who)
        task = tasks[source]
        assert task is not None
        if source != who and mirrored:
            task = task.exchanged()
        alone = len(partners(state, who)) == 1
        sizes = state.setup.characters[who].sizes if alone else NO_DICE
        rolls.append(Roll(who, sizes, task))
    return tuple(rolls)
