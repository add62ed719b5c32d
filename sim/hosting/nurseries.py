"""The host's side of the nurseries: start one when needed, ask it for processes.

A host has at most two: one for its own agents, in its folder and environment, and one
for strangers' agents, with neither. Both have the same hash seed and thread limits, so
that an agent chooses alike in play and in audit.
"""

import atexit
import os
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

import msgspec

import sim
from sim.hosting.messages import End, Start
from sim.hosting.nursery import ANSWER, HEADER

_BOOT = (
    "import sys; sys.path[:] = sys.argv[2:];"
    " from sim.hosting.nursery import main; main(int(sys.argv[1]))"
)
_ALIKE = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_KEPT = ("LD_LIBRARY_PATH",)
"""Environment variables that Python itself may need to start."""
_encode = msgspec.msgpack.Encoder().encode


class Nursery:
    """A process that forks processes for agents, and the socket to it."""

    def __init__(self, *, strangers: bool) -> None:
        mine, theirs = socket.socketpair()
        self._control = mine
        self._lock = Lock()
        self.serves = 0
        """How many processes it has started that were not ended."""
        # Unbuffered, so that a child that is killed loses nothing it has printed.
        flags = ["-u", "-P", "-s"]
        command = [sys.executable, *flags, "-c", _BOOT, str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [*command, *_import_folders()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd="/" if strangers else None,
                env=_environment(strangers=strangers),
                start_new_session=True,
            )

    def start(self, order: Start, reading: int, writing: int) -> int:
        """Return the number of a new process that serves these two descriptors.

        Raises OSError if there can be none.
        """
        data = _encode(order)
        with self._lock:
            header = HEADER.pack(len(data))
            socket.send_fds(self._control, [header], [reading, writing])
            self._control.sendall(data)
            answer = b""
            while len(answer) < ANSWER.size:
                part = self._control.recv(ANSWER.size - len(answer))
                if not part:
                    message = "the process that starts them has ended"
                    raise OSError(message)
                answer += part
            (pid,) = ANSWER.unpack(answer)
            if pid < 0:
                raise OSError(-pid, os.strerror(-pid))
            self.serves += 1
            return int(pid)

    def end(self, pid: int) -> None:
        """End the process *pid*, whatever it is doing."""
        data = _encode(End(pid))
        with self._lock, suppress(OSError):
            self.serves -= 1
            self._control.sendall(HEADER.pack(len(data)) + data)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it, and with it all processes that it started."""
        self._control.close()
        self._process.wait()


_NURSERIES: dict[tuple[int, bool], Nursery] = {}
_STARTING = Lock()


@atexit.register
def _close_all() -> None:
    """End the nurseries of this process with it."""
    for (pid, _), nursery in _NURSERIES.items():
        if pid == os.getpid():
            nursery.close()


def start(order: Start, reading: int, writing: int) -> tuple[Nursery, int]:
    """Start a process that serves these two descriptors; return it and its nursery.

    A process that was forked from one with a nursery gets its own. Raises OSError if
    none can be started.
    """
    key = os.getpid(), order.sandbox != "off"
    with _STARTING:
        nursery = _NURSERIES.get(key)
        if nursery is not None and not nursery.alive:
            nursery.close()
            nursery = None
        if nursery is None:
            nursery = _NURSERIES[key] = Nursery(strangers=key[1])
        return nursery, nursery.start(order, reading, writing)


def end_idle() -> None:
    """End the nurseries of this process whose processes have all ended."""
    with _STARTING:
        for key, nursery in tuple(_NURSERIES.items()):
            if key[0] == os.getpid() and not nursery.serves:
                del _NURSERIES[key]
                nursery.close()


def _environment(*, strangers: bool) -> Mapping[str, str]:
    given = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**(given if strangers else os.environ), **_ALIKE}


def _import_folders() -> list[str]:
    """Return `sys.path` with Python's own folders first.

    So no other file can shadow a module of the standard library. The current folder is
    left out, since its files may be a stranger's, unless Fracas itself is there.
    """
    paths = sysconfig.get_paths()
    dynamic = str(Path(paths["platstdlib"]) / "lib-dynload")
    zipped = f"python{sys.version_info.major}{sys.version_info.minor}.zip"
    own = str(Path(sim.__path__[0]).parent)
    here = str(Path.cwd())
    folders = [
        path
        for path in dict.fromkeys([*sys.path, own])
        if Path(path).is_absolute() and (path != here or path == own)
    ]
    first = {paths["stdlib"], paths["platstdlib"], dynamic}
    return sorted(folders, key=lambda p: p not in first and Path(p).name != zipped)
