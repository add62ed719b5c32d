"""Ctrl-C, answered by something other than a KeyboardInterrupt for a while.

A KeyboardInterrupt comes between any two instructions of the main thread, even right
after a lock was acquired and before whatever would release it.
"""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

Handler: TypeAlias = Callable[[int, FrameType | None], object]


@contextmanager
def on_ctrl_c(make: Callable[[Handler], Handler]) -> Generator[None, None, None]:
    """Have what *make* returns for the present handler answer Ctrl-C within the block.

    Outside the main thread, and where SIGINT is ignored, as in the background of a
    script, nothing is changed.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(
        before
    ):
        yield
        return
    signal.signal(signal.SIGINT, make(before))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_put_off() -> Generator[None, None, None]:
    """Answer a Ctrl-C within the block when it ends; pressed again, at once."""
    waiting: list[Handler] = []

    def put_off(before: Handler) -> Handler:
        def handler(number: int, frame: FrameType | None) -> None:
            if waiting:
                before(number, frame)
            else:
                waiting.append(before)

        return handler

    try:
        with on_ctrl_c(put_off):
            yield
    finally:
        for before in waiting:
            before(signal.SIGINT, None)
