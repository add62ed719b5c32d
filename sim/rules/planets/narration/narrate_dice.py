"""The dice on the table: what was thrown, and the columns read from it.

The Hierarchy is drawn with the lowest die at the top; a mark shows which Forces are
favored (+) and which opposed (-).
"""

from collections.abc import Callable, Mapping
from typing import Any

from sim.rules.planets.consequences import HierarchyRead
from sim.rules.planets.dice.hierarchy import POSITIONS
from sim.rules.planets.forces.task import FAVORED, FORCES, NEUTRAL, OPPOSED, lean_of
from sim.rules.planets.narration.names import die_name, name
from sim.rules.planets.phases import Rolling
from sim.rules.planets.round.calling import COIN
from sim.rules.planets.round.rolling import labels
from sim.rules.planets.state import State, roll_of
from sim.seam.events import TABLE, DiceRolled, Event

_MARKS = {FAVORED: "+", OPPOSED: "-", NEUTRAL: " "}


def _rolled(state: State, event: DiceRolled) -> str:
    """Return the faces, each with the name of its die."""
    if event.why == COIN:
        return f"A coin is tossed: {event.faces[0]}."
    phase = state.phase
    assert type(phase) is Rolling
    shown = zip(labels(state, phase, event.who), event.pool, event.faces, strict=True)
    dice = ", ".join(f"{label} {face} ({die_name(die)})" for label, die, face in shown)
    whose = "" if event.who == TABLE else f" of {name(state, event.who)}"
    return f"The dice{whose}: {dice}."


def _hierarchy_read(state: State, event: HierarchyRead) -> str:
    """Draw the column, lowest die at the top, with the mark of each Force."""
    assert type(state.phase) is Rolling
    roll = roll_of(state.phase, event.who)
    place = {
        force: position for position in POSITIONS for force in getattr(event, position)
    }
    omegas = {force for force, _ in roll.omegas}
    rows: list[str] = []
    shown = sorted((value, force) for force, value in enumerate(event.values) if value)
    for value, force in shown:
        label = f"{FORCES[force]:<8}{_MARKS[lean_of(roll.task, force)]}"
        placed = "  (Omega)" if force in omegas else ""
        position = place[FORCES[force]].capitalize()
        rows.append(f"    |{value:>3}  {label} {position}{placed}".rstrip())
    aside = ""
    if event.set_aside:
        aside = f" (sets {', '.join(event.set_aside)} aside)"
    return "\n".join((f"{name(state, event.who)} reads{aside}:", *rows))


DICE: Mapping[type[Event], Callable[[State, Any], str]] = {
    DiceRolled: _rolled,
    HierarchyRead: _hierarchy_read,
}
"""Class of event -> its sentence."""
