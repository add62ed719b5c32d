"""Tables for people; apart, since rich takes longer to import than all else here."""

import sys
from collections.abc import Sequence

import click
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.cli.speak import clean

_WIDTH = 160
"""How wide a table may be where there is no terminal to fit it to."""


def put_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1
) -> None:
    """Print *rows* under *heads* on stdout; the first *words* columns are text.

    The other columns are figures and stand flush right.
    """
    table = Table(box=SIMPLE, pad_edge=False, show_edge=False, collapse_padding=True)
    for index, head in enumerate(heads):
        figures = index >= words
        table.add_column(
            Text(head),
            justify="right" if figures else "left",
            no_wrap=figures,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(clean(cell)) for cell in row))
    width = None if sys.stdout.isatty() else _WIDTH
    console = Console(file=sys.stdout, width=width, highlight=False)
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().splitlines():
        click.echo(line.rstrip())


def percent(share: float, decimals: int = 1) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.{decimals}f} %"
