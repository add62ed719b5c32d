"""Tables for people: fitted to the terminal, or to 80 columns in a file or a pipe.

This module chooses the widths, and rich draws. rich is slow to import, so the module is
imported only when a table is printed.
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
_WIDE = 80
"""The width of a table outside a terminal, unless long words need more."""
_LEAST = 8
"""The least width of a column of text."""
_BEFORE_INTERVAL = re.compile(r" (?=[\[(])")
"""Where a figure may break: before brackets, whose content is never broken."""
_JOINT = re.compile(r"[^,:;=/]*[,:;=/.]*")
"""A part of a long word, such as an agent with its settings, up to a joint."""
_NAME = re.compile("[^-_]*[-_]*")
"""A part of a name, which is broken only if nothing else helps."""


def put_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: int = 1,
    remark: bool = False,
) -> None:
    """Print *rows* under *heads* on stdout; the first *words* columns are text.

    So is the last if it is a *remark*. The others are figures, aligned to the right.
    Rows are printed as they come, a few hundred at a time, so a long table begins at
    once and is never in memory as a whole. If a terminal is too narrow for the columns,
    each row is printed as lines, one for each head. In a file or a pipe no word is
    broken, so that it can be searched for; a row with long words is wider there.
    """
    heads = [visible(head) for head in heads]
    terminal = sys.stdout.isatty()
    room = get_terminal_size().columns if terminal else _WIDE
    remaining, first = iter(rows), True
    layout = _Layout(heads, {*range(words), *[len(heads) - 1] * remark})
    block = list(islice(remaining, _BLOCK))
    while block or first:
        shown = [[visible(cell) for cell in row] for row in block]
        for row in shown:
            layout.take(row)
        widths = layout.fitted(room, whole=not terminal)
        wide = _GAP * (len(widths) - 1) + sum(widths)
        if shown and terminal and wide > room:
            _put_stacked(heads, shown)
        else:
            broken = [layout.broken(row, widths) for row in shown]
            _put_block(layout.table(widths, head=first), broken)
        first, block = False, list(islice(remaining, _BLOCK))


def put_blocks(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print *rows* as one table, or as several if its figures do not fit into one.

    Each of them begins with the first column and has equally many of the others.
    """
    room = get_terminal_size().columns if sys.stdout.isatty() else _WIDE
    first, *figures = zip(heads, *rows, strict=True)
    longest = max(map(_longest, first))
    label = max(longest, min(room // 3, max(map(cell_len, first))))
    column_width = _GAP + max(
        (cell_len(cell) for column in figures for cell in column), default=0
    )
    most = max(1, (room - label) // column_width)
    tables = max(1, -(-len(figures) // most))
    per_table = max(1, -(-len(figures) // tables))
    for begin in range(0, max(1, len(figures)), per_table):
        if begin:
            put()
        head, *lines = zip(first, *figures[begin : begin + per_table], strict=True)
        put_table(head, lines)


class _Layout:
    """The full and the least width of each column.

    Widths are chosen here since rich shrinks the widest column first, even if that
    breaks words while other columns have room.
    """

    def __init__(self, heads: Sequence[str], texts: Collection[int]) -> None:
        self._heads, self._texts = heads, texts
        words = list(map(_longest, heads))
        self._floors = [list(map(cell_len, heads)), words, [*words], [*words]]

    def take(self, row: Sequence[str]) -> None:
        """Widen the columns for *row*."""
        for index, cell in enumerate(row):
            needed = _text_widths(cell) if index in self._texts else _widths(cell)
            for floor, width in zip(self._floors, needed, strict=True):
                floor[index] = max(floor[index], width)

    def fitted(self, room: int, *, whole: bool) -> list[int]:
        """Return the width of each column so that all fit into *room*, if they can.

        First text is broken between words, then long words at their joints, then
        figures before their intervals, and last words anywhere. With *whole* no word is
        broken; if the columns do not fit then, nothing is broken.
        """
        widths, *floors = map(list, self._floors)
        if whole:
            floors[1:] = [self._unbroken()]
        room -= _GAP * (len(widths) - 1)
        least = [
            min(_LEAST, width) if index in self._texts and not whole else width
            for index, width in enumerate(floors[-1])
        ]
        if whole and sum(floors[-1]) > room:
            return widths
        for floor in (*floors, least):
            while sum(widths) > room:
                wide = [n for n, width in enumerate(widths) if width > floor[n]]
                if not wide:
                    break
                widths[max(wide, key=widths.__getitem__)] -= 1
        return widths

    def _unbroken(self) -> list[int]:
        """Return the least widths if figures may break but words of a text may not."""
        _, words, _, parts = self._floors
        return [
            words[index] if index in self._texts else width
            for index, width in enumerate(parts)
        ]

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
        """Return *row* with the cells that are too wide broken into lines."""
        return [
            cell
            if cell_len(cell) <= width
            else _filled(cell, width)
            if index in self._texts
            else _BEFORE_INTERVAL.sub("\n", cell)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]


def _margin(cell: str) -> int:
    return len(cell) - len(cell.lstrip(" "))


def _longest(cell: str) -> int:
    return max(map(cell_len, cell.split(" ")))


def _text_widths(cell: str) -> tuple[int, int, int, int]:
    """Return the widths of a text: whole, its longest word, and its longest part twice.

    They include the indentation, which every line keeps.
    """
    margin = _margin(cell)
    part = max(cell_len(part) for word in cell.split(" ") for part in _parts(word))
    return cell_len(cell), margin + _longest(cell), margin + part, margin + part


def _widths(cell: str) -> tuple[int, int, int, int]:
    """Return the widths of a figure: whole, and broken before its interval."""
    full = cell_len(cell)
    return full, full, full, max(map(cell_len, _BEFORE_INTERVAL.split(cell)))


def _parts(word: str, room: int | None = None) -> list[str]:
    """Return the parts of *word* between joints, and names in parts if they need it."""
    return [
        piece
        for part in _JOINT.findall(word)
        for piece in (
            [part] if room is None or cell_len(part) <= room else _NAME.findall(part)
        )
    ]


def _filled(cell: str, width: int) -> str:
    """Return a text in lines of at most *width*, each with its indentation."""
    room = width - _margin(cell)
    lines: list[str] = []
    for word in cell.split():
        parts = [word] if cell_len(word) <= room else _parts(word, room)
        for gap, part in zip((" ", *("",) * len(parts)), parts, strict=False):
            if lines and cell_len(lines[-1] + gap + part) <= room:
                lines[-1] += gap + part
            else:
                lines.append(part)
    return "\n".join(" " * _margin(cell) + line for line in lines if line)


def _put_stacked(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print each row as lines, each with a head and its cell."""
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
