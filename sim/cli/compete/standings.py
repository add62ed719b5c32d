"""The tables a tournament ends with: who is better, how sure that is, and where."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sim.cli.compete.certainty import put_intervals
from sim.cli.compete.matrix import needs_matrix, put_marks, put_matrix
from sim.cli.compete.ratings import put_ratings
from sim.cli.play.forfeits import forfeit_words, put_forfeits
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_prose
from sim.hosting.sandbox import kept_by, kept_in_words
from sim.run.seeding import guessed
from sim.statistics.words import chance, share
from sim.tournament.headline import headline_sentence
from sim.tournament.phrases import (
    about_blocks,
    about_exact,
    endings_words,
    margin_in_words,
    ratio_words,
    verdict_words,
)
from sim.tournament.result import Result
from sim.tournament.standings import Pairing, StandingsRow

_ENDINGS = 3
"""The most endings that stand in a row; one alone where there are many rows."""
_ROWS = 20


def put_result(result: Result) -> None:
    """Print *result* for people: who is better, how sure, in one screen."""
    put_forfeits(result.forfeits, debug=False)
    contest = result.contest
    put_prose(headline_sentence(result))
    put()
    names = ", ".join(place.name for place in contest.places)
    state = "" if result.complete else " so far"
    many = "worked out, not played," if result.exact else f"{result.games} conflicts"
    put_prose(f"{many}{state} on {names} ({contest.terms.format})")
    put()
    _put_rows(result)
    put()
    pairings = overall_pairings(result)
    if needs_matrix(result, pairings):
        put_matrix(result, pairings)
        put_marks()
    else:
        put_pairings(result, pairings)
    put_ratings(result)
    _put_rounds(result)
    _put_notes(result)


def put_details(result: Result) -> None:
    """Print the second screen: scenarios and sides, and how sure each figure is."""
    pairings = overall_pairings(result)
    if needs_matrix(result, pairings):
        put()
        put_pairings(result, pairings)
    _put_margins(pairings)
    _put_places(result)
    if result.exact:
        return
    put()
    if result.alone:
        put_prose(
            f"{result.alone} of the conflicts are of agents against themselves, to see"
            " that each plays alike from either seat; they count in no score."
        )
    put_prose(about_blocks(result))
    put_intervals(result)


def _put_rows(result: Result) -> None:
    rows = [
        (row.agent, share(row.score, exact=row.exact), *_games(row))
        for row in result.standings
    ]
    heads = ("agent", "score", "games", "won", "drawn", "lost", "forfeits")
    put_table(heads, rows)


def _games(row: StandingsRow) -> Iterator[str]:
    """Yield the games of a row; where it is exact, the chances of its results."""
    if row.chances is None:
        figures = row.games, row.won, row.drawn, row.lost, row.forfeits
        yield from map(str, figures)
        return
    yield "exact"
    yield from map(chance, row.chances)
    yield "0"


def _row(pairing: Pairing, *more: str) -> tuple[str, ...]:
    """Return the cells of a pairing; *more* stands before the number of blocks."""
    return (
        pairing.first,
        pairing.second,
        verdict_words(pairing.verdict),
        share(pairing.score, exact=pairing.verdict.exact),
        *more,
        "none" if pairing.verdict.exact else str(pairing.blocks),
    )


def put_pairings(
    result: Result, pairings: Sequence[Pairing], *, narrow: bool = False
) -> None:
    """Print the verdict about each two agents, and the interval of their score.

    A *narrow* list says how many blocks there were only once, if all have as many.
    """
    tested = result.contest.terms.bounds is not None
    rows = [
        _row(pairing, *((ratio_words(pairing.verdict),) if tested else ()))
        for pairing in pairings
    ]
    more = ("ratios",) * tested
    heads = ("agent", "against", "verdict", "score", *more, "blocks")
    blocks = {row[-1] for row in rows}
    if narrow and len(blocks) == 1:
        put_table(heads[:-1], [row[:-1] for row in rows], words=3)
        if not result.exact:
            put_prose(f"Blocks of each two: {blocks.pop()}.")
    else:
        put_table(heads, rows, words=3)


def overall_pairings(result: Result) -> list[Pairing]:
    """Return how each two agents fare over all scenarios."""
    return [pairing for pairing in result.pairings if pairing.scenario is None]


def _put_margins(pairings: Sequence[Pairing]) -> None:
    """Print how much more each got, which says by how much and not how surely."""
    rows = [
        (
            pairing.first,
            pairing.second,
            margin_in_words(pairing.margin, exact=pairing.verdict.exact),
            "none" if pairing.verdict.exact else str(pairing.blocks),
        )
        for pairing in pairings
    ]
    put()
    put_table(("agent", "against", "margin", "blocks"), rows, words=2)


def _put_rounds(result: Result) -> None:
    """Print the pairings of each round, for formats with rounds."""
    for number, pairs in enumerate(result.rounds, 1):
        put()
        put(f"round {number}")
        for first, second in pairs:
            pairing = result.between(first, second)
            if pairing is not None:
                score = share(pairing.score, exact=pairing.verdict.exact)
                put_prose(f"  {first} against {second}: {score}", indent=2)


def _in_short(result: Result) -> str:
    """Return what the verdicts hold for."""
    terms = result.contest.terms
    beta = 0.0 if terms.bounds is None else terms.bounds.beta
    sure = 100 * (1 - max(1 - terms.confidence, beta))
    exact = about_exact(result)
    if result.exact:
        return exact
    first = f"{exact} " if exact else ""
    return (
        f"{first}{about_blocks(result)} Verdicts and their intervals hold together in"
        f" {sure:g} % of tournaments, however often one looks."
    )


def _put_by_scenario(result: Result) -> None:
    """Print each pairing on each scenario, or a matrix for each scenario."""
    by_scenario = [
        pairing for pairing in result.pairings if pairing.scenario is not None
    ]
    names = [place.name for place in result.contest.places]
    groups = [
        (name, [pairing for pairing in by_scenario if pairing.scenario == name])
        for name in names
    ]
    if any(needs_matrix(result, pairings) for _, pairings in groups):
        for name, pairings in groups:
            put()
            put_matrix(result, pairings, f"on {name}")
        put_marks("; one by one, with intervals: --json")
        return
    rows: list[tuple[str, ...]] = []
    for name, pairings in groups:
        rows.append((f"on {name}", "", "", "", ""))
        cells = map(_row, pairings)
        rows += [(f"  {first}", *others) for first, *others in cells]
    put()
    heads = ("agent", "against", "verdict", "score", "blocks")
    put_table(heads, rows, words=3)


def _put_places(result: Result) -> None:
    """Print how each agent fares on each side, side by side."""
    if len(result.contest.places) > 1:
        _put_by_scenario(result)
    put()
    most = _ENDINGS if len(result.places) <= _ROWS else 1
    rows: list[tuple[str, ...]] = []
    sides = sorted(result.places, key=lambda place: (place.scenario, place.side))
    for (scenario, side), places in groupby(
        sides, lambda place: (place.scenario, place.side)
    ):
        rows.append((f"as {side} on {scenario}", "", "", ""))
        rows += [
            (
                f"  {place.agent}",
                share(place.score, exact=place.exact),
                "exact" if place.exact else str(place.games),
                endings_words(place, most),
            )
            for place in places
        ]
    heads = ("agent", "score", "games", "most frequent endings (score)")
    put_table(heads, rows, remark=True)


def _put_played(result: Result) -> None:
    """Print where agents play though exact verdicts were asked for, and one reason."""
    places: dict[str, list[dict[str, str]]] = {}
    for row in result.not_exact():
        places.setdefault(row["scenario"], []).append(row)
    for scenario, rows in places.items():
        first = rows[0]
        who = f"{first['first']} against {first['second']} ({first['why']})"
        more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
        put_prose(f"Not worked out by --exact, so played, on {scenario}: {who}{more}.")


def _put_notes(result: Result) -> None:
    put()
    contest = result.contest
    kept = kept_by(contest.everybody, contest.held)
    if kept is not None:
        put(f"Agents from files were held by {kept_in_words(kept)}.")
    for forfeit in result.forfeits:
        if not forfeit.many:
            put(forfeit_words(forfeit, debug=False))
    for null in result.nulls:
        if null.uneven:
            put_prose(
                f"{null.agent} did not play alike against itself in {null.uneven} of"
                f" {null.blocks} blocks: it depends on more than the conflict, and no"
                " verdict about it can be trusted"
            )
    if result.nulls and not any(null.uneven for null in result.nulls):
        blocks = min(null.blocks for null in result.nulls)
        over = " over all scenarios" * (len(contest.places) > 1)
        told = f"Against itself every agent did the same in both games of {blocks}"
        put_prose(f"{told} blocks or more{over}, as it should.")
    if result.field:
        put_prose(f"still in the race: {', '.join(result.field)}")
    _put_played(result)
    put_prose(_in_short(result))
    for note in guessed(contest.seed, contest.everybody):
        put_prose(f"note: {note}")
    put(f"tournament {contest.contest}, seed {contest.seed}")
    put(f"seal {result.seal.hex()}")
