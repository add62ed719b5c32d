"""A recorded run compared with what other code plays under the same dice."""

from pathlib import Path

import pytest

from sim.cli.study.today import TodayRequest, compare_today
from sim.conflict import positions
from sim.errors import StoreError
from sim.run.job_runner import JobRunner
from sim.run.plan import Record
from sim.run.recorded import find_run
from sim.run.run import make_plan, run
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision
from sim.store.store import open_store
from sim.vary.today import Today
from tests import toy
from tests.vary.noon import noon

GAMES = 40


def kept(folder: Path, record: Record = "full", agents: str = "steady") -> str:
    """Record a run of two who press in turn, as another process, and return its store.

    So what was met in it is forgotten, as its rules may be.
    """
    target = str(folder / f"{record}.db")
    plan = make_plan(noon(), [agents, agents], seed="s", games=GAMES, record=record)
    with open_store(target, create=True) as store:
        run(plan, store=store)
    positions.BEGUN.clear()
    return target


def compared(target: str) -> Today:
    """Play the only run of a store again, by the code as it is now."""
    with open_store(target) as store:
        today = Today(store, find_run(store), 1000)
        today.play(JobRunner())
    return today


@pytest.mark.parametrize("record", ["full", "packed", "seal"])
def test_the_same_code_plays_the_same(tmp_path: Path, record: Record) -> None:
    """If the code has not changed, nothing differs, exactly."""
    today = compared(kept(tmp_path, record))
    assert (today.otherwise, today.changed, today.example()) == ([], [], None)
    assert len(today.today) == GAMES
    for gain in today.gains(0.02):
        assert (gain.gap.value, gain.gap.exact, gain.says) == (0.0, True, "equal")


def test_another_rule_is_seen_where_it_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed rule is shown at the first event that it reads otherwise."""
    target = kept(tmp_path)
    monkeypatch.setattr(toy, "HIT", 4)
    today = compared(target)
    assert 0 < len(today.otherwise) < GAMES
    assert [departure.game - 1 for departure in today.departures] == today.otherwise
    for departure in today.departures:
        assert (departure.what, departure.decision > 0) == ("rules", True)
        assert departure.recorded != departure.today
    (wins, *_) = today.gains(0.02)
    gap = sum(now.returns[0] for now in today.today)
    gap -= sum(then.returns[0] for then in today.recorded)
    assert wins.gap.value == pytest.approx(gap / GAMES)
    assert wins.gap.low <= wins.gap.value <= wins.gap.high


def test_another_choice_is_seen_where_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed choice is shown where it is made, if events were kept."""

    def holding(
        who: Seat, options: tuple[Fact, ...], view: toy.State
    ) -> Decision[toy.State]:
        return Decision(who, options[:1], view)

    full, seals = kept(tmp_path), kept(tmp_path, "seal")
    monkeypatch.setattr(toy, "Decision", holding)
    today = compared(full)
    assert today.otherwise == list(range(GAMES))
    for departure in today.departures:
        assert (departure.what, departure.decision, departure.round) == ("choice", 1, 1)
        assert (departure.recorded, departure.today) == (
            "Ann presses",
            "Ann holds still",
        )
    assert compared(seals).departures == []


def test_what_is_printed_names_the_telling_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game that differs is printed with the command that tells it."""
    target, new = kept(tmp_path), str(tmp_path / "new.db")
    monkeypatch.setattr(toy, "HIT", 4)
    asked = TodayRequest(target, "", 1000, 0.02, new, trusted=False)
    compare_today(asked, JobRunner(), as_json=False)
    said = capsys.readouterr().out
    assert "conflicts go another way, half of them by decision" in said
    assert said.count("  fracas replay ") == 2
    with open_store(new) as store:
        assert len(list(store.lines(find_run(store).run))) == GAMES


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    """A missing run, and one without conflicts, is refused."""
    target = kept(tmp_path)
    with open_store(target) as store:
        with pytest.raises(StoreError, match="has no run called"):
            find_run(store, "nobody")
        with pytest.raises(StoreError, match="no conflict recorded"):
            Today(store, find_run(store), 0)
