"""System calls of SQLite that fail when they are told to, without help of root.

SQLite lets a program replace each call that it makes to the operating system
(`xSetSystemCall`, by which it tests itself). Here the replacement counts and passes
on, until its turn comes.
"""

import _sqlite3
import ctypes
import os
import signal
from collections.abc import Callable
from errno import EIO, ENOSPC
from typing import Any

from tests.faults.disturbance import CALLS

_POINTER = ctypes.c_void_p
_SET = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.c_char_p, _POINTER)
_GET = ctypes.CFUNCTYPE(_POINTER, _POINTER, ctypes.c_char_p)
_SIZE = ctypes.c_ssize_t
_SHAPES: dict[str, tuple[Any, ...]] = {
    "write": (_SIZE, ctypes.c_int, _POINTER, ctypes.c_size_t),
    "read": (_SIZE, ctypes.c_int, _POINTER, ctypes.c_size_t),
    "pwrite": (_SIZE, ctypes.c_int, _POINTER, ctypes.c_size_t, ctypes.c_int64),
    "pread": (_SIZE, ctypes.c_int, _POINTER, ctypes.c_size_t, ctypes.c_int64),
    "ftruncate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64),
    "fallocate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64),
    "open": (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int),
    "unlink": (ctypes.c_int, ctypes.c_char_p),
    "fchmod": (ctypes.c_int, ctypes.c_int, ctypes.c_int),
    "fcntl": (ctypes.c_int, ctypes.c_int, ctypes.c_int, _POINTER),
}
_WRITES = {"write", "pwrite", "pwrite64"}
_alive: list[object] = []
"""What SQLite holds by its address must not be collected."""


class _Vfs(ctypes.Structure):
    """SQLite's `sqlite3_vfs`, as its header declares it."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("path_max", ctypes.c_int),
        ("next", _POINTER),
        ("name", ctypes.c_char_p),
        ("data", _POINTER),
        ("methods", _POINTER * 13),
        ("set_call", _SET),
        ("get_call", _GET),
    )


def reachable() -> bool:
    """Whether this Python's SQLite lets its system calls be replaced."""
    return hasattr(_library(), "sqlite3_vfs_find")


def _library() -> Any:  # noqa: ANN401 - as ctypes has it
    return ctypes.CDLL(_sqlite3.__file__)


def fail_at(call: str, nth: int, failure: str) -> None:
    """Have the *nth* call of a kind fail, for this process and for good."""
    find = _library().sqlite3_vfs_find
    find.restype = ctypes.POINTER(_Vfs)
    vfs = find(None)
    turn = _turns(nth, failure)
    for name in CALLS[call]:
        address = vfs.contents.get_call(vfs, name.encode())
        if not address:
            continue
        shape = ctypes.CFUNCTYPE(*_SHAPES[name.removesuffix("64")], use_errno=True)
        replacement = shape(_replaced(name, shape(address), turn))
        _alive.extend((vfs, replacement))
        vfs.contents.set_call(
            vfs, name.encode(), ctypes.cast(replacement, _POINTER).value
        )


def _turns(nth: int, failure: str) -> Callable[[], str]:
    """Return a function that says at each call how it fails, "" if it does not."""
    count = 0

    def turn() -> str:
        nonlocal count
        count += 1
        if count == nth or (count > nth and failure != "error once"):
            return failure
        return ""

    return turn


def _replaced(
    name: str, original: Callable[..., int], turn: Callable[[], str]
) -> Callable[..., int]:
    def called(*args: Any) -> int:  # noqa: ANN401 - those of any system call
        failure = turn()
        if not failure:
            return original(*args)
        if failure in {"torn", "half written"} and name in _WRITES:
            file, data, size, *place = args
            original(file, data, size // 2, *place)
        if failure in {"kill", "torn"}:
            os.kill(os.getpid(), signal.SIGKILL)
        ctypes.set_errno(EIO if failure.startswith("error") else ENOSPC)
        return -1

    return called
