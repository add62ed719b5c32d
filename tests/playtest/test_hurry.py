"""The time of a playtest is shared out over its parts, anew before each of them."""

from itertools import pairwise

import pytest

import fracas
from sim.campaign.plan import cast
from sim.library.scenario import from_dict
from sim.playtest import hurry as module
from sim.playtest import playtest as parts
from sim.playtest import runner
from sim.playtest.budget import Budget, Speed
from sim.playtest.hurry import Hurry
from sim.playtest.runner import LateError, PlaytestRunner
from tests.playtest.planted import brawl

SHARES = {"how it goes": 0.2, "who wins": 0.4, "what its numbers do": 0.4}
BUDGET = Budget(1000, 10.0, Speed(0.02, 0.01, 0.005))
"""Planned: 4 seconds, 4 seconds and 2."""


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return what it is set to."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that the hurry looks at."""
    clock_ = Clock()
    for module_ in (module, runner):
        monkeypatch.setattr(module_, "monotonic", clock_)
    return clock_


def played(budget: Budget, clock: Clock, slower: float) -> tuple[list[int], Hurry]:
    """What each part may play on a machine that is so many times slower."""
    runner = PlaytestRunner()
    hurry = Hurry(budget, SHARES, ("how it goes",), runner)
    games_: list[int] = []
    each = {"how it goes": 0.02, "who wins": 0.01, "what its numbers do": 0.005}
    for about, share in SHARES.items():
        games = hurry.allowed(about, int(share * budget.games))
        games_.append(games)
        took = slower * games * each[about]
        clock.now += took
        runner.played += games
        runner.seconds += took if about != "how it goes" else 0.0
    return games_, hurry


def test_everything_is_played_on_a_machine_as_fast_as_was_thought(clock: Clock) -> None:
    """On a machine as fast as was thought every game is played."""
    games, hurry = played(BUDGET, clock, 0.9)
    assert games == [200, 400, 400]
    assert not hurry.over


@pytest.mark.parametrize("slower", [1.5, 2.0])
def test_on_a_slower_machine_all_parts_are_played_less(
    clock: Clock, slower: float
) -> None:
    """On a slower machine every part plays fewer games, and the time is kept to."""
    games, hurry = played(BUDGET, clock, slower)
    assert games[0] <= 200
    assert 60 <= games[1] < 400
    assert 60 <= games[2] < 400
    assert clock.now < 1.35 * BUDGET.seconds
    assert hurry.seconds_for_last() > 0
    clock.now += BUDGET.seconds
    assert hurry.seconds_for_last() < 0


def test_a_budget_in_games_is_never_in_a_hurry(clock: Clock) -> None:
    """A budget in games plays all of them, however long that takes."""
    games, hurry = played(Budget(1000), clock, 1000.0)
    assert games == [200, 400, 400]
    assert not hurry.over
    assert hurry.seconds_to_solve() > 1e9


def test_solving_ends_in_its_part_of_the_time(clock: Clock) -> None:
    """Solving may take less and less time, and its part is noted as hurried."""
    hurry = Hurry(BUDGET, SHARES, ("how it goes",), PlaytestRunner())
    hurry.allowed("who wins", 400)
    times = [0.0, 1.0, 2.0, 9.0]
    left: list[float] = []
    for clock.now in times:
        left.append(hurry.seconds_to_solve())
    assert all(earlier > later for earlier, later in pairwise(left))
    assert left[0] > 0 > left[-1]
    assert hurry.parts == ["who wins"]


def test_shortly_after_the_time_nothing_more_is_played(clock: Clock) -> None:
    """Soon after the time is over nothing more is played, in any part."""
    there = PlaytestRunner()
    Hurry(BUDGET, SHARES, (), there)
    clock.now = 1.01 * BUDGET.seconds
    there.count()
    clock.now = 1.03 * BUDGET.seconds
    with pytest.raises(LateError):
        there.count()
    endless = PlaytestRunner()
    Hurry(Budget(1000), SHARES, (), endless)
    clock.now = 1e9
    endless.count()


def test_a_search_gives_as_many_answers_as_there_is_time_for(clock: Clock) -> None:
    """A search gives fewer answers where time is short, and its part is noted."""
    part, answers = "what its numbers do", {"what its numbers do": 2000}
    budget = Budget(1000, 12.0, Speed(0.02, 0.01, 0.005, 0.001))
    for late, most in ((0.0, 2000), (9.0, 1500)):
        clock.now = 0.0
        hurry = Hurry(budget, SHARES, ("how it goes",), PlaytestRunner(), answers)
        clock.now = 8.0 + late / 9
        hurry.allowed(part, 400)
        clock.now = 10.0 + late / 9
        assert 300 <= hurry.answers(part) <= most
        assert hurry.parts == ([part] if late else [])
    assert Hurry(Budget(9), SHARES, (), PlaytestRunner(), answers).answers(part) == 2000


@pytest.mark.slow
def test_a_part_that_takes_too_long_is_left(clock: Clock) -> None:
    """A part that takes too long is left out of the report, which says so."""
    loaded = from_dict(brawl())

    def slowly(done: int, total: int, about: str) -> None:
        del total
        clock.now = 0.001 * done
        if about.startswith("who wins"):
            clock.now += 100.0

    budget = Budget(400, 10.0, Speed(0.001, 0.001, 0.001))
    report = parts.playtest(
        loaded, cast(loaded, ()), budget=budget, seed="s", progress=slowly
    )
    assert report.restricted is not None
    assert report.fairness is report.exploits is None
    assert "This is not the whole report" in report.cut_short


@pytest.mark.slow
def test_a_report_without_time_has_its_last_part(clock: Clock) -> None:
    """A report without time for its last part has it, and says what was hurried."""
    loaded = from_dict(brawl())

    def slowly(done: int, total: int, about: str) -> None:
        del total, about
        clock.now = 0.04 * done

    budget = Budget(400, 9.0, Speed(0.01, 0.01, 0.01))
    report = parts.playtest(
        loaded, cast(loaded, ()), budget=budget, seed="s", progress=slowly
    )
    assert report.exploits is not None
    assert report.restricted is not None
    assert "what options are worth" in report.hurried
    assert not report.complete
    assert "Time was short" in report.cut_short
    clock.now = 0.0
    whole = fracas.playtest(loaded, budget="400 games", seed="s")
    assert whole.complete
    assert whole.played > report.played
