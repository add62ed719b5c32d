"""How a limit of time is spent, and what is said where it is too short."""

import re
from collections.abc import Callable
from itertools import count
from math import inf, isclose

import pytest

from sim.analysis.analyse import Analyses, Effort
from sim.analysis.analysis import Analysis
from sim.analysis.pace import Pace
from sim.errors import StreamError
from tests.analysis.records import record


class _Clock:
    """Time that passes by *tick* whenever somebody looks; all of it at look *late*."""

    def __init__(self, tick: float, late: int = 10**9) -> None:
        self._ticks, self._tick, self._late = count(), tick, late

    def __call__(self) -> float:
        looks = next(self._ticks)
        return looks * self._tick + (1e9 if looks >= self._late else 0.0)


def _played(_moment: int, _games: int) -> None:
    """Play games that take no time but what the clock says."""


def test_without_a_limit_all_is_played() -> None:
    """Without a time limit all games are played for every choice."""
    pace = Pace(None)
    pace.begin_judging(2)
    assert pace.games(_played, 100, 64) == 64
    assert pace.share(1) == pace.left == inf


def test_fewer_games_are_played_in_less_time() -> None:
    """With less time fewer games are played, at least eight or none."""
    games = [
        Pace(seconds, _Clock(0.3)).games(_played, 50, 64)
        for seconds in (300, 3000, 1e5)
    ]
    assert games == sorted(games)
    assert games[0] >= 8
    assert games[0] < games[1] < games[2] == 64
    with pytest.raises(StreamError, match="no time for any judgement in 2 seconds"):
        Pace(2, _Clock(0.3)).games(_played, 50, 64)


@pytest.mark.parametrize(("each", "played"), [(0.1, 25), (1.5, 2), (30.0, 1)])
def test_no_game_is_timed_that_there_is_no_time_for(each: float, played: int) -> None:
    """No games are timed if the first ones show that there is no time for them."""
    begun: list[tuple[int, int]] = []
    now = [0.0]

    def play(moment: int, games: int) -> None:
        begun.append((moment, games))
        now[0] += each

    with pytest.raises(StreamError, match="no time for any judgement in 10 seconds"):
        Pace(10, lambda: now[0]).games(play, 1000, 64)
    assert len(begun) == pytest.approx(played, abs=1)
    assert begun == [(moment, 1) for moment in range(len(begun))]


def test_games_that_come_to_what_is_known_take_as_long_as_they_do() -> None:
    """Games from the start that take long are no reason to refuse the short ones."""
    now = [0.0]

    def play(moment: int, _games: int) -> None:
        now[0] += 0.01 if moment else 1.0

    assert Pace(40, lambda: now[0]).games(play, 100, 64) == 8


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_no_time_is_refused(seconds: float) -> None:
    """A limit of no seconds is refused."""
    with pytest.raises(StreamError, match="expected more than 0"):
        Pace(seconds)


def _analysed(tick: Callable[[], float], seconds: float) -> Analysis:
    recorded = record("intensity", "uniform")
    specs = ["steady"] * len(recorded.seats)
    analyses = Analyses(Effort(0, 16))
    return analyses.of(recorded, specs, lambda _done, _of: None, Pace(seconds, tick))


def test_columns_add_up_where_time_is_short() -> None:
    """If time is short the columns still add up; unjudged choices cost nothing."""
    whole = _analysed(_Clock(0.0), 1.0)
    short = _analysed(_Clock(0.1, 66), 60.0)
    assert whole.unjudged == 0
    assert whole.games == 16
    assert short.games < whole.games
    assert 0 < short.unjudged < len(short.choices)
    assert [moment.event for moment in short.moments] == [
        moment.event for moment in whole.moments
    ]
    for account in short.accounts:
        assert isclose(
            account.expected + account.luck + account.advantage, account.came_to
        )
    for moment in short.choices:
        assert moment.compared or not (moment.mark or moment.cost or moment.settled)
    words = short.to_dict()
    assert words["unjudged"] == short.unjudged
    assert (
        sum(moment.get("cost", 0) is None for moment in words["moments"])
        == short.unjudged
    )


def test_no_judgement_at_all_is_said() -> None:
    """If there is no time to judge anything, one sentence says so."""
    with pytest.raises(StreamError, match="no time for any judgement"):
        _analysed(_Clock(1.0), 8.0)
    # All but some of the time was spent on exact values before.
    pace = Pace(20, _Clock(0.25))
    while pace.left > 15:
        pass
    with pytest.raises(StreamError) as refused:
        pace.games(_played, 9, 64)
    left, took, expected = re.findall(
        r"([\d.]+) of them are left|about ([\d.]+);|--seconds (\d+)", str(refused.value)
    )
    assert float(left[0]) < float(took[1]) < 20 < int(expected[2])
