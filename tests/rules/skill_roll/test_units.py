"""Distance Units, and what they do to range and misses."""

from fractions import Fraction

import pytest

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll.scenario.rulings import Rulings
from sim.rules.skill_roll.scenario.sheet import Distance
from sim.rules.skill_roll.skills.ranged import distance_units, offset_units
from tests.rules.skill_roll.table import A, B, Game, ann, bob, bow, conflict

BETWEEN = ("Ann", "Bob")


def shot(size: int = 2, **fields: object) -> Game:
    """Return the game after Ann has shot at Bob, who is of this size."""
    scenario = conflict(ann(attacks=(bow(),)), bob(size_du=size), **fields)
    return Game(scenario).attack(A, "bow", B, 3, 3, 3)


def added(game: Game) -> int:
    """Return what the range added to the difficulty."""
    return dict(game.last(c.DifficultySet).parts).get("range", 0)


@pytest.mark.parametrize(
    ("metres", "units"),
    [
        ("1/4", -1),
        ("1/2", 0),
        ("99/100", 0),
        ("1", 1),
        ("199/100", 1),
        ("2", 2),
        ("399/100", 2),
        ("4", 3),
        ("8", 4),
        ("63", 6),
        ("64", 7),
        ("100", 7),
        ("1048576", 21),
    ],
)
def test_a_unit_is_a_doubling_and_a_part_of_one_is_dropped(
    metres: str, units: int
) -> None:
    """SK-RUL-20: A unit is a doubling, rounded down.

    The units are 1 and the binary logarithm of the metres.
    """
    assert distance_units(Fraction(metres)) == units


def test_every_doubling_is_one_unit_more() -> None:
    """SK-RUL-20: Each doubling of the metres is one unit more, under every rounding."""
    for eighths in range(1, 200):
        for rounding in ("down", "nearest", "up"):
            metres = Fraction(eighths, 8)
            more = distance_units(2 * metres, rounding=rounding)
            assert more == distance_units(metres, rounding=rounding) + 1


def test_who_is_of_no_other_size_is_of_human_size() -> None:
    """SK-RUL-20, SK-ATTACK-08: Human size is 2 units, and 4 m are the first that count.

    2 units are 2 m.
    """
    assert ann().size_du == distance_units(Fraction(2)) == 2
    far = {m: (Distance(between=BETWEEN, metres=m),) for m in (0.5, 2, 3.99, 4, 8, 100)}
    units = [added(shot(distances=distances)) for distances in far.values()]
    assert units == [0, 0, 0, 1, 2, 5]


@pytest.mark.parametrize("size", [-1, 0, 1, 2, 3, 6])
def test_at_least_twice_the_size_is_one_unit_more(size: int) -> None:
    """SK-RUL-20: From one unit above the size on, range less size is added.

    Also tested: SK-ATTACK-08.
    """
    units = [added(shot(size, distance_du=du)) for du in range(size - 2, size + 4)]
    assert units == [0, 0, 0, 1, 2, 3]


def test_a_failure_level_doubles_the_distance_of_a_miss() -> None:
    """SK-RUL-20, SK-RANGED-01: Each failure level moves a miss one unit farther."""
    for level in range(-9, 9):
        assert offset_units(level - 1, 2) == offset_units(level, 2) + 1
    for metres in (1, 2, 8, 64):
        size = distance_units(Fraction(metres))
        assert offset_units(-1, size) == size
        assert offset_units(-3, size) == distance_units(Fraction(4 * metres))


def test_units_are_the_same_on_both_scales() -> None:
    """SK-RUL-20: Distances and what they add are the same on both scales."""
    far = (Distance(between=BETWEEN, metres=40),)
    games = [shot(distances=far, scale=scale) for scale in ("coarse", "fine")]
    assert [game.state.setup.distance(*BETWEEN, 1) for game in games] == [6, 6]
    assert [added(game) for game in games] == [4, 4]


def test_units_are_doublings_rounded_down_unless_it_is_ruled_otherwise() -> None:
    """SK-RUL-20: Units are doublings rounded down, unless options say otherwise."""
    plain = Rulings()
    assert (plain.du_base, plain.du_rounding) == (2, "down")
    assert distance_units(Fraction(3), 3) == 2
    assert distance_units(Fraction(3), rounding="up") == 3
    near = [distance_units(Fraction(m), rounding="nearest") for m in ("2.82", "2.83")]
    assert near == [2, 3]
