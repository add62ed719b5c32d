"""Exact odds: of every level, of an attack, and against somebody who rolls too."""

from fractions import Fraction

import pytest

from sim.errors import OddsError
from sim.rules.skill_roll.appraisal.odds import (
    AttackQuery,
    RollQuery,
    answer_attack,
    answer_roll,
)

AT_LEAST = {
    3: "1",
    4: "215/216",
    5: "53/54",
    6: "103/108",
    7: "49/54",
    8: "181/216",
    9: "20/27",
    10: "5/8",
    11: "1/2",
    12: "3/8",
    13: "7/27",
    14: "35/216",
    15: "5/54",
    16: "5/108",
    17: "1/54",
    18: "1/216",
}
ANCHORS = (9, 11, 14, 17, 24, 27)
CHANCES = {
    15: (0.9537, 0.9954, 1, 1, 1, 1),
    18: (0.7407, 0.9074, 0.9954, 1, 1, 1),
    20: (0.5, 0.7407, 0.9537, 1, 1, 1),
    22: (0.2593, 0.5, 0.8380, 0.9815, 1, 1),
    25: (0.0463, 0.1620, 0.5, 0.8380, 1, 1),
    28: (0, 0.0185, 0.1620, 0.5, 0.9954, 1),
    32: (0, 0, 0.0046, 0.0926, 0.8380, 0.9815),
    35: (0, 0, 0, 0.0046, 0.5, 0.8380),
    38: (0, 0, 0, 0, 0.1620, 0.5),
    40: (0, 0, 0, 0, 0.0463, 0.2593),
    45: (0, 0, 0, 0, 0, 0.0046),
    48: (0, 0, 0, 0, 0, 0),
}


def wins(skill: int, difficulty: int) -> Fraction:
    """Return the chance of success."""
    return answer_roll(RollQuery(skill, difficulty)).parts[""]["success"]


@pytest.mark.parametrize("least", AT_LEAST)
def test_the_chance_of_a_sum(least: int) -> None:
    """SK-ROLL-02: The chance of each sum of 3d6 is exact."""
    assert wins(0, least) == Fraction(AT_LEAST[least])


@pytest.mark.parametrize("difficulty", CHANCES)
def test_the_chance_of_every_anchor(difficulty: int) -> None:
    """SK-QLU-03: Each anchor rank has its chance against each row of the chart.

    Also tested: SK-RUL-01.
    """
    chances = tuple(round(float(wins(rank, difficulty)), 4) for rank in ANCHORS)
    assert chances == CHANCES[difficulty]


def test_levels_sum_to_one_and_move_with_the_skill() -> None:
    """SK-ROLL-06: Levels have probability 1 in all.

    One more skill is one level more.
    """
    levels = answer_roll(RollQuery(15, 25)).parts["level"]
    assert sum(levels.values()) == 1
    assert answer_roll(RollQuery(16, 26)).parts["level"] == levels
    more = answer_roll(RollQuery(16, 25)).parts["level"]
    assert more == {level + 1: chance for level, chance in levels.items()}


def test_other_dice_and_none() -> None:
    """SK-RUL-39, SK-RUL-38: 1d20 is flat, and without dice the result is certain."""
    flat = answer_roll(RollQuery(10, 20, "1d20")).parts["level"]
    assert set(flat.values()) == {Fraction(1, 20)}
    sure = answer_roll(RollQuery(10, 20, "none")).parts[""]
    assert sure["success"] == 1


def test_against_one_who_takes_10_or_rolls() -> None:
    """SK-RUL-18: Even skills give 5/8 against a 10, and 4249/7776 against a roll.

    Also tested: SK-QLO-03.
    """
    ten = answer_roll(RollQuery(12, vs_skill=12)).parts[""]
    both = answer_roll(RollQuery(12, vs_skill=12, vs_rolled=True)).parts[""]
    by_number = answer_roll(RollQuery(12, 12, vs_rolled=True)).parts[""]
    assert by_number == both
    assert ten["success"] == Fraction(5, 8)
    assert both["success"] == Fraction(4249, 7776)


@pytest.mark.parametrize(
    ("query", "opponent"),
    [
        (RollQuery(12, 22, vs_rolled=True), "3d6 + 22"),
        (RollQuery(12, 2, vs_skill=15, vs_rolled=True, dice="1d20"), "1d20 + 15"),
        (RollQuery(12, vs_skill=-1), "10 - 1"),
        (RollQuery(12, 15, vs_rolled=True, dice="none"), "10 + 15"),
    ],
)
def test_what_an_opponent_rolls_is_said(query: RollQuery, opponent: str) -> None:
    """SK-QLO-03: An answer says how its opponent's number was read."""
    answer = answer_roll(query)
    assert answer.query["opponent"] == opponent
    (note,) = answer.notes
    more = ", with +2 to meet it" if query.difficulty == 2 else ""
    assert note == f"opponent: {opponent}{more}"
    plain = answer_roll(RollQuery(12, 22))
    assert "opponent" not in plain.query
    assert not plain.notes


@pytest.mark.parametrize(
    ("scale", "mean"), [("coarse", Fraction(965, 27)), ("fine", Fraction(3635, 108))]
)
def test_an_attack_at_difficulty_21(scale: str, mean: Fraction) -> None:
    """SK-ATTRES-01 to 04: Skill 12 against 21 has the ledger's bands, damage and OOPS.

    SK-ATTRES-01 to SK-ATTRES-04, at a base of 40.
    """
    answer = answer_attack(AttackQuery(12, 21, scale=scale))
    bands = answer.parts[""]
    assert [str(bands[band]) for band in ("miss", "winged", "hit", "hit_bonus")] == [
        "35/216",
        "7/72",
        "25/216",
        "5/8",
    ]
    harm = answer.parts["damage"]
    assert sum(Fraction(done) * chance for done, chance in harm.items()) == mean
    oops = answer.parts["oops"]
    assert sum(gain * chance for gain, chance in oops.items()) == Fraction(151, 216)


@pytest.mark.parametrize(
    ("query", "most"),
    [(AttackQuery(40, 21), 60), (AttackQuery(40, 21, uncapped=True), 114)],
)
def test_the_bonus_of_an_attack_may_be_uncapped(query: AttackQuery, most: int) -> None:
    """SK-ATTRES-05: The bonus of an attack is half its base at most, unless lifted."""
    harm = answer_attack(query).parts["damage"]
    assert max(map(Fraction, harm)) == most


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (RollQuery(12), "neither a difficulty"),
        (RollQuery(12, 20, "3x6"), "no dice"),
        (RollQuery(9999, 20), "skill is 9999"),
    ],
)
def test_rolls_that_cannot_be(query: RollQuery, said: str) -> None:
    """A roll that cannot be is refused, and the sentence says why."""
    with pytest.raises(OddsError, match=said):
        answer_roll(query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (AttackQuery(12, 21, ranks=0), "1 rank at least"),
        (AttackQuery(12, 21, scale="rough"), "coarse or fine"),
        (AttackQuery(12, 21, damage_per_rank=9999), "damage_per_rank is 9999"),
    ],
)
def test_attacks_that_cannot_be(query: AttackQuery, said: str) -> None:
    """An attack that cannot be is refused, and the sentence says why."""
    with pytest.raises(OddsError, match=said):
        answer_attack(query)
