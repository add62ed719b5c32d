"""A hint for somebody who waits long for an analysis."""

from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer

from sim.analysis.analyse import Effort
from sim.cli.terminal.output import note

PATIENCE = 8.0
"""The hint is printed after this many seconds."""


@contextmanager
def hint(effort: Effort, seconds: float | None) -> Generator[None, None, None]:
    """Say, if it takes long, by which options an analysis of *effort* takes less.

    Nothing is said if it is limited to some *seconds* already.
    """
    ways = [
        f"--games {max(2, effort.games // 4)} plays fewer",
        "--seconds 30 does what can be done in that time",
    ]
    if effort.steps:
        ways.insert(0, "--steps 0 plays games at once, without trying exact values")
    message = f"this is a long conflict to analyse: {'; '.join(ways)}"
    timer = Timer(PATIENCE, note, [message])
    timer.daemon = True
    if seconds is None:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
