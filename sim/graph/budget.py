"""The budget of a solution: positions, time, and memory of this process."""

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from enum import StrEnum, auto
from functools import lru_cache
from math import inf
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from time import monotonic
from typing import Self

from msgspec import Struct

from sim.errors import OddsError
from sim.graph.interrupt import NEVER, Interrupt
from sim.spine.words import counted

_MIB = 1 << 20
_KIB = 1 << 10
_LOOKS = 100
"""Memory is measured at most this many times a second."""
_PAUSE = 0.02
"""The least number of seconds between two looks of a guard."""


class Limit(StrEnum):
    """The thing that a bound limits."""

    STATES = auto()
    MEMORY = auto()
    TIME = auto()
    WAYS = auto()
    """Ways through one round: a fixed limit, which no budget raises."""
    FACES = auto()
    """Faces of one roll: a fixed limit, too."""


class Bound(str):
    """A bound in words, such as "2000 states", with the kind of its limit."""

    __slots__ = ("kind",)
    kind: Limit

    def __new__(cls, words: str, kind: Limit) -> Self:
        """Make a bound of that *kind*."""
        bound = super().__new__(cls, words)
        bound.kind = kind
        return bound

    def __reduce__(self) -> tuple[type[Self], tuple[str, Limit]]:
        """Pickle both."""
        return type(self), (str(self), self.kind)


class Budget(Struct, frozen=True):
    """The bounds of a solution: its *states*, *megabytes* of memory, and *seconds*.

    An *interrupt* may end its time before that.
    """

    states: int = 1_000_000
    megabytes: int = 2_000
    seconds: float = inf
    interrupt: Interrupt = NEVER

    @property
    def of_states(self) -> Bound:
        """The bound of states."""
        return Bound(counted(self.states, "state"), Limit.STATES)

    @property
    def of_memory(self) -> Bound:
        """The bound of memory."""
        return Bound(f"{self.megabytes} MB of memory", Limit.MEMORY)

    @property
    def of_time(self) -> Bound:
        """The bound of time."""
        if self.interrupt.pressed:
            return Bound(self.interrupt.words, Limit.TIME)
        words = f"{self.seconds:g} second{'s' * (self.seconds != 1)}"
        return Bound(words, Limit.TIME)

    def of(self, bound: str) -> str:
        """Return the bound of this budget that limits the same as *bound*, a part's."""
        match kind_of(bound):
            case Limit.TIME:
                return self.of_time
            case Limit.STATES:
                return self.of_states
            case _:
                return bound

    def used_up(self, since: float) -> str:
        """Return the bound of memory or time that is used up, "" if neither is.

        *since* is when the work began, by `clock`.
        """
        if megabytes() > self.megabytes:
            return self.of_memory
        late = self.interrupt.pressed or clock() - since > self.seconds
        return self.of_time if late else ""


class BoundError(OddsError):
    """Something does not fit into a *bound*."""

    def __init__(self, message: str, bound: str) -> None:
        super().__init__(message)
        self.bound = bound


def bound_of_ways(ways: int) -> Bound:
    """Return the bound of *ways* through one round."""
    return Bound(f"{ways} ways through one round", Limit.WAYS)


def bound_of_faces(faces: int) -> Bound:
    """Return the bound of *faces* of one roll."""
    return Bound(f"{faces} faces of one roll", Limit.FACES)


def bound_of_time(seconds: float) -> Bound:
    """Return the bound of that many *seconds*."""
    return Bound(f"{seconds:.3g} s of time", Limit.TIME)


def kind_of(bound: str) -> Limit | None:
    """Return what *bound* limits; None for "", where there is no bound."""
    return bound.kind if isinstance(bound, Bound) else None


def can_be_raised(bound: str) -> bool:
    """Whether a larger budget could move that *bound*."""
    return kind_of(bound) not in {Limit.WAYS, Limit.FACES}


def budget_ended_in_words(name: str, bound: str) -> str:
    """Return the sentence that *bound* ended the computation for *name*."""
    if can_be_raised(bound):
        return f"{name} does not fit into {bound}"
    return f"{name} has more than {bound}"


def too_few_in_words(bound: str) -> str:
    """Return the sentence that *bound* ended the computation."""
    if not can_be_raised(bound):
        return f"there are more than {bound}"
    return f"{bound} {'was' if bound.startswith('1 ') else 'were'} too few"


class Guard:
    """Calls *look* a few dozen times a second at most, however often it is called.

    So a long computation can check its budget in every step, whether a step takes a
    microsecond or a tenth of a second. *look* raises to end the computation.
    """

    __slots__ = ("_due", "_look")

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._due = -inf

    def __call__(self) -> None:
        """Call *look*, unless it was called a moment ago."""
        now = clock()
        if now >= self._due:
            self._due = now + _PAUSE
            self._look()


def check_nothing() -> None:
    """Check nothing: a check for computations without a limit."""


def clock() -> float:
    """Return the time in seconds, as the budget counts it."""
    return monotonic()


@contextmanager
def without_garbage_collection() -> Generator[None, None, None]:
    """Switch the collection of cyclic garbage off meanwhile.

    States have no reference cycles, and searching them for some again and again takes a
    seventh of the time.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def megabytes() -> int:
    """Return the memory of this process in MiB, measured at most 0.01 seconds ago.

    Measuring takes up to three system calls, which dominated the time of some
    conflicts, so it is done at most a hundred times a second.
    """
    return _megabytes_now(int(clock() * _LOOKS))


@lru_cache(maxsize=1)
def _megabytes_now(_moment: int) -> int:
    """Measure the memory of this process; cached for one moment."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * getpagesize() // _MIB
    return getrusage(RUSAGE_SELF).ru_maxrss // _KIB
