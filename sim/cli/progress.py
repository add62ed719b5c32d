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

from sim.cli.speak import on_terminal


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
def growing(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """Give a function that is told how many are done and of how many known so far."""
    if not on_terminal():
        yield lambda _done, _known: None
        return
    columns = (TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, known: bar.update(task, completed=done, total=known)
