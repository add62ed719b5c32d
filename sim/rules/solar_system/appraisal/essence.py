"""What can still matter in a state, and where a volley begins, for exact solutions.

A graph is cut at the gate: of the volley before, only harm, intentions and the right to
name new ones are left. Nothing after the end of the conflict changes anybody's return.
"""

from typing import TypeVar

from msgspec.structs import replace

from sim.rules.solar_system.appraisal.labels import AFTER, with_slim_tracks
from sim.rules.solar_system.appraisal.law import law
from sim.rules.solar_system.appraisal.parts import SPLIT, part
from sim.rules.solar_system.facts import STALEMATE
from sim.rules.solar_system.pain.harming import in_order
from sim.rules.solar_system.pain.intentions import intentions
from sim.rules.solar_system.phases import Gate, Harming, Naming, Over, Recovering
from sim.rules.solar_system.state import IN, State, target_there
from sim.seam.chart import Chart

Released = TypeVar("Released", Gate, Naming)
"""The phases that hold the seats released by a stalemate."""

_PAIR = 2


def essence(state: State) -> State:
    """Return *state* without everything that cannot matter any more.

    The labels of boxes matter only in boxes 4 to 6, and there only by the pools they
    affect; all labels stay where wounds heal, in the Pain or in an interlude, and none
    after a conflict. The ticked boxes always stay, since the next wound goes to the
    next free one. Who may change after a stalemate matters only if they can. The number
    of the volley matters only in the last one.
    """
    phase = state.phase
    if state.setup.kind == "interlude":
        # Wounds heal here, each in its own box.
        return state
    if type(phase) is Recovering:
        state = replace(state, phase=Over(phase.how, phase.first))
    elif type(phase) is Gate:
        forgotten = 0 < state.round < timeless(state)
        number = 0 if forgotten else state.round
        state = replace(state, phase=_gate(state, phase), round=number)
    elif type(phase) is Naming:
        state = replace(state, phase=_gate(state, phase))
    elif type(phase) is Harming:
        state = replace(state, phase=_harming(state, phase))
    if type(state.phase) in AFTER or not state.setup.rulings.healing_in_pain:
        return with_slim_tracks(state)
    return state


def _gate(state: State, phase: Released) -> Released:
    """Return *phase* without anything that no change of intention depends on."""
    if state.setup.rulings.stalemate_release != "either":
        return phase
    released = phase.released
    if not state.zeitgeist and state.setup.size == _PAIR:
        released = frozenset(
            seat
            for seat in released
            if state.participants[seat].status == IN
            and (intentions(state, seat, STALEMATE) or not target_there(state, seat))
        )
    return replace(phase, released=released, stalemates=())


def _harming(state: State, phase: Harming) -> Harming:
    """Return *phase* without declarations and rolls, if nobody needs them any more.

    Harms stand in the order in which they are marked.
    """
    setup, volley = state.setup, phase.volley
    if not state.zeitgeist:
        volley = replace(volley, blows=in_order(volley.blows))
        phase = replace(phase, volley=volley)
    if setup.rulings.healing_in_pain:
        return phase
    nothing = (None,) * setup.size
    volley = replace(volley, actions=nothing, pairs=(), fees=())
    return replace(phase, volley=volley, levels=())


def begins(state: State) -> bool:
    """Whether a volley's gate opens here."""
    phase = state.phase
    return type(phase) is Gate and not phase.turn and not phase.sealed


def timeless(state: State) -> int:
    """Return the volley before which the volley's number is irrelevant.

    It matters in the last volley, and where circumstances are for certain volleys.
    """
    if any(volleys for _, _, volleys in state.setup.circumstances):
        return 0
    return state.setup.rulings.max_volleys - 1


CHART = Chart[State](begins=begins, timeless=timeless, law=law, part=part, split=SPLIT)
