"""Totals over many conflicts: how often they count as one draw."""

import json
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fracas
from sim.analysis.analyse import Record
from sim.analysis.overview import row_key, sentences
from sim.analysis.tally import Tally
from sim.cli.main import main
from sim.statistics.intervals import Interval
from sim.store.store import MEMORY
from tests.tiers import later


def test_several_seats_of_one_conflict_are_one_draw() -> None:
    """Several seats of one agent in one conflict count as a single draw."""
    door = fracas.play("stuck_door", ["uniform"] * 3, seed="demo")
    tally = Tally(by_agent=True)
    tally.add(Record.of(door), fracas.analyse(door, steps=0, games=2))
    (total,) = tally.totals()
    assert total.conflicts > 1
    assert total.per_round.high == 1.0
    assert total.per_round.low == -1.0


def test_a_whole_run_in_python_is_what_the_command_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`analyse_run` returns the numbers, rows and table that the command prints."""
    path = str(tmp_path / "run.db")
    with fracas.open_store(path, create=True) as store:
        fracas.run("stuck_door", games=3, seed="whole", store=store)
        whole = fracas.analyse_run(store, games=2, steps=0)
    assert main(["analyse", path, "--games", "2", "--steps", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(
        json.dumps(whole.to_dict())
    )
    assert len(whole.rows()) == len(whole.accounts)
    said = repr(whole)
    assert said.startswith("Analysis of The stuck door, run")
    assert "means of 2 games from each moment" in said
    shown = whole._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert shown.count("<tr>") == 1 + len(whole.totals)
    parts = [Interval(value, value, value) for value in (-0.05, 1.05, 0.0)]
    more = sentences(
        structs.replace(whole, shares=parts), lambda total: row_key(total)[0]
    )[1]
    assert "105.0 % [105.0" in more
    assert "before, since who could expect more came to less" in more


@pytest.mark.parametrize(
    "how", later([{"steps": 0}, {}], [{"steps": 0}]), ids=["played", "exact"]
)
def test_threads_analyse_the_same(how: dict[str, int]) -> None:
    """Threads analyse a run as one process does, exactly and by games."""
    with fracas.open_store(MEMORY, create=True) as store:
        fracas.run("stuck_door", games=5, seed="whole", store=store)
        options: dict[str, Any] = {"games": 4, "seconds": inf, **how}
        alone = fracas.analyse_run(store, **options)
        with ThreadPoolExecutor(2) as threads:
            shared = fracas.analyse_run(store, executor=threads, **options)
    assert shared.exact == (0 if how else 5)
    assert shared.to_dict() == alone.to_dict()
    assert shared.rows() == alone.rows()


@pytest.mark.slow
def test_workers_analyse_the_same() -> None:
    """Two workers analyse a run as one process does."""
    with fracas.open_store(MEMORY, create=True) as store:
        fracas.run("violet_and_oliphant", games=2, seed="whole", store=store)
        options: dict[str, Any] = {"games": 2, "steps": 0, "seconds": inf}
        both = [
            fracas.analyse_run(store, workers=workers, **options) for workers in (1, 2)
        ]
    assert both[0].to_dict() == both[1].to_dict()


def test_a_branch_is_kept_from_python() -> None:
    """A branch by an answer, by agents or by rulings is kept once, from Python."""
    with fracas.open_store(":memory:", create=True) as store:
        fracas.run("skill_page", games=1, seed="keep", store=store)
        page = fracas.replay(store)
        first = next(
            number
            for number, event in enumerate(page.events, 1)
            if isinstance(event, fracas.Fact) and number > 1
        )
        at = fracas.whatif(page, first, ["uniform", "steady"])
        assert str(at.options[0]) in repr(at)
        other = at.chosen("2")
        ruled = fracas.whatif(page, rulings={"round_cap": 1})
        kept = {
            fracas.keep(store, at, other),
            fracas.keep(store, at),
            fracas.keep(store, ruled),
        }
        assert len(kept) == 3
        for branch in kept:
            assert all(
                finding.weight == "note" for finding in fracas.audit(store, branch)
            )
        with pytest.raises(fracas.FracasError, match="already has this branch"):
            fracas.keep(store, ruled)
        with pytest.raises(fracas.FracasError, match="expected the number of an event"):
            fracas.whatif(page)  # type: ignore[call-overload] # the point
        with pytest.raises(fracas.FracasError, match="found Conflict, expected what"):
            fracas.keep(store, page)
