"""Ctrl-C in commands that then print what they know so far."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType

from sim.cli.terminal.output import note
from sim.graph.interrupt import Interrupt
from sim.interrupts import on_ctrl_c

INTERRUPTED = "what is printed is what was known by then"
_AGAIN = "ending with what is known; Ctrl-C again ends at once, and keeps nothing"


@contextmanager
def interrupted_by_ctrl_c() -> Generator[Interrupt, None, None]:
    """Yield an interrupt that Ctrl-C sets; the second Ctrl-C is a KeyboardInterrupt.

    If SIGINT is ignored, as in the background of a script, it stays so.
    """
    interrupt = Interrupt()

    def press(_number: int, _frame: FrameType | None) -> None:
        if not interrupt.pressed:
            # Printing fails during another print, or if nobody reads the output.
            with suppress(RuntimeError, OSError):
                note(_AGAIN)
        interrupt.press()

    with on_ctrl_c(lambda _: press):
        yield interrupt
