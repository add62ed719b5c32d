"""Circumstances: penalty dice on a check, or on all checks of a group.

A group of the same ability does one thing together, so circumstances count for each of
its members [SS-MULTI-04].
"""

from sim.rules.solar_system.consequences import RulingSettled
from sim.rules.solar_system.phases import Checking
from sim.rules.solar_system.scenario.sheet import CIRCUMSTANCE
from sim.rules.solar_system.state import State, asks, ruling
from sim.seam.events import Consequence


def chain_of(state: State, index: int) -> tuple[int, ...]:
    """List the checks with the same circumstances as check *index*.

    A group of the same ability is one task; any other check has its own [SS-MULTI-04].
    """
    setup = state.setup
    if setup.kind == "group" and not setup.building:
        return tuple(range(len(setup.checks)))
    return (index,)


def circumstance(state: State, phase: Checking, index: int) -> int:
    """Return the penalty dice on check *index* [SS-DIE-08, SS-MULTI-04].

    A ruling on any check of a chain, or else a preset, counts for all of it.
    """
    chain = chain_of(state, index)
    for link in chain:
        ruled = ruling(phase.ruled, CIRCUMSTANCE, link)
        if ruled is not None:
            return ruled
    return max(state.setup.checks[link].circumstance for link in chain)


def settled(
    state: State, phase: Checking, rolling: tuple[int, ...]
) -> tuple[Consequence, ...]:
    """Record circumstances that nobody is asked for, before they are used.

    They come from the scenario, or from a ruling on the group [ENG-02, SS-MULTI-04].
    """
    events: list[Consequence] = []
    for index in rolling:
        chain = chain_of(state, index)
        if asks(state, CIRCUMSTANCE) and len(chain) == 1:
            continue
        if ruling(phase.ruled, CIRCUMSTANCE, index) is not None:
            continue
        dice = circumstance(state, phase, index)
        if dice:
            cites = _GROUP_CITES if len(chain) > 1 else ("SS-DIE-08", "ENG-02")
            events.append(RulingSettled(cites, CIRCUMSTANCE, index, dice))
    return tuple(events)


_GROUP_CITES = ("SS-DIE-08", "SS-MULTI-04", "ENG-02")
