"""`fracas run`: play a scenario many times, record it if wanted, and sum it up."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, structs

from sim.campaign.forfeits import forfeits_of
from sim.campaign.load import Playable
from sim.campaign.plan import cast, plan_of, seats_of, specs_playing
from sim.campaign.summary import CampaignSummary, summary_of
from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.budget import sampled_bounds, sampled_options
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import debugging, patience_option, sandbox_option
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import ANYBODY, trust_option
from sim.cli.options.seeds import fair_option, seed_option
from sim.cli.options.workers import (
    Crew,
    check_here,
    executor_option,
    open_crew,
    workers_option,
)
from sim.cli.play.choices import put_choices, put_done
from sim.cli.play.fair import fair_seed
from sim.cli.play.footer import kept_words, put_facts, rulings_words
from sim.cli.play.forced import forced_agents
from sim.cli.play.forfeits import (
    exit_on_forfeits,
    forfeits_as_json,
    put_forfeits,
)
from sim.cli.play.remarks import remarks, replaced
from sim.cli.play.request import (
    ALL,
    Request,
    check_consistent,
    check_plain,
    same_command,
)
from sim.cli.play.samples import sample_commands, sample_words, samples_again
from sim.cli.play.screens import put_counted, put_played, put_won, said_first
from sim.cli.play.solve_hint import solve_hint
from sim.cli.terminal.output import Stopped, note_kept, put, put_document, put_prose
from sim.cli.terminal.progress import progress
from sim.conflict.choices import COUNTED
from sim.conflict.stream import Line
from sim.errors import StoreError
from sim.reading.hints import nearest, quoted
from sim.run.fair_files import phrase_of
from sim.run.forfeits import ForfeitCount, ForfeitLog
from sim.run.run import Plan, Record, RunResult
from sim.run.run import run as run_plan
from sim.run.seeding import seed_for
from sim.statistics.choices import ChoiceCounts
from sim.statistics.samples import Samples
from sim.statistics.summary import Summary
from sim.store.events import conflict_stream

if TYPE_CHECKING:
    from sim.store.store import Store


@click.command(
    epilog=(
        "Examples: fracas run alley --games 200;  fracas run my_duel.toml --agents"
        " bold,cautious:behind=0.3 --seed table-7 --store duels.db"
    )
)
@click.argument("scenario", shell_complete=complete.playables)
@click.option(
    "--agents",
    default="",
    metavar="A,B",
    shell_complete=complete.agents,
    help=f"Who plays, seat by seat: each {ANYBODY}; all: a small field, each"
    " against each.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="How many conflicts to play.",
)
@seed_option
@fair_option
@click.option("--store", metavar="PATH|URL", help="Record in this store.")
@click.option(
    "--record",
    type=click.Choice(["full", "packed", "seal", "none"]),
    help="Keep every event (default with --store), the same in a tenth to a thirtieth"
    " of the space, one line per game, or nothing.",
)
@workers_option
@executor_option
@click.option(
    "--resume", is_flag=True, help="Complete the unfinished run of the store."
)
@click.option("--strict", is_flag=True, help="Stop when an agent fails.")
@click.option(
    "--sampled",
    is_flag=True,
    help="Sample games from exact probabilities: millions, but none to replay.",
)
@sampled_options
@click.option(
    "--force",
    multiple=True,
    metavar="'SEAT: WORDS'",
    help="SEAT takes the option with these WORDS of the story whenever it can; of "
    "two that apply to the same SEAT at once, the later one counts.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Show a second screen: what was counted, and what each option earned.",
)
@click.option(
    "--choices", is_flag=True, help="List every option that was chosen or offered."
)
@patience_option
@sandbox_option
@click.option(
    "--debug",
    is_flag=True,
    help="Play in this process only, and stop with the agent's own traceback.",
)
@trust_option
@changes_options
@page_option("The result, what each option earned and the commands")
@json_option
def run(
    *,
    workers: int | None,
    executor: str | None,
    changes: Changes,
    as_json: bool,
    sampled: bool,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Play SCENARIO, a file or a shipped name, many times and report the results.

    Agents are given in the order of the seats; seats without one keep the scenario's
    agent. The same seed, scenario and agents give the same conflicts, die by die.
    SCENARIO may be a campaign: then each game plays all of its chapters.

    If an agent forfeits at least 1 game in 100, the report begins with that and the
    reason, and the exit status is 1.
    """
    page: Path | None = options.pop("page")
    second = _Second(options.pop("why"), options.pop("choices"), page, options["store"])
    options["bounds"] = sampled_bounds(options, sampled=sampled)
    request = Request(**options, changes=changes)
    field = request.agents.strip() == ALL
    check_here(executor, sampled=sampled, field=field, debug=request.debug)
    check_plain(request.fair, plain=not (sampled or field))
    if sampled:
        put_sampled = resolve_name("sim.cli.play.sampled:put_sampled")  # numpy is slow
        put_sampled(options | {"page": page}, changes, workers, as_json=as_json)
        return
    if field:
        put_field = resolve_name("sim.cli.play.field:put_field")  # plays matches
        put_field(request, page, as_json=as_json)
        return
    check_consistent(request)
    loaded = changes.load_any(request.scenario)
    agents = _agents(request, loaded)
    with open_crew(executor, workers) as crew, _open(request) as store:
        played, words = _play_all(request, loaded, agents, store, crew)
    _put(played, words, second, as_json=as_json)


def _play_all(
    request: Request,
    loaded: Playable,
    agents: tuple[str, ...],
    store: "Store | None",
    crew: Crew,
) -> tuple["_Played", dict[str, Any]]:
    """Play; return the result, and the facts for the footer."""
    plan = _plan(request, loaded, agents, store)
    summary, log, chosen = summary_of(loaded), ForfeitLog(), ChoiceCounts()
    samples = Samples()
    result = _play(plan, request, store, (summary, log, chosen, samples), crew)
    if store is not None and result.played < result.games:
        chosen = resolve_name("sim.campaign.chosen:recorded_choices")(
            store, plan.run_id
        )
    forfeits = forfeits_of(log, loaded, agents, result, store)
    what = "campaign" if isinstance(summary, CampaignSummary) else "conflict"
    note_kept(result.games, result.played, what)
    played = _Played(loaded, summary, chosen, agents, forfeits)
    words = _words(request, loaded, plan, result)
    words["samples"] = _sampled(samples, request, loaded, plan)
    said = replaced(seats_of(loaded), agents) + remarks(
        summary, forfeits, specs_playing(loaded, agents), words["seed"]
    )
    return played, words | {"remarks": said + solve_hint(request, loaded, agents)}


def _sampled(
    samples: Samples, request: Request, loaded: Playable, plan: Plan
) -> list[dict[str, Any]]:
    names = [seat.name for seat in seats_of(loaded)]
    if request.store is not None:
        return sample_words(samples, names, request.store)
    return samples_again(samples, names, request, plan)


def _agents(request: Request, loaded: Playable) -> tuple[str, ...]:
    given = split(request.agents)
    agents = cast(loaded, given, trusted=request.trust_files, sandbox=request.sandbox)
    return forced_agents(loaded, agents, request.force)


class _Played(Struct, frozen=True):
    """The result of a run."""

    loaded: Playable
    summary: Summary
    chosen: ChoiceCounts
    agents: tuple[str, ...]
    forfeits: Sequence[ForfeitCount]


class _Second(Struct, frozen=True):
    """What is asked for of the second screen: all of it, or every option too.

    And the page to write, with the address of the store for its commands.
    """

    why: bool
    choices: bool
    page: Path | None
    store: str | None


def _put(
    run: _Played, words: dict[str, Any], second: _Second, *, as_json: bool
) -> None:
    """Write the page and print a run, and end with 1 if an agent forfeited.

    The page comes first, since whoever reads the output may close the pipe.
    """
    try:
        if second.page is not None:
            _write_page(second.page, run, words, second.store)
    finally:
        if as_json:
            forfeits = forfeits_as_json(run.forfeits)
            first = forfeits | {"headline": said_first(run.summary)}
            counted_too = {"choices": run.chosen.to_dict()}
            put_document(first | words | run.summary.to_dict() | counted_too)
        else:
            _put_words(run, words, second)
    exit_on_forfeits(run.forfeits)


def _put_words(run: _Played, words: dict[str, Any], second: _Second) -> None:
    """Print a run in words; warnings about frequent forfeits come first."""
    loaded, summary = run.loaded, run.summary
    put_forfeits(run.forfeits)
    put_prose(said_first(summary))
    put(f"{loaded.title} ({loaded.system.title})")
    put_played(loaded, summary, words["samples"])
    names = [seat.name for seat in seats_of(loaded)]
    put_done(run.chosen, names, every=second.choices)
    put()
    put_facts(words)
    put_won(summary, run.agents)
    if second.why:
        put_counted(summary)
    if second.why or second.choices:
        put_choices(run.chosen, names, every=second.choices)


def _write_page(
    page: Path, run: _Played, words: dict[str, Any], store: str | None
) -> None:
    # Templates are slow to load, and few runs write a page.
    pages = import_module("sim.cli.play.page")
    counts = run.summary, run.chosen, run.forfeits
    samples = sample_commands(words["samples"], store)
    pages.put_run_page(page, run.loaded, counts, run.agents, words, samples)


def _open(request: Request) -> "AbstractContextManager[Store | None]":
    if request.store is None:
        return nullcontext()
    # The database is slow to import, and many runs keep nothing.
    opened: AbstractContextManager[Store] = resolve_name("sim.store.store:open_store")(
        request.store, create=not request.resume
    )
    return opened


def _plan(
    request: Request, loaded: Playable, agents: tuple[str, ...], store: "Store | None"
) -> Plan:
    record: Record = request.record or ("none" if store is None else "full")
    made = fair_seed(request.fair, loaded.digest, agents)
    plan = plan_of(
        loaded,
        agents,
        seed=_seed(request, loaded, agents, store) if made is None else made.seed,
        games=request.games,
        record=record,
        strict=request.strict or request.debug,
    )
    plan = structs.replace(
        plan,
        patience=request.patience,
        sandbox=request.sandbox,
        counted=COUNTED,
        fair=() if made is None else made.shares,
    )
    if request.debug:
        plan = structs.replace(plan, roster="sim.casting.roster")
    if request.resume and store is not None and not store.holds_run(plan.run_id):
        seeds = [earlier.seed for earlier in store.runs()]
        message = (
            f"{store.where} has no run of this scenario and these agents with the seed"
            f" {quoted(plan.seed)}, expected one to resume{nearest(plan.seed, seeds)}"
        )
        raise StoreError(message)
    return plan


def _seed(
    request: Request, loaded: Playable, agents: tuple[str, ...], store: "Store | None"
) -> str:
    """Return the seed: that of the run to resume, the given one, or a new one."""
    begun: Iterator[str] = iter(())
    if store is not None:
        recorded = import_module("sim.run.recorded")  # imported with the store
        like = store, loaded.digest, agents, request.games
        if request.seed is None and request.resume:
            seed: str = recorded.begun_seed(*like)
            return seed
        begun = (earlier.seed for earlier in recorded.runs_alike(*like))
    return seed_for(request.seed, specs_playing(loaded, agents), request.sandbox, begun)


def _play(
    plan: Plan,
    request: Request,
    store: "Store | None",
    into: tuple[Summary, ForfeitLog, ChoiceCounts, Samples],
    crew: Crew,
) -> RunResult:
    summary, log, chosen, samples = into

    def each(line: Line) -> None:
        summary.add(line)
        log.add_line(line)
        samples.add(line, conflict_stream(plan.run_id, line.game))

    try:
        debugged = debugging() if request.debug else nullcontext()
        with progress("playing", plan.games) as report, debugged:
            return run_plan(
                plan,
                store=store,
                workers=1 if request.debug else crew.workers(plan.games),
                executor=crew.executor,
                # A run with a new random seed cannot have been recorded before.
                resume=request.resume or request.seed is not None or bool(plan.fair),
                progress=report,
                on_line=each,
                on_forfeit=log.add,
                on_choices=chosen.add,
            )
    except KeyboardInterrupt as error:
        raise Stopped(kept_words(plan, store)) from error


def _words(
    request: Request, loaded: Playable, plan: Plan, result: RunResult
) -> dict[str, Any]:
    return {
        "run": plan.run_id,
        "scenario": loaded.name,
        "title": loaded.title,
        "system": loaded.system.name,
        "digest": loaded.digest.hex(),
        "agents": plan.agents,
        "seed": plan.seed,
        "fair": [phrase_of(share.party, share.commitment) for share in plan.fair],
        "record": plan.record,
        "played": result.played,
        "seal": result.seal.hex(),
        **rulings_words(loaded),
        "settings": request.changes.settings,
        "again": same_command(request, plan),
    }
