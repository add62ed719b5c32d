"""A progress bar on stderr, where stderr is a terminal; else silence."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from sim.cli.speak import Stopped, on_terminal


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None], None, None]:
    """Give a function that is told how many of *total* are done so far."""
    if not on_terminal():
        yield lambda _: None
        return
    columns = (
        TextColumn(what, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def growing(what: str, made: str) -> Generator[Callable[[int, int], None], None, None]:
    """Give a function that is told how many are done and of how many known so far.

    Nothing is kept of what is *made* so when it is stopped: Ctrl-C raises Stopped.
    """
    columns = (TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    seen = on_terminal()
    try:
        with Progress(
            *columns, console=console, transient=True, disable=not seen
        ) as bar:
            task = bar.add_task(what, total=None)
            yield lambda done, known: bar.update(task, completed=done, total=known)
    except KeyboardInterrupt as error:
        message = f"nothing is kept of {made} that is not finished"
        raise Stopped(message) from error
