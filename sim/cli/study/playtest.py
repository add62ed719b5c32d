"""`fracas playtest`: is it fair, what is a trap, how does it feel, what to change."""

import shlex
from typing import Any

import click
from msgspec import Struct

from sim.campaign.campaign import Campaign
from sim.campaign.plan import cast
from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.scenario import agents_option
from sim.cli.study.playtest_report import put_report
from sim.cli.terminal.output import STOPPED, Stopped, note, put, put_json
from sim.cli.terminal.progress import known_later
from sim.dice.seed import fresh_seed
from sim.errors import ScenarioError
from sim.library.scenario import Loaded
from sim.playtest.budget import DEFAULT, read_budget
from sim.playtest.playtest import playtest
from sim.playtest.report import Report


class Wish(Struct, frozen=True):
    """What the command line asks for."""

    scenario: str
    agents: str
    budget: str
    seed: str | None
    changes: Changes

    def again(self, report: Report) -> str:
        """Return the command that gives the same report."""
        parts = ["fracas", "playtest", self.scenario]
        parts += ["--agents", self.agents] if self.agents else []
        parts += ["--budget", f"{report.budget} games", "--seed", report.seed]
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
    help="How much to play: 60s, 5min, '2000 games'.",
)
@click.option("--seed", metavar="TEXT", help="Seed of the dice; random by default.")
@changes_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def playtest_(
    *,
    as_json: bool,
    **wished: Any,  # noqa: ANN401 - the fields of a Wish
) -> None:
    """Play SCENARIO in many ways, and say what its designer would want to know.

    Five sentences come first: is it fair, what decides it, what is a trap or too
    strong, how does it feel, what to change. Below stands what each of them rests on,
    and the command that shows more. Ctrl-C prints what was finished by then.
    """
    wish = Wish(**wished)
    budget = read_budget(wish.budget)
    loaded = _scenario(wish)
    agents = cast(loaded, split(wish.agents))
    seed = fresh_seed() if wish.seed is None else wish.seed
    with known_later("playing") as told:
        report = playtest(loaded, agents, budget=budget, seed=seed, told=told)
    if report.stopped and report.course is None:
        message = "no part of the report was finished"
        raise Stopped(message)
    if as_json:
        put_json(report.to_dict() | {"again": wish.again(report)})
    else:
        put_report(report, wish.scenario, wish.agents, wish.changes.words())
        _put_end(wish, report)
    if report.stopped:
        note("stopped: the report has the parts that were finished")
        click.get_current_context().exit(STOPPED)


def _put_end(wish: Wish, report: Report) -> None:
    put(f"{report.played} conflicts, seed {report.seed}")
    if report.missing:
        put(f"no time was left for: {', '.join(report.missing)}")
    put(f"the same again: {wish.again(report)}")


def _scenario(wish: Wish) -> Loaded:
    """Return the scenario; raises ScenarioError for a campaign."""
    playable = wish.changes.load_any(wish.scenario)
    if isinstance(playable, Campaign):
        chapters = ", ".join(one.loaded.name for one in playable.chapters)
        message = (
            f"{wish.scenario} is a campaign, expected a scenario, such as one of its"
            f" chapters: {chapters}"
        )
        raise ScenarioError(message)
    return playable
