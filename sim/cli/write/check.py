"""Commands that say whether something can be used: a scenario file, an agent."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from sim.campaign.campaign import Campaign, Chapter
from sim.campaign.load import load
from sim.campaign.story import condition
from sim.casting.specs import check_names_no_file
from sim.check_agent.checks import GAMES, conflicts
from sim.check_agent.checks import check_agent as checks_of
from sim.cli import complete
from sim.cli.options.hosting import runs_here
from sim.cli.options.mistaken_names import system_meant
from sim.cli.options.scenario import (
    ruling_option,
    rulings_of,
    spoken_rulings,
    trust_option,
)
from sim.cli.terminal.captured import hushed
from sim.cli.terminal.output import note, put, put_json
from sim.cli.terminal.progress import progress
from sim.cli.write.near_names import near_sides
from sim.cli.write.random_games import degenerate, stalled
from sim.errors import FracasError, ScenarioError
from sim.hosting.agents import describe
from sim.library import catalogue
from sim.library.rulings import changed_rulings
from sim.library.scenario import Loaded
from sim.library.scenario import load as load_scenario
from sim.reading.hints import brief, shortened
from sim.run.meaning import check_settings


@click.command("check-scenario", epilog="Example: fracas check-scenario my_duel.toml")
@click.argument("scenario", shell_complete=complete.playables)
@ruling_option
@trust_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def check_scenario(
    scenario: str, ruling: Sequence[str], *, trust_files: bool, as_json: bool
) -> None:
    """Say whether SCENARIO, a file or a shipped name, can be played.

    It may be a campaign: then every chapter must be. The exit status is 2 when it
    cannot, with a sentence for everything that is to be mended, and where. What can be
    played but is probably a mistake is a warning.
    """
    try:
        loaded = load(scenario, rulings_of(ruling))
    except ScenarioError as error:
        _put_problems(scenario, error, as_json=as_json)
        click.get_current_context().exit(2)
    if isinstance(loaded, Campaign):
        _check_campaign(loaded, scenario, trusted=trust_files, as_json=as_json)
        return
    seats = _seats(loaded, scenario, trusted=trust_files)
    _put_scenario(loaded, scenario, seats, as_json=as_json)


def _warnings(loaded: Loaded) -> list[str]:
    """Return what the file alone shows to be probably a mistake, a sentence each."""
    seats = loaded.system.seats(loaded.scenario)
    return [*near_sides(seats), *loaded.system.files.warnings(loaded.scenario)]


def _put_scenario(
    loaded: Loaded, where: str, seats: Sequence[dict[str, Any]], *, as_json: bool
) -> None:
    rulings = msgspec.to_builtins(changed_rulings(loaded.scenario))
    warnings = [*_warnings(loaded), *(degenerate(loaded) or stalled(loaded))]
    if as_json:
        put_json(
            {
                "scenario": loaded.name,
                "title": loaded.scenario.title,
                "system": loaded.system.name,
                "seats": seats,
                "changed_rulings": rulings,
                "digest": loaded.digest.hex(),
                "warnings": warnings,
            }
        )
        return
    put(f"{where} can be played: {loaded.scenario.title} ({loaded.system.title})")
    for seat in seats:
        put(f"  {_seated(seat)}")
    if rulings:
        put(f"  rulings that are not the default: {spoken_rulings(rulings)}")
    put(f"  digest {loaded.digest.hex()}")
    for warning in warnings:
        put(f"  warning: {warning}")


def _seated(seat: dict[str, Any]) -> str:
    """Return who sits there, for which side (of several) and by which agent."""
    played = f"played by {seat['agent']}"
    if seat["side"] is None:
        return f"{seat['name']}: judges, {played}"
    if seat["side_named"] == seat["name"]:
        return f"{seat['name']}: {played}"
    return f"{seat['name']}: {seat['side_named']}, {played}"


def _put_problems(scenario: str, error: ScenarioError, *, as_json: bool) -> None:
    if as_json:
        put_json({"scenario": scenario, "problems": list(error.problems)})
        return
    for problem in error.problems:
        note(f"error: {brief(problem)}")
    if error.unread:
        note(f"{scenario}: whether what it names is there is looked at after that")


def _check_campaign(
    campaign: Campaign, where: str, *, trusted: bool, as_json: bool
) -> None:
    chapters = [_chapter(one, where, trusted=trusted) for one in campaign.chapters]
    if as_json:
        put_json(
            {
                "scenario": campaign.name,
                "title": campaign.title,
                "system": campaign.system.name,
                "seats": campaign.names,
                "chapters": chapters,
                "digest": campaign.digest.hex(),
            }
        )
        return
    put(f"{where} can be played: {campaign.title} ({campaign.system.title})")
    put(f"  about {', '.join(campaign.names)}")
    for one in chapters:
        waits = f", if {one['only_if']}" if one["only_if"] else ""
        session, weight = f"session {one['session']}", f"weight {one['weight']:g}"
        put(
            f"  chapter {one['chapter']}: {one['scenario']}, {session}, {weight}{waits}"
        )
        for seat in one["seats"]:
            put(f"    {_seated(seat)}")
        if one["changed_rulings"]:
            said = spoken_rulings(one["changed_rulings"])
            put(f"    rulings that are not the default: {said}")
        for warning in one["warnings"]:
            put(f"    warning: {warning}")
    put(f"  digest {campaign.digest.hex()}")


def _chapter(chapter: Chapter, where: str, *, trusted: bool) -> dict[str, Any]:
    loaded = chapter.loaded
    return {
        "chapter": chapter.number,
        "scenario": chapter.name,
        "session": chapter.session,
        "weight": chapter.weight,
        "only_if": "" if chapter.when is None else condition(chapter.when),
        "seats": _seats(loaded, f"{where}, chapter {chapter.number}", trusted=trusted),
        "changed_rulings": msgspec.to_builtins(changed_rulings(loaded.scenario)),
        "warnings": _warnings(loaded),
    }


def _seats(loaded: Loaded, where: str, *, trusted: bool) -> list[dict[str, Any]]:
    """Return the seats; raises ScenarioError for an agent nobody knows.

    What a file says runs only where the scenario is *trusted*.
    """
    seats: list[dict[str, Any]] = []
    for seat in loaded.system.seats(loaded.scenario):
        try:
            if not trusted:
                check_names_no_file(seat.agent, f"the agent {shortened(seat.agent)!r}")
            describe(seat.agent)
            check_settings([loaded], [seat.agent])
        except FracasError as error:
            message = f"{where}: the seat {seat.name}: {error}"
            raise ScenarioError(message) from error
        words = {"name": seat.name, "side": seat.side, "side_named": seat.side_named}
        seats.append({**words, "agent": seat.agent})
    return seats


def _shipped(system: str | None) -> list[Loaded]:
    """Return the shipped scenarios, or those of *system*."""
    if system is not None:
        system_meant(system, "check-agent AGENT --system {}")
    shipped = [load_scenario(name) for name in catalogue.scenarios()]
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
    with hushed(), progress("conflicts", asked) as bar:
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
