"""Tables for people: on a terminal fitted to it, in a file or a pipe a line a row.

A column is narrowed to its longest word before any word is broken, and a word that must
be broken is broken after a mark such as `_` or `,` where it has one.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from shutil import get_terminal_size
from unicodedata import category, east_asian_width

import click

from sim.cli.speak import clean

_BLOCK = 400
"""How many rows are laid out at once."""
_GAP = "  "
_LEAST = 8
"""No column is made narrower than so many characters."""
_PIECES = re.compile(r"[^_,/:]*[_,/:]+|[^_,/:]+")


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
    room = get_terminal_size().columns if sys.stdout.isatty() else None
    remaining, first = iter(rows), True
    texts = [*range(words), *[len(heads) - 1] * remark]
    layout = _Layout(heads, texts)
    block = list(islice(remaining, _BLOCK))
    while block or first:
        cleaned = [[clean(cell) for cell in row] for row in block]
        for row in cleaned:
            layout.take(row)
        widths = layout.fitted(room)
        if first:
            for line in _lines(heads, widths, texts):
                click.secho(line, bold=os.environ.get("TERM") != "dumb" or None)
            click.echo("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
        for row in cleaned:
            for line in _lines(row, widths, texts):
                click.echo(line)
        first, block = False, list(islice(remaining, _BLOCK))


class _Layout:
    """How wide columns want to be, and how narrow they may become."""

    def __init__(self, heads: Sequence[str], texts: Sequence[int]) -> None:
        self._texts = texts
        self._whole = [0] * len(heads)
        self._word = [0] * len(heads)
        self._piece = [0] * len(heads)
        self._take(heads, range(len(heads)))

    def take(self, row: Sequence[str]) -> None:
        """Make room for *row*, whose figures stay whole."""
        self._take(row, self._texts)

    def _take(self, row: Sequence[str], texts: Sequence[int]) -> None:
        for index, cell in enumerate(row):
            whole = word = piece = _cells(cell)
            if index in texts and whole > _LEAST:
                word = max(map(_cells, cell.split(" ")))
                piece = max(map(_cells, _PIECES.findall(cell.replace(" ", "_"))))
            self._whole[index] = max(self._whole[index], whole)
            self._word[index] = max(self._word[index], word)
            self._piece[index] = max(self._piece[index], piece)

    def fitted(self, room: int | None) -> list[int]:
        """Return how wide each column is so that all have *room*, if they can."""
        widths = list(self._whole)
        if room is None:
            return widths
        room -= len(_GAP) * (len(widths) - 1)
        columns = range(len(widths))
        least = [
            min(_LEAST, piece) if index in self._texts else piece
            for index, piece in enumerate(self._piece)
        ]
        for floor in (self._word, self._piece, least):
            while sum(widths) > room:
                wide = [index for index in columns if widths[index] > floor[index]]
                if not wide:
                    break
                widths[max(wide, key=widths.__getitem__)] -= 1
        return widths


def _lines(
    row: Sequence[str], widths: Sequence[int], texts: Sequence[int]
) -> Iterator[str]:
    """Yield the lines of *row*, wrapped to the columns' *widths*."""
    wrapped = [
        list(_wrapped(cell, width)) for cell, width in zip(row, widths, strict=True)
    ]
    for number in range(max(map(len, wrapped))):
        cells = [part[number] if number < len(part) else "" for part in wrapped]
        padded = [
            cell + " " * (width - _cells(cell))
            if index in texts
            else " " * (width - _cells(cell)) + cell
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        yield _GAP.join(padded).rstrip()


def _wrapped(cell: str, width: int) -> Iterator[str]:
    """Yield *cell* in lines of at most *width*, broken between words if it can be."""
    if _cells(cell) <= width:
        yield cell
        return
    line = ""
    for word in cell.split(" "):
        parts = [word] if _cells(word) <= width else _pieces(word, width)
        for index, part in enumerate(parts):
            joined = f"{line} {part}" if line and not index else line + part
            if line and _cells(joined) > width:
                yield line
                joined = part
            line = joined
    yield line


def _pieces(word: str, width: int) -> Iterator[str]:
    """Yield *word* in pieces of at most *width*, each ending with a mark if it can."""
    for piece in _PIECES.findall(word):
        rest = piece
        while _cells(rest) > width:
            cut = next(n for n in range(len(rest), 0, -1) if _cells(rest[:n]) <= width)
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


def _cells(text: str) -> int:
    """Return how many columns of a terminal *text* takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(char) in {"Mn", "Me"} else 1 + (east_asian_width(char) in "WF")
        for char in text
    )


def percent(share: float, decimals: int = 1) -> str:
    """Return *share* as a percentage."""
    return f"{100 * share:.{decimals}f} %"
