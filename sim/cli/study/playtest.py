"""`fracas playtest`: is it fair, what is a trap, how does it feel, what to change."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, structs

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.campaign.plan import cast, plan_of, seats_of
from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.page import page_option
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import agents_option
from sim.cli.options.seeds import seed_option
from sim.cli.options.workers import Crew, executor_option, open_crew, workers_option
from sim.cli.play.samples import (
    Played,
    put_samples,
    sample_commands,
    samples_played,
)
from sim.cli.study.playtest_campaign import put_campaign_report
from sim.cli.study.playtest_report import put_report
from sim.cli.terminal.output import (
    STOPPED,
    Stopped,
    note,
    put,
    put_command,
    put_json,
    put_prose,
)
from sim.cli.terminal.page import put_page
from sim.cli.terminal.progress import known_later
from sim.dice.seed import fresh_seed
from sim.pages.command import Command
from sim.pages.playtest import playtest_page
from sim.pages.playtest_campaign import campaign_playtest_page
from sim.playtest.budget import DEFAULT, read_budget
from sim.playtest.campaign import (
    CampaignReport,
    hold_campaign_playtest,
    settle_campaign_budget,
)
from sim.playtest.more_commands import MoreCommands
from sim.playtest.playtest import Progress
from sim.playtest.report import Report
from sim.playtest.session import hold_playtest, settle_budget
from sim.store.store import open_store


class Request(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    agents: str
    budget: str
    seed: str | None
    store: str | None
    changes: Changes
    page: Path | None = None

    def again(self, games: int, seed: str) -> str:
        """Return the command that gives the same report, or goes on with it."""
        parts = ["fracas", "playtest", self.scenario]
        parts += ["--agents", self.agents] if self.agents else []
        parts += ["--budget", f"{games} games", "--seed", seed]
        parts += ["--store", self.store] if self.store else []
        return shlex.join([*parts, *self.changes.words()])


@click.command(
    "playtest",
    epilog=(
        "Examples: fracas playtest alley;  fracas playtest my_duel.toml --budget '2000"
        " games' --seed demo --json"
    ),
)
@click.argument("scenario", shell_complete=complete.playables)
@agents_option
@click.option(
    "--budget",
    default=DEFAULT,
    show_default=True,
    metavar="TIME|GAMES",
    help="How much to play: 60s, 5min, 1h, '2000 games'.",
)
@seed_option
@click.option(
    "--store",
    metavar="PATH|URL",
    help="Keep what was played; the same command continues from there.",
)
@workers_option
@executor_option
@changes_options
@page_option("Write the report")
@json_option
@runs_here
def playtest_(
    *,
    as_json: bool,
    workers: int | None,
    executor: str | None,
    **options: Any,  # noqa: ANN401 - the fields of a Request
) -> None:
    """Play SCENARIO in many ways, and report what its designer would want to know.

    SCENARIO may be a campaign: then whole campaigns are played, and each chapter is
    tested by itself.

    Five sentences come first: is it fair, what decides it, what is a trap or too
    strong, how does it feel, what to change. Below them stands what each rests on, and
    the command that shows more. Ctrl-C prints what is finished; with --store none of it
    is played again. The number of workers does not change the report. An agent that
    fails ends the playtest with an error, since its losses would look like a fault of
    the rules.
    """
    request = Request(**options)
    read_budget(request.budget)
    playable = request.changes.load_any(request.scenario)
    seed = fresh_seed() if request.seed is None else request.seed
    with open_crew(executor, workers) as crew, known_later("playing") as tell:
        report = _hold_playtest(request, playable, seed, crew, tell)
    if report.stopped and not report.rows():
        message = "no part of the report was finished"
        raise Stopped(message)
    samples = _samples(request, report)
    try:
        _put_page(request, report, sample_commands(samples))
    finally:
        if as_json:
            again = request.again(report.budget, report.seed)
            put_json(report.to_dict() | {"again": again, "samples": samples})
        else:
            _put(request, report, samples)
    if report.stopped:
        note("stopped: the report has the parts that were finished")
        click.get_current_context().exit(STOPPED)


def _hold_playtest(
    request: Request, playable: Playable, seed: str, crew: Crew, tell: Progress
) -> Report | CampaignReport:
    """Play where the command line says, and keep it if there is a store."""

    def begun(games: int) -> None:
        if request.store:
            note(f"to go on after an interrupt: {request.again(games, seed)}")

    agents, budget = cast(playable, split(request.agents)), read_budget(request.budget)
    play: Callable[..., Report | CampaignReport]
    # A budget that is too small is refused before there is a store.
    if isinstance(playable, Campaign):
        dealt = settle_campaign_budget(playable, agents, budget, seed, crew.workers)
        play = partial(hold_campaign_playtest, playable, agents, dealt, seed)
    else:
        budget = settle_budget(playable, agents, budget, seed, crew.workers)
        play = partial(hold_playtest, playable, agents, budget, seed)
    kept = open_store(request.store, create=True) if request.store else nullcontext()
    with kept as store:
        resources: dict[str, Any] = {
            "store": store,
            "workers": crew.workers,
            "executor": crew.executor,
            "progress": tell,
            "begun": begun,
        }
        return play(**resources)


def _samples(request: Request, report: Report | CampaignReport) -> list[dict[str, Any]]:
    """Return what to read of the conflicts, or campaigns, between its own agents."""
    playable: Playable = (
        report.campaign if isinstance(report, CampaignReport) else report.loaded
    )
    plan = plan_of(playable, report.agents, seed=report.seed)
    changes = request.changes.words()
    return samples_played(
        report.samples, [Played(plan, request.scenario, seats_of(playable), changes)]
    )


def _put(
    request: Request,
    report: Report | CampaignReport,
    samples: Sequence[Mapping[str, Any]],
) -> None:
    _put_cut(request, report)
    if isinstance(report, Report):
        changes = request.changes.words()
        put_report(report, request.scenario, request.agents, changes)
    else:
        put_campaign_report(report, request.scenario)
    put(f"{report.played} conflicts, seed {report.seed}")
    if isinstance(report, Report) and report.left_over:
        put_prose(report.left_over)
    put_samples(samples)
    put()
    _put_again(request, report)


def _put_again(request: Request, report: Report | CampaignReport) -> None:
    """Print the command that gives the report again, or all of one that was cut."""
    label = "the same again: " if report.complete else "the whole report: "
    put_command(_command_for_all(request, report), label)


def _command_for_all(request: Request, report: Report | CampaignReport) -> str:
    """Return the command that gives all of the report.

    A store has what was played in a hurry, and would give that again.
    """
    if report.hurried:
        request = structs.replace(request, store=None)
    return request.again(report.budget, report.seed)


def _put_cut(request: Request, report: Report | CampaignReport) -> None:
    """Say first that parts are missing, and how to get them."""
    if report.complete:
        return
    kept = " Nothing that was played is played again."
    kept *= request.store is not None and bool(report.missing)
    put_prose(report.cut_short + kept)
    _put_again(request, report)
    put()


def _put_page(
    request: Request, report: Report | CampaignReport, samples: Sequence[Command]
) -> None:
    if request.page is None:
        return
    called = "The same again" if report.complete else "The whole report"
    again = Command(called, _command_for_all(request, report))
    if isinstance(report, CampaignReport):
        page = campaign_playtest_page(report, commands=[again], samples=samples)
        put_page(request.page, page)
        return
    more = MoreCommands(
        report.loaded, request.scenario, request.agents, request.changes.words()
    )
    page = playtest_page(report, more, commands=[again], samples=samples)
    put_page(request.page, page)
