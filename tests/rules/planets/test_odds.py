"""Exact odds: by number of Forces, the best Omega die, the best choice of dice."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from msgspec import structs

from sim.errors import OddsError
from sim.rules.planets.appraisal.odds import opposed_odds, planets_odds
from sim.rules.planets.dice.check import check
from sim.rules.planets.dice.grading import ordered
from sim.rules.planets.dice.hierarchy import positions
from sim.rules.planets.dice.orders import lowest, orders
from sim.rules.planets.dice.patterns import patterns
from sim.rules.planets.dice.pools import choices
from sim.rules.planets.forces.task import FORCES, Forces, forces
from sim.rules.planets.scenario.compile import compile_scenario
from sim.rules.planets.scenario.difficulty import chart
from tests.rules.planets.table import (
    CARDINAL,
    PLAIN,
    RENAISSANCE,
    conflict,
    values,
)

SURGE = (["dynamic", "passion"], ["static"])
DEMAND = {
    "overpower": (["dynamic"], ["static"]),
    "hold": (["static"], ["dynamic"]),
    "outwit": (["known"], ["lost"]),
    "gamble": (["lost"], ["known"]),
    "fervor": (["passion"], ["known"]),
    "surge": SURGE,
}

# Rows are the Cardinal's approach, columns Renaissance Man's; each cell has the
# chances in parts of ten thousand that the one, the other or nobody prevails.
MATRIX = """
376/5289/4335 5470/1382/3149 1229/4729/4042 4729/1229/4042 3073/3073/3854 457/5183/4359
1382/5470/3149 5289/376/4335 1229/4729/4042 4729/1229/4042 3073/3073/3854 687/5375/3938
1419/1983/6598 7983/560/1457 0/0/10000 7750/1750/500 4906/1531/3563 564/1693/7743
560/7983/1457 1983/1419/6598 1750/7750/500 0/0/10000 875/4250/4875 564/7693/1743
240/8400/1360 4622/1697/3681 1568/8030/403 2986/826/6188 1159/4152/4689 264/7966/1770
376/5289/4335 5470/1382/3149 1229/4729/4042 4729/1229/4042 3073/3073/3854 457/5183/4359
"""


def test_pl_conf_04_the_matrix_of_approaches() -> None:
    """PL-CONF-04: The odds of all 36 pairs of approaches are those of the ledger."""
    rows = [line.split() for line in MATRIX.strip().splitlines()]
    for mine, row in zip(DEMAND.values(), rows, strict=True):
        for theirs, cell in zip(DEMAND.values(), row, strict=True):
            odds = opposed_odds(CARDINAL, RENAISSANCE, mine, theirs)
            for chance, part in zip(odds.values(), cell.split("/"), strict=True):
                assert abs(chance * 10000 - int(part)) <= Fraction(1, 2)


def test_the_common_approaches_are_those_of_the_matrix() -> None:
    """PL-CONF-04: Each common approach has its Forces at its own Difficulty."""
    fixed = compile_scenario(conflict())
    for name, (favored, opposed) in DEMAND.items():
        way = fixed.approach(name)
        assert way.task(way.level, PLAIN) == forces(favored, opposed)


# By Favored/Opposed: success, failure and unproductive without ties where the Wed Force
# is neutral, a Favored one, an Opposed one; then with four six-sided dice, to 1/10,000.
TABLE = """
2/0 2/3,1/3,0 1/2,1/4,1/4 - 6875,2701,424
2/1 7/12,5/12,0 1/2,1/2,0 2/3,1/3,0 5525,3935,540
1/1 1/2,1/2,0 1/4,1/2,1/4 1/2,1/4,1/4 4167,4167,1667
2/2 1/2,1/2,0 5/12,7/12,0 7/12,5/12,0 4745,4745,509
1/2 5/12,7/12,0 1/3,2/3,0 1/2,1/2,0 3935,5525,540
0/2 1/3,2/3,0 - 1/4,1/2,1/4 2701,6875,424
1/0 1/2,1/4,1/4 0,0,1 - 5833,1736,2431
3/1 3/4,1/4,0 7/12,5/12,0 3/4,1/4,0 6181,3472,347
3/0 3/4,1/4,0 2/3,1/3,0 - 7106,2894,0
4/0 1,0,0 3/4,1/4,0 - 7685,2315,0
"""


def chances_over_orders(task: Forces, wed: int) -> tuple[Fraction, ...]:
    """Return success, failure and unproductive over all orders of four dice."""
    signs: Counter[int] = Counter()
    for order in permutations((1, 2, 3, 4)):
        seen = [*order]
        seen.insert(wed, 0)
        signs[check(positions(tuple(seen), PLAIN), task, (), PLAIN)[0]] += 1
    return tuple(Fraction(signs[sign], 24) for sign in (1, -1, 0))


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_odds_by_number_of_forces(row: str) -> None:
    """PL-DIFF-03, PL-FN-32: The odds by numbers of Forces are those of the ledger."""
    numbers, *cells = row.split()
    some, others = map(int, numbers.split("/"))
    neutral = FORCES[some + others] if some + others < 5 else ""
    task = (FORCES[:some], FORCES[some : some + others])
    wed = (FORCES.index(neutral), 0, some)
    for cell, who in zip(cells[:3], wed, strict=True):
        if cell != "-":
            assert chances_over_orders(forces(*task), who) == tuple(
                map(Fraction, cell.split(","))
            )
    six = {force: 6 for force in FORCES if force != neutral}
    odds = planets_odds(six, *task)
    parts = [round(float(chance) * 10000) for chance in odds.values()]
    assert parts == [int(part) for part in cells[3].split(",")]


def test_pl_rul_13_simple_with_an_opposed_wed_force_is_automatic() -> None:
    """PL-RUL-13: A simple task whose Opposed Force is Wed has automatic odds."""
    assert chart("simple", PLAIN) == (2, 1)
    two_none = chances_over_orders(forces(FORCES[:2]), 4)
    assert chances_over_orders(forces(FORCES[:2], FORCES[2:3]), 2) == two_none


TRAP = {"none": 2771, 1: 974, 2: 1788, 4: 2616, 6: 2892, 8: 3135, 12: 3378, 19: 3804}


def test_pl_omega_05_the_trap_for_every_value() -> None:
    """PL-OMEGA-05: The Cardinal's trap is best with an Omega die of 20."""
    best = success(20, ["known", "lost"], ["static"])
    assert best == Fraction(371, 960)
    for value, part in TRAP.items():
        placed = value if isinstance(value, int) else None
        chance = success(placed, ["known", "lost"], ["static"])
        assert round(float(chance) * 10000) == part
        assert chance < best


def success(value: int | None, favored: list[str], opposed: list[str]) -> Fraction:
    """Return the Cardinal's chance with an Omega die of *value*, or none."""
    omega = {} if value is None else {"passion": value}
    return planets_odds(CARDINAL, favored, opposed, omega)["success"]


@pytest.mark.parametrize(
    ("favored", "opposed", "without", "with_", "best"),
    [
        ("known dynamic", "static", 5347, 5590, 8),
        ("dynamic", "known static", 3521, 3877, 1),
        ("known lost", "static", 2771, 3865, 20),
    ],
)
def test_pl_prop_08_the_best_omega_die(
    favored: str, opposed: str, without: int, with_: int, best: int
) -> None:
    """PL-PROP-08: The best Omega die is small, middling or large, by the Forces."""
    sets = favored.split(), opposed.split()
    chances = {value: success(value, *sets) for value in range(1, 21)}
    assert round(float(success(None, *sets)) * 10000) == without
    assert round(float(max(chances.values())) * 10000) == with_
    assert chances[best] == max(chances.values())


def test_pl_prop_08_an_omega_die_that_never_helps() -> None:
    """PL-PROP-08: For some Forces every Omega die is worse than none."""
    sets = ["known", "lost"], ["dynamic", "static"]
    chances = [success(value, *sets) for value in range(1, 21)]
    assert round(float(success(None, *sets)) * 10000) == 2595
    assert round(float(max(chances)) * 10000) == 2498


def test_pl_prop_08_one_against_one_it_only_stalls() -> None:
    """PL-PROP-08: One against one, an Omega die only makes unproductive.

    Checked over all 6^5 values.
    """
    task = forces(["dynamic"], ["static"])
    for seen in product(range(1, 7), repeat=5):
        bare = tuple(0 if force == 1 else value for force, value in enumerate(seen))
        before = check(positions(bare, PLAIN), task, (), PLAIN)[0]
        after = check(positions(seen, PLAIN), task, (), PLAIN)[0]
        assert after in {before, 0}
    best = max(success(value, ["dynamic"], ["static"]) for value in range(1, 21))
    assert best == Fraction(119, 288)


def test_pl_comb_09_the_best_choice_for_the_stone() -> None:
    """PL-COMB-09: The best dice for the stone omit Passion and Static."""
    partners = [values(**CARDINAL), values(**RENAISSANCE)]
    chances: dict[Fraction, dict[Any, int]] = {}
    offers = [choices(partners, force, Forces(), must=False) for force in range(5)]
    for picks in product(*offers):
        dice = {
            FORCES[force]: partners[pick][force]
            for force, pick in enumerate(picks)
            if pick is not None
        }
        chances[planets_odds(dice, *SURGE)["success"]] = dice
    assert max(chances) == Fraction(313, 320)
    assert chances[max(chances)] == {"known": 8, "dynamic": 4, "lost": 20}
    assert round(float(min(chances)), 4) == 0.4167


def test_pl_conf_02_the_odds_of_the_whole_wrestling_match() -> None:
    """PL-CONF-02: The odds of the whole arm wrestle are a gambler's ruin."""
    odds = opposed_odds(CARDINAL, RENAISSANCE, SURGE, SURGE)
    up, down = odds["a_prevails"], odds["b_prevails"]
    for goal, chance, rounds in (
        (1, 0.9189, 1.773),
        (2, None, 4.167),
        (3, 0.99931, 6.339),
    ):
        ratio = down / up
        lost = 1 / (1 + 1 / ratio**goal)
        if chance is None:
            assert lost == Fraction(1974025, 1989401)
        else:
            assert round(float(lost), 5 if goal == 3 else 4) == chance
        drift = down - up
        assert round(float(goal * (2 * lost - 1) / drift), 3) == rounds


def test_patterns_count_every_face_once() -> None:
    """Patterns of dice count every face once, as brute force does."""
    dice = ((1, 4), (1, 6), (3, 3), (1, 8))
    counted = patterns(dice)
    assert sum(count for _, count in counted) == 4 * 6 * 8
    brute: Counter[tuple[int, ...]] = Counter()
    for faces in product(*(range(low, high + 1) for low, high in dice)):
        ranks = {value: rank for rank, value in enumerate(sorted(set(faces)))}
        brute[tuple(ranks[face] for face in faces)] += 1
    by_brute_force: Counter[tuple[int, ...]] = Counter()
    for faces, count in counted:
        ranks = {value: rank for rank, value in enumerate(sorted(set(faces)))}
        by_brute_force[tuple(ranks[face] for face in faces)] += count
    assert by_brute_force == brute


def test_every_order_of_dice_is_listed_once() -> None:
    """Every order of dice is listed once, of rising dice only one."""
    for size, many in enumerate((1, 1, 3, 13, 75, 541)):
        ranks = orders(size, 0).ranks.tolist()
        assert len(ranks) == len({tuple(row) for row in ranks}) == many
    rising = {tuple(row) for row in orders(2, 2).ranks.tolist()}
    assert rising == {
        tuple(row) for row in orders(4, 0).ranks.tolist() if row[2] < row[3]
    }
    dice = ((1, 4), (1, 6), (2, 2), (5, 5))
    assert sorted(patterns(dice, 2)) == sorted(patterns(dice))


def test_lowest_faces_lie_in_the_order_they_show() -> None:
    """The lowest faces of a pattern are faces of their dice, in its order."""
    dice = ((1, 4), (1, 6), (3, 3), (1, 8))
    for faces, _ in patterns(dice):
        assert all(
            low <= face <= high for face, (low, high) in zip(faces, dice, strict=True)
        )
        assert lowest(ordered(faces), dice) == faces


def test_the_odds_of_nothing_are_unproductive() -> None:
    """Without Favored Forces or dice the outcome is unproductive."""
    assert planets_odds(CARDINAL, [])["unproductive"] == 1
    assert planets_odds({}, ["known"])["unproductive"] == 1


def test_odds_may_be_asked_under_other_rulings() -> None:
    """Odds follow the rulings they are asked under."""
    printed = structs.replace(PLAIN, case6_reading="minor_as_printed")
    sets = ["known", "lost"], ["static"]
    plain = planets_odds(CARDINAL, *sets)
    assert planets_odds(CARDINAL, *sets, rulings=printed) != plain


@pytest.mark.parametrize(
    ("kwargs", "says"),
    [
        ({"dice": {"knwon": 8}}, "no Force is called 'knwon'.*did you mean known"),
        ({"dice": {"known": 0}}, "known=0 is no die"),
        ({"opposed": ["known"]}, "known cannot be both"),
        ({"opposed": ["passion", "dynamic", "static", "lost"]}, "must be neutral"),
        ({"omega": {"known": 3}}, "known=3 may not be placed: it has a die"),
        ({"omega": {"passion": 21}}, "from 1 to 20"),
        ({"omega": {"passion": 1}, "opposed": ["passion"]}, "favored or opposed"),
        ({"omega": {"passion": 1, "static": 1}}, "at most 1 Omega"),
        ({"hindrance": [("minor", 6), ("major", 4)]}, "at most one hindrance"),
        ({"benefit": [("huge", 6)]}, "expected minor or major"),
    ],
)
def test_questions_without_an_answer(kwargs: dict[str, object], says: str) -> None:
    """A question that has no answer is refused, and the sentence says why."""
    asked = {"dice": CARDINAL, "favored": ["known"]} | kwargs
    with pytest.raises(OddsError, match=says):
        planets_odds(**asked)
