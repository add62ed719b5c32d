"""The lines of a strategy: which situations there are, and what is answered in each."""

from math import fsum

import pytest

from sim.graph.budget import Budget
from sim.optimal.situations import FigureLimit, MetAnswer, Situation, situations
from sim.study.valuing import value_of
from tests.optimal.worked import tiny
from tests.tiers import later

NEAR = 1e-9
LEADS, AIM = (0, "progress"), (1, "aim")


def _row(group: int, progress: float, aim: str = "win", mass: float = 1.0) -> MetAnswer:
    return MetAnswer(group, 1, mass, {LEADS: progress, AIM: aim})


def test_a_figure_that_decides_is_told() -> None:
    """A number that decides the answer is told with the values on both sides."""
    rows = [_row(int(at >= 3), at, mass=at) for at in (1.0, 2.0, 3.0, 7.0)]
    assert situations(rows) == [
        Situation((FigureLimit(*LEADS, most=2.0),), (1,), ((0, 3.0),)),
        Situation((FigureLimit(*LEADS, least=3.0),), (1,), ((1, 10.0),)),
    ]


def test_words_are_told_by_what_they_are_and_are_not() -> None:
    """A word that decides the answer is told by whether it is that word."""
    rows = [_row(int(aim == "flee"), 1.0, aim) for aim in ("win", "flee", "hold")]
    limits = [situation.limits for situation in situations(rows)]
    assert limits == [
        (FigureLimit(*AIM, among="flee"),),
        (FigureLimit(*AIM, but=("flee",)),),
    ]


def test_what_no_figure_decides_is_told_by_how_often() -> None:
    """If no number decides, answers are told by their shares, the likeliest first."""
    rows = [_row(0, 1.0, mass=1.0), _row(1, 1.0, mass=3.0)]
    assert situations(rows) == [Situation((), (1,), ((1, 3.0), (0, 1.0)))]


def _hold(limit: FigureLimit, row: MetAnswer) -> bool:
    value = row.figures[limit.seat, limit.what]
    if isinstance(value, str):
        return value == limit.among or (limit.among is None and value not in limit.but)
    least = limit.least is None or value >= limit.least
    return least and (limit.most is None or value <= limit.most)


def test_situations_part_all_that_is_met() -> None:
    """Every row belongs to exactly one situation."""
    rows = [
        _row((at * 7 + len(aim)) % 3, float(at), aim, mass=1.0 + at % 2)
        for at in range(12)
        for aim in ("win", "flee", "hold on")
    ]
    parts = situations(rows)
    assert 1 < len(parts) <= 8
    for row in rows:
        inside = [
            part for part in parts if all(_hold(limit, row) for limit in part.limits)
        ]
        assert len(inside) == 1
        assert row.group in [group for group, _ in inside[0].shares]
    total = fsum(mass for part in parts for _, mass in part.shares)
    assert total == pytest.approx(fsum(row.mass for row in rows), abs=NEAR)


@pytest.mark.parametrize("states", later([10**6, 900], [900]))
def test_lines_and_situations_tell_of_the_same(states: int) -> None:
    """Lines and situations count the same questions, by both algorithms."""
    value = value_of(tiny("skill_roll_fight"), budget=Budget(states, seconds=600.0))
    told = value.told
    assert told is not None
    assert told.apart == (states == 900)
    for side in (0, 1):
        lines = fsum(line.times for line in told.lines if line.side == side)
        choices = [choice for choice in told.choices if choice.side == side]
        assert fsum(choice.times for choice in choices) == pytest.approx(
            lines, abs=NEAR
        )
        for choice in choices:
            whole = fsum(share for _, share in choice.shares)
            assert whole == pytest.approx(1.0, abs=NEAR)
