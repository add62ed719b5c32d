"""The wall around a stranger's code: Landlock for files, seccomp for everything else.

The process raises it itself, before any untrusted code runs, and it cannot be removed.
It needs no privilege, namespace or package, just three system calls. Once it stands,
operations that it should refuse are tried, which exposes a kernel, a container or a
filter that makes it ineffective. `Gap` says what is missing; then no code may be run.
"""

import ctypes
import errno
import os
import socket
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from signal import SIGKILL
from struct import pack

from sim.hosting import syscalls

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_BENEATH = 1
_FILES = ((1, 13), (2, 14), (3, 15), (5, 16))
"""Landlock version -> the number of access rights to files that it knows."""
_NETWORK, _SCOPES = 4, 6
"""The versions that introduced network rules, and scopes of signals and sockets."""
_EXECUTE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
_PDEATHSIG, _NO_NEW_PRIVS = 1, 38
_FILTER, _ALL_THREADS = 1, 1

_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/usr/share/zoneinfo",
    "/dev/null",
    "/dev/urandom",
)
"""System files that libraries read."""
_PROGRAMS = (
    "/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/etc/perl",
    "/etc/ssl/openssl.cnf",
    "/usr/share/awk",
    "/usr/share/lua",
    "/usr/share/nodejs",
    "/usr/share/perl",
    "/usr/share/perl5",
)
"""What interpreters of other languages are, and read when they start."""
_PACKAGES = {"site-packages", "dist-packages"}
"""Names of the folders in `sys.path` that hold installed libraries."""

_ADVICE = (
    "{} is not among the libraries that can be read behind the wall: install it into"
    " site-packages (pip install, without --editable or PYTHONPATH), put what is needed"
    " into the agent's own file, or trust the agent and use --limits"
)


class Gap(Exception):  # noqa: N818 - not our error: something that a kernel lacks
    """What a wall on this machine would lack, in a few words."""


def stand() -> None:
    """Raise the wall around this process, which must have one thread only.

    Raises Gap if the wall would be incomplete.
    """
    _stand(readable(len(sys.modules)), 0, program=False)
    _try_it(_ATTEMPTS)


def stand_for_program() -> None:
    """Raise the wall around this process, which then becomes a program.

    It may become what is in the folders of programs, and read what interpreters read
    when they start; everything else is refused as `stand` does. The list of folders is
    fixed here: the first line of the program does not add to it. Raises Gap if the wall
    would be incomplete.
    """
    folders = {
        *_PROGRAMS,
        str(Path(sys.base_prefix, "bin")),
        *readable(len(sys.modules)),
    }
    _stand(tuple(folders), _EXECUTE, program=True)
    _try_it({what: attempt for what, attempt in _ATTEMPTS.items() if what != _OTHERS})


def _stand(paths: Iterable[str], more: int, *, program: bool) -> None:
    """Let this process read what is in *paths*, with *more* rights, and nothing else.

    A *program* may make the calls with which it starts.
    """
    if sys.platform != "linux":
        message = f"the kernel of Linux (this is {sys.platform})"
        raise Gap(message)
    if not syscalls.known():
        message = f"a list of system calls for {os.uname().machine} processors"
        raise Gap(message)
    _check_alone()
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0):
        message = f"no_new_privs ({_reason()})"
        raise Gap(message)
    _restrict_files(library, paths, more)
    _restrict_calls(library, program=program)


def die_with(parent: int) -> None:
    """Let the kernel end this process with its *parent*, where the kernel can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def beyond_reach(error: BaseException | None) -> str:
    """Return a hint if *error* comes from a file that the wall refuses, else "".

    A folder that cannot be listed looks empty, though its files are found by name.
    """
    while error is not None:
        if isinstance(error, PermissionError) and error.filename:
            return _ADVICE.format(error.filename)
        if isinstance(error, ModuleNotFoundError) and error.name:
            name = error.name.replace(".", "/")
            for place in (Path(folder, name) for folder in sys.path):
                for file in (place, place.with_name(f"{place.name}.py")):
                    if file.exists():
                        return _ADVICE.format(file)
        error = error.__cause__ or error.__context__
    return ""


def landlock_version(library: ctypes.CDLL) -> int:
    """Return the version of Landlock that this kernel has, 0 for none."""
    return max(0, int(library.syscall(_CREATE, None, 0, _VERSION)))


def _check_alone() -> None:
    """Raise Gap where another thread runs, which Landlock would not bind."""
    try:
        threads = len(os.listdir("/proc/self/task"))  # noqa: PTH208 - names are enough
    except OSError as error:
        message = f"/proc, to see that nothing else runs ({error.strerror})"
        raise Gap(message) from error
    if threads > 1:
        message = f"a process of one thread, for Landlock binds no other ({threads})"
        raise Gap(message)


def _restrict_files(library: ctypes.CDLL, paths: Iterable[str], more: int) -> None:
    """Allow this process to read *paths*, with *more* rights, and no other files."""
    version = landlock_version(library)
    if not version:
        message = f"Landlock ({_reason()}), which Linux has from 5.13 on"
        raise Gap(message)
    rights = (1 << max(many for since, many in _FILES if version >= since)) - 1
    wanted = pack("QQQ", rights, 3, 3)
    size = 24 if version >= _SCOPES else 16 if version >= _NETWORK else 8
    rules = library.syscall(_CREATE, wanted[:size], size, 0)
    if rules < 0:
        message = f"Landlock ({_reason()})"
        raise Gap(message)
    for path in paths:
        _allow_reading(library, rules, path, more)
    if library.syscall(_RESTRICT, rules, 0):
        message = f"Landlock ({_reason()})"
        raise Gap(message)
    os.close(rules)


def _allow_reading(library: ctypes.CDLL, rules: int, path: str, more: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    folder = Path(path).is_dir()
    rights = more | (_READ_FILE | _READ_FOLDER if folder else _READ_FILE)
    refused = library.syscall(_ADD, rules, _BENEATH, pack("=Qi", rights, place), 0)
    reason = _reason()
    os.close(place)
    if refused:
        message = f"a rule of Landlock for {path} ({reason})"
        raise Gap(message)


def prepare() -> None:
    """Cache what may be read, so that processes forked from this one need not."""
    readable(len(sys.modules))


@lru_cache(maxsize=1)
def readable(imported: int) -> tuple[str, ...]:
    """Return the readable folders: Python's libraries and the packages in sys.modules.

    *imported*, the number of modules, is the cache key: it grows with every import.
    """
    del imported
    paths = sysconfig.get_paths()
    folders = {paths[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.add(str(Path(sys.base_prefix) / "lib"))
    folders |= {path for path in sys.path if Path(path).name in _PACKAGES}
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if not file or module.__name__.startswith("__"):
            continue
        # A package is a folder of its own; a module beside others is a file.
        path = Path(file)
        package = getattr(module, "__path__", None) is not None
        folders.add(str(path.parent if package else path))
    folders |= set(_SYSTEM)
    return tuple(folder for folder in folders if not folders & _above(folder))


def _above(path: str) -> set[str]:
    """Return the folders that *path* is in, however deep."""
    parts = path.split("/")
    return {"/".join(parts[:end]) for end in range(2, len(parts))}


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def _restrict_calls(library: ctypes.CDLL, *, program: bool) -> None:
    """Refuse every system call that is not listed, in all threads to come."""
    code = syscalls.program(os.getpid(), starts=program)
    kept = ctypes.create_string_buffer(code, len(code))
    filter_ = _Program(len(code) // 8, ctypes.cast(kept, ctypes.c_void_p))
    number = syscalls.SECCOMP[os.uname().machine]
    if library.syscall(number, _FILTER, _ALL_THREADS, ctypes.byref(filter_)):
        message = f"filters of seccomp ({_reason()})"
        raise Gap(message)


def _try_it(attempts: Mapping[str, Callable[[], object]]) -> None:
    """Try *attempts*, which the wall should refuse; raises Gap for one that works."""
    for what, attempt in attempts.items():
        try:
            attempt()
        except OSError as error:
            if error.errno in {errno.EPERM, errno.EACCES}:
                continue
            message = f"a wall that refuses {what} ({error.strerror})"
        else:
            message = f"a wall that refuses {what}"
        raise Gap(message)


def _fork() -> None:
    if not os.fork():
        os._exit(0)


_OTHERS = "other programs"
_ATTEMPTS: dict[str, Callable[[], object]] = {
    "to write to files": lambda: os.open(os.devnull, os.O_WRONLY),
    "to read other files": lambda: os.open("/proc/self/status", os.O_RDONLY),
    "to list folders": lambda: os.listdir("/"),  # noqa: PTH208 - what an agent would do
    "to remove files": lambda: os.unlink("/proc/self/status"),  # noqa: PTH108 - the same
    "network connections": socket.socket,
    "new processes": _fork,
    _OTHERS: lambda: os.execv("/nonexistent", ["/nonexistent"]),  # noqa: S606 - it is refused
    "signals to others": lambda: os.kill(os.getppid(), 0),
    "to look into other processes": lambda: os.readlink(f"/proc/{os.getppid()}/cwd"),  # noqa: PTH115 - the same
}


def _reason() -> str:
    return os.strerror(ctypes.get_errno())
