"""What may go wrong while one command runs, drawn from a seed.

What happens inside the process (a system call of SQLite that fails or is the last, a
limit on the size of files, a clock that jumps) happens at the same place every time. A
signal is sent after so many seconds, so where it strikes is up to the machine.
"""

from random import Random

from msgspec import Struct

CALLS: dict[str, tuple[str, ...]] = {
    "write": ("write", "pwrite64", "pwrite", "ftruncate", "fallocate"),
    "read": ("read", "pread64", "pread"),
    "open": ("open", "unlink", "fchmod"),
    "lock": ("fcntl",),
}
"""Kinds of system calls that SQLite makes, by the names it has for them."""
FAILURES = ("error once", "error", "disk full", "half written", "kill", "torn")
"""How a call fails. The last two are the end of the process, before or within it."""
SIGNALS = ("KILL", "KILL worker", "INT", "TERM", "STOP")
_YEARS = 365 * 86_400.0


class Disturbance(Struct, frozen=True):
    """One disturbance; a field that is empty says nothing.

    *call*, *nth* and *failure*: the nth such call of SQLite fails so. *size*: the most
    bytes of any file. *clock*: by how many seconds the wall clock jumps, and back.
    *output*: what becomes of stdout. *signal* is sent *after* so many seconds.
    """

    call: str = ""
    nth: int = 0
    failure: str = ""
    size: int = 0
    clock: float = 0.0
    output: str = ""
    signal: str = ""
    after: float = 0.0

    def __str__(self) -> str:
        said = [
            f"{name} {value}"
            for name in self.__struct_fields__
            if (value := getattr(self, name))
        ]
        return ", ".join(said) or "undisturbed"

    @property
    def ends(self) -> bool:
        """Whether it may end the process without a word."""
        return self.failure in {"kill", "torn"} or self.signal in {"KILL", "TERM"}

    @property
    def harmless(self) -> bool:
        """Whether a command must do all its work in spite of it."""
        silent = not (self.call or self.size or self.output)
        return silent and self.signal in {"", "STOP", "KILL worker"}


def drawn(luck: Random) -> Disturbance:
    """Return a disturbance, or none in a quarter of all cases."""
    kind = luck.choices(
        ("none", "call", "size", "clock", "output", "signal"), (25, 35, 8, 5, 4, 23)
    )[0]
    if kind == "call":
        call = luck.choices(tuple(CALLS), (70, 10, 10, 10))[0]
        failures = FAILURES if call == "write" else ("error once", "error", "kill")
        most = (3, 30, 120) if call == "write" else (3, 10, 40)
        nth = 1 + int(luck.expovariate(1 / luck.choice(most)))
        return Disturbance(call=call, nth=nth, failure=luck.choice(failures))
    if kind == "size":
        return Disturbance(size=luck.randrange(0, luck.choice((5_000, 400_000))))
    if kind == "clock":
        return Disturbance(clock=luck.uniform(-50, 50) * _YEARS)
    if kind == "output":
        return Disturbance(output=luck.choice(("closed", "full")))
    if kind == "signal":
        after = luck.uniform(0, luck.choice((0.03, 0.3, 1.0)))
        return Disturbance(signal=luck.choice(SIGNALS), after=after)
    return Disturbance()
