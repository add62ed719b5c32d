"""`fracas league`: a tournament that stands in a store and grows."""

from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
from msgspec import Struct

from sim.casting.specs import files_of, split
from sim.cli import complete
from sim.cli.compete.agent_costs import agent_costs_words, put_agent_costs
from sim.cli.compete.differences import why_words
from sim.cli.compete.missing_games import play_missing
from sim.cli.compete.request import exact_option
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
from sim.cli.options.hosting import patience_option, sandbox_option
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY
from sim.cli.options.workers import Crew, executor_option, open_crew, workers_option
from sim.cli.play.forfeits import forfeits_as_json
from sim.cli.terminal.output import (
    Stopped,
    note,
    note_kept,
    put_document,
)
from sim.dice.seed import fresh_seed
from sim.errors import StoreError
from sim.hosting.sandbox import RECORDED, Sandbox, as_recorded
from sim.library.scenario import load
from sim.reading.hints import shortened
from sim.store.store import Store, open_store
from sim.tournament import league as leagues
from sim.tournament.contest import Contest, Terms
from sim.tournament.record import contest_ids, with_secret_seed
from sim.tournament.result import Result, result_of
from sim.tournament.tournament import Tournament, recall_tournament

_GAMES = 200


class _Request(Struct, frozen=True):
    """The options of `fracas league`, as they were given."""

    store: str
    scenarios: tuple[str, ...]
    agents: str
    games: int | None
    exact: float | None
    seed: str | None
    why: bool
    whole: bool
    patience: float
    sandbox: Sandbox
    trust_files: bool
    page: Path | None
    as_json: bool

    @property
    def second(self) -> bool:
        """Whether a second screen is asked for, or all of it."""
        return self.why or self.whole

    @property
    def growth(self) -> leagues.Growth:
        """What the league gains; scenarios are read here."""
        return leagues.Growth(
            tuple(name for name in split(self.agents) if name),
            tuple(load(name) for name in self.scenarios),
            ((self.games or 0) + 1) // 2,
            self.exact or 0.0,
        )


@click.command(
    epilog=(
        "Examples: fracas league cup.db alley skill_page --agents steady,bold;  fracas"
        " league cup.db --agents my_agents.py:Brave;  fracas league cup.db ambush;"
        "  fracas league cup.db --why"
    )
)
@click.argument("store")
@click.argument("scenarios", nargs=-1, shell_complete=complete.playables)
@click.option(
    "--agents",
    default="",
    metavar="A,B,...",
    shell_complete=complete.agents,
    help=f"The agents that start a league, or join it: each {ANYBODY}.",
)
@click.option(
    "--games",
    type=click.IntRange(2),
    help="Conflicts for each pair of agents in each scenario, from now on"
    f" (a league starts with {_GAMES}).",
)
@exact_option
@click.option("--seed", metavar="TEXT", help="Seed of a new league; random by default.")
@click.option(
    "--why",
    is_flag=True,
    help="Show a second screen: what each scores on each side, where agents differ,"
    " games to replay; how long agents think, and tracebacks (of files: with"
    " --trust-files).",
)
@all_option
@page_option("Write the standings, the evidence and games to replay")
@workers_option
@executor_option
@patience_option
@sandbox_option
@click.option(
    "--trust-files",
    is_flag=True,
    help="Run agents from files that only the store names.",
)
@json_option
def league(*, workers: int | None, executor: str | None, **options: Any) -> None:  # noqa: ANN401 - the fields of a request
    """Show the league in STORE; let agents, SCENARIOS and games join it.

    In a league, everybody meets everybody under the same dice in every scenario. Games
    are never played twice: whoever joins plays only their own. If a command is
    interrupted, the next one plays what is left.

    The exit status is 1 if an agent forfeited a game, or does not repeat its choices
    under the same dice.
    """
    request = _Request(**options)
    growth = request.growth
    # what is asked for is read before a store is made, so that nothing bad leaves one
    new = None if _exists(request.store, growth) else _new_league(request, growth)
    with open_crew(executor, workers) as crew, _open(request, new) as store:
        held = _grown_league(request, growth, store, new)
        if not held.complete:
            _play(held, crew)
        elif growth:
            note_kept(held.ledger.games, played=0)
    shown = result_of(held)
    try:
        if request.page is not None:
            put_league = resolve_name("sim.cli.compete.page:put_league")  # slow to load
            put_league(request.page, request.store, held, shown)
    finally:
        _put(held, shown, request)
    if shown.forfeits or any(null.uneven for null in shown.nulls):
        raise click.exceptions.Exit(1)


def _exists(store: str, growth: leagues.Growth) -> bool:
    """Return whether there is a store; raises StoreError if none could begin."""
    if "://" not in store:
        return Path(store).exists()
    try:
        with open_store(store):
            return True
    except StoreError:
        if not (growth.scenarios and growth.agents):
            raise
    return False


def _open(request: _Request, new: Contest | None) -> Store:
    return open_store(request.store, create=new is not None)


def _new_league(request: _Request, growth: leagues.Growth) -> Contest:
    """Return a new league; raises UsageError for too little to begin with."""
    if not growth.scenarios or not growth.agents:
        message = (
            f"there is no league in {request.store} yet; one begins with scenarios and"
            " --agents A,B"
        )
        raise click.UsageError(message)
    return leagues.new_league(
        growth,
        Terms(blocks=_GAMES // 2),
        seed=fresh_seed() if request.seed is None else request.seed,
        patience=request.patience,
        sandbox=request.sandbox,
    )


def _grown_league(
    request: _Request, growth: leagues.Growth, store: Store, new: Contest | None
) -> Tournament:
    """Return the league with what it gains, as far as it is recorded."""
    before = None if new is not None else leagues.latest_league(store)
    if before is None:
        contest = with_secret_seed(new or _new_league(request, growth), store)
        return Tournament(contest, store=store, keeps=False)
    if request.seed not in {None, before.seed}:
        message = f"the league has the seed {before.seed}: leave out --seed"
        raise click.UsageError(message)
    lacking = leagues.missing_growth(before, growth)
    # a file that is named may have changed, so it is read, and compared below
    if leagues.is_played(store, before) and not (lacking or [*files_of(growth.agents)]):
        return recall_tournament(store, before.contest)
    contest = leagues.grow_league(
        before,
        lacking,
        patience=request.patience,
        sandbox=_sandbox(request, before),
    )
    leagues.check_unchanged(store, before, contest)
    for spec in leagues.changed_agents(before, contest):
        note(f"{spec} has changed since the league was played: it plays anew")
    resume = contest.contest in contest_ids(store)
    return Tournament(contest, store=store, resume=resume, keeps=False)


def _sandbox(request: _Request, before: Contest) -> Sandbox:
    """Return how agents from files are held: as before, unless asked otherwise.

    Without a sandbox the store, which a stranger may have written, names the code that
    runs with the user's rights; that takes --trust-files, or that --agents names
    the file.
    """
    if request.sandbox != "off" or not any(files_of(before.specs, code=True)):
        return request.sandbox
    if before.held != RECORDED["off"]:
        return as_recorded(before.held)
    asked = {*files_of(request.growth.agents, code=True)}
    named = files_of(before.specs, code=True)
    file = next((path for path in named if path not in asked), None)
    if file is not None and not request.trust_files:
        message = (
            f"the league would run {shortened(file)!r} with your rights, because the"
            " store names it: if you trust that file, add --trust-files; else --sandbox"
        )
        raise StoreError(message)
    return "off"


def _play(held: Tournament, crew: Crew) -> None:
    try:
        play_missing(held, crew)
    except KeyboardInterrupt as error:
        message = f"{held.ledger.games} conflicts are kept; the same command goes on"
        raise Stopped(message) from error
    if held.ledger.games:
        note_kept(held.ledger.games, held.played)


def _put(held: Tournament, shown: Result, request: _Request) -> None:
    samples = contest_samples(shown.contest, held.samples, request.store)
    if request.as_json:
        more = _why_words(held, shown, request) if request.second else {}
        forfeits = forfeits_as_json(shown.forfeits, debug=False)
        put_document(result_words(shown, samples) | forfeits | more)
        return
    put_result(shown)
    put_contest_samples(shown, samples)
    whole = request.whole
    if request.second:
        put_second_screen(held, shown, samples, request.store, whole=whole)
        with open_store(request.store) as store:
            put_agent_costs(shown, store, trusted=request.trust_files)
    own = ["how long each thinks", *["tracebacks"] * bool(shown.forfeits)]
    put_where_rest_is(shown, second=request.second, whole=whole, own=own)


def _why_words(held: Tournament, shown: Result, request: _Request) -> dict[str, Any]:
    """Return what --why adds, ready for JSON."""
    with open_store(request.store) as store:
        own = agent_costs_words(shown, store, trusted=request.trust_files)
    return why_words(held, request.store) | own
