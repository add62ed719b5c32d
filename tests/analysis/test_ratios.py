"""What choices cost and how much luck matters, over many conflicts."""

from math import isclose
from random import Random

from sim.analysis.ratios import ratio, shares


def test_shares_add_up_to_one() -> None:
    """The shares of the parts of a variance add up to 1."""
    random = Random(1)
    parts = [
        [(0.5, random.gauss(0, 0.2), random.gauss(0, 0.1)) for _ in range(2)]
        for _ in range(2_000)
    ]
    whole = [[sum(share) for share in row] for row in parts]
    none, luck, advantage = shares(parts, whole)
    assert isclose(none.value + luck.value + advantage.value, 1.0, abs_tol=1e-9)
    assert none.value == 0
    assert luck.low < 0.8 < luck.high
    assert advantage.low < 0.2 < advantage.high


def test_what_never_varies_has_no_shares() -> None:
    """Parts that never vary have no shares."""
    assert shares([[(0.5, 0.0, 0.0)]] * 5, [[0.5]] * 5) == []


def test_choices_of_one_conflict_are_one_draw() -> None:
    """Choices of one conflict count as one draw in the interval of their rate."""
    random, held = Random(2), 0
    for _ in range(400):
        pairs = [(random.choice((0.0, 0.1)), random.randint(1, 9)) for _ in range(60)]
        interval = ratio([cost * count for cost, count in pairs], [n for _, n in pairs])
        held += interval.low <= 0.05 <= interval.high
    assert held / 400 > 0.93


def test_few_that_agree_are_no_proof() -> None:
    """Conflicts that agree still have an interval; a single one has no upper bound."""
    assert ratio([0.0] * 5, [3] * 5).high > 0.0
    assert ratio([0.1], [3]).high == float("inf")
