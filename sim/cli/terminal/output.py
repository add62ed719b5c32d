"""Output of commands: results go to stdout, messages to stderr.

Names come from files that strangers wrote, so control characters are escaped in
whatever is printed for people: no file can move the cursor or colour a terminal. The
password of a store's address is left out of everything.

click caches the first stdout it sees for ever, with all its text where that is a buffer
in memory. So every call here passes the stream explicitly.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from shutil import get_terminal_size
from typing import Any, TextIO

import click
import msgspec

from sim.cli.terminal.layout import broken
from sim.reading.hints import brief, hint_first
from sim.reading.visible import visible, visible_json, without_password

_NARROW = 40
_WIDE = 80
_WORD = re.compile(
    r" *(?:[\[(][^\[\]()]{,20}[\])]|[^ ])+(?: %(?:(?= )|[,;.:)]+(?= )|[,;.:)]*$))?"
)
"""A word; a number keeps its % sign."""
_ITEM = re.compile("[^,]+,*|,+")
STOPPED = 130
"""The exit status after Ctrl-C."""


class Stopped(click.ClickException):
    """Ctrl-C, with a message about what was recorded."""

    exit_code = STOPPED

    def show(self, file: Any = None) -> None:  # noqa: ANN401 - click's own signature
        """Print the message on stderr."""
        del file
        note(f"stopped: {self.message}")


def put(text: str = "", *, indent: int = 2) -> None:
    """Print *text* on stdout, on a terminal with its lines broken between words.

    Continuation lines are indented by *indent* columns more than the first.
    """
    for line in text.split("\n"):
        put_plain(wrapped(_printable(line), indent=indent))


def _printable(text: str) -> str:
    """Return *text* as it is printed."""
    return without_password(visible(text))


def put_prose(text: str, *, indent: int = 0) -> None:
    """Print a paragraph for people in short lines, even into a pipe or a file."""
    room = _room(sys.stdout) or _WIDE
    put_plain(_broken(_printable(text), min(room, _WIDE), indent))


def put_items(items: Iterable[str]) -> None:
    """Print a list in short lines, each of its *items* on one line if it fits."""
    room = min(_room(sys.stdout) or _WIDE, _WIDE)
    line = ""
    for item in map(_printable, items):
        joined = f"{line}, {item}" if line else item
        if line and len(joined) >= room:
            put_prose(f"{line},")
            joined = item
        line = joined
    put_prose(f"{line}.")


def put_plain(text: str) -> None:
    """Print *text*, such as a file, line by line on stdout as it is."""
    for line in text.split("\n"):
        click.echo(_printable(line), file=sys.stdout)


def put_command(command: str, before: str = "") -> None:
    """Print a command line after *before*, such that it can be pasted into a shell.

    On a terminal a long one continues in further lines, after a backslash.
    """
    command = without_password(command)
    room, line = _room(sys.stdout), before + command
    if room is None or len(line) <= room:
        put_plain(line)
        return
    margin = len(before) - len(before.lstrip())
    label = before.strip()
    if label:
        put(" " * margin + label)
        margin += 2
    for part in broken(command, room - margin):
        put_plain(" " * margin + part)


def wrapped(text: str, *, indent: int = 2, file: TextIO | None = None) -> str:
    """Break *text* between words at the width of the terminal, and indent the rest.

    In a pipe or a file it stays one line. *file* is stdout unless it is given.
    """
    room = _room(file or sys.stdout)
    return text if room is None else _broken(text, room, indent)


def _broken(text: str, room: int, indent: int) -> str:
    """Return *text* in lines of at most *room*, except for longer words."""
    if len(text) <= room:
        return text
    margin = len(text) - len(text.lstrip()) + indent
    further = " " * min(margin, room // 2)
    lines = [""]
    for piece in _pieces(text, room - len(further)):
        if lines[-1].strip() and len(lines[-1]) + len(piece) > room:
            lines.append(further + piece.lstrip())
        else:
            lines[-1] += piece
    return "\n".join(lines)


def _pieces(text: str, room: int) -> Iterator[str]:
    """Yield the words of *text*, each with the spaces before it.

    A word that does not fit, such as an agent with its settings, is split at commas.
    """
    for word in _WORD.findall(text):
        if len(word) <= room:
            yield word
        else:
            yield from _ITEM.findall(word)


def _room(file: TextIO) -> int | None:
    """Return the width of the terminal; None if *file* is no terminal."""
    if not file.isatty():
        return None
    return max(_NARROW, get_terminal_size().columns)


def note(text: str) -> None:
    """Print the message *text* on stderr."""
    click.echo(wrapped(_printable(text), file=sys.stderr), file=sys.stderr)


def note_error(sentence: str) -> None:
    """Print on stderr what is wrong, and first what was probably meant."""
    note(f"error: {brief(hint_first(sentence))}")


def note_kept(games: int, played: int, what: str = "conflict") -> None:
    """Print how many of the *games* the store had already, if any; *what* they are."""
    if not played:
        all_ = f"all {games} {what}s are" if games > 1 else f"the {what} is"
        note(f"nothing to do: {all_} already there")
    elif played < games:
        kept = f"{games - played} of {games} {what}s were already there"
        note(f"{kept}; only the others were played")


def put_json(value: object) -> None:
    """Print *value* as one JSON document, indented for reading."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(visible_json(text), file=sys.stdout)


def put_document(words: Mapping[str, Any]) -> None:
    """Print *words* as one JSON document of format 1, as `sim.cli.documents` has it."""
    put_json({"format": 1, **words})


def put_json_line(value: object) -> None:
    """Print *value* as one line of JSON."""
    click.echo(visible_json(msgspec.json.encode(value)), file=sys.stdout)


def on_terminal() -> bool:
    """Return whether messages go to a terminal, where a progress bar makes sense."""
    return sys.stderr.isatty()
