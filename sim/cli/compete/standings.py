"""The tables a tournament ends with: who is better, how sure that is, and where."""

from collections.abc import Sequence
from math import isfinite

from sim.cli.compete.certainty import put_intervals
from sim.cli.compete.ratings import put_ratings
from sim.cli.play.forfeits import forfeit_words, put_forfeits
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put
from sim.hosting.sandbox import kept_by, kept_in_words
from sim.run.seeding import guessed
from sim.statistics.forecast import MOST, Ahead
from sim.statistics.intervals import Interval
from sim.statistics.words import share
from sim.tournament.headline import headline
from sim.tournament.result import Result
from sim.tournament.standings import Pairing
from sim.tournament.verdicts import Verdict

_PAIR = 2


def put_result(result: Result) -> None:
    """Print *result* for people: who is better, how sure, in one screen."""
    put_forfeits(result.forfeits, debug=False)
    contest = result.contest
    put(headline(result))
    put()
    names = ", ".join(place.name for place in contest.places)
    state = "" if result.complete else " so far"
    put(f"{result.games} conflicts{state} on {names} ({contest.terms.format})")
    put()
    _put_rows(result)
    put()
    _put_pairings(result, [one for one in result.pairings if one.scenario is None])
    put_ratings(result)
    _put_rounds(result)
    _put_notes(result)


def put_details(result: Result) -> None:
    """Print the second screen: scenarios and sides, and how sure each figure is."""
    _put_margins(result)
    _put_places(result)
    put()
    if result.alone:
        put(
            f"{result.alone} of the conflicts are of agents against themselves, to see"
            " that each plays alike from either seat; they count in no score."
        )
    put(_about_blocks(result))
    put_intervals(result)


def _put_rows(result: Result) -> None:
    rows = [
        (
            row.agent,
            share(row.score),
            *(str(n) for n in (row.games, row.won, row.drawn, row.lost, row.forfeits)),
        )
        for row in result.standings
    ]
    heads = ("agent", "score", "games", "won", "drawn", "lost", "forfeits")
    put_table(heads, rows)


def _put_pairings(result: Result, pairings: Sequence[Pairing]) -> None:
    tested = result.contest.terms.bounds is not None
    rows = [
        (
            one.first,
            one.second,
            verdict_words(one.verdict),
            share(one.score),
            *((ratio_words(one.verdict),) if tested else ()),
            str(one.blocks),
        )
        for one in pairings
    ]
    more = ("ratios",) * tested
    heads = ("agent", "against", "verdict", "score", *more, "blocks")
    put_table(heads, rows, words=3)


def _put_margins(result: Result) -> None:
    """Print how much more each got, which says by how much and not how surely."""
    rows = [
        (one.first, one.second, margin(one.margin), str(one.blocks))
        for one in result.pairings
        if one.scenario is None
    ]
    put()
    put_table(("agent", "against", "margin", "blocks"), rows, words=2)


def _put_rounds(result: Result) -> None:
    """Print the pairings of each round, for formats with rounds."""
    for number, pairs in enumerate(result.rounds, 1):
        put()
        put(f"round {number}")
        for first, second in pairs:
            one = result.between(first, second)
            if one is not None:
                put(f"  {first} against {second}: {share(one.score)}")


def _in_short(result: Result) -> str:
    """Return what the verdicts hold for, and where more is said."""
    terms = result.contest.terms
    beta = 0.0 if terms.bounds is None else terms.bounds.beta
    sure = 100 * (1 - max(1 - terms.confidence, beta))
    return (
        f"{_about_blocks(result)} Verdicts and their intervals hold together in"
        f" {sure:g} % of tournaments, however often one looks. Scenario by scenario,"
        " side by side: --why."
    )


def _about_blocks(result: Result) -> str:
    """Return what a block is in this tournament."""
    if all(len(place.sides) == _PAIR for place in result.contest.places):
        return "A block is a mirrored pair: two games, seats swapped, the same luck."
    return "A block has every seating of its agents, with the same luck."


def verdict_words(verdict: Verdict) -> str:
    """Return *verdict* in words."""
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


def margin(interval: Interval) -> str:
    """Return how much more the first got, in returns, with its interval if any."""
    value, low, high = (
        round(one, 2) + 0.0 for one in (interval.value, interval.low, interval.high)
    )
    if not isfinite(low):
        return f"{value:+.2f}"
    return f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


def ratio_words(verdict: Verdict) -> str:
    """Return the two log-likelihood ratios of a verdict, where there are any."""
    if verdict.ratios is None:
        return "none"
    return f"{verdict.ratios[0]:+.2f} {verdict.ratios[1]:+.2f}"


def _put_places(result: Result) -> None:
    contest = result.contest
    if len(contest.places) > 1:
        put()
        rows = [
            (
                one.scenario or "",
                one.first,
                one.second,
                verdict_words(one.verdict),
                share(one.score),
                str(one.blocks),
            )
            for one in result.pairings
            if one.scenario is not None
        ]
        heads = ("scenario", "agent", "against", "verdict", "score", "blocks")
        put_table(heads, rows, words=4)
    put()
    rows = [
        (
            one.scenario,
            one.side,
            one.agent,
            share(one.score),
            str(one.games),
            ", ".join(
                f"{how.replace('_', ' ')} {games} ({100 * score:.0f} %)"
                for how, games, score, _ in one.endings[:3]
            ),
        )
        for one in sorted(result.places, key=lambda one: (one.scenario, one.side))
    ]
    endings = "most frequent endings (score)"
    heads = ("scenario", "side", "agent", "score", "games", endings)
    put_table(heads, rows, words=3, remark=True)


def _put_notes(result: Result) -> None:
    put()
    contest = result.contest
    kept = kept_by(contest.everybody, contest.held)
    if kept is not None:
        put(f"Agents from files were held by {kept_in_words(kept)}.")
    for one in result.forfeits:
        if not one.many:
            put(forfeit_words(one, debug=False))
    for null in result.nulls:
        if null.uneven:
            put(
                f"{null.agent} did not play alike against itself in {null.uneven} of"
                f" {null.blocks} blocks: it depends on more than the conflict, and no"
                " verdict about it can be trusted"
            )
    if result.nulls and not any(null.uneven for null in result.nulls):
        blocks = min(null.blocks for null in result.nulls)
        put(f"Every agent played alike against itself, in {blocks} blocks or more.")
    if result.field:
        put(f"still in the race: {', '.join(result.field)}")
    put(_in_short(result))
    for note in guessed(contest.seed, contest.everybody):
        put(f"note: {note}")
    put(f"tournament {contest.contest}, seed {contest.seed}")
    put(f"seal {result.seal.hex()}")
