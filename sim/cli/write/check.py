"""`fracas check`: whether a scenario or an agent can be used.

`check-scenario` and `check-agent` are older names for its two halves.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sim.campaign.campaign import Campaign
from sim.casting.roster import names
from sim.casting.specs import of_file
from sim.check_agent.checks import GAMES, Check, conflicts_to_play
from sim.check_agent.checks import check_agent as checks_of
from sim.check_agent.exchange import check_exchange, read_exchange, record_exchange
from sim.check_agent.keeps_answering import PATIENCE
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import runs_here
from sim.cli.options.mistaken_names import system_meant
from sim.cli.options.number import Number
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import rulings_text, trust_option
from sim.cli.terminal.captured import stdout_captured
from sim.cli.terminal.output import note, note_error, put, put_document
from sim.cli.terminal.progress import progress
from sim.errors import ScenarioError, UnknownNameError
from sim.files.outputs import new_file
from sim.library import catalogue
from sim.library.scenario import Loaded
from sim.library.scenario import load as load_scenario
from sim.reading.hints import nearest, quoted
from sim.spine.words import counted
from sim.study.checking import Checked, check_playable, checked_unreadable

games_option = click.option(
    "--games",
    type=click.IntRange(1, 1000),
    default=GAMES,
    show_default=True,
    help="How many conflicts of each scenario an agent plays, at one seat after the "
    "other.",
)
in_scenarios_option = click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    metavar="SCENARIO",
    shell_complete=complete.playables,
    help="Ask an agent in this scenario.",
)
in_system_option = click.option(
    "--system",
    metavar="NAME",
    shell_complete=complete.systems,
    help="Ask an agent in the shipped scenarios of this rule system.",
)
exchange_option = click.option(
    "--exchange",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Send the messages recorded in FILE to a program, instead of playing.",
)
record_option = click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Record what a program would be asked in AGENT's place, and what AGENT "
    "answers, in the new file FILE.",
)
patience_option = click.option(
    "--patience",
    type=Number(0.01),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="The most time an agent from a file may take for one choice;"
    " making the agent may take as long.",
)
_OF_AGENTS = {
    "scenarios": "--scenario",
    "system": "--system",
    "every": "--all",
    "games": "--games",
    "exchange": "--exchange",
    "record": "--record",
    "patience": "--patience",
}
_OF_PLAY = {
    "scenarios": "--scenario",
    "system": "--system",
    "every": "--all",
    "games": "--games",
    "record": "--record",
}
_OF_SCENARIOS = {
    "ruling": "--ruling",
    "settings": "--set",
    "trust_files": "--trust-files",
}


@click.command(
    epilog=(
        "Examples: fracas check my_duel.toml;  fracas check my_agents.py:Brave;  fracas"
        " check my_agents.py:Brave --all;  fracas check cmd:./bot"
    )
)
@click.argument("what", metavar="SCENARIO|AGENT", shell_complete=complete.checkables)
@click.option(
    "--all", "every", is_flag=True, help="Ask an agent in all shipped scenarios."
)
@in_scenarios_option
@in_system_option
@games_option
@exchange_option
@record_option
@patience_option
@changes_options
@trust_option
@json_option
@runs_here
def check(
    what: str,
    changes: Changes,
    *,
    trust_files: bool,
    as_json: bool,
    **asking: Any,  # noqa: ANN401 - the options of _check_agent
) -> None:
    """Say whether a scenario can be played, or whether an agent keeps its contract.

    For a scenario or a campaign, it lists everything that is wrong, each with its
    place, and the exit status is then 2; a probable mistake is a warning. An agent (a
    name, FILE.py:CLASS or cmd:PROGRAM) is asked in the smallest scenario of every rule
    system, which takes seconds; the exit status is 1 if it breaks what agents promise.
    """
    if _is_agent(what):
        _refuse(what, "an agent", "scenarios", _OF_SCENARIOS)
        if asking["exchange"]:
            _refuse_play()
        _check_agent(what, as_json=as_json, **asking)
    else:
        _refuse(what, "a scenario", "agents", _OF_AGENTS)
        _check_scenario(what, changes, trust_files=trust_files, as_json=as_json)


def _is_agent(what: str) -> bool:
    """Whether *what* names an agent; if not, it is a scenario or nothing.

    Raises UnknownNameError for a bare word that is neither.
    """
    if of_file(what) or what.partition(":")[0].strip() in names():
        return True
    shipped = [*catalogue.scenarios(), *catalogue.campaigns()]
    if what in shipped or Path(what).suffix or Path(what).exists():
        return False
    message = (
        f"no scenario and no agent is called {quoted(what)}, expected the path of a"
        " .toml file, path/to/file.py:NAME, cmd:path/to/bot, or a name that fracas"
        f" scenarios or fracas agents lists{nearest(what, [*shipped, *names()])}"
    )
    raise UnknownNameError(message)


def _refuse(what: str, kind: str, about: str, options: dict[str, str]) -> None:
    """Raise UsageError if one of *options*, for the other kind, was given."""
    ctx = click.get_current_context()
    for name, said in options.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            message = f"{said} is for {about}, and {quoted(what)} is {kind}"
            raise click.UsageError(message)


def _refuse_play() -> None:
    """Raise UsageError if an option of play was given beside --exchange."""
    ctx = click.get_current_context()
    for name, said in _OF_PLAY.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            message = (
                f"nothing is played with --exchange, so {said} means nothing there"
            )
            raise click.UsageError(message)


@click.command("check-scenario", epilog="Example: fracas check my_duel.toml")
@click.argument("scenario", shell_complete=complete.playables)
@changes_options
@trust_option
@json_option
def check_scenario(
    scenario: str, changes: Changes, *, trust_files: bool, as_json: bool
) -> None:
    """Say whether SCENARIO, a file or a shipped name, can be played.

    This is an older name for `fracas check SCENARIO`.
    """
    _check_scenario(scenario, changes, trust_files=trust_files, as_json=as_json)


def _check_scenario(
    scenario: str, changes: Changes, *, trust_files: bool, as_json: bool
) -> None:
    try:
        loaded = changes.load_any(scenario)
    except ScenarioError as error:
        _put_problems(scenario, checked_unreadable(error), as_json=as_json)
        click.get_current_context().exit(2)
    checked = check_playable(loaded, scenario, trusted=trust_files)
    if as_json:
        put_document(checked.to_dict())
    elif isinstance(loaded, Campaign):
        _put_campaign(loaded, scenario, checked)
    else:
        _put_scenario(loaded, scenario, checked)


def _put_scenario(loaded: Loaded, where: str, checked: Checked) -> None:
    put(f"{where} can be played: {loaded.title} ({loaded.system.title})")
    for seat in checked.about["seats"]:
        put(f"  {_seated(seat)}")
    rulings = checked.about["changed_rulings"]
    if rulings:
        put(f"  rulings that are not the default: {rulings_text(rulings)}")
    put(f"  digest {loaded.digest.hex()}")
    for warning in checked.warnings:
        put(f"  warning: {warning}")


def _seated(seat: dict[str, Any]) -> str:
    """Return a seat's name, its side if there are several, and its agent."""
    played = f"played by {seat['agent']}"
    if seat["side"] is None:
        return f"{seat['name']}: judges, {played}"
    if seat["side_named"] == seat["name"]:
        return f"{seat['name']}: {played}"
    return f"{seat['name']}: {seat['side_named']}, {played}"


def _put_problems(scenario: str, checked: Checked, *, as_json: bool) -> None:
    if as_json:
        put_document({"scenario": scenario, **checked.to_dict()})
        return
    for problem in checked.problems:
        note_error(problem)
    if checked.unread:
        note(f"{scenario}: names that it refers to are checked once that is mended")


def _put_campaign(campaign: Campaign, where: str, checked: Checked) -> None:
    put(f"{where} can be played: {campaign.title} ({campaign.system.title})")
    put(f"  about {', '.join(campaign.names)}")
    for chapter in checked.about["chapters"]:
        waits = f", if {chapter['only_if']}" if chapter["only_if"] else ""
        put(
            f"  chapter {chapter['chapter']}: {chapter['scenario']}, session"
            f" {chapter['session']}, weight {chapter['weight']:g}{waits}"
        )
        for seat in chapter["seats"]:
            put(f"    {_seated(seat)}")
        if chapter["changed_rulings"]:
            said = rulings_text(chapter["changed_rulings"])
            put(f"    rulings that are not the default: {said}")
        for warning in chapter["warnings"]:
            put(f"    warning: {warning}")
    put(f"  digest {campaign.digest.hex()}")


def _shipped(system: str | None) -> list[Loaded]:
    """Return the shipped scenarios, or those of *system*."""
    if system is not None:
        system_meant(system, "check AGENT --system {}")
    shipped = catalogue.usable(catalogue.scenarios(), load_scenario)
    return [loaded for loaded in shipped if system in {None, loaded.system.name}]


def smallest() -> list[Loaded]:
    """Return the shipped scenario of every system that says least."""
    by_system: dict[str, Loaded] = {}
    for loaded in sorted(_shipped(None), key=lambda loaded: len(loaded.data)):
        by_system.setdefault(loaded.system.name, loaded)
    return list(by_system.values())


@click.command("check-agent", epilog="Example: fracas check my_agents.py:Brave --all")
@click.argument("agent", shell_complete=complete.agents)
@in_scenarios_option
@in_system_option
@games_option
@exchange_option
@record_option
@patience_option
@json_option
@runs_here
def check_agent(agent: str, *, as_json: bool, **asking: Any) -> None:  # noqa: ANN401 - the options of _check_agent
    """Say whether AGENT, a name or FILE.py:CLASS, keeps what agents promise.

    This is an older name for `fracas check AGENT --all`.
    """
    _check_agent(agent, every=True, as_json=as_json, **asking)


def _check_agent(  # noqa: PLR0913 - the options of a command
    agent: str,
    *,
    scenarios: Sequence[str],
    system: str | None,
    games: int,
    every: bool,
    exchange: str | None,
    record: Path | None,
    patience: float,
    as_json: bool,
) -> None:
    if exchange is not None:
        many = len(read_exchange(exchange))
        with stdout_captured(), progress("messages", many) as bar:
            checks = check_exchange(agent, exchange, patience, bar)
        _put_checks(checks, as_json=as_json)
        return
    asked_in = [load_scenario(name) for name in scenarios]
    if system is not None:
        asked_in += _shipped(system)
    elif not asked_in:
        asked_in += _shipped(None) if every else smallest()
    if record is not None:
        _record(agent, asked_in, games, record, as_json=as_json)
        return
    asked = conflicts_to_play(agent, asked_in, games)
    with stdout_captured(), progress("conflicts", asked) as bar:
        checks = checks_of(
            agent, asked_in, games=games, progress=bar, patience=patience
        )
    _put_checks(checks, as_json=as_json)


def _put_checks(checks: Sequence[Check], *, as_json: bool) -> None:
    """Print *checks*, and end with status 1 unless all are passed."""
    if as_json:
        put_document({"checks": checks})
    else:
        for result in checks:
            broken = "BROKEN" if result.judged else "unsure"
            verdict = "ok    " if result.passed else broken
            put(f"{verdict}  {result.name}: {result.sentence}")
    if not all(result.passed for result in checks):
        raise click.exceptions.Exit(1)


def _record(
    agent: str, asked_in: Sequence[Loaded], games: int, path: Path, *, as_json: bool
) -> None:
    """Record what *agent* is asked and answers in *path*."""
    asked = games * len(asked_in)
    with (
        stdout_captured(),
        progress("conflicts", asked) as bar,
        new_file(path) as target,
    ):
        messages = 0
        for line in record_exchange(agent, asked_in, games, bar):
            target.write(line)
            messages += 1
    if as_json:
        put_document({"file": str(path), "messages": messages})
        return
    put(f"{path}: {counted(messages, 'message')} with the answers of {agent}")
    put(f"a program is tested with them by: fracas check cmd:./bot --exchange {path}")
