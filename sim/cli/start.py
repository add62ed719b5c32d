"""Where `fracas` begins and ends: Ctrl-C is answered before the command line is there.

What the command line imports takes a tenth of a second, and Ctrl-C meanwhile would
print a traceback. It would again while Python ends, after the last word of a command.
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
"""How long a callback, such as that of a weak reference, may take to return."""


def main() -> int:
    """Run the command line; return the exit status, which is 130 after Ctrl-C."""
    sys.unraisablehook = _raised_where_none_can_be
    try:
        status: int = import_module("sim.cli.main").main()
    except KeyboardInterrupt:
        status = _STOPPED
        sys.stderr.write("stopped\n")
    # It stays ignored where it is, as in the background of a script.
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _end)
    return status


def _raised_where_none_can_be(ignored: "sys.UnraisableHookArgs") -> None:
    """Have a Ctrl-C answered that came within a callback, where Python ignores it."""
    if ignored.exc_type is KeyboardInterrupt:
        start_new_thread(_press_again, ())
    else:
        sys.__unraisablehook__(ignored)


def _press_again() -> None:
    sleep(_CALLBACK_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)


def _end(_number: int, _frame: FrameType | None) -> None:
    """End this process, which has nothing left to print or to keep."""
    os._exit(_STOPPED)
