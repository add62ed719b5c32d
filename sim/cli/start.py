"""Where `fracas` begins and ends: Ctrl-C is answered before the command line is there.

What the command line imports takes a tenth of a second, and Ctrl-C meanwhile would
print a traceback. It would again while Python ends, after the last word of a command.
"""

import os
import signal
import sys
from importlib import import_module
from types import FrameType

_STOPPED = 130


def main() -> int:
    """Run the command line; return the exit status, which is 130 after Ctrl-C."""
    try:
        status: int = import_module("sim.cli.main").main()
    except KeyboardInterrupt:
        status = _STOPPED
        sys.stderr.write("stopped\n")
    # It stays ignored where it is, as in the background of a script.
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _end)
    return status


def _end(_number: int, _frame: FrameType | None) -> None:
    """End this process, which has nothing left to print or to keep."""
    os._exit(_STOPPED)
