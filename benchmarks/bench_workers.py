"""Two worker processes against one: the same run, into a file and into nothing.

How long it takes shows only on a machine that has two cores to spare. How much all
processes compute, and how much of it the parent must do alone, shows on any. A worker
takes some time to begin, which a run must be long enough to be worth: that is measured
too.
"""

import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import (
    Figure,
    Section,
    Work,
    columns,
    ratio,
    side_by_side,
    spread,
    wall,
)
from benchmarks.stage import DUEL, forget, plan
from sim.run.plan import Record
from sim.run.run import run
from sim.store.store import open_store

FASTER_LEAST = 1.8
BEGINNING = "milliseconds of processor time for a worker to begin"
FEW = 60
"""Games that take no time beside what it takes to begin."""
Doing = Callable[[int], Callable[[], None]]
"""How many workers -> what runs once with them."""


class Spent:
    """The processor time of a run: of all its processes, and of the first alone."""

    def __init__(self) -> None:
        self.whole: list[float] = []
        self.parent: list[float] = []

    def count(self, run_: Callable[[], None]) -> None:
        """Run *run_* and record the processor time it took."""
        before = _processor_time()
        run_()
        after = _processor_time()
        mine, theirs = (b - a for a, b in zip(before, after, strict=True))
        self.parent.append(mine)
        self.whole.append(mine + theirs)


def _processor_time() -> tuple[float, float]:
    """Return the seconds this process and its finished children have computed."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime, theirs.ru_utime + theirs.ru_stime


def measure(rounds: int = 5, games: int = 8000) -> list[Section]:
    """Return the speed-up of a run by a second worker."""
    figures: list[Figure] = []
    with TemporaryDirectory() as folder:
        ways: dict[str, Doing] = {
            "in full": partial(_recording, Path(folder), games, "full"),
            "packed": partial(_recording, Path(folder), games, "packed"),
            "nothing kept": partial(_counting, games),
        }
        for kept, doing in ways.items():
            figures += _compared(kept, doing, rounds, games)
    figures.append(_beginning(rounds))
    notes = [f"{games} conflicts, the start of the processes among them"]
    return [Section(f"Two worker processes: {DUEL}", figures, notes)]


def _beginning(rounds: int) -> Figure:
    """Return the processor time that a worker takes to begin."""
    alone_spent, pair_spent = Spent(), Spent()
    for _ in range(rounds):
        alone_spent.count(_counting(FEW, 1))
        pair_spent.count(_counting(FEW, 2))
    times = [
        1e3 * (b - a) / 2
        for a, b in zip(alone_spent.whole, pair_spent.whole, strict=True)
    ]
    return spread(BEGINNING, times)


def _compared(
    kept: str,
    doing: Doing,
    rounds: int,
    games: int,
) -> list[Figure]:
    alone_spent, pair_spent = Spent(), Spent()
    alone, pair = columns(
        side_by_side(
            rounds,
            work(doing(1), alone_spent, games),
            work(doing(2), pair_spent, games),
            clock=wall,
        )
    )
    share = [
        a / b for a, b in zip(pair_spent.parent[1:], pair_spent.whole[1:], strict=True)
    ]
    return [
        ratio(f"conflicts/s of 2 / of 1, {kept}", alone, pair, least=FASTER_LEAST),
        ratio(
            f"processor time of 2 / of 1, {kept}",
            pair_spent.whole[1:],
            alone_spent.whole[1:],
        ),
        spread(f"the parent's share of the processor time of 2, {kept}", share),
    ]


def work(run_: Callable[[], None], spent: Spent, games: int) -> Work:
    """Return what runs once and counts what it *spent*, of so many *games*."""

    def ran() -> int:
        spent.count(run_)
        return games

    return ran


def _recording(
    folder: Path, games: int, record: Record, workers: int
) -> Callable[[], None]:
    path = folder / f"{workers}.db"

    def run_() -> None:
        forget()
        with open_store(str(path), create=True) as store:
            played = plan(DUEL, games, record=record)
            run(played, store=store, workers=workers, on_line=_forget)
        for file in folder.iterdir():
            file.unlink()

    return run_


def _counting(games: int, workers: int) -> Callable[[], None]:
    def run_() -> None:
        forget()
        run(plan(DUEL, games, record="none"), workers=workers, on_line=_forget)

    return run_


def _forget(line: object) -> None:
    del line
