"""A sweep in one sentence: where a figure is least and most, and if that is sure."""

from sim.library.called import setting_words
from sim.statistics.intervals import CONFIDENCE
from sim.vary.figures import Measure
from sim.vary.points import Point
from sim.vary.sweep import Sweep


def headline(found: Sweep, shown: Measure) -> str:
    """Return the sentence about what is *shown* of the points that are known.

    The least and the most are called different where their intervals do not meet, made
    wide enough that all of the sweep hold together (Bonferroni): two equal points are
    called different in at most 5 of 100 sweeps.
    """
    known = [point for point in found.points if point.known]
    if not known:
        return "No point is known."
    least, most = ends_of(found, shown)
    low, high = (one.figure(shown).text(shown.kind) for one in (least, most))
    verb = "wins" if shown.kind == "wins" else "gets"
    if least.figure(shown).value == most.figure(shown).value:
        return f"{shown.seat} {verb} the same at every point that is known: {low}."
    confidence = 1 - (1 - CONFIDENCE) / len(known)
    ends = least.figure(shown, confidence).high, most.figure(shown, confidence).low
    here, there = (_at(found, one) for one in (least, most))
    if ends[0] < ends[1]:
        return (
            f"{shown.seat} {verb} least, {low}, with {here}; and most, {high}, with"
            f" {there}."
        )
    return (
        f"No difference is sure: {shown.seat} {verb} between {low}, with {here}, and"
        f" {high}, with {there}."
    )


def ends_of(found: Sweep, shown: Measure) -> tuple[Point, Point]:
    """Return the known points where what is *shown* is least, and where it is most."""
    known = [point for point in found.points if point.known]
    return (
        min(known, key=lambda one: one.figure(shown).value),
        max(known, key=lambda one: one.figure(shown).value),
    )


def _at(found: Sweep, point: Point) -> str:
    return " and ".join(setting_words(found.base, one) for one in point.settings)
