"""Tables for people; apart, since rich takes longer to import than all else here."""

import sys
from collections.abc import Iterable, Sequence
from itertools import islice

import click
from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.cli.speak import clean

_WIDTH = 160
"""How wide a table may be where there is no terminal to fit it to."""
_BLOCK = 400
"""How many rows are laid out at once."""


def put_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1
) -> None:
    """Print *rows* under *heads* on stdout; the first *words* columns are text.

    The other columns are figures and stand flush right. Rows are printed as they come,
    a few hundred at a time, so a long table begins at once and is never held whole.
    """
    width = None if sys.stdout.isatty() else _WIDTH
    console = Console(file=sys.stdout, width=width, highlight=False)
    remaining, widths = iter(rows), [0] * len(heads)
    block = list(islice(remaining, _BLOCK))
    first = True
    while block or first:
        cleaned = [[clean(cell) for cell in row] for row in block]
        for index in range(len(heads)):
            widths[index] = max(
                [widths[index], *(cell_len(row[index]) for row in cleaned)]
            )
        _put_block(console, _table(heads, widths, words, head=first), cleaned)
        first, block = False, list(islice(remaining, _BLOCK))


def _table(
    heads: Sequence[str], widths: Sequence[int], words: int, *, head: bool
) -> Table:
    table = Table(
        box=SIMPLE,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
        show_header=head,
    )
    for index, name in enumerate(heads):
        figures = index >= words
        table.add_column(
            Text(name),
            justify="right" if figures else "left",
            no_wrap=figures,
            overflow="fold",
            min_width=None if head else max(widths[index], cell_len(name)),
        )
    return table


def _put_block(console: Console, table: Table, rows: Sequence[Sequence[str]]) -> None:
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().splitlines():
        click.echo(line.rstrip())


def percent(share: float, decimals: int = 1) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.{decimals}f} %"
