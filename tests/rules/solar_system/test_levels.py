"""The dice that are kept of one check, its level, and the chances of each."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import OddsError
from sim.rules.solar_system.appraisal.law import _cases
from sim.rules.solar_system.appraisal.odds import (
    CheckQuery,
    answer_check,
    check_odds,
    opposed_odds,
)
from sim.rules.solar_system.checks.levels import (
    Keep,
    kept_of,
    level_of,
    levels,
    margins,
    pool_of,
    sums,
)
from sim.rules.solar_system.scenario.character import LEVELS, RANKS

FACES = (-1, 0, 1)

KEPT_SUMS = {
    0: (1, 3, 6, 7, 6, 3, 1),
    1: (1, 4, 10, 17, 22, 18, 9),
    2: (1, 5, 15, 36, 65, 70, 51),
    3: (1, 6, 21, 72, 171, 225, 233),
    4: (1, 7, 28, 141, 420, 651, 939),
    -1: (9, 18, 22, 17, 10, 4, 1),
    -2: (51, 70, 65, 36, 15, 5, 1),
}
"""Net dice -> in how many orders each kept sum from -3 to 3 falls."""

MEANS = {
    0: "0",
    1: "64/81",
    2: "110/81",
    3: "428/243",
    4: "1498/729",
    -1: "-64/81",
    -2: "-110/81",
}

SUCCEEDS = {
    -1: ("2/81", "5/81", "4/27", "1/3", "121/243"),
    0: ("7/81", "5/27", "10/27", "49/81", "62/81"),
    1: ("19/81", "32/81", "17/27", "22/27", "74/81"),
    2: ("122/243", "2/3", "23/27", "76/81", "79/81"),
    3: ("64/81", "8/9", "26/27", "80/81", "242/243"),
    4: ("1", "1", "1", "1", "1"),
}
"""Rank -> the chance of level 1 or more with net dice -2, -1, 0, 1, 2."""

OPPOSED = [
    ((2, 0, 0), (2, 0, 0), "97/243", "49/243", "97/243"),
    ((3, 0, 0), (2, 0, 0), "434/729", "127/729", "56/243"),
    ((1, 1, 0), (2, 0, 0), "89/243", "451/2187", "935/2187"),
    ((2, 1, 0), (3, 0, 0), "811/2187", "142/729", "950/2187"),
    ((0, 0, 0), (4, 0, 0), "7/729", "7/243", "701/729"),
    ((-1, 0, 0), (-1, 0, 0), "95/729", "539/729", "95/729"),
    ((0, 0, 0), (0, 0, 0), "197/729", "335/729", "197/729"),
]


def resolved(rank: int, bonus: int, penalty: int, dice: tuple[int, ...]) -> int:
    """Resolve a check as the normative function of the ledger does."""
    net = bonus - penalty
    used = dice[: 3 + abs(net)]
    kept = sorted(used)[net:] if net >= 0 else sorted(used, reverse=True)[-net:]
    return max(0, rank + sum(kept))


def brute_sums(net: int) -> dict[int, Fraction]:
    """Return the chances of kept sums by counting every order of every face."""
    count = 3 + abs(net)
    chances = dict.fromkeys(range(-3, 4), Fraction(0))
    for dice in product(FACES, repeat=count):
        ordered = sorted(dice)
        kept = ordered[net:] if net >= 0 else ordered[:3]
        chances[sum(kept)] += Fraction(1, 3**count)
    return chances


def test_ss_chk_02_three_fudge_dice_and_the_rank() -> None:
    """SS-CHK-02: Three fudge dice and the rank are added (L510)."""
    assert pool_of(0) == pool_of(0)[:1] * 3
    assert (pool_of(0)[0].low, pool_of(0)[0].high) == (-1, 1)
    assert level_of(RANKS["greenhorn"], kept_of((1, 1, -1), 0)) == 2


def test_ss_chk_03_nothing_is_below_zero() -> None:
    """SS-CHK-03, RUL-03: A level is never below 0."""
    assert level_of(-1, (-1, -1, -1)) == 0
    assert level_of(0, (0, 0, -1)) == 0
    assert level_of(-1, (1, 0, 0)) == 0


def test_ss_chk_04_names_of_the_levels() -> None:
    """SS-CHK-04: The eight levels have these names, in this order."""
    assert LEVELS == (
        "Failure",
        "Marginal",
        "Good",
        "Great",
        "Amazing",
        "Legendary",
        "Ultimate",
        "Transcendent",
    )


def test_ss_abil_07_six_ranks() -> None:
    """SS-ABIL-07, RUL-01: The six ranks have these numbers, and a Novice is 0."""
    assert list(RANKS.values()) == [-1, 0, 1, 2, 3, 4]
    assert RANKS["novice"] == 0


@pytest.mark.parametrize("rank", range(-1, 5))
@pytest.mark.parametrize("net", range(-6, 7))
def test_ss_chk_06_dice_never_widen_the_range(rank: int, net: int) -> None:
    """SS-CHK-06, RUL-04: The level is within 3 of the rank, and 0 at least."""
    assert set(levels(rank, net)) == set(range(max(0, rank - 3), rank + 4))


def test_rul_02_a_master_can_fail() -> None:
    """RUL-02: A Master can fail, once in 27, and a Grand Master cannot."""
    assert levels(3, 0)[0] == Fraction(1, 27)
    assert 0 not in levels(4, 0)


def test_ss_chk_07_a_novice_beats_a_grand_master() -> None:
    """SS-CHK-07: A Novice beats a Grand Master 7 times in 729, and Nil once."""
    assert margins(0, 0, 4, 0)[1] + margins(0, 0, 4, 0)[2] == Fraction(7, 729)
    assert sum(c for m, c in margins(-1, 0, 4, 0).items() if m > 0) == Fraction(1, 729)


def test_ss_chk_08_zero_is_likeliest() -> None:
    """SS-CHK-08: The sum 0 is the likeliest, at 7 in 27."""
    assert max(sums(0), key=sums(0).__getitem__) == 0
    assert sums(0)[0] == Fraction(7, 27)


@pytest.mark.parametrize("net", KEPT_SUMS)
def test_kept_sums_have_their_exact_chances(net: int) -> None:
    """Kept sums have the exact chances and means of the table.

    Also tested: SS-DIE-02.
    """
    total = 3 ** (3 + abs(net))
    expected = {
        value: Fraction(ways, total)
        for value, ways in zip(range(-3, 4), KEPT_SUMS[net], strict=True)
    }
    assert sums(net) == expected
    mean = sum(value * chance for value, chance in sums(net).items())
    assert mean == Fraction(MEANS[net])


@pytest.mark.parametrize("net", range(-5, 6))
def test_sums_agree_with_counting_every_order(net: int) -> None:
    """SS-DIE-03: The chances of sums are those of counting every order of the dice.

    Also tested: SS-DIE-04.
    """
    assert sums(net) == brute_sums(net)


@pytest.mark.parametrize("rank", SUCCEEDS)
def test_anchors_chance_to_succeed(rank: int) -> None:
    """SS-CHK-05: The chance of level 1 or more is exact, by rank and dice."""
    chances = [1 - levels(rank, net).get(0, Fraction(0)) for net in range(-2, 3)]
    assert chances == [Fraction(chance) for chance in SUCCEEDS[rank]]


@pytest.mark.parametrize(("mine", "theirs", "win", "tie", "lose"), OPPOSED)
def test_opposed_checks_have_their_exact_chances(
    mine: tuple[int, int, int],
    theirs: tuple[int, int, int],
    win: str,
    tie: str,
    lose: str,
) -> None:
    """SS-RES-02: The chances of one check against another are exact."""
    odds = opposed_odds(mine, theirs)
    assert sum(c for margin, c in odds.items() if margin > 0) == Fraction(win)
    assert odds[0] == Fraction(tie)
    assert sum(c for margin, c in odds.items() if margin < 0) == Fraction(lose)


def test_miska_with_three_bonus_dice() -> None:
    """SS-MULTI-05: Nil with three bonus dice succeeds 458 times in 729."""
    assert 1 - check_odds(-1, 3)[0] == Fraction(458, 729)


def test_rul_05_dice_cancel_before_the_roll() -> None:
    """RUL-05, SS-DIE-01: Bonus and penalty dice cancel one for one before the roll."""
    assert check_odds(3, 1, 1) == {
        level: Fraction(ways, 27) for level, ways in enumerate(KEPT_SUMS[0])
    }
    assert check_odds(2, 2, 1) == check_odds(2, 1, 0)


def test_rul_06_of_equal_dice_the_last_goes() -> None:
    """RUL-06: Of equal dice the last one goes."""
    assert kept_of((0, 1, 0, 0), 1) == (0, 1, 0)
    assert kept_of((1, 0, 1, 1), -1) == (1, 0, 1)


@pytest.mark.parametrize(
    ("dice", "net", "kept"),
    [
        ((1, 0, 0, -1), -1, (0, 0, -1)),
        ((-1, -1, -1, 0), -1, (-1, -1, -1)),
        ((-1, 0, 0, 1), 1, (0, 0, 1)),
        ((1, 1, 1, 1, 1), 2, (1, 1, 1)),
        ((1, 1, 0, 0), -1, (1, 0, 0)),
        ((1, 1, 0, 0, -1), 2, (1, 1, 0)),
    ],
)
def test_ss_die_03_and_04_which_dice_go(
    dice: tuple[int, ...], net: int, kept: tuple[int, ...]
) -> None:
    """SS-DIE-03: Penalty dice take the best away, and bonus dice the worst.

    Also tested: SS-DIE-04.
    """
    assert kept_of(dice, net) == kept


@given(st.integers(-6, 10), st.data())
@settings(max_examples=100)
def test_ss_die_05_three_are_kept(net: int, data: st.DataObject) -> None:
    """SS-DIE-05, SS-DIE-02: Three of all the dice are kept: the best, or the worst."""
    count = 3 + abs(net)
    dice = tuple(
        data.draw(st.lists(st.sampled_from(FACES), min_size=count, max_size=count))
    )
    kept = kept_of(dice, net)
    assert len(pool_of(net)) == count
    assert len(kept) == 3
    best = sorted(dice, reverse=net > 0)[:3] if net else list(dice)
    assert sorted(kept) == sorted(best)


@given(
    st.integers(-1, 4),
    st.integers(0, 4),
    st.integers(0, 4),
    st.lists(st.sampled_from(FACES), min_size=7, max_size=9),
)
@settings(max_examples=200)
def test_levels_agree_with_the_normative_function(
    rank: int, bonus: int, penalty: int, drawn: list[int]
) -> None:
    """SS-CHK-03: The level is what the ledger's own function makes of the dice in use.

    Also tested: RUL-08.
    """
    dice = tuple(drawn)
    mine = level_of(rank, kept_of(dice, bonus - penalty))
    assert mine == resolved(rank, bonus, penalty, dice)


def test_rul_08_later_dice_extend_the_sequence() -> None:
    """RUL-08: A die bought after the roll gives what it would have given before."""
    assert level_of(0, kept_of((-1, 0, 0, 0), 1)) == 0
    assert level_of(3, kept_of((-1, 0, 0), 0)) == 2
    assert level_of(3, kept_of((-1, 0, 0, 0), 1)) == 3
    assert kept_of((1, 0, -1, -1), -1) == (0, -1, -1)
    assert kept_of((1, 0, -1, -1), 0) == (1, 0, -1)


@pytest.mark.parametrize("net", range(-3, 3))
@pytest.mark.parametrize("rank", [0, 2])
def test_rul_08_is_as_good_as_buying_before(rank: int, net: int) -> None:
    """RUL-08: Over all rolls, buying late has the same chances as buying early."""
    count = 3 + max(abs(net), abs(net + 1))
    chances: dict[int, Fraction] = {}
    for dice in product(FACES, repeat=count):
        level = level_of(rank, kept_of(dice, net + 1))
        chances[level] = chances.get(level, Fraction(0)) + Fraction(1, 3**count)
    assert chances == levels(rank, net + 1)


@pytest.mark.parametrize("net", range(3))
def test_readings_decide_the_future(net: int) -> None:
    """RUL-08: Two rolls that are read alike become the same whatever die is added."""
    futures: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for dice in product(FACES, repeat=3 + net):
        _, reading = Keep(rank=1, net=net, open=True, ordered=False)(dice)
        later = tuple(level_of(1, kept_of((*dice, face), net + 1)) for face in FACES)
        futures.setdefault(reading, set()).add(later)
    assert all(len(later) == 1 for later in futures.values())


@pytest.mark.parametrize(("rank", "bonus"), [(5, 0), (-2, 0), (0, -1), (0, 31)])
def test_odds_of_what_cannot_be_are_refused(rank: int, bonus: int) -> None:
    """The odds of a rank outside -1 to 4, or of negative dice, are refused."""
    with pytest.raises(OddsError):
        check_odds(rank, bonus)


def test_ss_chk_03_a_question_is_of_one_roll_or_of_two() -> None:
    """SS-CHK-03: A question is about one level, or about a margin against another.

    Also tested: SS-RES-02.
    """
    alone = answer_check(CheckQuery(0))
    assert alone.parts == {"level": check_odds(0)}
    against = answer_check(CheckQuery(0, vs_rank=0)).parts
    assert against["margin"] == opposed_odds((0, 0, 0), (0, 0, 0))
    assert against[""] == {
        "win": Fraction(197, 729),
        "tie": Fraction(335, 729),
        "lose": Fraction(197, 729),
    }
    with pytest.raises(OddsError, match="say its vs_rank"):
        answer_check(CheckQuery(0, vs_bonus=1))


def with_a_die_more(dice: tuple[int, ...], net: int) -> int:
    """Return what three dice are kept of with a bonus die more, for a *net* below 0.

    RUL-08: the last die is set aside, and one fewer of the highest goes.
    """
    return sum(sorted(dice[: 3 - net - 1])[:3])


@pytest.mark.parametrize("net", [-1, -2, -3])
@pytest.mark.parametrize("rank", [0, 2])
def test_rul_08_the_law_tells_apart_what_a_die_bought_later_would(
    net: int, rank: int
) -> None:
    """RUL-08: The chances of a level now and a level later are those over all faces."""
    keep, count = Keep(rank, net, open=True, ordered=True), 3 - net
    expected: dict[tuple[int, int], Fraction] = {}
    for dice in product(FACES, repeat=count):
        now = max(0, rank + sum(sorted(dice)[:3]))
        pair = now, max(0, rank + with_a_die_more(dice, net))
        expected[pair] = expected.get(pair, Fraction(0)) + Fraction(1, 3**count)
    pairs: dict[tuple[int, int], float] = {}
    for dice, chance in _cases(keep, pool_of(net)):
        pair = (
            level_of(rank, kept_of(dice, net)),
            max(0, rank + with_a_die_more(dice, net)),
        )
        pairs[pair] = pairs.get(pair, 0.0) + chance
    assert pairs == pytest.approx(
        {pair: float(much) for pair, much in expected.items()}
    )
