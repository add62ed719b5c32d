"""Progress of long work on stderr: a bar on a terminal, else a line now and then."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from msgspec import Struct
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from sim.cli.terminal.output import Stopped, note, on_terminal

SECONDS_BETWEEN = 10.0
"""Seconds between lines where there is no terminal."""
_MINUTE = 60


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None], None, None]:
    """Yield a function to call with how many of *total* are done so far."""
    if not on_terminal():
        with _lines(SoFar(what, total=total)) as so_far:
            yield lambda done: so_far.tell(done, total)
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
def known_later(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """Give a function that is told how many are done, and of how many in all."""
    if not on_terminal():
        with _lines(SoFar(what)) as so_far:
            yield so_far.tell
        return
    columns = (
        TextColumn(what, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def growing(what: str, made: str) -> Generator[Callable[[int, int], None], None, None]:
    """Yield a function to call with how many are done, and how many are known so far.

    Ctrl-C raises Stopped, which says that nothing is kept of what is being *made*.
    """
    columns = (TextColumn(what, markup=False), BarColumn(), MofNCompleteColumn())
    try:
        if not on_terminal():
            with _lines(SoFar(what, growing=True)) as so_far:
                yield so_far.tell
            return
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(what, total=None)
            yield lambda done, known: bar.update(task, completed=done, total=known)
    except KeyboardInterrupt as error:
        message = f"nothing is kept of {made} that is unfinished"
        raise Stopped(message) from error


class SoFar(Struct):
    """How much is done, and the total, which is only what is known yet if *growing*."""

    what: str
    growing: bool = False
    done: int = 0
    total: int = 0

    def tell(self, done: int, total: int) -> None:
        """Record the progress."""
        self.done, self.total = done, total

    def line(self, seconds: float) -> str:
        """Return the line to print after so many seconds."""
        passed = _time(seconds)
        if not self.total:
            return f"{self.what}: {passed} so far"
        said = f"{self.what}: {self.done} of {self.total}"
        if self.growing:
            return f"{said} states known so far, after {passed}"
        if not self.done:
            return f"{said} after {passed}"
        left = seconds * (self.total - self.done) / self.done
        return f"{said} after {passed}, about {_time(left)} left"


def _time(seconds: float) -> str:
    """Return a time in words: 40 s, 3 min."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min"


@contextmanager
def _lines(so_far: SoFar) -> Generator[SoFar, None, None]:
    """Print a line now and then, however long a single step takes."""
    over, began = Event(), monotonic()

    def repeat() -> None:
        while not over.wait(SECONDS_BETWEEN):
            note(so_far.line(monotonic() - began))

    printer = Thread(target=repeat, daemon=True)
    printer.start()
    try:
        yield so_far
    finally:
        over.set()
        printer.join()
