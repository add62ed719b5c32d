"""`--free`: which kinds of decision are free, where agents make the others."""

import click

from sim.seam.events import Scope

free_option = click.option(
    "--free",
    default="",
    metavar="KINDS",
    help=(
        f"Which decisions are free: {', '.join(Scope)}, or those that offer an answer"
        " such as 'gives up'; by default all."
    ),
)
