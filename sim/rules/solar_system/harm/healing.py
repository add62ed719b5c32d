"""Healing: a check takes a mark off a track."""

from sim.rules.solar_system.events.aftermath import HarmCollapsed, PatientHealed
from sim.rules.solar_system.harm.track import Track, healed
from sim.rules.solar_system.state import State
from sim.seam.events import Consequence, Seat


def heal(
    state: State, who: Seat, patient: Seat, level: int, tracks: dict[Seat, Track]
) -> list[Consequence]:
    """Heal *patient* with a check of *level*; *tracks* hold earlier changes.

    [SS-HEAL-01, SS-HEAL-02, RUL-29, RUL-30]
    """
    travel = state.setup.rulings.collapse_labels == "travel"
    before = tracks.get(patient, state.participants[patient].harm)
    after, removed = healed(before, level, travel=travel)
    cites = ("SS-HEAL-01", "RUL-29", "RUL-30")
    events: list[Consequence] = [PatientHealed(cites, who, patient, level, removed)]
    if after != before:
        tracks[patient] = after
        cites = ("SS-HEAL-01", "SS-HEAL-02", "RUL-27")
        events.append(HarmCollapsed(cites, patient, "healing", before, after))
    return events
