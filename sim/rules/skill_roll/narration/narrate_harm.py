"""Sentences about damage: its parts and its total."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll.combat.effects import blow_of, blows_of
from sim.rules.skill_roll.narration.names import name
from sim.rules.skill_roll.phases import Rolling, Strike
from sim.rules.skill_roll.skills.attack_result import EIGHTHS, Blow, damage
from sim.rules.skill_roll.skills.words import points
from sim.rules.skill_roll.state import State, character, form_of
from sim.seam.events import Event


def _harm_applied(state: State, event: c.HarmApplied) -> str:
    """Tell the damage that somebody with a seat takes."""
    who, by = name(state, event.who), name(state, event.by)
    capacity = points(character(state, event.who).capacity)
    does = _sum(state, event.by, event.eighths, capped=event.capped)
    return f"{by} does {who} {does} ({points(event.total)} of {capacity})."


def _bystander_harmed(state: State, event: c.BystanderHarmed) -> str:
    """Tell the damage of one without a seat."""
    does = _sum(state, event.by, event.eighths)
    out = " and is taken out" if event.down else ""
    return f"{event.name} takes {does} from {name(state, event.by)}{out}."


def _sum(state: State, by: int, eighths: int, *, capped: bool = False) -> str:
    """Return the damage, with its parts if it comes from a blow of *by*.

    The parts are left out if there is only one, or if there is no such blow.
    """
    most = ", the most this can do" if capped else ""
    plain = f"{points(eighths)} damage{most}"
    phase = state.phase
    if type(phase) is not Rolling or type(phase.setting.matter) is not Strike:
        return plain
    whole = state.setup.rulings.whole
    for strike, level, ranks in blows_of(phase, phase.setting.matter):
        blow = blow_of(form_of(state, strike.who, strike.form), ranks)
        # A forged number is not this blow's, whatever its parts are.
        done = damage(state.setup.scale, blow, level, whole=whole)
        if level and strike.who == by and done.eighths == eighths:
            exact = damage(state.setup.scale, blow, level).eighths
            dropped = ", its fraction dropped" if exact != eighths else ""
            return f"{_parts(blow, exact)} = {plain}{dropped}"
    return plain


def _parts(blow: Blow, eighths: int) -> str:
    """Return the parts of the damage: half the base, or the base and a bonus."""
    bonus = eighths - blow.points * EIGHTHS
    if bonus < 0:
        return f"half of {blow.points} (base)"
    return f"{blow.points} (base) + {points(bonus)} (bonus)"


HARM: Mapping[type[Event], Callable[[State, Any], str]] = {
    c.HarmApplied: _harm_applied,
    c.BystanderHarmed: _bystander_harmed,
}
"""Class of event -> its sentence."""
