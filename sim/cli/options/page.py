"""`--html FILE`: the option of commands that write what they found as a page."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from sim.files.outputs import check_new

F = TypeVar("F", bound=Callable[..., None])


def _checked(
    _context: click.Context, _option: click.Parameter, page: Path | None
) -> Path | None:
    """Return *page*; raises StoreError, before any work, if it cannot be written."""
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
