"""An audit with two worker processes against one: the same store, read side by side.

Played and audited by the default agents, at every depth: each choice is asked again.
How long it takes shows only on a machine that has two cores to spare; how much all
processes compute shows on any.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bench_workers import Spent, work
from benchmarks.measure import (
    Figure,
    Section,
    columns,
    ratio,
    side_by_side,
    wall,
)
from benchmarks.stage import DUEL, SEED, forget
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.library.scenario import load
from sim.run.run import make_plan, run
from sim.store.store import open_store

FASTER_LEAST = 1.3
RULES = tuple(depth for depth in DEPTHS if depth != "agents")


def measure(rounds: int = 3, games: int = 2000) -> list[Section]:
    """Return the speed-up of an audit by a second worker."""
    figures: list[Figure] = []
    with TemporaryDirectory() as folder:
        target = str(Path(folder) / "games.db")
        loaded = load(DUEL)
        agents = [seat.agent for seat in loaded.system.seats(loaded.scenario)]
        with open_store(target, create=True) as store:
            run(make_plan(loaded, agents, seed=SEED, games=games), store=store)
        for named, depths in (("every depth", DEPTHS), ("all but agents", RULES)):
            figures += _compared(
                named, partial(_audited, target, depths), rounds, games
            )
    notes = [f"{games} conflicts of the default agents, the start of the processes too"]
    return [Section(f"An audit by two worker processes: {DUEL}", figures, notes)]


def _compared(
    named: str, audited: Callable[[int], None], rounds: int, games: int
) -> list[Figure]:
    alone_spent, pair_spent = Spent(), Spent()
    works = [
        work(partial(audited, many), spent, games)
        for many, spent in ((1, alone_spent), (2, pair_spent))
    ]
    alone, pair = columns(side_by_side(rounds, *works, clock=wall))
    return [
        ratio(f"conflicts/s of 2 / of 1, {named}", alone, pair, least=FASTER_LEAST),
        ratio(
            f"processor time of 2 / of 1, {named}",
            pair_spent.whole[1:],
            alone_spent.whole[1:],
        ),
    ]


def _audited(target: str, depths: tuple[str, ...], workers: int) -> None:
    """Audit the store, and make sure that it is what was played."""
    forget()
    with open_store(target, create=False) as store:
        auditor = StoreAudit(store, depths=depths, target=target, workers=workers)
        findings = list(auditor.everything())
    assert not findings, findings[0].sentence
