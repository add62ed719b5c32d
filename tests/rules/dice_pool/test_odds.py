"""Exact odds: the tables of the ledger, as fractions."""

from fractions import Fraction

import pytest

from sim.rules.dice_pool.appraisal import law
from sim.rules.dice_pool.appraisal.distribution import (
    better,
    mean,
    pool_chances,
    weighed,
)
from sim.rules.dice_pool.appraisal.exact import (
    Rolled,
    at_most,
    chance_of,
    compared,
)
from sim.rules.dice_pool.appraisal.odds import PoolQuery, answer_pool
from sim.rules.dice_pool.pools.throwing import Successes
from sim.rules.dice_pool.scenario.rulings import Rulings

PLAIN = Rulings()
CHANCE = Rolled(1, 10, 11)
FAR = 60

ALONE = [
    (1, 0.300000, 0.3333, 0.510000, 0.56667),
    (2, 0.510000, 0.6667, 0.759900, 1.00606),
    (3, 0.657000, 1.0000, 0.882351, 1.40669),
    (4, 0.759900, 1.3333, 0.942352, 1.78911),
    (5, 0.831930, 1.6667, 0.971752, 2.16063),
    (6, 0.882351, 2.0000, 0.986159, 2.52477),
    (8, 0.942352, 2.6667, 0.996677, 3.23817),
    (10, 0.971752, 3.3333, 0.999202, 3.93826),
]


@pytest.mark.parametrize(("dice", "success", "count", "rote", "better_"), ALONE)
def test_odds_of_one_pool_are_exact(
    dice: int, success: float, count: float, rote: float, better_: float
) -> None:
    """DP-R-01, DP-R-02, DP-R-27: The odds of one pool are those of the ledger."""
    plain, twice = Rolled(dice), Rolled(dice, rote=True)
    assert float(1 - chance_of(plain, 0)) == pytest.approx(success, abs=1e-6)
    assert float(1 - chance_of(twice, 0)) == pytest.approx(rote, abs=1e-6)
    for roll, expected in ((plain, count), (twice, better_)):
        mean_ = sum(n * chance_of(roll, n) for n in range(FAR // 2))
        assert float(mean_) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_the_better_of_two_throws_is_one_law(dice: int) -> None:
    """DP-ROTE-02: The better of two rote rolls has the same law in solving as in odds.

    Also tested: DP-R-27 and DP-R-28.
    """
    cases = law.rote(dice, Successes(8, 10), FAR)
    assert sum(chance for chance, *_ in cases) == pytest.approx(1)
    twice = Rolled(dice, rote=True)
    for total in range(4):
        chance_ = sum(
            chance
            for chance, first, second in cases
            if max(first, second or 0) == total
        )
        assert chance_ == pytest.approx(float(chance_of(twice, total)))


def test_a_chance_die_succeeds_once_in_ten() -> None:
    """DP-R-03: A chance die succeeds once in ten, and rote 19 times in 100."""
    assert 1 - chance_of(CHANCE, 0) == Fraction(1, 10)
    assert 1 - chance_of(Rolled(1, 10, 11, rote=True), 0) == Fraction(19, 100)


OPPOSED = [
    (Rolled(5), Rolled(5), 0.38059, 0.23883),
    (Rolled(6), Rolled(5), 0.45852, 0.22373),
    (Rolled(7), Rolled(5), 0.53104, 0.20526),
    (Rolled(8), Rolled(5), 0.59723, 0.18512),
    (Rolled(8), Rolled(4), 0.66809, 0.17335),
    (Rolled(10), Rolled(5), 0.70929, 0.14456),
    (Rolled(3), Rolled(3), 0.34229, 0.31541),
    (Rolled(1), Rolled(1), 0.21818, 0.56364),
    (CHANCE, Rolled(3), 0.03430, 0.34839),
    (Rolled(3), CHANCE, 0.61731, 0.34839),
    (CHANCE, CHANCE, 0.09, 0.82),
    (Rolled(8, rote=True), Rolled(5), 0.73195, 0.14999),
]


@pytest.mark.parametrize(("ours", "theirs", "win", "tie"), OPPOSED)
def test_odds_of_two_pools_are_exact_and_sum_to_one(
    ours: Rolled, theirs: Rolled, win: float, tie: float
) -> None:
    """DP-CONTEST-05: The odds of two pools are those of the ledger, and sum to 1.

    Also tested: DP-R-10.
    """
    odds = compared(ours, theirs)
    assert sum(odds) == 1
    assert float(odds[0]) == pytest.approx(win, abs=1e-5)
    assert float(odds[1]) == pytest.approx(tie, abs=1e-5)


def test_ties_of_single_dice_are_a_plain_fraction() -> None:
    """The chance of a tie of single dice is the fraction worked out by hand."""
    ratio = Fraction(729, 100) / 99
    assert compared(Rolled(1), Rolled(1))[1] == Fraction(49, 100) + ratio


@pytest.mark.parametrize("roll", [Rolled(3), Rolled(3, rote=True), Rolled(2, again=8)])
def test_sums_are_what_long_addition_gives(roll: Rolled) -> None:
    """The exact chance to win is the limit of the sum of its parts."""
    other = Rolled(4)
    win = sum(chance_of(roll, n) * at_most(other, n - 1) for n in range(FAR))
    assert abs(compared(roll, other)[0] - win) < Fraction(1, 10**9)


def test_what_agents_weigh_is_the_same() -> None:
    """DP-R-110: Chances that agents weigh are the fractions to 12 places."""
    for dice in (1, 5, 9):
        for rote in (False, True):
            near = pool_chances(dice, PLAIN, rote=rote)
            for total in range(8):
                exact = float(chance_of(Rolled(dice, rote=rote), total))
                assert near[total] == pytest.approx(exact, abs=1e-12)
    win, margin, _ = weighed(pool_chances(8, PLAIN), pool_chances(5, PLAIN))
    assert win == pytest.approx(0.59723, abs=1e-5)
    assert margin / win == pytest.approx(2.2725, abs=1e-4)
    assert mean(pool_chances(5, PLAIN)) == pytest.approx(5 / 3)
    add = pool_chances(5, Rulings(rote_mode="add"), rote=True)
    assert mean(add) > mean(pool_chances(5, PLAIN, rote=True))


@pytest.mark.parametrize(
    ("ours", "theirs", "win", "margin"),
    [((4, 4), 5, 0.44592, 1.6840), ((3, 3, 3), 6, 0.33751, 1.5230)],
)
def test_of_a_team_the_best_roll_counts(
    ours: tuple[int, ...], theirs: int, win: float, margin: float
) -> None:
    """DP-TEAM-02: Of a team the best of several rolls counts."""
    best = better(tuple(pool_chances(dice, PLAIN) for dice in ours))
    won, mean_, _ = weighed(best, pool_chances(theirs, PLAIN))
    assert won == pytest.approx(win, abs=1e-5)
    assert mean_ / won == pytest.approx(margin, abs=1e-4)


def test_a_debate_at_the_limit() -> None:
    """DP-PROLONG-03: A debate to the limit has the ledger's chance.

    4 dice and Composure 2 against 5 and 3, all going on: 0.176449.
    """
    win, _, lose = compared(Rolled(4), Rolled(5))
    share = win / (win + lose)
    assert float(share) == pytest.approx(0.397603, abs=1e-6)
    whole = share**3 * (1 + 3 * (1 - share))
    assert float(whole) == pytest.approx(0.176449, abs=1e-6)


def test_the_answer_names_what_it_understood() -> None:
    """An answer repeats the question as it was understood."""
    answer = answer_pool(PoolQuery(5, willpower=True))
    assert answer.query["rote"]
    chances = answer.parts["successes"]
    assert sum(chances.values()) == 1
    assert chances["0"] == chance_of(Rolled(8, rote=True), 0)
    assert "more" in chances
    assert list(answer_pool(PoolQuery(0)).parts["successes"]) == ["0", "1"]


def test_the_answer_begins_with_what_is_asked_most() -> None:
    """DP-ROLL-02: The answer begins with the chance of any success."""
    parts = answer_pool(PoolQuery(5)).parts
    assert list(parts) == ["outcome", "successes"]
    assert parts["outcome"] == {
        "success": Fraction(83193, 100000),
        "failure": Fraction(16807, 100000),
    }


@pytest.mark.parametrize("rote", [False, True])
def test_every_number_of_a_finite_pool_is_listed(*, rote: bool) -> None:
    """DP-R-02: A finite pool lists every number of successes, and no other."""
    chances = answer_pool(PoolQuery(9, again=11, rote=rote)).parts["successes"]
    assert list(chances) == [*map(str, range(10))]
    assert sum(chances.values()) == 1
    if not rote:
        assert chances["9"] == Fraction(3, 10) ** 9


def test_a_pool_without_end_is_listed_to_twenty_beyond_its_dice() -> None:
    """DP-R-02: A pool with exploding tens lists 20 beyond its dice, and the rest."""
    chances = answer_pool(PoolQuery(5)).parts["successes"]
    assert list(chances) == [*map(str, range(26)), "more"]
    assert chances["more"] == 1 - at_most(Rolled(5), 25)


def test_the_question_says_what_it_takes_for_granted() -> None:
    """DP-R-01, DP-R-02, DP-R-10: The question names the rulings that it relies on."""
    said = PoolQuery.__doc__ or ""
    assert all(ruling in said for ruling in ("DP-R-01", "DP-R-02", "DP-R-10"))
    assert "ten-again" in said
