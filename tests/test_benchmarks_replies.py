"""The page of what best replies gain: every row says what it is."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from benchmarks import replies
from benchmarks.replies import EVERYTHING, PART, REPLIED, Work, exploited, rows, works
from sim.casting.roster import make
from sim.library.scenario import load
from sim.seam.events import Seat

BOULDER, CARDINAL, SPIDERS = "planets_boulder", Seat(0), Seat(1)


@pytest.mark.slow
def test_all_that_is_sought_is_there() -> None:
    """The replies sought name scenarios, agents and decisions that exist."""
    sought = works([*REPLIED])
    assert {reply.scenario for reply in sought} == set(REPLIED)
    assert {reply.agent for reply in sought} >= set(replies.THREE)
    for reply in sought:
        if reply.agent != replies.SHIPPED:
            make(reply.agent)
        free = replies.kinds(load(reply.scenario), reply.free)
        assert (free is None) == (reply.free == EVERYTHING)
    assert {reply.seat for reply in sought if reply.scenario == BOULDER} == {0, 1}


def test_a_row_says_what_was_free_and_what_is_a_lower_bound() -> None:
    """A row says what was free, and marks a lower bound as one."""
    whole = exploited(Work(BOULDER, SPIDERS, "steady", EVERYTHING))
    other = exploited(Work(BOULDER, SPIDERS, "cautious", EVERYTHING))
    some = exploited(Work(BOULDER, SPIDERS, "steady", "ApproachChosen"))
    assert not whole.least
    assert some.least
    assert None not in (whole.gain, other.gain, some.gain)
    table = rows([whole, other, some])
    assert [tuple(row) for row in table] == [PART.heads] * 3
    assert [row["free"] for row in table] == [EVERYTHING, EVERYTHING, "ApproachChosen"]
    least = [row["the reply returns"].startswith("at least ") for row in table]
    assert least == [0, 0, 1]
    assert table[1]["steady beside it"] == f"{whole.gain:.5f}"
    text = PART.told(table)
    assert "- steady loses 0.00000 on average" in text
    assert "over the 1 seats where that is known exactly." in text


def test_a_row_that_ran_out_of_room_is_held_against_the_agent_itself() -> None:
    """A reply that ran out of room is compared with the solved agent's return."""
    some = exploited(Work(BOULDER, SPIDERS, "steady", EVERYTHING, states=20))
    whole = exploited(Work(BOULDER, SPIDERS, "steady", EVERYTHING))
    assert some.bound == "20 states"
    assert some.base is not None
    assert whole.base is not None
    assert abs(some.base - whole.base) < 1e-9
    assert some.least
    assert some.gain is not None
    assert whole.gain is not None
    assert 0 <= some.gain <= whole.gain + 1e-9
    assert rows([some])[0]["bound by"] == "20 states"


@pytest.mark.slow
def test_a_row_comes_back_from_a_process_of_its_own() -> None:
    """A reply measured in another process comes back whole."""
    work = Work(BOULDER, SPIDERS, "steady", EVERYTHING)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        (row,) = pool.map(exploited, [work])
    assert row.gain == 0.0


@pytest.mark.slow
def test_a_stochastic_agent_is_measured_by_what_it_returns_itself() -> None:
    """A random agent's base is its own return, and not the default's."""
    drawn = exploited(Work(BOULDER, CARDINAL, "uniform", EVERYTHING))
    assert drawn.base is not None
    assert drawn.value is not None
    assert drawn.base < 0.3 < drawn.value


def test_a_reply_that_is_refused_says_why() -> None:
    """A reply that is refused says why in its row."""
    refused = exploited(Work(BOULDER, CARDINAL, "lookahead", EVERYTHING))
    assert refused.value is None
    assert refused.gain is None
    (row,) = rows([refused])
    assert "does not say what" in row["bound by"]
    assert "not known" not in row.values()
