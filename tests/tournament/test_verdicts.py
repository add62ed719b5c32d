"""Verdicts: what may be said, and what it rests on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.gsprt import Bounds
from sim.tournament.contest import Terms
from sim.tournament.verdicts import Judge

JUDGE = Judge(Terms())
TESTS = Judge(Terms(until="settled", bounds=Bounds(0, 20)))
SCORES = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.integers(1, 80), min_size=1
)


def test_nothing_is_said_of_nothing() -> None:
    """No blocks, no verdict."""
    assert JUDGE.verdict({}).says == "open"


def test_better_and_worse_are_mirror_images() -> None:
    """Forty pairs of three quarters settle it."""
    assert JUDGE.verdict({0.75: 40}).says == "better"
    assert JUDGE.verdict({0.25: 40}).says == "worse"


@given(SCORES)
def test_a_verdict_rests_on_its_interval(scores: dict[float, int]) -> None:
    """Better exactly where one half is below it, equal exactly where all is near."""
    spoken = JUDGE.verdict(scores)
    low, high = spoken.interval.low, spoken.interval.high

    assert (spoken.says == "better") == (low > 0.5)
    assert (spoken.says == "worse") == (high < 0.5)
    if spoken.says == "equal":
        assert 0.45 < low < 0.5 < high < 0.55


def test_alike_is_said_once_it_means_something() -> None:
    """A few even pairs that went alike are not settled, many are."""
    assert JUDGE.verdict({0.5: 5}, alike=True).says == "open"
    assert JUDGE.verdict({0.5: 100}, alike=True).says == "alike"
    assert JUDGE.verdict({0.5: 100}, alike=False).says == "equal"


def test_an_open_verdict_says_how_much_more_it_needs() -> None:
    """Going on so, as many more blocks do settle it."""
    scores = {0.25: 4, 0.5: 20, 0.75: 9}
    spoken = JUDGE.verdict(scores)
    assert spoken.about is not None
    times = 1 + 1.1 * spoken.about / 33
    more = {score: round(count * times) for score, count in scores.items()}

    assert spoken.says == "open"
    assert JUDGE.verdict(more).settled


def test_many_verdicts_at_once_ask_more_of_each() -> None:
    """What would be a verdict alone is none among a hundred."""
    scores = {0.5: 10, 1.0: 10}

    assert JUDGE.verdict(scores).says == "better"
    assert Judge(Terms(), family=100).verdict(scores).says == "open"


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ({0.25: 100, 0.5: 600, 0.75: 300}, "better"),
        ({0.25: 300, 0.5: 600, 0.75: 100}, "worse"),
        ({0.25: 600, 0.5: 1800, 0.75: 600}, "equal"),
        ({0.25: 10, 0.5: 18, 0.75: 11}, "open"),
        ({0.5: 5}, "open"),
    ],
)
def test_ratio_tests_speak_both_ways(scores: dict[float, int], says: str) -> None:
    """One test that the first is better, one that the second is."""
    spoken = TESTS.verdict(scores)

    assert spoken.says == says
    if says == "better":
        assert spoken.ratios is not None
        assert spoken.ratios[0] >= TESTS.bounds.upper
