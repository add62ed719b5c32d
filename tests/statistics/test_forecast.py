"""A forecast of further blocks is a range that holds as often as it says."""

import numpy as np
import pytest

from sim.statistics.betting import Numbers
from sim.statistics.forecast import MOST, SHARE, Ahead, blocks_ahead
from sim.statistics.gsprt import Bounds
from sim.statistics.stopped import Settles, settles_by_bets, settles_by_ratio

BETS = settles_by_bets(0.95, 0.05)
QUARTERS = np.array((0.0, 0.25, 0.5, 0.75, 1.0))
SEEN = {0.25: 4, 0.5: 20, 0.75: 9}


def test_it_is_a_range_and_the_same_every_time() -> None:
    """A forecast is a range of rounded numbers, the same every time."""
    forecast = blocks_ahead(SEEN, BETS)

    assert forecast == blocks_ahead(SEEN, BETS)
    assert forecast.low is not None
    assert forecast.high is not None
    assert 10 <= forecast.low < forecast.high
    assert all(len(str(end).rstrip("0")) <= 2 for end in (forecast.low, forecast.high))


def test_what_is_far_from_even_takes_less() -> None:
    """A match that is far from even needs fewer blocks."""
    won, even = blocks_ahead({1.0: 3}, BETS), blocks_ahead({0.5: 3}, BETS)

    assert won.low is not None
    assert won.low == 10
    assert even.low is not None
    assert even.low > won.low


def test_what_may_take_for_ever_has_no_bound() -> None:
    """A match that may never be settled has no upper bound."""
    never = blocks_ahead(SEEN, lambda _, times: np.zeros(len(times)))
    some = blocks_ahead({0.0: 300, 1.0: 320}, settles_by_bets(0.95, 1e-9))

    assert never == Ahead(None, None)
    assert never.to_dict() == {"low": None, "high": None}
    assert some.low is not None
    assert some.high is None


def needed(
    seen: Numbers, law: tuple[float, ...], settles: Settles, random: np.random.Generator
) -> int:
    """Return after how many more blocks of *law* it is settled, as tournaments look."""
    times, more = seen, 0
    while more <= MOST:
        look = max(10, min(100, int(times.sum()) // 4))
        times, more = times + random.multinomial(look, law), more + look
        if settles(QUARTERS, times[None])[0]:
            break
    return more


def held(law: tuple[float, ...], count: int, settles: Settles, runs: int) -> float:
    """Return how often the range after *count* blocks holds, where those are open."""
    random = np.random.default_rng(11)
    held_: list[bool] = []
    while len(held_) < runs:
        seen = random.multinomial(count, law).astype(float)
        if settles(QUARTERS, seen[None])[0]:
            continue
        scores = dict(zip(QUARTERS.tolist(), seen.tolist(), strict=True))
        said = blocks_ahead(
            {score: times for score, times in scores.items() if times}, settles
        )
        took = needed(seen, law, settles, random)
        held_.append((said.low or MOST) <= took <= (said.high or MOST + 100))
    return sum(held_) / runs


EQUALS = (0.25, 0.0, 0.5, 0.0, 0.25)
BETTER = (0.15, 0.05, 0.5, 0.05, 0.25)
CLEARLY = (0.05, 0.1, 0.35, 0.3, 0.2)


@pytest.mark.slow
@pytest.mark.parametrize("law", [EQUALS, BETTER, CLEARLY])
@pytest.mark.parametrize("settles", [BETS, settles_by_ratio(Bounds(0, 40), 2)])
def test_the_range_holds(law: tuple[float, ...], settles: Settles) -> None:
    """After thirty blocks the range holds nearly as often as it says."""
    assert held(law, 30, settles, 80) > SHARE - 0.1
