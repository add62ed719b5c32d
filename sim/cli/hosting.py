"""Options of every command that asks agents from files."""

import click

from sim.hosting.host import PATIENCE

patience_option = click.option(
    "--patience",
    type=click.FloatRange(0.01),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="How long an agent from a file may think about one choice.",
)
sandbox_option = click.option(
    "--sandbox",
    is_flag=True,
    help="Limit memory and files of agents from files, as for strangers' agents.",
)
