"""`--seed` and `--fair`: where the dice of a command come from."""

from pathlib import Path

import click

seed_option = click.option(
    "--seed", metavar="TEXT", help="Seed of the dice; random by default."
)
fair_option = click.option(
    "--fair",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the seed that several parties made (reveal).",
)
