"""An agent from a file that tries to get out of its process, one way at a time.

It reports by what it raises: the error that refused it, or that it got through.
"""

import ctypes
import mmap
import multiprocessing
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

_TARGET = Path("/tmp/fracas-intruder")  # noqa: S108 - it must not come to be
_PARENT = os.getppid()
_MISSING = 38


def called(number: int, *given: int) -> None:
    """Make the system call *number*, as code does that asks no library."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(number, *given) == -1:
        error = ctypes.get_errno()
        if error == _MISSING:  # it is refused by saying that there is no such call
            raise PermissionError(error, os.strerror(error))
        raise OSError(error, os.strerror(error))


def forked() -> None:
    """Fork, and leave the session in the child."""
    if not os.fork():
        os.setsid()
        os._exit(0)


def unlimited() -> None:
    """Lift the bound on memory."""
    none = resource.RLIM_INFINITY
    try:
        resource.setrlimit(resource.RLIMIT_AS, (none, none))
    except ValueError as error:  # how Python tells of a limit that is not raised
        raise PermissionError(str(error)) from error


def mapped() -> None:
    """Write to a file through memory."""
    with Path("/dev/null").open("r+b") as file:
        mmap.mmap(file.fileno(), 1)


HERE = Path(__file__)
ATTEMPTS: Mapping[str, Callable[[], object]] = {
    "write a file": lambda: _TARGET.write_text("here", "utf-8"),
    "append to a file": lambda: HERE.open("a", encoding="utf-8"),
    "truncate a file": lambda: os.truncate(HERE, 0),
    "delete a file": HERE.unlink,
    "rename a file": lambda: HERE.rename(_TARGET),
    "link a file": lambda: _TARGET.hardlink_to(HERE),
    "make a link": lambda: _TARGET.symlink_to("/etc/passwd"),
    "make a folder": _TARGET.mkdir,
    "remove a tree": lambda: shutil.rmtree(HERE.parent),
    "make a pipe": lambda: os.mkfifo(_TARGET),
    "change rights": lambda: HERE.chmod(0o777),
    "change times": lambda: os.utime(HERE),
    "change an owner": lambda: os.chown(HERE, 0, 0),
    "map a file to write": mapped,
    "shared memory": lambda: SharedMemory(create=True, size=16),
    "read a file of the user": lambda: Path("/etc/passwd").read_bytes(),
    "read its own file": HERE.read_bytes,
    "list a folder": lambda: list(HERE.parent.iterdir()),
    "list the root": lambda: list(Path("/").iterdir()),
    "read the environment": lambda: Path("/proc/self/environ").read_bytes(),
    "read the parent's environment": lambda: Path(
        f"/proc/{_PARENT}/environ"
    ).read_bytes(),
    "read the parent's command": lambda: Path(f"/proc/{_PARENT}/cmdline").read_bytes(),
    "read the parent's memory": lambda: os.open(f"/proc/{_PARENT}/mem", os.O_RDONLY),
    "write the parent's memory": lambda: os.open(f"/proc/{_PARENT}/mem", os.O_RDWR),
    "read its own memory": lambda: os.open("/proc/self/mem", os.O_RDONLY),
    "where the parent stands": lambda: Path(f"/proc/{_PARENT}/cwd").readlink(),
    "kill the parent": lambda: os.kill(_PARENT, signal.SIGKILL),
    "kill everybody": lambda: os.kill(-1, signal.SIGKILL),
    "kill the group": lambda: os.killpg(os.getpgid(_PARENT), signal.SIGKILL),
    "fork": forked,
    "a shell": lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True),
    "spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    "become another program": lambda: os.execv("/bin/true", ["true"]),  # noqa: S606 - it is refused
    "a process of the library": lambda: multiprocessing.Process(target=print).start(),
    "leave the session": os.setsid,
    "TCP": lambda: socket.create_connection(("127.0.0.1", 9)),
    "UDP": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "a local socket": lambda: socket.socket(socket.AF_UNIX),
    "a pair of sockets": socket.socketpair,
    "a file of memory": lambda: os.memfd_create("mine"),
    "another root": lambda: os.chroot("/"),
    "another folder": lambda: os.chdir("/tmp"),  # noqa: S108 - it stays where it is
    "another user": lambda: os.setuid(1),
    "no more limits": unlimited,
    "another processor": lambda: os.sched_setaffinity(0, {0}),
    "be nice": lambda: os.nice(1),
    "the name of the machine": lambda: socket.sethostname("mine"),
}
CALLS: Mapping[str, Callable[[], object]] = {
    "queue a signal": lambda: called(129, _PARENT, 9, 0),
    "fork by another call": lambda: called(58),
    "clone without a thread": lambda: called(56, 17, 0, 0, 0, 0),
    "clone by the newer call": lambda: called(435, 0, 0),
    "outlive the parent": lambda: called(157, 1, 0, 0, 0, 0),
    "trace the parent": lambda: called(101, 16, _PARENT, 0, 0),
    "read memory by a call": lambda: called(310, _PARENT, 0, 0, 0, 0, 0),
    "open a process": lambda: called(434, _PARENT, 0),
    "open by the newest call": lambda: called(437, -100, 0, 0, 24),
    "open by a handle": lambda: called(304, 0, 0, 0),
    "requests in a ring": lambda: called(425, 1, 0),
    "a namespace": lambda: called(272, 0x10000000),
    "mount": lambda: called(165, 0, 0, 0, 0, 0),
    "limits of the parent": lambda: called(302, _PARENT, 7, 0, 0),
    "a filter of its own": lambda: called(317, 1, 0, 0),
    "keys of the kernel": lambda: called(250, 0, 0, 0, 0, 0),
    "watch files": lambda: called(253),
    "count cycles": lambda: called(298, 0, 0, 0, 0, 0),
    "programs of the kernel": lambda: called(321, 0, 0, 0),
    "take a lock": lambda: called(73, 0, 2),
}
"""Attempts by the numbers of x86_64."""


def known() -> None:
    """Say what it can find out about who plays, of what, and where that is kept."""
    seen = {**os.environ, "argv": " ".join([*sys.argv, *sys.orig_argv])}
    seen["folder"] = str(Path.cwd())
    open_ = [number for number in range(256) if _is_open(number)]
    message = f"found {open_} and {seen}"
    raise LookupError(message)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


class Intruder(Agent):
    """Makes one attempt as soon as it is made, and reports how it went."""

    def __init__(self, attempt: str = "") -> None:
        if attempt == "look around":
            known()
        if attempt:
            {**ATTEMPTS, **CALLS}[attempt]()
            message = f"got through: {attempt}"
            raise AssertionError(message)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option."""
        return asked.options[0]
