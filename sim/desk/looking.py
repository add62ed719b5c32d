"""What a store holds, as pages: lists, runs, games, conflicts, tournaments.

Lists read what a page of them shows, and no more: one row for fifty conflicts.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Any
from urllib.parse import urlencode

from sim.analysis.analyse import Record
from sim.campaign.campaign import Campaign
from sim.campaign.events import ChapterPlayed
from sim.campaign.load import Playable
from sim.campaign.plan import seats_of
from sim.campaign.recorded import Game, find, playable_of
from sim.campaign.story import why_skipped
from sim.campaign.summary import CampaignSummary, summary_of
from sim.casting.specs import files_of
from sim.conflict.play import ENGINE_ENDINGS
from sim.conflict.stream import Line, numeral, spelt
from sim.desk.finding import Matches, Wanted, find_lines, offered_for
from sim.desk.jobs import Job, RefusedError
from sim.desk.named import shell_command, store_label, without_folders
from sim.desk.render import in_desk_frame, render
from sim.pages.campaign import campaign_page
from sim.pages.command import Command
from sim.pages.conflict import conflict_page
from sim.pages.results import About
from sim.pages.results import run_page as run_page_of
from sim.playtest.record import is_complete, playtest_ids, recorded_start
from sim.run.ranking import Measure, measures_of
from sim.run.recorded import conflict_name, find_run, trusting
from sim.seam.protocol import SeatInfo
from sim.statistics.choices import ChoiceCounts
from sim.statistics.headline import headline
from sim.statistics.records import Record as SeatRecord
from sim.statistics.samples import Sample, Samples
from sim.statistics.summary import Summary
from sim.statistics.words import figure, share
from sim.store.events import RunStarted, conflict_stream, run_stream
from sim.store.store import Store
from sim.tournament.games import find_game, locate_game
from sim.tournament.record import contest_ids, ended_event, started_event

PER_PAGE = 50
_SMALL = 2_000
"""The result of a run of more conflicts than this has a page of its own."""


def store_page(store: Store, job: Job) -> str:
    """Return the list of runs, the latest first, of tournaments and playtests."""
    kinds = {
        "runs": (store.run_ids(), _run_row),
        "tournaments": (contest_ids(store), _contest_row),
        "playtests": (playtest_ids(store), _playtest_row),
    }
    numbers: dict[str, int] = job.given[0]
    lists: dict[str, dict[str, Any]] = {}
    for kind, (names, row) in kinds.items():
        shown, pages = _part(names[::-1], numbers[kind])
        others = {other: page for other, page in numbers.items() if other != kind}
        lists[kind] = {
            "rows": [row(store, name) for name in shown],
            "count": len(names),
            "page": numbers[kind],
            "pages": pages,
            "here": f"/?{urlencode(others)}&{kind}=",
        }
    return render("store.html", store=store_label(job.store), **lists)


def _part(items: Sequence[Any], page: int) -> tuple[Sequence[Any], int]:
    """Return the items of a page, from 1, and how many pages there are."""
    pages = max(1, ceil(len(items) / PER_PAGE))
    if page > pages:
        message = f"there is no page {page}: the last is {pages}"
        raise RefusedError(message, 404)
    return items[(page - 1) * PER_PAGE : page * PER_PAGE], pages


def _run_row(store: Store, run_id: str) -> dict[str, Any]:
    run = find_run(store, run_id)
    return {
        "id": run.run,
        "title": run.title,
        "agents": _agents(run.agents),
        "seed": run.seed,
        "games": run.games,
        "recorded": recorded_games(store, run),
        "complete": store.completed(run.run) is not None,
        "branch": None if run.branch is None else run.branch.parent,
    }


def _agents(specs: Sequence[str]) -> str:
    return ", ".join(without_folders(spec) or "by chapter" for spec in specs)


def _contest_row(store: Store, contest: str) -> dict[str, Any]:
    started, ended = started_event(store, contest), ended_event(store, contest)
    return {
        "id": contest,
        "scenarios": ", ".join(without_folders(place.name) for place in started.places),
        "agents": _agents([agent.spec for agent in started.agents]),
        "complete": ended is not None,
    }


def _playtest_row(store: Store, playtest: str) -> dict[str, Any]:
    started = recorded_start(store, playtest)
    return {
        "id": playtest,
        "title": started.title,
        "agents": _agents(started.agents),
        "seed": started.seed,
        "games": started.games,
        "complete": is_complete(store, playtest),
    }


def recorded_games(store: Store, run: RunStarted) -> int:
    """Return how many games of *run* are recorded, from the last of its rows alone."""
    ended = store.completed(run.run)
    if ended is not None:
        return ended.games
    chunks = store.version(run_stream(run.run)) - 1
    last = store.chunk(run.run, chunks - 1) if chunks > 0 else None
    return 0 if last is None else (chunks - 1) * run.chunk + len(last.lines)


def run_page(store: Store, job: Job) -> str:
    """Return the page of a run: a page of its conflicts, and its result if it is small.

    Only the rows with the lines of these conflicts are read; all of them if something
    is looked for among the conflicts.
    """
    page, wanted = job.given
    run = find_run(store, job.name)
    count = recorded_games(store, run)
    with trusting(job.name):
        playable = playable_of(store, run)
        small = 0 < count <= _SMALL and run.branch is None
        result = result_of(store, run) if small else None
        seats = seats_of(playable)
        matches, pages = _page_of(store, run, seats, page, wanted)
        first = next(iter(matches.lines), None) or next(_lines(store, run, 0, 1), None)
    measure = measures_of(run, first).get(wanted.by)
    return render(
        "played.html",
        store=store_label(job.store),
        run=run,
        agents=_agents(run.agents),
        system=playable.system.title,
        campaign=isinstance(playable, Campaign),
        seats=[seat.name for seat in seats],
        rows=[_line_row(run, line, measure) for line in matches.lines],
        recorded=count,
        found=matches.count,
        wanted=wanted,
        offered=offered_for(run, seats, first),
        endings=_endings(playable, result),
        complete=store.completed(run.run),
        result=result,
        page=page,
        pages=pages,
        here=f"/runs/{run.run}{wanted.query()}page=",
        commands=_commands(job.store, run.run),
    )


def _page_of(
    store: Store, run: RunStarted, seats: Iterable[SeatInfo], page: int, wanted: Wanted
) -> tuple[Matches, int]:
    """Return the lines of a page, of how many, and the number of pages."""
    count = recorded_games(store, run)
    if not wanted:
        shown, pages = _part(range(count), page)
        lines = _lines(store, run, shown[0], len(shown)) if shown else ()
        return Matches(list(lines), count), pages
    matches = find_lines(store, run, seats, wanted, min(count, page * PER_PAGE))
    shown, pages = _part(range(matches.count), page)
    return Matches(
        matches.lines[len(matches.lines) - len(shown) :], matches.count
    ), pages


def _lines(store: Store, run: RunStarted, first: int, count: int) -> Iterator[Line]:
    """Yield the lines of this many games, read chunk by chunk."""
    index, skipped = divmod(first, run.chunk)
    lines: list[Line] = []
    while len(lines) < skipped + count:
        chunk = store.chunk(run.run, index)
        if chunk is None or not chunk.lines:
            break
        lines += chunk.lines
        index += 1
    return islice(iter(lines), skipped, skipped + count)


def _endings(playable: Playable, result: dict[str, Any] | None) -> list[str]:
    """Return the endings that can be looked for: those there are, or that may be."""
    if isinstance(playable, Campaign):
        return []
    if result is not None:
        return [how for how, *_ in result["endings"]]
    return [spelt(how) for how in (*playable.system.endings, *ENGINE_ENDINGS)]


def _line_row(run: RunStarted, line: Line, by: Measure | None) -> dict[str, Any]:
    return {
        "by": "" if by is None else numeral(by(line)),
        "conflict": conflict_stream(run.run, line.game),
        "how": spelt(line.how),
        "returns": [numeral(amount) for amount in line.returns],
        "rounds": line.rounds,
        "events": line.events,
    }


def result_page(store: Store, job: Job) -> str:
    """Return the page with the result of a whole run, which reads all its lines."""
    run = find_run(store, job.name)
    about = About(
        title=run.title,
        remarks=[],
        facts=[("run", run.run), ("seed", run.seed), ("scenario", run.scenario)],
        commands=_commands(job.store, run.run),
        samples=[
            Command(
                f"The {sample.what}", shell_command("replay", job.store, sample.name)
            )
            for sample in _samples(run, store.lines(run.run))
        ],
    )
    agents = [without_folders(spec) for spec in run.agents]
    with trusting(job.name):
        playable, lines = playable_of(store, run), store.lines(run.run)
        if isinstance(playable, Campaign):
            summary = CampaignSummary(playable, lines)
            page = campaign_page(summary, ChoiceCounts(), agents=agents, about=about)
        else:
            counts = Summary(seats_of(playable), lines)
            endings = playable.system.endings
            page = run_page_of(
                counts, ChoiceCounts(), agents=agents, endings=endings, about=about
            )
    return in_desk_frame(
        page, store_label(job.store), [("The run", f"/runs/{run.run}")]
    )


def result_of(store: Store, run: RunStarted) -> dict[str, Any]:
    """Return who won how often and how it ended, with intervals."""
    playable = playable_of(store, run)
    lines, campaign = store.lines(run.run), isinstance(playable, Campaign)
    summary = summary_of(playable, lines)
    meanings = {**ENGINE_ENDINGS, **playable.system.endings}
    agents = dict(
        zip(
            [seat.name for seat in summary.seats],
            map(without_folders, run.agents),
            strict=True,
        )
    )
    sides = [side for side in summary.sides() if len(side.seats) > 1]
    return {
        "headline": headline(summary.sides(), "campaign" if campaign else "conflict"),
        "samples": [
            sample.to_dict() | {"how": spelt(sample.how)}
            for sample in _samples(run, store.lines(run.run))
        ],
        "games": summary.games,
        "records": [_record(record, agents) for record in (*sides, *summary.records())],
        "endings": []
        if campaign
        else [
            (spelt(how), times, share(interval), meanings.get(how, ""))
            for how, times, interval in summary.endings()
        ],
    }


def _samples(run: RunStarted, lines: Iterable[Line]) -> Iterator[Sample]:
    """Yield the typical conflict of a run, and the strangest."""
    samples = Samples()
    for line in lines:
        samples.add(line, conflict_stream(run.run, line.game))
    return samples.picked()


def _record(record: SeatRecord, agents: dict[str, str]) -> dict[str, Any]:
    return {
        "who": record.seat or record.side,
        "agent": ", ".join(dict.fromkeys(agents[name] for name in record.seats)),
        "won": record.won,
        "drawn": record.drawn,
        "lost": record.lost,
        "wins": share(record.win),
        "returns": figure(record.returns),
    }


def _commands(store: str, name: str) -> list[Command]:
    return [
        Command("The same in a terminal", shell_command("show", store, name)),
        Command("Check it against the rules", shell_command("audit", store, name)),
    ]


def story_page(store: Store, job: Job) -> str:
    """Return the page of a conflict, or of a game of a campaign."""
    with trusting(job.name):
        recorded = found_in(store, job.name)
        if isinstance(recorded, Game):
            return _game(recorded, job)
        record = Record.of(recorded)
        commands = [
            Command(what, shell_command(do, job.store, job.name))
            for what, do in (
                ("Tell the story", "replay"),
                ("Check it against the rules", "audit"),
                ("What it was worth", "analyse"),
            )
        ]
        page = conflict_page(record, commands=commands)
    return in_desk_frame(page, store_label(job.store), conflict_links(store, job.name))


def found_in(store: Store, name: str) -> Any:  # noqa: ANN401 - a Conflict or a Game
    """Return the conflict or game called *name*.

    Raises RefusedError if it would have to be played again by an agent from a file:
    the desk runs no code but that of agents that are installed.
    """
    run_id = conflict_name(store, name).rpartition("-")[0]
    if not store.holds_run(run_id):
        check_no_files_of_contests(store, name)
        game = find_game(store, name)
        if game is not None:
            return game
    run = find_run(store, run_id)
    if run.record != "full":
        _check_no_files(run.agents)
    return find(store, name)


def check_no_files_of_contests(store: Store, name: str) -> None:
    """Raise RefusedError if *name*, of no run, may need an agent from a file."""
    if not store.holds_run(name.rpartition("-")[0]):
        _check_no_files(
            spec for contest in contest_ids(store) for spec in _specs(store, contest)
        )


def _specs(store: Store, contest: str) -> list[str]:
    return [agent.spec for agent in started_event(store, contest).agents]


def _check_no_files(specs: Any) -> None:  # noqa: ANN401 - any iterable of specs
    named = next(files_of(specs), None)
    if named is not None:
        message = (
            "only its seal was kept, and to play it again would run an agent from a"
            " file, which the desk never does: use fracas replay"
        )
        raise RefusedError(message, 403)


def conflict_links(store: Store, name: str) -> list[tuple[str, str]]:
    """Return the links from one page of a conflict to the others."""
    run = name.rpartition("-")[0]
    at = locate_game(store, name)
    return [
        ("Its run", f"/runs/{run}")
        if at is None
        else ("Its tournament", f"/tournaments/{at.contest.contest}"),
        ("The story", f"/conflicts/{name}"),
        ("What it was worth", f"/conflicts/{name}/analysis"),
        ("Audit", f"/conflicts/{name}/audit"),
    ]


def _game(game: Game, job: Job) -> str:
    names = game.campaign.names
    rows: list[dict[str, Any]] = []
    for step in game.steps:
        event, chapter = step.event, step.ahead.chapter
        got = (
            dict(zip(event.seats, event.returns, strict=True))
            if isinstance(event, ChapterPlayed)
            else {}
        )
        played = isinstance(event, ChapterPlayed)
        rows.append(
            {
                "chapter": event.chapter,
                "scenario": without_folders(chapter.name),
                "conflict": event.stream if isinstance(event, ChapterPlayed) else "",
                "how": spelt(event.how)
                if isinstance(event, ChapterPlayed)
                else f"skipped: {why_skipped(step)}",
                "returns": [
                    numeral(got[name]) if name in got else "" for name in names
                ],
                "played": played,
            }
        )
    return render(
        "game.html",
        store=store_label(job.store),
        game=game.stream_id,
        run=game.stream_id.rpartition("-")[0],
        title=game.campaign.title,
        names=names,
        rows=rows,
    )
