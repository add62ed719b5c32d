"""A progress bar on a terminal, in its own module since rich is slow to import."""

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


@contextmanager
def bar(
    what: str, total: int | None, *, timed: bool
) -> Generator[Callable[[int, int, str], None], None, None]:
    """Draw a bar on stderr; yield a function that updates it: done, total, words.

    It ends with the time that is left if it is *timed*.
    """
    said = TextColumn("{task.description}", markup=False)
    columns = (said, BarColumn(), MofNCompleteColumn())
    left = (TimeRemainingColumn(),) if timed else ()
    console = Console(stderr=True)
    with Progress(*columns, *left, console=console, transient=True) as drawn:
        task = drawn.add_task(what, total=total)
        yield lambda done, of, words: drawn.update(
            task, completed=done, total=of, description=words
        )
