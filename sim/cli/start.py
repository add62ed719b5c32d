"""The entry point of `fracas`: Ctrl-C prints no traceback, from the start to the end.

Importing the command line takes a tenth of a second, in which Ctrl-C would print a
traceback; so it would while Python exits, after the last output of a command.
"""

import os
import signal
import sys
from _thread import start_new_thread
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from time import sleep
from types import FrameType

_STOPPED = 130
_AGAIN_SECONDS = 0.01
"""How long to wait until Ctrl-C is repeated that came where it would be ignored."""
_LOADING = {
    ExtensionFileLoader.create_module.__code__,
    ExtensionFileLoader.exec_module.__code__,
}
"""While extension modules are loaded: those made by Cython ignore all that is raised in
some of their first lines."""
_HASHING = {"__eq__", "__hash__"}
"""msgspec looks types up in a dictionary, and ignores what their hashes raise."""


def main() -> int:
    """Run the command line; return the exit status, which is 130 after Ctrl-C."""
    sys.unraisablehook = _on_unraisable
    # If SIGINT is ignored, as in the background of a script, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        status: int = import_module("sim.cli.main").main()
    except KeyboardInterrupt:
        status = _STOPPED
        sys.stderr.write("stopped\n")
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, _exit_at_once)
    return status


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt as soon as nothing on the stack would ignore it."""
    while frame is not None:
        if frame.f_code in _LOADING or frame.f_code.co_name in _HASHING:
            start_new_thread(_repeat_ctrl_c, ())
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _on_unraisable(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that came within a callback, whose exceptions Python ignores."""
    if ignored.exc_type is KeyboardInterrupt:
        start_new_thread(_repeat_ctrl_c, ())
    else:
        sys.__unraisablehook__(ignored)


def _repeat_ctrl_c() -> None:
    sleep(_AGAIN_SECONDS)
    os.kill(os.getpid(), signal.SIGINT)


def _exit_at_once(_number: int, _frame: FrameType | None) -> None:
    """Exit without a traceback: nothing is left to print or to save."""
    os._exit(_STOPPED)
