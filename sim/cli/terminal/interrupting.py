"""Ctrl-C, where what is known by then is to be printed."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType

from sim.cli.terminal.output import note
from sim.graph.interrupt import Interrupt

INTERRUPTED = "what is printed is what was known by then"
_AGAIN = "ending with what is known; Ctrl-C again ends at once, and keeps nothing"


@contextmanager
def interrupted_by_ctrl_c() -> Generator[Interrupt, None, None]:
    """Yield what Ctrl-C presses meanwhile; pressed again, it is a KeyboardInterrupt.

    Where SIGINT is ignored, as in the background of a script, it stays so.
    """
    interrupt = Interrupt()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(
        before
    ):
        yield interrupt
        return

    def press(_number: int, _frame: FrameType | None) -> None:
        if not interrupt.pressed:
            # Nothing can be printed while something else is, or if nobody reads it.
            with suppress(RuntimeError, OSError):
                note(_AGAIN)
        interrupt.press()

    signal.signal(signal.SIGINT, press)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)
