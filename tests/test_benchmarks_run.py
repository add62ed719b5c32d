"""Benchmarks run, and compare what they say they compare; no time is asserted."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import (
    bench_audit,
    bench_hosted,
    bench_memory,
    bench_opcodes,
    bench_play,
    bench_record,
    bench_replay,
    bench_seats,
    bench_start,
    bench_store,
    bench_workers,
    defaults,
)
from benchmarks.__main__ import NAMES, heading, table
from benchmarks.bare_tables import Event, Strategy
from benchmarks.bench_play import check
from benchmarks.first import First
from benchmarks.measure import Section, spread
from benchmarks.stage import DUEL, bare, begin, played, same
from benchmarks.usual_way import application, recorded
from sim.library.registry import SYSTEMS
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision

CHANGES = {"intent", "intent-changed", "withdrawn"}
"""What the duel by hand does not play."""


class Lively(Agent):
    """Chooses at random among what the duel by hand plays as well."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return one of those options."""
        tagged = [(option.__struct_config__.tag, option) for option in asked.options]
        options = [option for tag, option in tagged if tag not in CHANGES]
        tags = [str(tag) for tag, _ in tagged if tag not in CHANGES]
        return options[_pick(self.table.random, tags)]


def _pick(random: Random, tags: list[str]) -> int:
    draw = random.random()
    if tags[-1] == "conceded" and draw < 0.93:
        return 0
    if tags[0] == "accepted" and draw < 0.9:
        return 1
    return int(random.random() * len(tags))


def _strategy(key: bytes) -> Strategy:
    """Choose by hand as Lively does with the same key."""
    random = Random(int.from_bytes(key, "big"))
    return lambda options: options[_pick(random, [option[0] for option in options])]


@pytest.mark.parametrize("game", range(40))
def test_the_duel_by_hand_makes_the_same_bytes(game: int) -> None:
    """The duel by hand makes the same bytes as the game, whatever is chosen."""
    start = begin(DUEL)
    quiet: list[Agent] = [First(), First()]
    assert same(played(start, quiet, game), *bare(start, game))
    lively: list[Agent] = [Lively(), Lively()]
    sealed = played(start, lively, game)
    strategies = [_strategy(agent.table.key) for agent in lively]
    assert same(sealed, *bare(start, game, strategies))


def test_a_duel_by_hand_that_differs_is_refused() -> None:
    """A duel by hand that differs from the game is refused."""
    start = begin(DUEL)

    def other(options: list[Event]) -> Event:
        return options[-1]

    with pytest.raises(RuntimeError, match="differs"):
        check(start, 3, (other, other))


def test_the_usual_way_records_as_many_events(tmp_path: Path) -> None:
    """The usual way records as many events as the game has."""
    start = begin(DUEL)
    usual = application(tmp_path / "usual.db")
    count = recorded(usual, start.digest, 0)
    assert count == played(start, [First(), First()], 0).line.events - 1
    assert usual.recorder.max_notification_id() == count
    usual.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "sizes"),
    [
        (bench_play, {"rounds": 1, "games": 2, "whole": 2}),
        (bench_record, {"rounds": 1, "games": 2}),
        (bench_store, {"rounds": 1, "games": 9}),
        (bench_replay, {"rounds": 1, "games": 1}),
        (bench_workers, {"rounds": 1, "games": 2}),
        (bench_audit, {"rounds": 1, "games": 2}),
        (bench_memory, {"rounds": 1, "games": 1, "counted": 10}),
        (bench_hosted, {"rounds": 1, "games": 2}),
        (bench_start, {"rounds": 1}),
        (bench_opcodes, {"games": 5}),
        (bench_seats, {"rounds": 1, "games": 1, "warm": 0}),
    ],
)
def test_each_benchmark_runs(
    module: Any,  # noqa: ANN401 - a module
    sizes: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With tiny sizes it gives figures above nought, and plays every system.

    What a worker takes to begin is a difference of two times: where there is next to
    nothing to do, whatever else the machine does can turn it below nought.
    """
    # Before each work garbage is collected: seconds in a process full of other tests.
    monkeypatch.setattr("benchmarks.measure.gc", SimpleNamespace(collect=int))
    monkeypatch.setattr(bench_hosted, "STARTS", 2)
    sections: list[Section] = module.measure(**sizes)
    figures = [figure for section in sections for figure in section.figures]
    assert figures
    assert all(figure.low <= figure.value <= figure.high for figure in figures)
    assert all(
        figure.value > 0 for figure in figures if figure.name != bench_workers.BEGINNING
    )
    assert table(sections).count("\n| ") >= len(figures)
    if module is bench_play:
        titles = " ".join(section.title for section in sections)
        assert all(system in titles for system in SYSTEMS)


def test_every_benchmark_is_listed() -> None:
    """The list of benchmarks has every script."""
    scripts = Path(bench_play.__file__).parent.glob("bench_*.py")
    assert sorted(path.stem.removeprefix("bench_") for path in scripts) == sorted(NAMES)


def test_figures_say_whether_the_aim_is_met() -> None:
    """A figure says whether it meets its aim, if it has one."""
    assert spread("a", [1.0, 2.0, 3.0], most=2).verdict == "met"
    assert spread("a", [1.0, 2.0, 4.0], least=3).verdict == "missed"
    assert spread("a", [1.0]).verdict == ""
    assert heading().startswith("## 2")


OLD = """\
# The default agent

| scenario | pairs | steady | bold | measured |
|---|---|---|---|---|
| alley | 8 | 0.500 ± 0.000 | **0.400** ± 0.100 | 2026-11-20 10:00 UTC, abc |
| forgotten | 8 | 0.500 ± 0.000 | 0.500 ± 0.000 | 2026-11-20 10:00 UTC, abc |
| skill_duel | 8 | 0.500 ± 0.000 | 0.600 ± 0.100 | 2026-11-20 10:00 UTC, abc |
"""


def test_the_defaults_keep_the_rows_of_what_is_not_measured_again() -> None:
    """Defaults measured anew keep all other cells with their dates."""
    cells = [defaults.Cell("steady", 0.25, 0.125, 4)]
    anew = defaults.row("skill_duel", cells, "2026-11-21, def")
    rows = defaults.kept([anew], OLD, ["alley", "skill_duel"])
    lines = defaults.table(rows).splitlines()
    first, rule, alley, _, duel = OLD.splitlines()[2:]
    assert lines[:3] == [first, rule, alley]
    told = "0.600 ± 0.100 | 2026-11-20 10:00 UTC, abc; steady 2026-11-21, def"
    assert lines[3:] == [f"| skill_duel | 4 | **0.250** ± 0.125 | {told} |"]
    assert duel not in lines
    later = defaults.row("skill_duel", cells, "2026-11-22, ace")
    (row,) = defaults.kept([later], defaults.table(rows), ["skill_duel"])
    assert row["measured"] == "2026-11-20 10:00 UTC, abc; steady 2026-11-22, ace"


def test_a_score_below_the_aim_stands_beside_its_margin_in_returns() -> None:
    """A score below the aim is printed with the margin in returns."""
    below = defaults.Cell("bold", 0.46, 0.01, 400, (0.2, 0.02))
    above = defaults.Cell("steady", 0.5, 0.0, 400, (0.0, 0.0))
    shown = defaults.row("skill_gate", [below, above], "2026-11-28, abc")
    assert shown["bold"] == "**0.460** ± 0.010; +0.200 ± 0.020 in returns"
    assert shown["steady"] == "0.500 ± 0.000"


@pytest.mark.slow
def test_the_defaults_are_written_beside_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scenario named on the command line is measured, and its row is written."""
    results = tmp_path / "defaults.md"
    results.write_text(OLD, encoding="utf-8")
    monkeypatch.setattr(defaults, "RESULTS", results)
    command = ["defaults", "planets_arm_wrestle", "--pairs", "4", "--write"]
    monkeypatch.setattr("sys.argv", command)
    defaults.main()
    rows = {row["scenario"]: row for row in defaults.parsed(results.read_text("utf-8"))}
    assert list(rows) == ["alley", "planets_arm_wrestle", "skill_duel"]
    assert rows["alley"]["measured"] == "2026-11-20 10:00 UTC, abc"
    assert rows["planets_arm_wrestle"]["measured"].startswith("2")
    assert set(rows["planets_arm_wrestle"]) > set(defaults.RIVALS)
