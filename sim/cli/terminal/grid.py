"""Tables for people: fitted to the terminal, or one line a row in a file or a pipe.

Here widths are chosen; rich draws. It is slow to import, so this module is apart.
"""

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from shutil import get_terminal_size

import click
from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.reading.visible import visible

_BLOCK = 400
"""How many rows are laid out at once."""
_GAP = 2
"""Spaces between columns."""
_LEAST = 8
"""The least width of a column of text."""


def put_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: int = 1,
    remark: bool = False,
) -> None:
    """Print *rows* under *heads* on stdout; the first *words* columns are text.

    So is the last if it is a *remark*. The others are figures and stand flush right.
    Rows are printed as they come, a few hundred at a time, so a long table begins at
    once and is never held whole.
    """
    heads = [visible(head) for head in heads]
    room = get_terminal_size().columns if sys.stdout.isatty() else None
    remaining, first = iter(rows), True
    texts = {*range(words), *[len(heads) - 1] * remark}
    layout = _Layout(heads, texts)
    block = list(islice(remaining, _BLOCK))
    while block or first:
        shown = [[visible(cell) for cell in row] for row in block]
        for row in shown:
            layout.take(row)
        _put_block(_table(heads, layout.fitted(room), texts, head=first), shown)
        first, block = False, list(islice(remaining, _BLOCK))


class _Layout:
    """The full and the least width of each column.

    Widths are chosen here since rich shrinks the widest column first, even if that
    breaks words while other columns have room.
    """

    def __init__(self, heads: Sequence[str], texts: Iterable[int]) -> None:
        self._texts = texts
        self._whole = [cell_len(head) for head in heads]
        self._word = [_longest(head) for head in heads]

    def take(self, row: Sequence[str]) -> None:
        """Widen the columns for *row*; figures are never broken."""
        for index, cell in enumerate(row):
            whole = cell_len(cell)
            word = _longest(cell) if index in self._texts else whole
            self._whole[index] = max(self._whole[index], whole)
            self._word[index] = max(self._word[index], word)

    def fitted(self, room: int | None) -> list[int]:
        """Return the width of each column so that all fit into *room*, if they can."""
        widths = list(self._whole)
        if room is None:
            return widths
        room -= _GAP * (len(widths) - 1)
        least = [
            min(_LEAST, word) if index in self._texts else word
            for index, word in enumerate(self._word)
        ]
        for floor in (self._word, least):
            while sum(widths) > room:
                wide = [n for n, width in enumerate(widths) if width > floor[n]]
                if not wide:
                    break
                widths[max(wide, key=widths.__getitem__)] -= 1
        return widths


def _longest(cell: str) -> int:
    return max(map(cell_len, cell.split(" ")))


def _table(
    heads: Sequence[str], widths: Sequence[int], texts: Iterable[int], *, head: bool
) -> Table:
    table = Table(
        box=SIMPLE,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
        show_header=head,
    )
    for index, (name, width) in enumerate(zip(heads, widths, strict=True)):
        table.add_column(
            Text(name),
            justify="left" if index in texts else "right",
            overflow="fold",
            width=width,
        )
    return table


def _put_block(table: Table, rows: Sequence[Sequence[str]]) -> None:
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    # Widths are already chosen, so the console is wide enough to keep them.
    wide = sum(column.width or 0 for column in table.columns)
    console = Console(
        file=sys.stdout, width=wide + _GAP * len(table.columns), highlight=False
    )
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().splitlines():
        click.echo(line.rstrip(), file=sys.stdout)


def percent(share: float, decimals: int = 1) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.{decimals}f} %"
