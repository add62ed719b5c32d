"""Capture what an agent prints while it is checked, and show only the first lines."""

import os
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import UnsupportedOperation
from select import select
from threading import Event, Thread

from sim.cli.terminal.output import note

_SHOWN = 5
_CHUNK = 1 << 16
_KEPT = 1 << 12
"""How many bytes of the output are kept, to show its first lines."""
_STDOUT, _STDERR = 1, 2


@contextmanager
def stdout_captured() -> Generator[None, None, None]:
    """Capture the output of this process and of its children; print its start at exit.

    Fracas's own messages, which go to `sys.stderr`, come through.
    """
    source, target = os.pipe()
    said, over = _Printed(), Event()
    listener = Thread(target=said.listen, args=(source, over), daemon=True)
    listener.start()
    try:
        with ExitStack() as stack:
            stack.callback(os.close, target)
            _divert(stack, target)
            yield
    finally:
        over.set()
        listener.join()
        os.close(source)
        said.tell()


def _divert(stack: ExitStack, target: int) -> None:
    """Redirect stdout, stderr and their descriptors to *target* until *stack* ends."""
    # Our own messages keep the real stderr, by a copy of its descriptor.
    kept = os.dup(_STDERR)
    ours = stack.enter_context(os.fdopen(kept, "w", buffering=1))
    if _stands_for(_STDERR):
        stack.enter_context(redirect_stderr(ours))
    sys.stdout.flush()
    # Children inherit descriptors, not Python's streams, so those are redirected too.
    for number in (_STDOUT, _STDERR):
        before = os.dup(number)
        stack.callback(os.close, before)
        stack.callback(os.dup2, before, number)
        os.dup2(target, number)
    printed = stack.enter_context(os.fdopen(os.dup(target), "w", buffering=1))
    stack.enter_context(redirect_stdout(printed))


def _stands_for(number: int) -> bool:
    """Whether `sys.stderr` writes to the descriptor *number*."""
    try:
        return sys.stderr.fileno() == number
    except (OSError, UnsupportedOperation):
        return False


class _Printed:
    """The start of the captured output, and its number of lines."""

    def __init__(self) -> None:
        self._start, self._lines, self._last = b"", 0, b"\n"

    def listen(self, source: int, over: Event) -> None:
        """Read from *source* until *over* is set and nothing is left to read."""
        # Children that outlive the check keep the pipe open, so its end may not come.
        while True:
            last = over.is_set()
            if select([source], [], [], 0 if last else 0.05)[0]:
                data = os.read(source, _CHUNK)
                if not data:
                    return
                self._take(data)
            elif last:
                return

    def _take(self, data: bytes) -> None:
        self._start += data[: _KEPT - len(self._start)]
        self._lines += data.count(b"\n")
        self._last = data[-1:] or self._last

    def tell(self) -> None:
        """Print the first lines on stderr, and how many more there were."""
        lines = self._lines + (self._last != b"\n")
        if not lines:
            return
        note("printed while it was checked:")
        first = self._start.decode(errors="replace").splitlines()[:_SHOWN]
        for line in first:
            note(f"  {line}")
        if lines > len(first):
            note(f"  ... and {lines - len(first)} more lines")
