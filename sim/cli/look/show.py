"""`fracas show`: what a store holds, one run of it, its conflicts, or one of them."""

import click
from click.core import ParameterSource

from sim.cli import complete
from sim.cli.look.list import json_lines, list_
from sim.cli.look.summary import show_one
from sim.playtest.record import playtest_ids
from sim.run.recorded import find_run
from sim.store.store import open_store
from sim.tournament.record import contest_ids


@click.command(
    epilog=(
        "Examples: fracas show duels.db;  fracas show duels.db 3fa91c02;  fracas show"
        " duels.db 3fa91c02-17;  fracas show duels.db 3fa91c02 --conflicts;  fracas"
        " show duels.db 3fa91c02 --sort harm --around median"
    )
)
@click.argument("store")
@click.argument(
    "name",
    metavar="[RUN|TOURNAMENT|CONFLICT]",
    default="",
    shell_complete=complete.runs,
)
@click.option(
    "--conflicts",
    is_flag=True,
    help="List the conflicts of the run; so do the options below.",
)
@click.option(
    "--why",
    is_flag=True,
    help="For a run or a tournament, show a second screen: what was counted, or "
    "where agents differ.",
)
@click.option(
    "--choices",
    is_flag=True,
    help="For a run, list every option that was chosen or offered; if it kept only "
    "seals, its first conflicts are played again for that.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="For a tournament, show the second screen in full; for a run, also every "
    "option.",
)
def show(  # noqa: PLR0913 - its options
    store: str,
    name: str,
    *,
    conflicts: bool,
    why: bool,
    choices: bool,
    every: bool,
    as_json: bool,
    **listing: object,
) -> None:
    """Show what STORE holds: runs, tournaments, playtests, or one that you name.

    A run or a tournament is summed up as it was when it was played, a conflict in a few
    lines. If the store holds a single run, that run is shown. With --conflicts, the
    conflicts of a run are listed, or the chapters of one game of a campaign.
    """
    ctx = click.get_current_context()
    listed = conflicts or any(
        ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE
        for option in listing
    )
    with open_store(store, create=False) as opened:
        if listed and not name:
            name = find_run(opened, "").run
        count = len(opened.run_ids()) + len(contest_ids(opened))
        # A playtest has no summary to show: it stands in the list.
        alone = count <= 1 and not playtest_ids(opened)
    lists = listed or not (name or alone)
    if lists and (why or choices or every):
        what = "--all" if every else "--why" if why else "--choices"
        about = "" if what == "--choices" else " or tournament"
        message = f"{what} is about one run{about}, and this lists what there is"
        raise click.UsageError(message)
    if lists:
        ctx.invoke(list_, store=store, run=name, as_json=as_json, **listing)
    else:
        asked = {"why": why, "choices": choices, "every": every, "as_json": as_json}
        ctx.invoke(show_one, store=store, name=name, **asked)


# What `list` can do, `show` can: both stay alike when options come.
show.params += [
    param for param in list_.params if param.name not in {"store", "run", "as_json"}
]
json_lines(show)
