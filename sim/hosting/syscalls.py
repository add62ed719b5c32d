"""The system calls that code behind the wall may make, as a seccomp program.

It is a list of what is allowed: reading, memory, threads, clocks, and writing to what
is open already. Every other call, and every one a later kernel adds, is refused.
Numbers are those of the kernel's `unistd.h`, for x86_64 and aarch64.
"""

import platform
from collections.abc import Iterable
from struct import pack

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
"""End the whole process."""
_EPERM, _EACCES, _ENOSYS = 1, 13, 38

_LOAD, _EQUAL, _ATLEAST, _ANYBIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_X32 = 0x40000000
"""Numbers from here on belong to x32, the other system call interface of x86_64."""

_THREAD = 0x3D0F00
"""The flags with which C libraries start a thread; musl sets one more."""
_DETACHED = 0x400000
_THREAD_OF_GO = 0x50F00
_WRITING = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000 | 0o20000000
"""O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND and O_TMPFILE."""
_IOCTLS = (0x5401, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, FIONREAD, FIONBIO (as F_SETFL may too), FIONCLEX and FIOCLEX."""
_FCNTLS = (0, 1, 2, 3, 4, 1030)
"""From F_DUPFD to F_SETFL, and F_DUPFD_CLOEXEC."""

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_PLAIN: dict[str, tuple[int | None, int | None]] = {
    # The filter compares in order, so the calls that every question makes come first.
    "read": (0, 63),
    "write": (1, 64),
    "futex": (202, 98),
    "poll": (7, None),
    "ppoll": (271, 73),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "brk": (12, 214),
    "newfstatat": (262, 79),
    "fstat": (5, 80),
    "lseek": (8, 62),
    "close": (3, 57),
    "clock_gettime": (228, 113),
    "getrandom": (318, 278),
    "access": (21, None),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "dup": (32, 23),
    "dup3": (292, 24),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getrlimit": (97, None),
    "getrusage": (98, 165),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "lstat": (6, None),
    "membarrier": (324, 283),
    "nanosleep": (35, 101),
    "pipe2": (293, 59),
    "pread64": (17, 67),
    "pselect6": (270, 72),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "readv": (19, 65),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "select": (23, None),
    "set_robust_list": (273, 99),
    "sigaltstack": (131, 132),
    "stat": (4, None),
    "statx": (332, 291),
    "sysinfo": (99, 179),
    "times": (100, 153),
    "uname": (63, 160),
    "wait4": (61, 260),
    "writev": (20, 66),
}
_FOR_PROGRAMS: dict[str, tuple[int | None, int | None]] = {
    "arch_prctl": (158, None),
    "dup2": (33, None),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_wait": (232, None),
    "eventfd2": (290, 19),
    "execve": (59, 221),
    "fadvise64": (221, 223),
    "getgroups": (115, 158),
    "getpgid": (121, 155),
    "getpgrp": (111, None),
    "getresgid": (120, 150),
    "getresuid": (118, 148),
    "gettimeofday": (96, 169),
    "mincore": (27, 232),
    "pipe": (22, None),
    "set_tid_address": (218, 96),
    "time": (201, None),
}
"""What programs in other languages need in addition, to start and to wait for input.

Such a program may replace itself by execve, behind the same wall, but it can start no
other process.
"""
_CHECKED: dict[str, tuple[int | None, int | None]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "open": (2, None),
    "openat": (257, 56),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "tgkill": (234, 131),
    "prlimit64": (302, 261),
}

SECCOMP = {"x86_64": 317, "aarch64": 277}
"""The number of the call `seccomp` itself."""


def known() -> bool:
    """Return whether there is a table for this machine."""
    return platform.machine() in _ARCHITECTURES


def program(pid: int, *, starts: bool = False) -> bytes:
    """Return the filter for the process *pid* of this machine.

    *starts* says whether a program of another language starts in it.
    """
    machine = platform.machine()
    column = list(_ARCHITECTURES).index(machine)
    steps = [
        *(_step(_LOAD, _ARCHITECTURE), _step(_EQUAL, _ARCHITECTURES[machine], 1, 0)),
        _step(_RETURN, _KILL),
        *(_step(_LOAD, _NUMBER), _step(_ATLEAST, _X32, 0, 1), _step(_RETURN, _KILL)),
    ]
    plain = {**_PLAIN, **_FOR_PROGRAMS} if starts else _PLAIN
    for numbers in plain.values():
        if (number := numbers[column]) is not None:
            steps += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _ALLOW)]
    bodies = _bodies(pid)
    for name, numbers in _CHECKED.items():
        if (number := numbers[column]) is not None:
            body = bodies[name]
            steps += [_step(_EQUAL, number, 0, len(body)), *body]
    steps.append(_refuse(_EPERM))
    return b"".join(steps)


def _bodies(pid: int) -> dict[str, list[bytes]]:
    """Return the checks for calls that are allowed with certain arguments only."""
    reading = [_step(_ANYBIT, _WRITING, 1, 0), _step(_RETURN, _ALLOW), _refuse(_EACCES)]
    # With no new limits (third argument) it only reads, and of this process (0) alone.
    own = [part for index in (0, 2) for half in (0, 4) for part in _zero(index, half)]
    return {
        # A thread may be started, a process not.
        "clone": _one_of(0, (_THREAD, _THREAD | _DETACHED, _THREAD_OF_GO)),
        # Its flags are in memory, which a filter cannot read; refused as unknown, so
        # that C libraries fall back to clone.
        "clone3": [_refuse(_ENOSYS)],
        "open": [_argument(1), *reading],
        "openat": [_argument(2), *reading],
        "ioctl": _one_of(1, _IOCTLS),
        "fcntl": _one_of(1, _FCNTLS),
        # It may send a signal to itself, as abort() does.
        "tgkill": _one_of(0, (pid,)),
        "prlimit64": [*own, _step(_RETURN, _ALLOW)],
    }


def _one_of(index: int, values: Iterable[int]) -> list[bytes]:
    """Allow a call whose argument number *index* is one of *values*."""
    steps = [_argument(index)]
    for value in values:
        steps += [_step(_EQUAL, value, 0, 1), _step(_RETURN, _ALLOW)]
    return [*steps, _refuse(_EPERM)]


def _zero(index: int, half: int) -> list[bytes]:
    """Continue if one half of the argument number *index* is 0, else refuse."""
    return [_argument(index, half), _step(_EQUAL, 0, 1, 0), _refuse(_EPERM)]


def _argument(index: int, half: int = 0) -> bytes:
    """Load the lower half of an argument, or the upper one (4 bytes on)."""
    return _step(_LOAD, 16 + 8 * index + half)


def _refuse(error: int) -> bytes:
    return _step(_RETURN, 0x00050000 | error)


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """Return one BPF instruction; jumps count the following instructions to skip."""
    return pack("=HBBI", code, then, otherwise, value)
