"""Progress of long work on stderr: a bar on a terminal, else a line now and then."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pkgutil import resolve_name
from threading import Event, Thread
from time import monotonic

from msgspec import Struct

from sim.cli.terminal.output import Stopped, note, on_terminal

SECONDS_BETWEEN = 10.0
"""Seconds between lines where there is no terminal."""
_MINUTE = 60


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None], None, None]:
    """Yield a function to call with how many of *total* are done so far."""
    with _shown(SoFar(what, total=total), total, timed=True) as tell:
        yield lambda done: tell(done, total)


@contextmanager
def known_later(what: str) -> Generator[Callable[[int, int, str], None], None, None]:
    """Yield a function to call with how many are done, of how many, and what about."""
    so_far = SoFar(what)
    with _shown(so_far, None, timed=True) as tell:

        def about(done: int, total: int, words: str) -> None:
            so_far.about = words
            tell(done, total)

        yield about


@contextmanager
def growing(what: str, made: str) -> Generator[Callable[[int, int], None], None, None]:
    """Yield a function to call with how many are done, and how many are known so far.

    None are known where whole conflicts are played instead.

    Ctrl-C raises Stopped, which says that nothing is kept of what is being *made*.
    """
    try:
        with _shown(SoFar(what, growing=True), None) as tell:
            yield tell
    except KeyboardInterrupt as error:
        message = f"nothing is kept of {made} that is unfinished"
        raise Stopped(message) from error


@contextmanager
def _shown(
    so_far: "SoFar", total: int | None, *, timed: bool = False
) -> Generator[Callable[[int, int], None], None, None]:
    """Yield a function to call with the progress, which it shows.

    A bar on a terminal ends with the time that is left if it is *timed*.
    """
    if not on_terminal():
        with _lines(so_far):
            yield so_far.tell
        return
    bar = resolve_name("sim.cli.terminal.bar:bar")  # slow, and only for a terminal
    with bar(so_far.what, total, timed=timed) as update:
        yield lambda done, of: update(done, of or done, so_far.called)


class SoFar(Struct):
    """How much is done, and the total, which is only what is known yet if *growing*."""

    what: str
    growing: bool = False
    done: int = 0
    total: int = 0
    about: str = ""

    @property
    def called(self) -> str:
        """What is being done, and what about."""
        return f"{self.what} ({self.about})" if self.about else self.what

    def tell(self, done: int, total: int) -> None:
        """Record the progress."""
        self.done, self.total = done, total

    def line(self, seconds: float) -> str:
        """Return the line to print after this many seconds."""
        passed = _time(seconds)
        if self.growing and self.done and not self.total:
            return f"{self.called}: {self.done} conflicts played, after {passed}"
        if not self.total:
            return f"{self.called}: {passed} so far"
        said = f"{self.called}: {self.done} of {self.total}"
        if self.growing:
            return f"{said} states known so far, after {passed}"
        if not 0 < self.done < self.total:
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
