"""A choice is judged by what could be seen: the sealed concession in the alley."""

from itertools import pairwise

import pytest
from msgspec import structs

from sim.analysis.continuation import Continuation
from sim.analysis.measuring import RolloutBoard
from sim.analysis.points import Point, points
from sim.conflict.walk import Walk
from sim.library.scenario import load
from sim.run.chunk import Job, play_job
from sim.run.recorded import Conflict
from sim.run.run import make_plan
from sim.seam.protocol import Decision

GAMES = 64
PLAYED = 12


@pytest.fixture(scope="module")
def sealed() -> tuple[RolloutBoard, list[Point]]:
    """Return a board, and every concession made after another's was sealed."""
    alley = load("alley", {"concession_mode": "sealed"})
    system, seats = alley.system, alley.system.seats(alley.scenario)
    follow = Continuation(system, seats, ["steady", "steady"])
    begun = Walk(system, system.initial(alley.scenario)).state
    plan = make_plan(alley, ["uniform", "uniform"], seed="sealed", games=PLAYED)
    both_gave_up: list[Point] = []
    for game in play_job(Job(plan, 0, PLAYED)):
        events = Conflict(alley, game.stream_id, game.rows).events
        met = list(points(system, begun, events, follow.start, follow.after))
        both_gave_up += [
            after
            for before, after in pairwise(met)
            if before.fact.gives_up and after.fact.gives_up
        ]
    return RolloutBoard(system, follow, GAMES), both_gave_up


@pytest.mark.slow
def test_what_the_other_has_sealed_is_not_charged(
    sealed: tuple[RolloutBoard, list[Point]],
) -> None:
    """A sealed answer of the other is not charged to whoever could not know it.

    By the state it costs 50 of 100 to give up too; by the view about 1, or none. Who
    gives up while the other has just done so in secret shares what would have been won
    alone. But nobody could know, and against an opponent who goes on it is as good to
    give up.
    """
    board, both_gave_up = sealed
    assert both_gave_up
    for point in both_gave_up[:2]:
        asked = point.asked
        assert isinstance(asked, Decision)
        assert asked.view != point.state
        fair = board.judge(point)
        assert fair.cost == pytest.approx(0.01, abs=0.015)
        assert fair.high < 0.08
        peeking = structs.replace(
            point, asked=structs.replace(asked, view=point.state), known=point.memories
        )
        naive = board.judge(peeking)
        assert naive.low < 0.5 < naive.high
        assert naive.low > 0.3
