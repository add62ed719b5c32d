"""How many opcodes of Python an event of a duel takes: a count, free of noise.

It tells versions of Fracas apart on one version of Python, on however busy a machine.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from benchmarks.measure import Figure, Section
from benchmarks.stage import DUEL, SEED
from sim.library.scenario import load
from sim.run.chunk import Job, play_job
from sim.run.run import make_plan

AGENTS = ("uniform", "steady")
"""One that takes any option, so that nearly all is the engine's; and the default."""
WARM = 200
"""So many conflicts go before those that are counted, as in a usual run."""


def measure(games: int = 24) -> list[Section]:
    """Return the opcodes an event of conflicts nobody played before."""
    figures = [
        Figure(f"opcodes an event, both {agent}", value, value, value)
        for agent in AGENTS
        for value in [_an_event(agent, games)]
    ]
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    note = f"{games} conflicts after {WARM}, with seals and no rows, Python {python}"
    return [Section(f"Opcodes: {DUEL}", figures, [note])]


def _an_event(agent: str, games: int) -> float:
    plan = make_plan(load(DUEL), (agent, agent), seed=SEED, games=games, record="seal")

    def played(first: int, many: int) -> int:
        return sum(game.line.events for game in play_job(Job(plan, first, many)))

    played(0, WARM)
    opcodes, events = counted(partial(played, WARM, games))
    return opcodes / events


def counted(work: Callable[[], int]) -> tuple[int, int]:
    """Return how many opcodes *work* took, and what it returned."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:  # noqa: ANN401 - of sys.settrace
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        units = work()
    finally:
        sys.settrace(before)
    return count, units
