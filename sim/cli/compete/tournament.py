"""`fracas tournament`: who is better, by how much, how sure that is, and where."""

import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, cast

import click
from msgspec import structs

from sim.casting.specs import files_of, split
from sim.cli import complete
from sim.cli.compete.differences import why_words
from sim.cli.compete.missing_games import play_missing
from sim.cli.compete.request import (
    FORMATS,
    GAMES,
    GAMES_MOST,
    Request,
    check_consistent,
    exact_option,
    ladder_agents,
    terms_of,
)
from sim.cli.compete.samples import (
    contest_samples,
    put_contest_samples,
    result_words,
)
from sim.cli.compete.second_screen import (
    all_option,
    put_second_screen,
    put_where_rest_is,
)
from sim.cli.compete.standings import put_result
from sim.cli.options.changes import changes_options
from sim.cli.options.hosting import patience_option, sandbox_option
from sim.cli.options.number import Number
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY
from sim.cli.options.seeds import seed_option
from sim.cli.options.workers import Crew, executor_option, open_crew, workers_option
from sim.cli.play.forfeits import exit_on_forfeits, forfeits_as_json
from sim.cli.terminal.output import Stopped, note_kept, put_document
from sim.cli.terminal.pictures import draw
from sim.dice.seed import fresh_seed
from sim.errors import StoreError
from sim.hosting.sandbox import RECORDED, as_recorded
from sim.reading.hints import shortened
from sim.store.store import Store, open_store
from sim.tournament.contest import Contest, make_contest
from sim.tournament.record import (
    contest_ids,
    make_playable,
    recorded_contest,
    with_secret_seed,
)
from sim.tournament.result import Result, result_of
from sim.tournament.table import write_blocks
from sim.tournament.tournament import Tournament

_AGENTS = "uniform,steady,cautious,bold"


@click.command(
    epilog=(
        "Examples: fracas tournament alley --agents steady,bold,my_agents.py:Brave;"
        "  fracas tournament alley ambush --agents steady,bold --until settled --store"
        " cup.db;  fracas tournament --store cup.db --resume"
    )
)
@click.argument("scenarios", nargs=-1, shell_complete=complete.playables)
@click.option(
    "--agents",
    default=_AGENTS,
    show_default=True,
    metavar="A,B,...",
    shell_complete=complete.agents,
    help=f"The agents that meet: each {ANYBODY}.",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    help="Conflicts for each pair of agents in each scenario: at least this many"
    f" (default {GAMES}), or with --until at most (default {GAMES_MOST}).",
)
@click.option(
    "--format",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Who meets whom; in a gauntlet the first agent meets the others.",
)
@click.option(
    "--until",
    default="",
    metavar="settled|'error<X'",
    help="Play until it is settled who is better, or until the score is known to "
    "within X.",
)
@click.option(
    "--bounds",
    default="",
    metavar="LOW,HIGH",
    help="Settle it by a sequential test (GSPRT) between these differences, in"
    " normalised Elo.",
)
@click.option(
    "--errors",
    default="0.05,0.05",
    show_default=True,
    metavar="ALPHA,BETA",
    help="How often a verdict may be wrong: call equal agents different, or (with"
    " --bounds) different ones equal.",
)
@click.option(
    "--within",
    type=Number(0, 0.5, min_open=True),
    default=0.05,
    show_default=True,
    help="Smaller differences in score count as none.",
)
@click.option(
    "--fix",
    multiple=True,
    metavar="SIDE[=AGENT]",
    help="Have this side, by its name or a seat's, always played by AGENT or by its "
    "own agent.",
)
@click.option(
    "--null",
    type=click.IntRange(0),
    default=10,
    show_default=True,
    help="Blocks in which every agent meets itself, as a check.",
)
@exact_option
@click.option(
    "--ladder",
    default="",
    metavar="AGENT:SETTING=1,2,4",
    help="Have an agent meet itself with increasing values of one setting.",
)
@seed_option
@click.option(
    "--store", metavar="PATH|URL", help="Record the tournament in this store."
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a tournament of the store: the one with this id, or the last.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Show a second screen: what each scores on each side, where agents differ, "
    "games to replay; for few agents in one scenario, everything.",
)
@all_option
@click.option("--csv", default="", metavar="FILE", help="Write every block as a row.")
@click.option(
    "--picture",
    default="",
    metavar="FILE.svg|FILE.png",
    help="Draw the standings, the matrix and the evidence (needs fracas[pictures]).",
)
@page_option("Write the result, the evidence and games to replay")
@workers_option
@executor_option
@patience_option
@sandbox_option
@click.option(
    "--trust-files",
    is_flag=True,
    help="Resume with agents from files that the store names.",
)
@changes_options
@json_option
def tournament(
    *,
    workers: int | None,
    executor: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Let agents meet on SCENARIOS under the same dice, and report who is better.

    A block has one conflict for every way to seat the agents, all under the same dice.
    Verdicts hold no matter how often you look.

    If an agent forfeits at least 1 game in 100, the report begins with that and the
    reason. The exit status is then 1, as it is if an agent does not repeat its choices
    under the same dice.
    """
    request = Request(**options)
    check_consistent(request)
    # what is asked for is read before a store is made, so that nothing bad leaves one
    asked = None if request.resume else _requested_contest(request, request.seed)
    with open_crew(executor, workers) as crew, _open(request) as store:
        if asked is None:
            contest = _contest_to_resume(request, cast("Store", store))
        else:
            contest = with_secret_seed(asked, store)
        begun = store is not None and contest.contest in contest_ids(store)
        resume = request.resume or begun
        held = Tournament(contest, store=store, resume=resume, keeps=False)
        _play(held, request, crew, as_json=as_json)
        if held.ledger.games:
            note_kept(held.ledger.games, held.played)
    shown = result_of(held)
    # Files come first: whoever reads the output may close the pipe.
    try:
        _write(held, shown, request)
    finally:
        _put(held, shown, request, as_json=as_json)
    exit_on_forfeits(shown.forfeits)
    if any(null.uneven for null in shown.nulls):
        raise click.exceptions.Exit(1)


def _put(held: Tournament, shown: Result, request: Request, *, as_json: bool) -> None:
    store = request.store or ""
    if as_json:
        more = why_words(held, store) if request.second else {}
        forfeits = forfeits_as_json(shown.forfeits, debug=False)
        put_document(result_words(shown, _samples(held, request)) | forfeits | more)
        return
    put_result(shown)
    samples = _samples(held, request)
    put_contest_samples(shown, samples)
    if request.second:
        put_second_screen(held, shown, samples, store, whole=request.whole)
    put_where_rest_is(shown, second=request.second, whole=request.whole)


def _samples(held: Tournament, request: Request) -> list[dict[str, Any]]:
    """Return the conflicts worth reading, with the command for each."""
    return contest_samples(
        held.contest,
        held.samples,
        request.store or "",
        request.scenarios,
        request.changes.words(),
    )


def _write(held: Tournament, shown: Result, request: Request) -> None:
    """Write the files that are asked for."""
    if request.csv:
        write_blocks(Path(request.csv), held.ledger)
    if request.picture:
        draw(Path(request.picture), shown, held)
    if request.page is not None:
        put_contest = resolve_name("sim.cli.compete.page:put_contest")  # slow to load
        put_contest(request, held, shown)


def _open(request: Request) -> AbstractContextManager[Store | None]:
    if request.store is None:
        return nullcontext()
    return open_store(request.store, create=not request.resume)


def _contest_to_resume(request: Request, store: Store) -> Contest:
    """Return the tournament to resume.

    The one that is named, the last of *store*, or the one that the options describe.
    """
    known = contest_ids(store)
    if not request.scenarios or set(request.scenarios) <= set(known):
        name = request.scenarios[0] if request.scenarios else ""
        return make_playable(
            _as_sandboxed(
                recorded_contest(store, name, patience=request.patience), request
            )
        )
    asked = _requested_contest(
        request, request.seed or (recorded_contest(store).seed if known else "")
    )
    return with_secret_seed(asked, store)


def _as_sandboxed(contest: Contest, request: Request) -> Contest:
    """Return *contest* with agents from files sandboxed as they were when it began.

    Without a sandbox the store, which a stranger may have written, names the code that
    runs with the user's rights; that takes --trust-files.
    """
    asked = as_recorded(contest.held)
    if asked == "off":
        asked = request.sandbox
    file = next(_files_run(contest), None)
    if contest.held != RECORDED[asked] and file is not None:
        message = (
            f"the tournament {contest.contest} was begun without --sandbox or --limits,"
            " and goes on so"
        )
        raise StoreError(message)
    if asked == "off" and file is not None and not request.trust_files:
        message = (
            f"the tournament {contest.contest} would run {shortened(file)!r} with your"
            " rights, because the store names it: if you trust that file, add"
            " --trust-files"
        )
        raise StoreError(message)
    return structs.replace(contest, sandbox=asked)


def _files_run(contest: Contest) -> Iterator[str]:
    """Yield the files whose code plays in *contest*, also at a fixed side."""
    specs = (*contest.everybody, *contest.terms.fixed.values())
    return files_of(specs, code=True)


def _requested_contest(request: Request, seed: str | None) -> Contest:
    """Return the tournament that *request* describes, with *seed* or a new seed."""
    agents = [name for name in split(request.agents) if name]
    return make_contest(
        [request.changes.load(name) for name in request.scenarios],
        ladder_agents(request.ladder) if request.ladder else agents,
        terms_of(request),
        seed=fresh_seed() if seed is None else seed,
        patience=request.patience,
        sandbox=request.sandbox,
    )


def _play(held: Tournament, request: Request, crew: Crew, *, as_json: bool) -> None:
    try:
        play_missing(held, crew)
    except KeyboardInterrupt as error:
        if held.ledger.games:
            _put(held, result_of(held), request, as_json=as_json)
        raise Stopped(_resuming(held, request)) from error


def _resuming(held: Tournament, request: Request) -> str:
    if request.store is None:
        return "nothing is kept; with --store PATH it could be resumed"
    again = ["fracas", "tournament", held.contest.contest, "--store", request.store]
    if held.contest.sandbox == "off" and any(_files_run(held.contest)):
        again.append("--trust-files")
    return (
        f"{held.ledger.games} conflicts are kept; go on with:"
        f" {shlex.join([*again, '--resume'])}"
    )
