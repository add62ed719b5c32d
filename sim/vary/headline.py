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
_SOLVED = 3
"""The decimals of a difference that is solved, as in the table below it."""
_MOST = 8
"""The most decimals of an exact change, if it takes that many to see it."""


def headline(sweep: Sweep, shown: Measure) -> str:
    """Return the sentence about what is *shown* of the points that are known.

    The least and the most are called different if their intervals do not meet. These
    are wide enough to hold together for the whole sweep (Bonferroni): two equal points
    are called different in at most 5 of 100 sweeps.
    """
    known = [point for point in sweep.points if point.known]
    if not known:
        return "No point is known."
    least, most = ends_of(sweep, shown)
    low, high = (point.figure(shown).text(shown.kind) for point in (least, most))
    verb = "wins" if shown.kind == "wins" else "gets"
    if least.figure(shown).value == most.figure(shown).value:
        return f"{shown.seat} {verb} the same at every point that is known: {low}."
    confidence = 1 - (1 - CONFIDENCE) / len(known)
    ends = least.figure(shown, confidence).high, most.figure(shown, confidence).low
    at_least, at_most = (_at(sweep, point) for point in (least, most))
    if ends[0] < ends[1]:
        return (
            f"{shown.seat} {verb} least, {low}, with {at_least}; and most, {high}, with"
            f" {at_most}."
        )
    return (
        f"No difference is sure: {shown.seat} {verb} between {low}, with {at_least},"
        f" and {high}, with {at_most}."
    )


def ends_of(sweep: Sweep, shown: Measure) -> tuple[Point, Point]:
    """Return the known points where what is *shown* is least, and where it is most."""
    known = [point for point in sweep.points if point.known]
    return (
        min(known, key=lambda point: point.figure(shown).value),
        max(known, key=lambda point: point.figure(shown).value),
    )


def _at(sweep: Sweep, point: Point) -> str:
    return " and ".join(
        setting_words(sweep.base, setting) for setting in point.settings
    )


def comparison_headline(comparison: Comparison) -> str:
    """Return what changed in the second of two, and who wins more or less by it."""
    gains = [gain for gain in comparison.gains() if gain.measure.kind == "wins"]
    sure = [gain for gain in gains if gain.says in {"more", "less"}]
    first = max(sure, key=lambda gain: abs(gain.gap.value)) if sure else gains[0]
    return f"{_changes(comparison)}, {_gained(first)}."


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
        digits, more = told_apart(0.0, abs(value), _SOLVED, _MOST), abs(value)
        return f"{seat} wins {more:.{digits}f} of 100 conflicts {gain.says}"
    least, most = sorted((abs(low), abs(high)))
    often = f"{abs(value):.{digits}f} of 100 conflicts {gain.says}"
    return f"{seat} wins {often} ({least:.{digits}f} to {most:.{digits}f})"


def _hundreds(gap: Figure) -> tuple[float, float, float]:
    return 100 * gap.value, 100 * gap.low, 100 * gap.high


def _changes(comparison: Comparison) -> str:
    """Say what differs in the second: a few settings by their words, or how many."""
    if len(comparison.changed) > _CHANGES:
        return f"In the second, of which {len(comparison.changed)} values differ"
    said = [
        f"{_called(comparison, path)} {_plain(second)} instead of {_plain(first)}"
        for path, first, second in comparison.changed
    ]
    return f"With {' and '.join(said)}"


def _called(comparison: Comparison, path: str) -> str:
    try:
        return called(comparison.first.loaded, path)
    except FracasError:
        return f"the {path}" if " " in path else path


def _plain(value: object) -> str:
    return "nothing" if value is None else as_option_text(value)
