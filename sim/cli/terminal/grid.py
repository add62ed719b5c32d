"""Tables for people: fitted to the terminal, or one line a row in a file or a pipe.

Here widths are chosen; rich draws. It is slow to import, so this module is apart.
"""

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from shutil import get_terminal_size

import click
from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.cli.terminal.output import put
from sim.reading.visible import visible

_BLOCK = 400
"""How many rows are laid out at once."""
_GAP = 2
"""Spaces between columns."""
_LEAST = 8
"""The least width of a column of text."""
_BEFORE_INTERVAL = re.compile(r" (?=[\[(])")
"""Where a figure may break: what is in brackets stays whole."""
_JOINT = re.compile(r"[^,:;=/]*[,:;=/]*")
"""A part of a long word, such as an agent with its settings, up to a joint."""


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
    once and is never held whole. Where a terminal is too narrow for the columns, each
    row is printed as lines, one for each head.
    """
    heads = [visible(head) for head in heads]
    room = get_terminal_size().columns if sys.stdout.isatty() else None
    remaining, first = iter(rows), True
    layout = _Layout(heads, {*range(words), *[len(heads) - 1] * remark})
    block = list(islice(remaining, _BLOCK))
    while block or first:
        shown = [[visible(cell) for cell in row] for row in block]
        for row in shown:
            layout.take(row)
        widths = layout.fitted(room)
        wide = _GAP * (len(widths) - 1) + sum(widths)
        if shown and room is not None and wide > room:
            _put_stacked(heads, shown)
        else:
            broken = [layout.broken(row, widths) for row in shown]
            _put_block(layout.table(widths, head=first), broken)
        first, block = False, list(islice(remaining, _BLOCK))


class _Layout:
    """The full and the least width of each column.

    Widths are chosen here since rich shrinks the widest column first, even if that
    breaks words while other columns have room.
    """

    def __init__(self, heads: Sequence[str], texts: Collection[int]) -> None:
        self._heads, self._texts = heads, texts
        self._whole = [cell_len(head) for head in heads]
        self._word = [_longest(head) for head in heads]
        self._part = list(self._word)

    def take(self, row: Sequence[str]) -> None:
        """Widen the columns for *row*; figures are broken before an interval only."""
        for index, cell in enumerate(row):
            whole = cell_len(cell)
            text = index in self._texts
            word = _longest(cell) if text else whole
            part = word if text else max(map(cell_len, _BEFORE_INTERVAL.split(cell)))
            self._whole[index] = max(self._whole[index], whole)
            self._word[index] = max(self._word[index], word)
            self._part[index] = max(self._part[index], part)

    def fitted(self, room: int | None) -> list[int]:
        """Return the width of each column so that all fit into *room*, if they can.

        First text is broken between words, then figures, and only then words.
        """
        widths = list(self._whole)
        if room is None:
            return widths
        room -= _GAP * (len(widths) - 1)
        least = [
            min(_LEAST, part) if index in self._texts else part
            for index, part in enumerate(self._part)
        ]
        for floor in (self._word, self._part, least):
            while sum(widths) > room:
                wide = [n for n, width in enumerate(widths) if width > floor[n]]
                if not wide:
                    break
                widths[max(wide, key=widths.__getitem__)] -= 1
        return widths

    def table(self, widths: Sequence[int], *, head: bool) -> Table:
        """Return an empty table with columns of these *widths*."""
        table = Table(
            box=SIMPLE,
            pad_edge=False,
            show_edge=False,
            collapse_padding=True,
            show_header=head,
        )
        for index, (name, width) in enumerate(zip(self._heads, widths, strict=True)):
            table.add_column(
                Text(name),
                justify="left" if index in self._texts else "right",
                overflow="fold",
                width=width,
            )
        return table

    def broken(self, row: Sequence[str], widths: Sequence[int]) -> list[str]:
        """Return *row* with cells that are too wide broken where it reads best.

        Figures break before an interval, and words longer than their column at a joint;
        rich breaks between words.
        """
        return [
            _at_joints(cell, width)
            if index in self._texts
            else _BEFORE_INTERVAL.sub("\n", cell)
            if cell_len(cell) > width
            else cell
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]


def _longest(cell: str) -> int:
    return max(map(cell_len, cell.split(" ")))


def _at_joints(cell: str, width: int) -> str:
    """Return *cell*, its words that are longer than *width* broken at joints."""
    return " ".join(
        _filled(_JOINT.findall(word), width) if cell_len(word) > width else word
        for word in cell.split(" ")
    )


def _filled(parts: Iterable[str], width: int) -> str:
    lines = [""]
    for part in parts:
        if lines[-1] and cell_len(lines[-1] + part) > width:
            lines.append(part)
        else:
            lines[-1] += part
    return "\n".join(lines)


def _put_stacked(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print each row as lines, each a head and what stands under it."""
    wide = max(map(cell_len, heads))
    for row in rows:
        for head, cell in zip(heads, row, strict=True):
            if cell:
                put(f"{head}{' ' * (wide - cell_len(head))}  {cell}", indent=wide + 2)
        put()


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
