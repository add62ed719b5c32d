"""Handling Ctrl-C differently for a while, or putting it off.

Otherwise Python raises a KeyboardInterrupt between any two instructions of the main
thread, even right after a lock was acquired and before the block that releases it.
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
    """Handle Ctrl-C within the block by what *make* returns for the handler before.

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
    """Handle a Ctrl-C within the block when the block ends; a second one at once."""
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
