"""Memory: ten times the games, the same peak.

Each run is a process of its own that says how much memory it, and the largest of its
workers, ever had.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure, Section, spread
from benchmarks.stage import DUEL

TIMES = 10
SAME_MOST = 1.1
COUNTED = "stuck_door"
"""A short scenario, for many games."""
ROOT = Path(__file__).parent.parent


def measure(rounds: int = 1, games: int = 1000, counted: int = 1000) -> list[Section]:
    """Return how the peak grows with the number of games, recorded and *counted*.

    From 800 games on, chunks are of the same size, so runs compare.
    """
    figures: list[Figure] = []
    for workers in (1, 2):
        few = [_peak(games, workers) for _ in range(rounds)]
        many = [_peak(games * TIMES, workers) for _ in range(rounds)]
        for place, who in enumerate(("parent", "worker")[:workers]):
            if not all(peaks[place] for peaks in few):
                continue  # nobody says so here
            growth = [b[place] / a[place] for a, b in zip(few, many, strict=True)]
            name = f"{workers} at work, the {who}: peak of {TIMES} times the games"
            figures += [
                spread(f"{name} / once", growth, most=SAME_MOST),
                spread(f"{name}, megabytes", [peaks[place] / 1024 for peaks in many]),
            ]
    figures += _counted(counted)
    notes = [f"{games} and {games * TIMES} conflicts of {DUEL}, recorded in full"]
    notes.append(f"Statistics only: {COUNTED}, of which nothing is kept")
    return [Section("Memory", figures, notes)]


def _counted(games: int) -> list[Figure]:
    """Return how the peak grows where only statistics are kept, to 100 times *games*.

    A million take some minutes, so 1,000 times as many are played only where
    `FRACAS_MILLION` is set.
    """
    sizes = [games, 10 * games, 100 * games]
    sizes += [1000 * games] * bool(os.environ.get("FRACAS_MILLION"))
    peaks = [_peak(games, 1, COUNTED)[0] / 1024 for games in sizes]
    figures = [
        spread(f"statistics only: peak of {games} games, megabytes", [peak])
        for games, peak in zip(sizes, peaks, strict=True)
    ]
    name = f"statistics only: peak of {sizes[-1]} games / of {sizes[-2]}"
    return [*figures, spread(name, [peaks[-1] / peaks[-2]], most=SAME_MOST)]


def _peak(games: int, workers: int, counted: str = "") -> tuple[int, int]:
    """Return the most memory, in kilobytes, of a run and of its largest child.

    It records, unless a scenario is given of which it only keeps statistics.
    """
    with TemporaryDirectory() as folder:
        path = "" if counted else str(Path(folder) / "run.db")
        command = [sys.executable, "-m", "benchmarks.memory_run"]
        done = subprocess.run(  # noqa: S603 - this very package
            [*command, str(games), str(workers), path, counted or DUEL],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    parent, child = json.loads(done.stdout)
    return parent, child
