"""The page of a tournament: who is better, how sure that is, and where."""

from collections.abc import Iterator, Sequence

from sim.pages.command import Command
from sim.pages.plots import Series, lines
from sim.pages.report import (
    Cell,
    Report,
    Section,
    Table,
    columns,
    number_cell,
    report_page,
    samples_section,
    shaded_cell,
    share_cell,
    text_cells,
)
from sim.run.seeding import guessed
from sim.statistics.betting import always_valid
from sim.statistics.words import chance
from sim.tournament.differences import find_partings, find_swings
from sim.tournament.headline import headline_sentence
from sim.tournament.ledger import Pair
from sim.tournament.phrases import (
    about_blocks,
    about_exact,
    about_leaders,
    elo_in_words,
    endings_words,
    margin_in_words,
    ranks_in_words,
    ratio_words,
    verdict_words,
)
from sim.tournament.result import Result
from sim.tournament.standings import Pairing, StandingsRow
from sim.tournament.tournament import Tournament

_LOOKS = 40
_LINES = 6
"""The most lines that can be told apart in one plot."""


def tournament_page(  # noqa: PLR0913 - what a page says besides its result
    held: Tournament,
    shown: Result,
    *,
    what: str = "Tournament",
    store: str = "",
    why: bool = True,
    remarks: Sequence[str] = (),
    commands: Sequence[Command] = (),
    samples: Sequence[Command] = (),
) -> str:
    """Return the page of the tournament *held*, of which *shown* is the result so far.

    Commands that replay a game name its *store*. With *why* it shows where agents first
    chose differently, for which some of their conflicts are played again. *remarks*
    stand before the result, *commands* say how to see the same in a terminal, *samples*
    replay some conflicts; its title says *what* it is.
    """
    contest = shown.contest
    return report_page(
        Report(
            f"{what} on {', '.join(place.name for place in contest.places)}",
            f"{shown.games} conflicts{'' if shown.complete else ' so far'}"
            f" ({contest.terms.format})",
            [*_sections(held, shown, store, samples, why=why)],
            lead=[sentence] if (sentence := headline_sentence(shown)) else [],
            remarks=[
                *remarks,
                *_uneven(shown),
                *guessed(contest.seed, contest.everybody),
            ],
            facts=[
                ("tournament", contest.contest),
                ("seed", contest.seed),
                ("seal", shown.seal.hex()),
                *((place.name, place.loaded.digest.hex()) for place in contest.places),
            ],
            commands=commands,
        )
    )


def _sections(
    held: Tournament,
    shown: Result,
    store: str,
    samples: Sequence[Command],
    *,
    why: bool,
) -> Iterator[Section]:
    yield _standings(shown)
    over_all = [pairing for pairing in shown.pairings if pairing.scenario is None]
    if over_all:
        if any(map(held.ledger.count, held.ledger.met())):
            yield _evidence(held, shown)
        yield _pairings(shown, over_all)
        yield _matrix(shown, over_all)
    yield from _ratings(shown)
    if len(shown.contest.places) > 1:
        by_place = [
            pairing for pairing in shown.pairings if pairing.scenario is not None
        ]
        yield _pairings(shown, by_place, "places", "Scenario by scenario")
    yield _sides(shown)
    if why:
        yield from _partings(held)
    yield from _swings(held, store)
    yield from samples_section(samples)


def _uneven(shown: Result) -> Iterator[str]:
    for null in shown.nulls:
        if null.uneven:
            yield (
                f"{null.agent} did not play alike against itself in {null.uneven} of"
                f" {null.blocks} blocks: it depends on more than the conflict, and no"
                " verdict about it can be trusted."
            )


def _standings(shown: Result) -> Section:
    heads = columns(
        "agent", "score", "games", "won", "drawn", "lost", "forfeits", words=1
    )
    rows = [
        (
            Cell(row.agent),
            share_cell(row.score, exact=row.exact),
            *_games(row),
        )
        for row in shown.standings
    ]
    alone = (
        f"{shown.alone} of the conflicts are of agents against themselves, to see that"
        " each plays alike from either seat; they count in no score."
    )
    return Section(
        "standings",
        "Standings",
        table=Table(heads, tuple(rows)),
        notes=[about_blocks(shown), *([alone] if shown.alone else ())],
    )


def _games(row: StandingsRow) -> Iterator[Cell]:
    """Yield the games of a row; where it is exact, the chances of its results."""
    if row.chances is None:
        figures = row.games, row.won, row.drawn, row.lost, row.forfeits
        yield from map(number_cell, figures)
        return
    yield number_cell(0, "exact")
    yield from (number_cell(part, chance(part)) for part in row.chances)
    yield number_cell(0)


def _pairings(
    shown: Result,
    pairings: Sequence[Pairing],
    key: str = "pairings",
    head: str = "Who beats whom",
) -> Section:
    tested = shown.contest.terms.bounds is not None and key == "pairings"
    where = ("scenario",) if key == "places" else ()
    names = (*where, "agent", "against", "verdict")
    more = ("ratios",) if tested else ()
    heads = columns(*names, "score", "margin", *more, "blocks", words=len(names))
    rows = [
        (
            *text_cells(*([pairing.scenario or ""] if where else ())),
            *text_cells(pairing.first, pairing.second, verdict_words(pairing.verdict)),
            share_cell(pairing.score, exact=pairing.verdict.exact),
            number_cell(
                pairing.margin.value,
                margin_in_words(pairing.margin, exact=pairing.verdict.exact),
            ),
            *text_cells(*([ratio_words(pairing.verdict)] if tested else ())),
            number_cell(0, "none")
            if pairing.verdict.exact
            else number_cell(pairing.blocks),
        )
        for pairing in pairings
    ]
    terms = shown.contest.terms
    beta = 0.0 if terms.bounds is None else terms.bounds.beta
    sure = 100 * (1 - max(1 - terms.confidence, beta))
    note = (
        f"Verdicts and the intervals beside them hold together in {sure:g} % of"
        " tournaments, however often one looks and whenever one stops. A margin is how"
        " much more the first agent got, in returns."
    )
    notes = [note] if any(not pairing.verdict.exact for pairing in pairings) else []
    exact = about_exact(shown)
    notes = [exact, *notes] if exact else notes
    return Section(key, head, table=Table(heads, tuple(rows)), notes=notes)


def _matrix(shown: Result, pairings: Sequence[Pairing]) -> Section:
    """Return the scores of each agent against each, as a heat map."""
    agents = [row.agent for row in shown.standings]
    cells: dict[tuple[str, str], float] = {}
    for pairing in pairings:
        cells[pairing.first, pairing.second] = pairing.score.value
        cells[pairing.second, pairing.first] = 1 - pairing.score.value
    rows = [
        (Cell(agent), *(_scored(cells.get((agent, other))) for other in agents))
        for agent in agents
    ]
    heads = columns("in %, against", *agents, words=1)
    head = "What each row scored against each column"
    return Section("matrix", head, table=Table(heads, tuple(rows)))


def _scored(score: float | None) -> Cell:
    return shaded_cell(score, "" if score is None else f"{100 * score:.1f}")


def _ratings(shown: Result) -> Iterator[Section]:
    ratings = shown.ratings
    if ratings is None:
        return
    if ratings.cycles:
        said = [
            f"No single order is honest: {' beats '.join((*cycle, cycle[0]))}."
            for cycle in ratings.cycles
        ]
        yield Section("ratings", "Ratings", [*said, "So there are no ranks."])
        return
    rows = [
        (
            Cell(rating.agent),
            number_cell(rating.elo.value, elo_in_words(rating.elo, exact=shown.exact)),
            number_cell(rating.ranks[0], ranks_in_words(rating.ranks)),
        )
        for rating in ratings.ratings
    ]
    table = Table(columns("agent", "Elo", "surely ranks", words=1), tuple(rows))
    yield Section(
        "ratings",
        "Ratings",
        table=table,
        notes=[about_leaders(ratings, exact=shown.exact)],
    )


def _sides(shown: Result) -> Section:
    rows = [
        (
            *text_cells(place.scenario, place.side, place.agent),
            share_cell(place.score, exact=place.exact),
            number_cell(0, "exact") if place.exact else number_cell(place.games),
            Cell(endings_words(place)),
        )
        for place in sorted(
            shown.places, key=lambda place: (place.scenario, place.side)
        )
    ]
    heads = columns("scenario", "side", "agent", "score", "games", words=3)
    endings = columns("endings (score)", words=1)
    table = Table((*heads, *endings), tuple(rows))
    return Section("sides", "Where each wins and loses", table=table)


def _evidence(held: Tournament, shown: Result) -> Section:
    """Return the plot of scores as blocks came in; of the leader if there are many."""
    specs = held.contest.specs
    order = [specs.index(row.agent) for row in shown.standings]
    pairs = [pair for pair in held.ledger.met() if held.ledger.count(pair)]
    if len(pairs) > _LINES:
        leader, *others = order
        near = [(min(leader, other), max(leader, other)) for other in others]
        pairs = [pair for pair in near if pair in pairs][:_LINES]
    numbers = _looks(max(held.ledger.count(pair) for pair in pairs))
    drawn = [
        Series(
            f"{specs[first]} against {specs[second]}",
            _course(held, (first, second), numbers),
        )
        for first, second in pairs
    ]
    plot = lines(
        "Score in % as blocks came in, with intervals by bets that always hold",
        "blocks",
        [(str(number), number) for number in numbers],
        drawn,
    )
    return Section("evidence", "The evidence as it grew", lines=plot)


def _looks(blocks: int) -> list[int]:
    step = max(1, blocks // _LOOKS)
    return sorted({*range(step, blocks + 1, step), blocks} - {0})


def _course(
    held: Tournament, pair: Pair, numbers: Sequence[int]
) -> list[tuple[float, float, float] | None]:
    """Return the score of *pair* with its bounds after each of *numbers* blocks.

    A pair with fewer blocks than others ends where it ended.
    """
    scores = [bounds.score for bounds in held.ledger.results(pair)]
    points: list[tuple[float, float, float] | None] = []
    for many in numbers:
        if many > len(scores):
            points.append(None)
            continue
        counts: dict[float, float] = {}
        for score in scores[:many]:
            counts[score] = counts.get(score, 0) + 1
        bounds = always_valid(counts, held.course.judge.confidence)
        points.append((bounds.value, bounds.low, bounds.high))
    return points


def _partings(held: Tournament) -> Iterator[Section]:
    parted = find_partings(held.ledger)
    partings = parted.found
    if not partings and not parted.unknown:
        return
    heads = ("scenario", "agent", "against", "side", "the agent", "the other")
    rows = [
        (
            *text_cells(
                parting.scenario,
                parting.first,
                parting.second,
                parting.side,
                parting.does,
                parting.other,
            ),
            number_cell(
                parting.round, str(parting.round) if parting.round else "before 1"
            ),
            number_cell(
                parting.times, f"{parting.times} of the first {parting.blocks}"
            ),
            number_cell(parting.score, f"{100 * parting.score:.1f} %"),
        )
        for parting in partings
    ]
    table = Table(columns(*heads, "round", "blocks", "score", words=6), tuple(rows))
    unknown = [f"Of agents from files nothing: {parted.unknown}."] * bool(
        parted.unknown
    )
    head = "Where the agents first choose differently"
    yield Section("partings", head, table=table if rows else None, notes=unknown)


def _swings(held: Tournament, store: str) -> Iterator[Section]:
    swings = find_swings(held.ledger, store).shown
    if swings:
        yield Section(
            "swings",
            "The largest swings",
            commands=[
                Command(
                    f"{swing.scenario}, block {swing.block}: {swing.first} scores"
                    f" {100 * swing.score:.0f} % against {swing.second}",
                    command,
                )
                for swing in swings
                for command in swing.replay
            ],
        )
