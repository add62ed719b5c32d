"""Exact odds, against brute force, a published table and icepool."""
# ruff: noqa: ANN401 - icepool hands its evaluators whatever they kept

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import OddsError
from sim.rules.intensity.appraisal.odds import (
    chance_to_keep,
    exchange,
    intensity_odds,
)
from sim.rules.intensity.comparison.comparing import compared, descending

Pool = tuple[int, ...]

SMALL = st.lists(st.integers(1, 6), max_size=3).map(tuple)

PUBLISHED = [
    ((6,), (6,), 0.416667, 0.416667, 0.416667, 0.416667),
    ((8,), (6,), 0.562500, 0.312500, 0.562500, 0.312500),
    ((2, 2, 2), (2, 2, 2), 0.343750, 0.343750, 0.468750, 0.468750),
    ((4, 4), (2, 2, 2), 0.796875, 0.125000, 1.179688, 0.367188),
    ((6, 6, 6), (6, 6, 6), 0.489326, 0.489326, 1.076646, 1.076646),
    ((8, 6, 4), (6, 6, 6), 0.541184, 0.442805, 1.111979, 1.092255),
    ((8, 8, 8), (6, 6, 6), 0.784559, 0.206434, 1.752224, 0.639214),
    ((6, 6, 6, 6), (6, 6, 6), 0.608825, 0.380276, 1.905507, 0.735861),
    ((8, 6, 4), (8, 6), 0.527995, 0.456380, 1.414822, 0.711372),
    ((5, 6, 4), (8, 6, 4), 0.311719, 0.669358, 0.787240, 1.395226),
    ((10, 8, 6), (8, 6, 4), 0.713932, 0.276953, 1.656771, 0.696224),
]


def brute(a: Pool, b: Pool) -> dict[tuple[str, int, int], Fraction]:
    """Return the distribution of (hand, kept, kept) by counting every roll."""
    rolls_a = list(product(*(range(1, size + 1) for size in a)))
    rolls_b = list(product(*(range(1, size + 1) for size in b)))
    share = Fraction(1, len(rolls_a) * len(rolls_b))
    shares: dict[tuple[str, int, int], Fraction] = {}
    for x, y in product(rolls_a, rolls_b):
        result = compared(descending(x), descending(y))
        key = (result.hand, result.kept_a, result.kept_b)
        shares[key] = shares.get(key, Fraction(0)) + share
    return shares


@given(SMALL, SMALL)
@settings(max_examples=40, deadline=None)
def test_odds_are_those_of_every_roll(a: Pool, b: Pool) -> None:
    """The odds are those that counting every roll gives."""
    odds, whole = intensity_odds(a, b), brute(a, b)
    for hand in ("a", "b", "none"):
        counted = sum((p for key, p in whole.items() if key[0] == hand), Fraction(0))
        assert odds["upper"][hand] == counted
    kept: dict[tuple[int, int], Fraction] = {}
    for (_, kept_a, kept_b), p in whole.items():
        kept[kept_a, kept_b] = kept.get((kept_a, kept_b), Fraction(0)) + p
    assert odds["kept"] == kept


@pytest.mark.parametrize(("a", "b", "hand_a", "hand_b", "mean_a", "mean_b"), PUBLISHED)
def test_odds_are_the_published_ones(
    a: Pool, b: Pool, hand_a: float, hand_b: float, mean_a: float, mean_b: float
) -> None:
    """The odds are those of the published table, to its six digits."""
    odds, means = intensity_odds(a, b), exchange(tuple(sorted(a)), tuple(sorted(b)))
    assert float(odds["upper"]["a"]) == pytest.approx(hand_a, abs=5.1e-7)
    assert float(odds["upper"]["b"]) == pytest.approx(hand_b, abs=5.1e-7)
    assert means["upper"] == pytest.approx(hand_a, abs=5.1e-7)
    assert means["kept_a"] == pytest.approx(mean_a, abs=5.1e-7)
    assert means["kept_b"] == pytest.approx(mean_b, abs=5.1e-7)


class UpperHand(icepool.MultisetEvaluator[int, Any]):
    """The comparison as icepool walks it, from the highest face down."""

    def initial_state(self, order: Any, _outcomes: Any, /, *_sizes: Any) -> Any:
        """Begin with no die waiting for an opponent."""
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return 0, 0, 0, 0

    def next_state(self, state: Any, _order: Any, _face: Any, /, a: int, b: int) -> Any:
        """Compare the dice of one face with those that wait."""
        lead, wins_a, wins_b, hand = state
        beaten_b = min(lead, b) if lead > 0 else 0
        beaten_a = min(-lead, a) if lead < 0 else 0
        first = 1 if beaten_b else -1 if beaten_a else 0
        return lead + a - b, wins_a + beaten_b, wins_b + beaten_a, hand or first

    def final_outcome(
        self, state: Any, _order: Any, _outcomes: Any, /, *_sizes: Any
    ) -> Any:
        """Return (hand, kept, kept)."""
        _, a, b, hand = state
        return hand, a if hand > 0 else (a + 1) // 2, b if hand < 0 else (b + 1) // 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((8, 6, 4), (6, 6, 2)),
        ((12, 10, 8, 6, 4), (10, 10, 3)),
        ((5, 7, 9, 1), (20, 2, 6, 6)),
        ((12, 10, 8, 8, 6, 6, 4, 4), (10, 10, 8, 8, 8, 6, 6, 2)),
    ],
)
def test_odds_agree_with_icepool(a: Pool, b: Pool) -> None:
    """An independent engine gives the same fractions, up to eight dice each."""
    pools = [
        icepool.Pool([icepool.d(size) for size in pool] + [icepool.Die([1])] * missing)
        for pool, missing in (
            (a, max(0, len(b) - len(a))),
            (b, max(0, len(a) - len(b))),
        )
    ]
    evaluate: Callable[..., Any] = UpperHand().evaluate
    die = evaluate(*pools)
    odds = intensity_odds(a, b)
    kept: dict[tuple[int, int], Fraction] = {}
    upper = dict.fromkeys(("a", "b", "none"), Fraction(0))
    for (hand, kept_a, kept_b), p in zip(
        die.outcomes(), die.probabilities(), strict=True
    ):
        kept[kept_a, kept_b] = kept.get((kept_a, kept_b), Fraction(0)) + p
        upper[("none", "a", "b")[hand]] += p
    assert odds["upper"] == upper
    assert odds["kept"] == kept


def test_odds_of_one_query_in_full() -> None:
    """Three dice against three: exact fractions that add up to one."""
    odds = intensity_odds((8, 6, 4), (6, 6, 2))
    assert odds["upper"] == {
        "a": Fraction(4489, 6912),
        "b": Fraction(2297, 6912),
        "none": Fraction(7, 384),
    }
    assert sum(odds["kept"].values()) == 1


@pytest.mark.parametrize("dice", [2, 5])
def test_odds_of_large_pools_count_every_roll(dice: int) -> None:
    """Odds of five d20 against five count every roll.

    Equal pools are equally often ahead, and nobody is if both rolls have the same
    faces, which are counted here by themselves.
    """
    pool = (20,) * dice
    upper = intensity_odds(pool, pool)["upper"]
    assert upper["a"] == upper["b"]
    assert sum(upper.values()) == 1
    alike = same_rolls(20, dice)
    assert upper["none"] == Fraction(alike, 20 ** (2 * dice))


def same_rolls(sides: int, dice: int) -> int:
    """Count the pairs of rolls of so many dice with the same faces."""
    ways = [1] + [0] * dice
    for _ in range(sides):
        ways = [
            sum(comb(n, k) ** 2 * ways[n - k] for k in range(n + 1))
            for n in range(dice + 1)
        ]
    return ways[dice]


def test_odds_of_empty_pools() -> None:
    """IN-R-05: Against an empty pool every die that shows 2 or more scores."""
    assert intensity_odds((), ())["upper"]["none"] == 1
    odds = intensity_odds((5, 2, 1), ())
    assert odds["kept"][2, 0] == Fraction(4, 5) * Fraction(1, 2)


@given(SMALL, SMALL)
def test_odds_are_the_same_from_the_other_side(a: Pool, b: Pool) -> None:
    """Exchanging the sides exchanges the odds, and a d1 is as good as no die."""
    odds, other = intensity_odds(a, b), intensity_odds((*b, 1), a)
    assert odds["upper"] == {
        hand: other["upper"][whose]
        for hand, whose in (("a", "b"), ("b", "a"), ("none", "none"))
    }
    assert odds["kept"] == {(x, y): odd for (y, x), odd in other["kept"].items()}


def test_chance_to_keep_is_a_tail() -> None:
    """The chance to keep at least so many successes is the tail of the odds."""
    odds = intensity_odds((4, 6, 8), (2, 6, 6))
    tail = sum(p for (kept, _), p in odds["kept"].items() if kept >= 2)
    assert chance_to_keep((4, 6, 8), (2, 6, 6), 2) == pytest.approx(float(tail))


@pytest.mark.parametrize("pool", [(0,), (-2, 4), (21,), (6,) * 21])
def test_odds_refuse_dice_that_do_not_exist(pool: Pool) -> None:
    """Dice that do not exist are refused with what was expected."""
    with pytest.raises(OddsError, match="expected"):
        intensity_odds(pool, (6,))
    with pytest.raises(OddsError, match="expected"):
        intensity_odds((6,), pool)


def test_odds_take_as_many_dice_as_they_say() -> None:
    """Twenty d1 are accepted, and against one d1 nobody has the upper hand."""
    assert intensity_odds((1,) * 20, (1,))["upper"] == {"none": 1, "a": 0, "b": 0}
