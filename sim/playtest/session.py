"""A playtest from its budget to its report: played, recorded in a store, resumed.

A budget in seconds is turned into conflicts once, before anything is recorded, so that
an interrupted playtest is found again by its seed and that number.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from time import monotonic

from sim.library.scenario import Loaded
from sim.playtest.arena import Arena
from sim.playtest.budget import Budget
from sim.playtest.playtest import Progress, measure_pace, playtest, show_no_progress
from sim.playtest.record import Recorded, started_for
from sim.playtest.report import Report
from sim.playtest.runner import runner_for
from sim.run.cores import cores
from sim.store.store import Store


def one_process(games: int) -> int:
    """Return 1, whatever *games* there are: everything is played in this process."""
    del games
    return 1


def announce_nothing(games: int) -> None:
    """Ignore how many *games* there will be."""
    del games


def hold_playtest(  # noqa: PLR0913 - all but the first four have defaults
    loaded: Loaded,
    agents: tuple[str, ...],
    budget: Budget,
    seed: str,
    *,
    store: Store | None = None,
    workers: Callable[[int], int] = one_process,
    executor: Executor | None = None,
    progress: Progress = show_no_progress,
    begun: Callable[[int], None] = announce_nothing,
) -> Report:
    """Return the report of a playtest, which is kept in *store* if there is one.

    *workers* returns the number of processes for a number of conflicts, and *begun* is
    called with the number of conflicts that there will be. Raises StoreError if the
    store has a playtest that other code began.
    """
    budget = settle_budget(loaded, agents, budget, seed, workers)
    games = budget.games
    begun(games)
    record: Recorded | None = None
    if store is not None:
        started = started_for(loaded, agents, seed, games)
        record = Recorded(store, started, loaded.data)
    with runner_for(workers(games), executor, record) as runner:
        report = playtest(
            loaded, agents, budget=budget, seed=seed, progress=progress, runner=runner
        )
    if record is not None and not report.missing:
        record.close()
    return report


def settle_budget(
    loaded: Loaded,
    agents: tuple[str, ...],
    budget: Budget,
    seed: str,
    workers: Callable[[int], int] = one_process,
) -> Budget:
    """Return *budget* with a number of games, and the seconds that are left then.

    Raises OddsError if they are too few for a report.
    """
    if budget.games:
        return budget
    since = monotonic()
    pace = measure_pace(Arena(loaded, agents, seed), budget.seconds)
    once = pace.once + monotonic() - since
    processes = min(workers(int(budget.seconds / pace.each(1))), cores())
    games = budget.conflicts(pace.each(processes), once)
    left = budget.seconds - (monotonic() - since)
    return Budget(games, max(1.0, left), pace.speed(processes))
