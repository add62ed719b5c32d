"""Ratings of a tournament: strengths, ranks and cycles."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from sim.conflict.stream import Line
from sim.store.contests import BlocksRecorded
from sim.tournament.formats import Course
from sim.tournament.ledger import Ledger
from sim.tournament.ratings import rate_agents, surely_above
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
    """An agent that beats two equals is first, and they share the next ranks."""
    rated = rate_agents(course({(0, 1): 1.0, (0, 2): 1.0, (1, 2): 0.5}), draws=100)

    assert rated.ratings[0].agent == "steady"
    assert rated.ratings[0].ranks == (1, 1)
    assert rated.leaders == ("steady",)
    assert rated.confidence == 0.95
    assert {rating.ranks for rating in rated.ratings[1:]} == {(2, 3)}
    assert not rated.cycles


def test_no_rating_is_certain() -> None:
    """Ratings have intervals even if every block came to the same."""
    rated = rate_agents(course({(0, 1): 1.0, (0, 2): 1.0, (1, 2): 0.5}), draws=100)

    assert all(
        rating.elo.low < rating.elo.value < rating.elo.high for rating in rated.ratings
    )


def test_a_cycle_is_named() -> None:
    """A cycle of agents is named, and nobody is rated."""
    rated = rate_agents(course(RING), draws=50)

    assert not rated.ratings
    assert not rated.leaders
    assert not rated.sides
    assert rated.cycles == (("steady", "bold", "uniform"),)
    assert rated.payoffs == ((0, 0.5, -0.5), (-0.5, 0, 0.5), (0.5, -0.5, 0))


def test_a_cycle_of_a_few_blocks_is_none() -> None:
    """A cycle of a few blocks is not called one."""
    rated = rate_agents(course(RING, blocks=4), draws=50)

    assert not rated.cycles
    assert set(rated.leaders) == {"steady", "bold", "uniform"}


def fields(runs: int, worse: float) -> Iterator[list[set[int]]]:
    """Yield who is surely behind at every look: of two equals and one that is worse."""
    random = np.random.default_rng(25)
    pairs = ((0, 1), (0, 2), (1, 2))
    chances = {(0, 1): 0.5, (0, 2): 0.5 + worse, (1, 2): 0.5 + worse}
    contest = cup("steady", "bold", "uniform", null=0, blocks=100)
    for _ in range(runs):
        ledger = Ledger(contest)
        seen: list[set[int]] = []
        for look in range(5):
            for pair in pairs:
                won = (random.random(40) < chances[pair]).astype(float).tolist()
                lines = tuple(
                    Line(20 * look + index // 2, "broken", got, 1, 1, 1, {}, b"")
                    for index, score in enumerate(won)
                    for got in [
                        (score, 1 - score) if index % 2 == 0 else (1 - score, score)
                    ]
                )
                luck = ((0.0, 0.0),) * len(lines)
                ledger.add(BlocksRecorded(0, *pair, 20 * look, lines, luck))
            seen.append({behind for _, behind in surely_above(Course(ledger))})
        yield seen


@pytest.mark.slow
@pytest.mark.parametrize("worse", [0.0, 0.2])
def test_equals_are_hardly_ever_said_to_be_surely_behind(worse: float) -> None:
    """Of equals looked at five times, at most 5 % are called surely behind."""
    wrong = sum(
        any(behind & ({0, 1} if worse else {0, 1, 2}) for behind in seen)
        for seen in fields(100, worse)
    )

    assert wrong <= 5


def test_who_is_worse_does_fall_behind() -> None:
    """An agent that loses 70 % is surely behind after a hundred blocks."""
    behind = sum(2 in seen[-1] for seen in fields(10, 0.2))

    assert behind >= 9
