"""The figures of a tournament in words: verdicts, margins, ratings."""

from math import isfinite

from sim.statistics.forecast import MOST, Ahead
from sim.statistics.intervals import CONFIDENCE, Interval
from sim.statistics.words import chance, exactly
from sim.tournament.places import PlaceScore
from sim.tournament.ratings import Ratings
from sim.tournament.result import Result
from sim.tournament.verdicts import Verdict

_PAIR = 2


def about_exact(result: Result) -> str:
    """Return a sentence about what is known without playing, "" if nothing is."""
    exact = [pairing for pairing in result.pairings if pairing.verdict.exact]
    if not exact:
        return ""
    if result.exact:
        return (
            "All of it is exact: every way each game can go, weighed by its chance;"
            " no dice fell, so there is no interval."
        )
    return (
        "Exact is what was worked out and not played: every way each game can go,"
        " weighed by its chance. It has no interval, and no blocks."
    )


def endings_words(place: PlaceScore, most: int | None = None) -> str:
    """Return the most frequent endings of a side, each with the score in it."""
    if place.exact:
        ways = (
            (how, chance(often), score) for how, often, score in place.chances[:most]
        )
    else:
        ways = (
            (how, str(games), score) for how, games, score, _ in place.endings[:most]
        )
    return ", ".join(
        f"{how.replace('_', ' ')} {often} ({100 * score:.0f} %)"
        for how, often, score in ways
    )


def about_blocks(result: Result) -> str:
    """Return what a block is in this tournament, and what its number counts."""
    places = result.contest.places
    words = "A block has every seating of its agents, with the same dice."
    if all(len(place.sides) == _PAIR for place in places):
        words = "A block is a mirrored pair: two games, seats swapped, the same dice."
    return words + " Blocks are counted on each scenario." * (len(places) > 1)


def verdict_words(verdict: Verdict) -> str:
    """Return *verdict* in words."""
    if verdict.exact:
        return f"{verdict.says}, exact"
    if verdict.says == "equal":
        return f"equal within {100 * verdict.within:.2g} points"
    if verdict.says == "alike":
        return f"played alike in all {verdict.blocks} blocks"
    if verdict.says == "open":
        more = verdict.about
        return "not settled" if more is None else f"not settled: {ahead_words(more)}"
    return verdict.says


def ahead_words(more: Ahead) -> str:
    """Return how many more blocks are needed, in words."""
    if more.low is None:
        return f"more than {MOST} more blocks"
    if more.high is None:
        return f"at least {more.low} more blocks"
    if more.low == more.high:
        return f"about {more.low} more blocks"
    return f"{more.low} to {more.high} more blocks"


def margin_in_words(interval: Interval, *, exact: bool = False) -> str:
    """Return the margin of the first, in returns, with its interval if any."""
    if exact:
        sign = "+" if interval.value >= 0 else ""
        return sign + exactly(interval.value)
    value, low, high = (
        round(number, 2) + 0.0
        for number in (interval.value, interval.low, interval.high)
    )
    if not isfinite(low):
        return f"{value:+.2f}"
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


def ratio_words(verdict: Verdict) -> str:
    """Return the two log-likelihood ratios of a verdict, where there are any."""
    if verdict.ratios is None:
        return "none"
    return f"{verdict.ratios[0]:+.2f} {verdict.ratios[1]:+.2f}"


def elo_in_words(interval: Interval, *, exact: bool = False) -> str:
    """Return a rating with its interval, without one where it is *exact*."""
    if exact:
        return f"{round(interval.value):+d}"
    value, low, high = (
        round(number) for number in (interval.value, interval.low, interval.high)
    )
    return f"{value:+d} [{low:+d}, {high:+d}]"


def ranks_in_words(bounds: tuple[int, int]) -> str:
    """Return the *bounds* of a rank in words."""
    low, high = bounds
    return str(low) if low == high else f"{low} to {high}"


def about_leaders(ratings: Ratings, *, exact: bool = False) -> str:
    """Return a sentence that names the leaders and the confidence of the ranks.

    Where all of a result is *exact* there is none.
    """
    if exact:
        return f"Behind nobody: {', '.join(ratings.leaders)}."
    sure = f"{100 * ratings.confidence:g} %"
    return (
        f"Not surely behind anybody: {', '.join(ratings.leaders)}. Everything called"
        f" sure is true at once in {sure} of tournaments, however often one looks. Elo"
        f" has an interval of its own ({100 * CONFIDENCE:g} %, one look)."
    )
