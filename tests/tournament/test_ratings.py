"""Ratings of a tournament: strengths, ranks, cycles."""

from collections.abc import Mapping

from sim.store.contests import BlocksRecorded
from sim.stream import Line
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger
from sim.tournament.ratings import rate
from tests.tournament.cups import cup

RING = {(0, 1): 1.0, (1, 2): 1.0, (0, 2): 0.0}


def course(results: Mapping[tuple[int, int], float], blocks: int = 30) -> Course:
    """Return a tournament in which the first of each pair gets so much a game."""
    contest = cup("steady", "bold", "uniform", null=0, blocks=blocks)
    ledger = Ledger(contest)
    for pair, got in results.items():
        lines = tuple(
            Line(number, "broken", returns, 1, 1, 1, {}, b"")
            for number in range(blocks)
            for returns in ((got, 1 - got), (1 - got, got))
        )
        luck = ((0.0, 0.0),) * len(lines)
        ledger.add(BlocksRecorded(0, *pair, 0, lines, luck))
    return Course(ledger)


def test_the_strongest_comes_first_and_surely_ranks_so() -> None:
    """One beats both others, who tie with each other."""
    found = rate(course({(0, 1): 1.0, (0, 2): 1.0, (1, 2): 0.5}), draws=100)

    assert found.ratings[0].agent == "steady"
    assert found.ratings[0].ranks == (1, 1)
    assert found.ratings[0].best > 0.95
    assert {one.ranks for one in found.ratings[1:]} == {(2, 3)}
    assert not found.cycles


def test_no_rating_is_certain() -> None:
    """Though every block came to the same, the interval has a width."""
    found = rate(course({(0, 1): 1.0, (0, 2): 1.0, (1, 2): 0.5}), draws=100)

    assert all(one.elo.low < one.elo.value < one.elo.high for one in found.ratings)


def test_a_cycle_is_named_and_weighed() -> None:
    """Each beats the next: no order is honest, and all weigh alike."""
    found = rate(course(RING), draws=50)

    assert found.cycles == (("steady", "bold", "uniform"),)
    assert all(abs(weight - 1 / 3) < 1e-4 for weight in found.weights)
    assert all(abs(share - 1 / 3) < 1e-6 for share in found.shares)


def test_a_cycle_of_a_few_blocks_is_none() -> None:
    """It has to survive correction."""
    assert not rate(course(RING, blocks=4), draws=50).cycles
