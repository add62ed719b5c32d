"""An agent from a file against the same among ours: what its process and its wall cost.

Both take the first option, so that nearly all that is measured is the asking.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import structs

from benchmarks.measure import Section, Work, columns, ratio, side_by_side, spread, wall
from benchmarks.stage import DUEL, SEED
from sim.files.sources import read_all
from sim.hosting.host import asked_once
from sim.hosting.process import Kind
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import load
from sim.run.run import make_plan, run

AGENT = """
from sim.seam.protocol import Agent


class Mine(Agent):
    def choose(self, asked):
        return asked.options[0]
"""
SLOWER_MOST = 1.25
STARTS = 20


def measure(rounds: int = 5, games: int = 100) -> list[Section]:
    """Return what an agent from a file costs, without and with its wall."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(AGENT, "utf-8")
        ours, open_, walled = columns(
            side_by_side(
                rounds,
                _playing("first", games, "off"),
                _playing(str(path), games, "off"),
                _playing(str(path), games, "wall"),
                clock=wall,
            )
        )
        starts = [_start(str(path)) for _ in range(STARTS)]
    figures = [
        ratio("time of a file's / of ours", open_, ours),
        ratio("time of a file's behind the wall / of ours", walled, ours),
        ratio("time behind the wall / without", walled, open_, most=SLOWER_MOST),
        spread("milliseconds to start a process behind the wall", starts),
    ]
    notes = [f"{games} conflicts, one seat of two, chunks and their processes included"]
    return [Section(f"Agents from files: {DUEL}", figures, notes)]


def _playing(spec: str, games: int, sandbox: Sandbox) -> Work:
    plan = make_plan(load(DUEL), (spec, "first"), seed=SEED, games=games, record="none")
    held = structs.replace(plan, sandbox=sandbox)

    def play() -> int:
        return run(held).games

    return play


def _start(path: str) -> float:
    """Return how long it takes until an agent is made behind the wall."""
    start = perf_counter()
    asked_once(Kind(path, {}), read_all([path]), "wall")
    return 1000 * (perf_counter() - start)
