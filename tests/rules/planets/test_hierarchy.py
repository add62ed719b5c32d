"""Reading the Hierarchy: positions, ties, few dice and many."""

import pytest
from msgspec import structs

from sim.rules.planets import consequences as c
from sim.rules.planets.dice.citing import read_by
from sim.rules.planets.dice.hierarchy import POSITIONS, positions
from sim.rules.planets.forces.task import EACH
from sim.rules.planets.scenario.rulings import Rulings
from tests.rules.planets.table import (
    CARDINAL_PLANETS,
    PLAIN,
    Game,
    cardinal,
    conflict,
    spiders,
    values,
)

SHAPES = {
    1: "a:D",
    2: "ab:DW aa:MM",
    3: "abc:DMW abb:DMM aab:MMW aaa:MMM",
    4: (
        "abcd:DMmW abcc:DMmm abbc:DMMW abbb:DMMM aabc:MMmW aabb:MMmm aaab:MMMW"
        " aaaa:MMMM"
    ),
    5: (
        "abcde:DMmmW abcdd:DMmmm abccd:DMmmW abccc:DMmmm abbcd:DMMmW abbcc:DMMmm"
        " abbbc:DMMMW abbbb:DMMMM aabcd:MMmmW aabcc:MMmmm aabbc:MMmmW aabbb:MMmmm"
        " aaabc:MMMmW aaabb:MMMmm aaaab:MMMMW aaaaa:MMMMM"
    ),
}
ROWS = [row.split(":") for rows in SHAPES.values() for row in rows.split()]


def drawn(shape: str, rulings: Rulings = PLAIN) -> str:
    """Return the positions of the dice of *shape*, one letter each."""
    dice = [ord(letter) - ord("a") + 1 for letter in shape]
    seen = tuple(dice[index] if index < len(dice) else 0 for index in EACH)
    letters = "DMmW"
    return "".join(
        letters[position] for position in positions(seen, rulings) if position >= 0
    )


@pytest.mark.parametrize(("shape", "read"), ROWS)
def test_pl_hier_14_reads_every_tie_shape(shape: str, read: str) -> None:
    """PL-HIER-14, PL-RUL-03: One algorithm reads all 31 shapes of ties."""
    assert drawn(shape) == read


def test_the_table_has_every_shape() -> None:
    """One to five dice have 31 shapes of ties, and the table has each."""
    assert len(ROWS) == 31


@pytest.mark.parametrize(
    ("rule", "shape", "read"),
    [
        ("PL-HIER-01", "abcd", "DMmW"),
        ("PL-HIER-02", "abcd", "DMmW"),
        ("PL-HIER-04", "aabc", "MMmW"),
        ("PL-HIER-05", "aabc", "MMmW"),
        ("PL-HIER-06", "abcc", "DMmm"),
        ("PL-HIER-07", "aabb", "MMmm"),
        ("PL-HIER-08", "abbb", "DMMM"),
        ("PL-HIER-09", "aaaa", "MMMM"),
        ("PL-HIER-10", "abcde", "DMmmW"),
        ("PL-HIER-11", "abc", "DMW"),
        ("PL-HIER-12", "abb", "DMM"),
        ("PL-HIER-12", "aab", "MMW"),
        ("PL-HIER-12", "aaa", "MMM"),
        ("PL-HIER-13", "ab", "DW"),
        ("PL-HIER-13", "aa", "MM"),
        ("PL-FN-30", "abccd", "DMmmW"),
    ],
)
def test_each_rule_of_reading(rule: str, shape: str, read: str) -> None:
    """Each rule of reading holds for the shape that shows it."""
    assert rule
    assert drawn(shape) == read


def test_pl_hier_03_only_the_order_counts() -> None:
    """PL-HIER-03: Only the order of the dice counts, not their values.

    Also tested: PL-TERM-04.
    """
    low = values(known=4, passion=5, dynamic=6, static=7)
    wide = values(known=1, passion=6, dynamic=10, static=20)
    assert positions(low, PLAIN) == positions(wide, PLAIN)
    assert POSITIONS == ("dominant", "major", "minor", "weak")


def test_pl_rul_01_case_six_has_two_readings() -> None:
    """PL-RUL-01: The highest of a b b c is Weak, or by option Minor."""
    printed = structs.replace(PLAIN, case6_reading="minor_as_printed")
    assert drawn("abbc") == "DMMW"
    assert drawn("abbc", printed) == "DMMm"
    for shape, read in ROWS:
        assert shape == "abbc" or drawn(shape, printed) == read


def test_pl_rul_02_three_low_and_one_high() -> None:
    """PL-RUL-02: Three low dice and one high are three Major and a Weak."""
    assert drawn("aaab") == "MMMW"


def test_pl_rul_04_a_single_die() -> None:
    """PL-RUL-04: A single die is Dominant, or by option Major."""
    major = structs.replace(PLAIN, single_die_position="major")
    assert drawn("a") == "D"
    assert drawn("a", major) == "M"
    assert drawn("ab", major) == "DW"


def test_pl_rul_05_no_dice_leave_every_position_empty() -> None:
    """PL-RUL-05: Without dice every position is empty."""
    assert set(positions(values(), PLAIN)) == {-1}


@pytest.mark.parametrize(
    ("shape", "rule"),
    [
        ("", "PL-RUL-05"),
        ("a", "PL-RUL-04"),
        ("ab", "PL-HIER-13"),
        ("abc", "PL-HIER-12"),
        ("abcde", "PL-HIER-10"),
        ("abbc", "PL-RUL-01"),
        ("aaab", "PL-RUL-02"),
    ],
)
def test_a_reading_cites_the_rule_for_so_many_dice(shape: str, rule: str) -> None:
    """A reading cites the rule for its number of dice or its shape."""
    seen = tuple("abcde".index(letter) + 1 for letter in shape) + (0,) * (
        5 - len(shape)
    )
    read = positions(seen, PLAIN)
    several = {
        "PL-RUL-05",
        "PL-RUL-04",
        "PL-HIER-13",
        "PL-HIER-12",
        "PL-HIER-10",
        "PL-RUL-01",
        "PL-RUL-02",
    }
    plain = read_by(read, shared=False, tied=False, omega=False)
    assert several & {*plain} == {rule}
    four = positions((1, 2, 3, 4, 0), PLAIN)
    assert not several & {*read_by(four, shared=False, tied=False, omega=False)}


@pytest.mark.parametrize(
    ("faces", "tied"),
    [
        ((5, 2, 4, 12, 3), False),
        ((1, 2, 4, 12, 3), False),
        ((4, 2, 4, 12, 3), True),
        ((1, 2, 1, 12, 3), True),
    ],
)
def test_pl_hier_04_ties_are_cited_where_dice_are_equal(
    faces: tuple[int, ...], *, tied: bool
) -> None:
    """PL-HIER-04, PL-HIER-08: Ties are cited only if dice are equal."""
    game = Game(conflict(cardinal(), spiders(), mode="diceless")).quiet().roll(*faces)
    cites = game.last(c.HierarchyRead).cites
    assert ("PL-HIER-04" in cites, "PL-HIER-08" in cites) == (tied, tied)


def test_pl_hier_04_planets_without_dice_are_not_tied() -> None:
    """PL-HIER-04: Planets without dice are not tied with each other."""
    planets = structs.replace(CARDINAL_PLANETS, venus="wed", mars="wed")
    game = Game(conflict(cardinal(planets=planets), spiders(), mode="diceless"))
    game.quiet().roll(*range(1, 1 + len(game.sizes)))
    read = game.last(c.HierarchyRead)
    assert read.values.count(0) > 1
    assert "PL-HIER-04" not in read.cites
