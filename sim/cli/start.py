"""The entry point of `fracas`: Ctrl-C prints no traceback, from the start to the end.

Importing the command line takes a tenth of a second, in which Ctrl-C would print a
traceback; so it would while Python exits, after the last output of a command.
"""

import os
import signal
import sys
from _thread import start_new_thread
from importlib import import_module
from time import sleep
from types import FrameType

_STOPPED = 130
_CALLBACK_SECONDS = 0.01
"""How long to wait until a callback, such as that of a weak reference, has returned."""


def main() -> int:
    """Run the command line; return the exit status, which is 130 after Ctrl-C."""
    sys.unraisablehook = _on_unraisable
    try:
        status: int = import_module("sim.cli.main").main()
    except KeyboardInterrupt:
        status = _STOPPED
        sys.stderr.write("stopped\n")
    # If SIGINT is ignored, as in the background of a script, it stays so.
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _exit_at_once)
    return status


def _on_unraisable(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that came within a callback, whose exceptions Python ignores."""
    if ignored.exc_type is KeyboardInterrupt:
        start_new_thread(_repeat_ctrl_c, ())
    else:
        sys.__unraisablehook__(ignored)


def _repeat_ctrl_c() -> None:
    sleep(_CALLBACK_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)


def _exit_at_once(_number: int, _frame: FrameType | None) -> None:
    """Exit without a traceback: nothing is left to print or to save."""
    os._exit(_STOPPED)
