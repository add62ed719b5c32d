"""How much a solution may take: positions, time, and memory of this process."""

import gc
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import lru_cache
from math import inf
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from time import monotonic

from msgspec import Struct

from sim.errors import OddsError
from sim.spine.words import counted

_MIB = 1 << 20
_KIB = 1 << 10
_WAYS = "ways through one round"
_FACES = "faces of one roll"
_TIME = "of time"
_LOOKS = 100
"""So often in a second it is looked at memory, at most."""


class Budget(Struct, frozen=True):
    """The bounds of a solution: so many *states*, *megabytes* in all, and *seconds*."""

    states: int = 1_000_000
    megabytes: int = 2_000
    seconds: float = inf

    @property
    def of_states(self) -> str:
        """The bound of states, in words."""
        return counted(self.states, "state")

    @property
    def of_memory(self) -> str:
        """The bound of memory, in words."""
        return f"{self.megabytes} MB of memory"

    @property
    def of_time(self) -> str:
        """The bound of time, in words."""
        return f"{self.seconds:g} second{'s' * (self.seconds != 1)}"

    def used_up(self, since: float) -> str:
        """Return which of memory and time is used up, in words; "" for neither.

        *since* is when the work began, by `clock`.
        """
        if megabytes() > self.megabytes:
            return self.of_memory
        return self.of_time if clock() - since > self.seconds else ""


class BoundError(OddsError):
    """What does not fit into a *bound*, told in words as a budget does."""

    def __init__(self, message: str, bound: str) -> None:
        super().__init__(message)
        self.bound = bound


def of_ways(ways: int) -> str:
    """Return the bound of *ways* through one round, in words."""
    return f"{ways} {_WAYS}"


def of_faces(faces: int) -> str:
    """Return the bound of *faces* of one roll, in words."""
    return f"{faces} {_FACES}"


def of_time(seconds: float) -> str:
    """Return the bound of so many *seconds*, in words."""
    return f"{seconds:.3g} s {_TIME}"


def is_time(bound: str) -> bool:
    """Whether that *bound* is one of time."""
    return bound.endswith(_TIME)


def can_be_raised(bound: str) -> bool:
    """Whether a larger budget would move that *bound*: ways and faces are ours."""
    return not bound.endswith((_WAYS, _FACES))


def clock() -> float:
    """Return the time in seconds, as the budget counts it."""
    return monotonic()


@contextmanager
def uncollected() -> Generator[None, None, None]:
    """Let garbage that refers to itself lie meanwhile.

    States make none, and to look for it among them again and again takes a seventh of
    the time.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def megabytes() -> int:
    """Return how much memory this process takes, in MiB, a hundredth of a second ago.

    To look takes a system call or three, and in some conflicts nothing took longer.
    """
    return _measured(int(clock() * _LOOKS))


@lru_cache(maxsize=1)
def _measured(_moment: int) -> int:
    """Return how much memory this process takes now; once for each moment."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * getpagesize() // _MIB
    return getrusage(RUSAGE_SELF).ru_maxrss // _KIB
