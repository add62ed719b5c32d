"""Runs by executors that the user gives, in Python or by `--executor`."""

import builtins
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import fracas
from sim.cli.main import main
from sim.errors import ExecutorError
from sim.library.registry import SYSTEMS
from sim.run.chunk import Job
from sim.run.code import fingerprint
from sim.run.executors import reached
from sim.run.groups import GROUP_MAX, Done, Groups, do_group, prepared
from sim.run.run import run
from sim.run.workers import new_pool
from tests.run.test_cluster import plan_of

SCENARIOS = {
    "dice_pool": "dice_pool_debate",
    "intensity": "intensity_cliff",
    "planets": "planets_boulder",
    "skill_roll": "skill_gate",
    "solar_system": "stuck_door",
}


def test_every_rule_system_is_played_by_threads_below() -> None:
    """The tests below play every rule system."""
    assert set(SCENARIOS) == set(SYSTEMS)


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_threads_play_what_one_process_plays(scenario: str) -> None:
    """Threads play what one process plays, in every rule system."""
    options = {"games": 9, "seed": "threads"}
    alone = fracas.run(scenario, **options)
    with ThreadPoolExecutor(4) as threads:
        shared = fracas.run(scenario, **options, executor=threads)
    assert (shared.seal, shared.lines) == (alone.seal, alone.lines)


@pytest.mark.slow
def test_processes_of_ones_own_play_and_audit_the_same(tmp_path: Path) -> None:
    """One pool of the user's plays and audits everything, and stays open."""
    target = str(tmp_path / "a.db")
    options = {"games": 8, "seed": "pool"}
    with (
        new_pool(2) as pool,
        fracas.open_store(target, create=True) as store,
    ):
        shared = fracas.run("alley", **options, store=store, executor=pool)
        assert shared.seal == fracas.run("alley", **options).seal
        assert fracas.audit(store, target=target, executor=pool) == []
        both = [
            fracas.tournament(
                ["alley"], ["steady", "bold"], executor=executor, **options
            )
            for executor in (None, pool)
        ]
        assert both[0].seal == both[1].seal
        assert pool.submit(int, "7").result() == 7


@pytest.mark.parametrize("none", ["dask://127.0.0.1:1", 4, ThreadPoolExecutor])
def test_an_executor_that_is_none_is_refused(none: Any) -> None:  # noqa: ANN401 - the point
    """An object that is no executor is refused in one sentence."""
    expected = r"expected a concurrent\.futures\.Executor, such as"
    for call in (
        lambda: fracas.run("alley", games=1, executor=none),
        lambda: fracas.tournament(["alley"], ["steady", "bold"], executor=none),
    ):
        with pytest.raises(ExecutorError, match=expected):
            call()


def test_a_job_of_one_game_is_named_in_the_singular() -> None:
    """A message about a job of one game says "game", in the singular."""
    plan = plan_of(games=3)
    assert str(Job(plan, first=2, count=1)) == "game 3"
    assert str(Job(plan, first=0, count=3)) == "games 1 to 3"


def test_an_audit_by_an_executor_needs_the_stores_address(tmp_path: Path) -> None:
    """An audit by an executor needs a store with an address, not an open one."""
    with (
        fracas.open_store(str(tmp_path / "a.db"), create=True) as store,
        ThreadPoolExecutor(1) as threads,
        pytest.raises(ExecutorError, match="expected its address as target"),
    ):
        fracas.audit(store, executor=threads)


def test_an_executor_that_was_shut_down_is_said() -> None:
    """An executor that was shut down is reported, and nothing is recorded."""
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.raises(ExecutorError, match="does no work: cannot schedule new"):
        fracas.run("alley", games=3, executor=threads)


def test_an_executor_that_loses_its_workers_is_reported() -> None:
    """An executor of the user's that loses its workers is reported, not replaced."""
    with (
        new_pool(1) as pool,
        pytest.raises(ExecutorError, match="lost its workers"),
        reached(pool) as cluster,
    ):
        run(plan_of("deadly", games=4), executor=cluster)


class Here(Executor):
    """Does every job at once, and does not say how many it can do side by side."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Do it."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_any_executor_will_do() -> None:
    """An executor needs nothing but `submit`."""
    plan = plan_of(games=20)
    assert run(plan, executor=Here(), workers=3) == run(plan)


@pytest.mark.parametrize(
    "command",
    [
        "run alley",
        "audit alley",
        "tournament alley",
        "fit alley",
        "playtest alley",
        "sweep alley --vary seats[0].pools.vigor=1,2",
        "tune alley --vary seats[0].pools.vigor=1,2 --target wins(Gael)=0.5",
        "compare alley --set seats[0].pools.vigor=1",
    ],
)
@pytest.mark.parametrize(
    ("address", "said"),
    [
        (
            "127.0.0.1:8786",
            "'127.0.0.1:8786' is no executor, expected dask://HOST:PORT",
        ),
        ("dask://here", "'dask://here' is no executor"),
        ("dask://here:65536", "'dask://here:65536' is no executor"),
        ("dask://127.0.0.1:8786", "pip install 'fracas[cluster]'"),
    ],
)
def test_what_reaches_no_cluster_is_said(
    address: str,
    said: str,
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cluster that cannot be reached ends a command with status 2, before play."""
    imported = builtins.__import__

    def none(name: str, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        if name.startswith("distributed"):
            raise ImportError(name)
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", none)
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert main([*command.split(), "--executor", address]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--workers", "2"), "--workers counts processes here"),
        (("--debug",), "--debug plays in this process only"),
        (("--sampled",), "--sampled plays in this process only"),
        (("--agents", "all"), "--agents all plays in this process only"),
    ],
)
def test_what_goes_with_no_cluster_is_said(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that do not go with a cluster are refused with status 2."""
    assert main(["run", "alley", "--executor", "dask://h:1", *options]) == 2
    assert said in capsys.readouterr().err


def sent(groups: Groups[int], window: int) -> list[list[int]]:
    """Return the groups that are under way once as many are sent as may be."""
    groups.fill(window, lambda _: Future())
    return [group for group, _ in groups._sent]


def test_groups_grow_to_half_a_second() -> None:
    """Groups grow to half a second of work, at most doubling each time."""
    groups = Groups(iter(range(10_000)))
    sizes = []
    for _ in range(12):
        sizes.append(len(sent(groups, 1)[0]))
        group, _future = groups.next()
        groups.finish(Done(group, 0.01 * len(group)))
    assert sizes == [1, 2, 4, 8, 16, 32, *[50] * 6]
    groups.finish(Done(range(99), 1e-9))
    assert len(sent(groups, 1)[0]) == 100
    assert GROUP_MAX > 100


def test_after_a_death_jobs_are_sent_alone_until_all_are_made_up_for() -> None:
    """After a death jobs are sent one by one until those lost are done again."""
    groups = Groups(iter(range(100)))
    groups.finish(Done([0, 1], 0.001))
    assert sent(groups, 3) == [[0, 1], [2, 3], [4, 5]]
    group, _ = groups.next()
    groups.take_back(group)
    for job in range(6):
        assert groups.alone
        assert sent(groups, 3) == [[job]]
        group, _ = groups.next()
        groups.finish(Done(group, 0.1))
    assert not groups.alone
    assert len(sent(groups, 3)) == 3


def test_an_error_ends_its_group_and_comes_after_what_was_done() -> None:
    """An error ends its group, after the results that came before it."""
    done = do_group(fingerprint(), (), int, ["1", "2", "x", "3"])
    assert done.results == [1, 2]
    assert isinstance(done.error, ValueError)


def test_jobs_say_what_they_need_once() -> None:
    """Jobs with one plan check what they need once."""
    plan = plan_of()
    jobs = [Job(plan, first, 1) for first in range(3)]
    assert len(prepared(jobs)) == 1
    assert prepared([1, 2]) == ()
