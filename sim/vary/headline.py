"""Sweeps and comparisons in one sentence: what is most, and if that is sure."""

from sim.errors import FracasError
from sim.library.called import called, setting_words
from sim.library.settings import as_option_text
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.words import told_apart
from sim.vary.compare import Comparison
from sim.vary.figures import Figure, Gain, Measure
from sim.vary.points import Point
from sim.vary.sweep import Sweep

_CHANGES = 2
"""The most changes that are named."""
_MOST = 8
"""The most decimals of an exact change, if it takes that many to see it."""


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


def comparison_headline(found: Comparison) -> str:
    """Return what changed in the second of two, and who wins more or less for it."""
    gains = [one for one in found.gains() if one.measure.kind == "wins"]
    sure = [one for one in gains if one.says in {"more", "less"}]
    first = max(sure, key=lambda one: abs(one.gap.value)) if sure else gains[0]
    return f"{_changes(found)}, {_gained(first)}."


def _gained(gain: Gain) -> str:
    seat, (value, low, high) = gain.measure.seat, _hundreds(gain.gap)
    digits = told_apart(low, high, 1)
    between = f"{value:+.{digits}f} of 100 ({low:+.{digits}f} to {high:+.{digits}f})"
    if gain.says == "open":
        return f"it is not settled whether {seat} wins more or less: {between}"
    if gain.says == "equal":
        same = "" if gain.gap.exact else f": {between}"
        return f"{seat} wins as often{same}"
    if gain.gap.exact:
        digits, more = told_apart(0.0, abs(value), 1, _MOST), abs(value)
        return f"{seat} wins {more:.{digits}f} of 100 conflicts {gain.says}, exactly"
    least, most = sorted((abs(low), abs(high)))
    often = f"{abs(value):.{digits}f} of 100 conflicts {gain.says}"
    return f"{seat} wins {often} ({least:.{digits}f} to {most:.{digits}f})"


def _hundreds(gap: Figure) -> tuple[float, float, float]:
    return 100 * gap.value, 100 * gap.low, 100 * gap.high


def _changes(found: Comparison) -> str:
    """Say what differs in the second: a few settings by their words, or how many."""
    if len(found.changed) > _CHANGES:
        return f"In the second, of which {len(found.changed)} values differ"
    said = [
        f"{_called(found, path)} {_plain(other)} instead of {_plain(one)}"
        for path, one, other in found.changed
    ]
    return f"With {' and '.join(said)}"


def _called(found: Comparison, path: str) -> str:
    try:
        return called(found.first.loaded, path)
    except FracasError:
        return f"the {path}" if " " in path else path


def _plain(value: object) -> str:
    return "nothing" if value is None else as_option_text(value)
