"""Sweeps, searches and comparisons are the same by whichever processes."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import fracas
from sim.errors import ExecutorError
from sim.library.scenario import Loaded
from sim.library.settings import Setting, with_settings
from sim.run.job_runner import JobRunner
from sim.vary.points import Point
from tests.vary.noon import LIMIT, ann, noon

GAMES = 120


@pytest.fixture(autouse=True)
def _played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play everything, and solve nothing."""

    def never(*_: object) -> bool:
        return False

    monkeypatch.setattr(Point, "solve", never)


def _all(base: Loaded, path: str, **how: Any) -> list[Any]:  # noqa: ANN401 - who plays
    """Return a sweep, a search and a comparison, as the commands print them."""
    name = base.system.seats(base.scenario)[0].name
    vary, more = f"{path}=1..3", with_settings(base, [Setting(path, 3)])
    sought = f"wins({name})={ann(2):.3f}"
    return [
        fracas.sweep(base, vary, games=GAMES, within=0.01, **how).to_dict(),
        fracas.tune(base, vary, sought, games=GAMES, **how).to_dict(),
        fracas.compare(base, more, games=GAMES, within=0.01, **how).to_dict(),
    ]


def test_threads_play_the_same() -> None:
    """Threads play a sweep, game by game, as one process does."""
    alone = _all(noon(), LIMIT)
    with ThreadPoolExecutor(3) as threads:
        assert _all(noon(), LIMIT, executor=threads) == alone
    assert alone[0]["points"][0]["figures"][0]["games"] == GAMES


@pytest.mark.slow
def test_workers_play_the_same() -> None:
    """Workers play a sweep as one process does, of a registered system."""
    vary = "seats[0].pools.vigor=1..6"
    sweeps = [
        fracas.sweep("stuck_door", vary, games=50, workers=workers).to_dict()
        for workers in (1, 2)
    ]
    assert sweeps[0] == sweeps[1]


@pytest.mark.parametrize("call", [0, 1, 2])
def test_an_executor_that_is_none_is_refused(call: int) -> None:
    """An object that is no executor is refused before anything is played."""
    base = noon()
    calls = (
        lambda: fracas.sweep(base, f"{LIMIT}=1,2", executor="dask://h:1"),
        lambda: fracas.tune(base, f"{LIMIT}=1,2", "wins(Ann)=0.5", executor=4),
        lambda: fracas.compare(base, noon(grit=2), executor=JobRunner),
    )
    with pytest.raises(ExecutorError, match=r"expected a concurrent\.futures\.Exec"):
        calls[call]()


def test_a_round_of_few_jobs_starts_no_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A round of few jobs starts no workers."""

    def pool(workers: int) -> ThreadPoolExecutor:
        started.append(workers)
        return ThreadPoolExecutor(workers)

    started: list[int] = []
    monkeypatch.setattr("sim.run.job_runner.new_pool", pool)
    runner = JobRunner(2, few=3)
    for jobs, pools in ((3, []), (4, [2]), (1, [2])):
        numbers = range(jobs)
        assert list(runner.results(bytes, numbers)) == [*map(bytes, numbers)]
        assert started == pools
    runner.close()
