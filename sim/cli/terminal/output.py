"""Output of commands: results go to stdout, messages to stderr.

Names come from files that strangers wrote, so control characters are escaped in
whatever is printed for people: no file can move the cursor or colour a terminal.

click caches the first stdout it sees for ever, with all its text where that is a buffer
in memory. So every call here passes the stream explicitly.
"""

import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click
import msgspec

from sim.reading.hints import brief, hint_first
from sim.reading.visible import visible, visible_json

_NARROW = 40
STOPPED = 130
"""The exit status after Ctrl-C."""


class Stopped(click.ClickException):
    """Ctrl-C, with a message about what was recorded."""

    exit_code = STOPPED

    def show(self, file: Any = None) -> None:  # noqa: ANN401 - click's own signature
        """Print the message on stderr."""
        del file
        note(f"stopped: {self.message}")


def put(text: str = "") -> None:
    """Print *text*, line by line, on stdout."""
    for line in text.split("\n"):
        click.echo(visible(line), file=sys.stdout)


def wrapped(text: str) -> str:
    """Break *text* between words at the width of a terminal, further in than it began.

    What is printed elsewhere, in a pipe or a file, stays one line.
    """
    if not sys.stdout.isatty():
        return text
    return "\n".join(
        wrap(
            text,
            max(_NARROW, get_terminal_size().columns),
            subsequent_indent=" " * (len(text) - len(text.lstrip()) + 2),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def note(text: str) -> None:
    """Print the message *text* on stderr."""
    click.echo(visible(text), file=sys.stderr)


def note_error(sentence: str) -> None:
    """Print on stderr what is wrong, and first what was probably meant."""
    note(f"error: {brief(hint_first(sentence))}")


def note_kept(games: int, played: int) -> None:
    """Print how many of the *games* the store had already, if any."""
    if not played:
        note(f"nothing to do: all {games} conflicts are already there")
    elif played < games:
        kept = f"{games - played} of {games} conflicts were already there"
        note(f"{kept}; only the others were played")


def put_json(value: object) -> None:
    """Print *value* as one JSON document, indented for reading."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(visible_json(text), file=sys.stdout)


def put_json_line(value: object) -> None:
    """Print *value* as one line of JSON."""
    click.echo(visible_json(msgspec.json.encode(value)), file=sys.stdout)


def on_terminal() -> bool:
    """Return whether messages go to a terminal, where a progress bar makes sense."""
    return sys.stderr.isatty()


def counted(number: int, thing: str) -> str:
    """Return a number with its noun in the singular or plural: `2 states`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
