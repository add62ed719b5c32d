"""`--html FILE`: what a command found, as one page to send."""

import shlex
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import TypeVar

import click

from sim.cli.options.recorded import TYPED
from sim.cli.terminal.output import note
from sim.files.outputs import check_new, new_file
from sim.pages.conflict import Command

F = TypeVar("F", bound=Callable[..., None])


def _checked(
    _context: click.Context, _option: click.Parameter, page: Path | None
) -> Path | None:
    """Return where to write; raises StoreError before any work where that fails."""
    if page is not None:
        check_new(page)
    return page


def page_option(what: str) -> Callable[[F], F]:
    """Return the option `--html`, the parameter `page`; *what* is its help."""
    return click.option(
        "--html",
        "page",
        type=click.Path(path_type=Path),
        metavar="FILE",
        callback=_checked,
        help=f"{what}, as one HTML file that needs no network.",
    )


def put_page(path: Path, text: str) -> None:
    """Write the page *text* into the new file *path*, and say so.

    Raises StoreError when there is a file already or it cannot be written.
    """
    with new_file(path) as target:
        target.write(text.encode("utf-8", "backslashreplace"))
    note(f"{path} is written: open it in a browser")


def commands_for(store: str, conflict: str) -> list[Command]:
    """Return the commands that show *conflict* of *store*, or of that transcript.

    A store is called by its last name alone: a page is sent to others, whom neither
    a directory nor the address of a server concerns.
    """
    called = PurePath(store).name
    names = (
        [called] if called == conflict or called.endswith(TYPED) else [called, conflict]
    )
    return [
        Command("Tell the story", shlex.join(["fracas", "replay", *names])),
        Command("Check it against the rules", shlex.join(["fracas", "audit", *names])),
        Command("What it was worth", shlex.join(["fracas", "analyse", *names])),
    ]
