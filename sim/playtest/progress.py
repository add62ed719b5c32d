"""What a playtest under way is about, and what is still uncertain, in a few words."""

from collections.abc import Iterator

from sim.playtest.findings import LARGE
from sim.playtest.report import Report
from sim.statistics.words import between

_WIDE = 0.07
"""With a longer half of its interval it is open who wins, unless somebody does."""


def progress_in_words(part: str, report: Report) -> str:
    """Return the *part* under way, and what the *report* leaves open, in words."""
    still = ", ".join(_uncertain(report))
    return f"{part}; open so far: {still}" if still else part


def _uncertain(report: Report) -> Iterator[str]:
    """Yield what its parts do not decide."""
    if report.ladder is not None:
        blind = report.ladder.rungs[0].behind
        if blind.low <= 0 <= blind.high and blind.high >= LARGE:
            yield "whether choosing matters"
    if report.fairness is not None:
        best = max(report.fairness.sides, key=lambda side: side.score.value)
        low, high = best.score.low, best.score.high
        if low <= report.fairness.even and high - low > 2 * _WIDE:
            yield f"who wins ({best.side} {between(100 * low, 100 * high, 0)} of 100)"
    if report.restricted is not None:
        measured = [
            finding.always for finding in report.restricted.findings if finding.measured
        ]
        widest = max((gain.high - gain.low for gain in measured), default=0.0)
        if widest > 2 * LARGE:
            yield f"options that change less than {widest / 2:.2f}"
