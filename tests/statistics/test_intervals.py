"""Intervals against scipy's, and against what they promise."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped] # scipy ships no types

from sim.statistics.intervals import block_error, blocks, wilson


@pytest.mark.parametrize(("won", "games"), [(0, 1), (8, 10), (10, 10), (263, 1000)])
@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_wilson_is_scipys(won: int, games: int, confidence: float) -> None:
    """The same bounds as the library's own, to the last digits."""
    found = wilson(won, games, confidence)
    wanted = stats.binomtest(won, games).proportion_ci(confidence, "wilson")

    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))


def test_wilson_of_eight_in_ten() -> None:
    """The textbook's example: 0.490 to 0.943."""
    found = wilson(8, 10)

    assert (found.low, found.high) == pytest.approx((0.4901625, 0.9433178), abs=1e-7)


def test_wilson_of_nothing_says_nothing() -> None:
    """No games, no knowledge."""
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


scores = st.dictionaries(
    st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.integers(1, 50), min_size=1
)


@settings(max_examples=60)
@given(scores)
def test_blocks_stay_within_what_is_possible(counted: dict[float, int]) -> None:
    """The estimate lies between the bounds, and they within 0 and 1."""
    found = blocks(counted)

    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@settings(max_examples=60)
@given(scores)
def test_blocks_are_fair_to_both_sides(counted: dict[float, int]) -> None:
    """Seen from the other side the interval is its mirror image."""
    found = blocks(counted)
    mirror = blocks({1 - score: times for score, times in counted.items()})

    assert (mirror.low, mirror.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_blocks_know_what_mirrored_luck_saves() -> None:
    """Pairs that mostly split are worth more games than they have."""
    split = {0.0: 5, 0.5: 90, 1.0: 5}
    found, alone = blocks(split), wilson(100, 200)

    assert found.high - found.low < alone.high - alone.low


@pytest.mark.parametrize("kind", ["split", "alone", "together"])
@pytest.mark.parametrize("count", [5, 40])
def test_blocks_cover_the_truth(kind: str, count: int) -> None:
    """Of 500 tournaments between equals at least 92 in 100 intervals hold 1/2."""
    luck = Random(7)

    def pair() -> float:
        one = luck.random() < 0.5
        if kind == "together":
            return float(one)
        if kind == "alone":
            return (one + (luck.random() < 0.5)) / 2
        return 0.5 if luck.random() < 0.9 else float(one)

    covered = sum(
        not blocks(Counter(pair() for _ in range(count))).excludes(0.5)
        for _ in range(500)
    )

    assert covered >= 460


def test_block_error_is_that_of_the_mean() -> None:
    """The usual standard error, with the pair as its unit."""
    counted = {0.0: 1, 0.5: 2, 1.0: 3}
    values = [0.0, 0.5, 0.5, 1.0, 1.0, 1.0]

    assert block_error(counted) == pytest.approx(stats.sem(values))
    assert block_error({0.5: 1}) == 0.0
