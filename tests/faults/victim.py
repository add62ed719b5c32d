"""One command in a process of its own, which disturbs itself as instructed."""

import os
import resource
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

import msgspec

from sim.cli.main import main
from sim.cli.terminal.output import STOPPED
from tests.faults.calls import fail_at
from tests.faults.disturbance import Disturbance

DEFECT = 70
"""The exit status when something that is no FracasError got out of `main`."""


def disturb(how: Disturbance) -> None:
    """Arrange in this process what *how* says of its inside."""
    if how.call:
        fail_at(how.call, how.nth, how.failure)
    if how.size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (how.size, how.size))
    if how.clock:
        _jump(how.clock)


def _jump(seconds: float) -> None:
    """Have the wall clock jump by *seconds* at each other look, and back again."""
    real, real_ns = time.time, time.time_ns
    looks = 0

    def jumped() -> bool:
        nonlocal looks
        looks += 1
        return looks % 2 == 1

    time.time = lambda: real() + seconds * jumped()
    time.time_ns = lambda: real_ns() + int(seconds * 1e9) * jumped()


def forked(args: tuple[str, ...], how: Disturbance, said: Path) -> int:
    """Start the command in a process forked from this one; return its number.

    Its output goes to *said* with the endings .out and .err.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return pid
    status = DEFECT
    try:
        os.setsid()
        _redirect(how, said)
        disturb(how)
        _speak()
        status = _interruptible(args)
        with suppress(OSError):  # as an interpreter that ends; `main` has said so
            sys.stdout.flush()
    except BaseException:  # noqa: BLE001 - this is where a defect is seen
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _interruptible(args: tuple[str, ...]) -> int:
    """Run the command; ignore Ctrl-C just before and after it."""
    status = STOPPED
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        status = main(args)
    except KeyboardInterrupt as error:
        if any(
            frame.name == "invoke"
            for frame in traceback.extract_tb(error.__traceback__)
        ):
            raise
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


def output(how: Disturbance, said: Path) -> int:
    """Return the open file that is to be stdout: *said*, or what *how* names."""
    if how.output == "full":
        return os.open("/dev/full", os.O_WRONLY)
    if how.output == "closed":
        reader, writer = os.pipe()
        os.close(reader)
        return writer
    return os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)


def _redirect(how: Disturbance, said: Path) -> None:
    os.dup2(output(how, said.with_suffix(".out")), 1)
    os.dup2(output(Disturbance(), said.with_suffix(".err")), 2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)


def _speak() -> None:
    """Open Python's own streams anew, for what stands behind them is another."""
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - the process's own
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115 - the same
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 - the same


if __name__ == "__main__":
    disturb(msgspec.json.decode(sys.argv[1], type=Disturbance))
    sys.exit(main(sys.argv[2:]))
