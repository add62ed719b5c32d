"""`fracas check-scenario` and `check-agent`: whether a file or an agent can be used."""

from collections.abc import Sequence
from typing import Any

import click

from sim.campaign.campaign import Campaign
from sim.check_agent.checks import GAMES, conflicts
from sim.check_agent.checks import check_agent as checks_of
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.mistaken_names import system_meant
from sim.cli.options.scenario import rulings_text, trust_option
from sim.cli.terminal.captured import stdout_captured
from sim.cli.terminal.output import note, put, put_json
from sim.cli.terminal.progress import progress
from sim.errors import ScenarioError
from sim.library import catalogue
from sim.library.scenario import Loaded
from sim.library.scenario import load as load_scenario
from sim.reading.hints import brief
from sim.study.checking import Checked, checked, refused


@click.command("check-scenario", epilog="Example: fracas check-scenario my_duel.toml")
@click.argument("scenario", shell_complete=complete.playables)
@changes_options
@trust_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def check_scenario(
    scenario: str, changes: Changes, *, trust_files: bool, as_json: bool
) -> None:
    """Say whether SCENARIO, a file or a shipped name, can be played.

    It may be a campaign: then every chapter must be. The exit status is 2 if it
    cannot, with a sentence for every error and its place. What can be played but is
    probably a mistake is a warning.
    """
    try:
        loaded = changes.load_any(scenario)
    except ScenarioError as error:
        _put_problems(scenario, refused(error), as_json=as_json)
        click.get_current_context().exit(2)
    found = checked(loaded, scenario, trusted=trust_files)
    if as_json:
        put_json(found.to_dict())
    elif isinstance(loaded, Campaign):
        _put_campaign(loaded, scenario, found)
    else:
        _put_scenario(loaded, scenario, found)


def _put_scenario(loaded: Loaded, where: str, found: Checked) -> None:
    put(f"{where} can be played: {loaded.title} ({loaded.system.title})")
    for seat in found.about["seats"]:
        put(f"  {_seated(seat)}")
    rulings = found.about["changed_rulings"]
    if rulings:
        put(f"  rulings that are not the default: {rulings_text(rulings)}")
    put(f"  digest {loaded.digest.hex()}")
    for warning in found.warnings:
        put(f"  warning: {warning}")


def _seated(seat: dict[str, Any]) -> str:
    """Return a seat's name, its side if there are several, and its agent."""
    played = f"played by {seat['agent']}"
    if seat["side"] is None:
        return f"{seat['name']}: judges, {played}"
    if seat["side_named"] == seat["name"]:
        return f"{seat['name']}: {played}"
    return f"{seat['name']}: {seat['side_named']}, {played}"


def _put_problems(scenario: str, found: Checked, *, as_json: bool) -> None:
    if as_json:
        put_json({"scenario": scenario, **found.to_dict()})
        return
    for problem in found.problems:
        note(f"error: {brief(problem)}")
    if found.unread:
        note(f"{scenario}: names that it refers to are checked once that is mended")


def _put_campaign(campaign: Campaign, where: str, found: Checked) -> None:
    put(f"{where} can be played: {campaign.title} ({campaign.system.title})")
    put(f"  about {', '.join(campaign.names)}")
    for one in found.about["chapters"]:
        waits = f", if {one['only_if']}" if one["only_if"] else ""
        session, weight = f"session {one['session']}", f"weight {one['weight']:g}"
        put(
            f"  chapter {one['chapter']}: {one['scenario']}, {session}, {weight}{waits}"
        )
        for seat in one["seats"]:
            put(f"    {_seated(seat)}")
        if one["changed_rulings"]:
            said = rulings_text(one["changed_rulings"])
            put(f"    rulings that are not the default: {said}")
        for warning in one["warnings"]:
            put(f"    warning: {warning}")
    put(f"  digest {campaign.digest.hex()}")


def _shipped(system: str | None) -> list[Loaded]:
    """Return the shipped scenarios, or those of *system*."""
    if system is not None:
        system_meant(system, "check-agent AGENT --system {}")
    shipped = catalogue.usable(catalogue.scenarios(), load_scenario)
    return [one for one in shipped if system in {None, one.system.name}]


@click.command("check-agent", epilog="Example: fracas check-agent my_agents.py:Brave")
@click.argument("agent", shell_complete=complete.agents)
@click.option(
    "--scenario", "scenarios", multiple=True, help="Ask it here; default all shipped."
)
@click.option(
    "--system",
    metavar="NAME",
    shell_complete=complete.systems,
    help="Ask it in the shipped scenarios of this rule system.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1000),
    default=GAMES,
    show_default=True,
    help="How many conflicts of each scenario, at seat after seat.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
@runs_here
def check_agent(
    agent: str,
    scenarios: Sequence[str],
    system: str | None,
    games: int,
    *,
    as_json: bool,
) -> None:
    """Say whether AGENT, a name or FILE.py:CLASS, keeps what agents promise.

    The exit status is 1 when it does not.
    """
    asked_in = [load_scenario(name) for name in scenarios]
    if system is not None or not asked_in:
        asked_in += _shipped(system)
    asked = conflicts(agent, asked_in, games)
    with stdout_captured(), progress("conflicts", asked) as bar:
        checks = checks_of(agent, asked_in, games=games, tell=bar)
    if as_json:
        put_json(checks)
    else:
        for check in checks:
            broken = "BROKEN" if check.judged else "unsure"
            verdict = "ok    " if check.passed else broken
            put(f"{verdict}  {check.name}: {check.sentence}")
    if not all(check.passed for check in checks):
        raise click.exceptions.Exit(1)
