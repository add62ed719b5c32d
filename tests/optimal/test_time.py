"""A value keeps to its seconds, on a clock that goes by calls and not by time."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from sim.graph import budget as within
from sim.graph import clock
from sim.graph.budget import Budget
from sim.library.scenario import load
from sim.optimal import sequence
from sim.optimal.backward import Aim, BackwardInduction, GraphValue
from sim.optimal.exploring import Explorer
from sim.optimal.narrowing import Narrowing
from sim.optimal.sides import sides_of
from sim.playtest.agent_values import value_with_fallback
from sim.run.seating import seat_agents
from sim.study.valuing import value_of
from tests.optimal.worked import graph_of, tiny

CALLS = 400_000
"""So many calls of functions are a second here."""
SOLVED = 0.03
"""So many seconds it takes here to look at a block of what is hidden."""
EACH = 3.0
"""What the agents get and lose, and what is sure, has a second each at least."""


class Counted:
    """A clock on which every call of a Python function takes as long."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.calls / CALLS

    def count(self, frame: FrameType, event: str, _argument: object) -> None:
        """Hear of what is called."""
        if event == "call":
            hidden = frame.f_code is sequence.value_of_plans.__code__
            self.calls += int(SOLVED * CALLS) if hidden else 1


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    """Let all limits of time go by calls."""
    ticks = Counted()
    monkeypatch.setattr(within, "monotonic", ticks)
    monkeypatch.setattr(clock, "monotonic", ticks)
    sys.setprofile(ticks.count)
    try:
        yield ticks
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("name", ["dice_pool", "dice_pool_violent", "planets"])
def test_a_value_keeps_to_its_seconds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every aim a value keeps to its seconds, and its bounds hold."""
    loaded = tiny(name)
    exact = value_of(loaded)
    with counted(monkeypatch) as moment:
        value = value_of(loaded, budget=Budget(seconds=1.0))
    assert moment() < 1.0 + EACH
    assert value.difference.low - 1e-9 <= exact.difference.low
    assert exact.difference.high <= value.difference.high + 1e-9
    for some, all_ in zip(value.sure, exact.sure, strict=True):
        assert some.low - 1e-9 <= all_.low <= all_.high <= some.high + 1e-9


def test_the_seconds_that_are_named_are_those_that_were_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The seconds in the message are those that were asked for."""
    with counted(monkeypatch):
        value = value_with_fallback(
            tiny("dice_pool_violent"), budget=Budget(seconds=1.0)
        )
    assert value.full == "1 second"
    assert "1 second" in value.lost_why


@pytest.mark.slow
def test_following_keeps_to_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Following a graph keeps to its seconds even within one large block."""
    loaded = load("dice_pool_mill")
    with counted(monkeypatch) as moment:
        value = value_of(loaded, budget=Budget(seconds=5.0))
    assert value.full
    assert moment() < 5.0 + EACH


@pytest.mark.slow
def test_a_budget_of_states_alone_ends() -> None:
    """With a budget of states alone, the computation ends."""
    value = value_of(load("alley"), budget=Budget(states=100))
    assert value.full == "100 states"
    assert value.difference.low < value.difference.high


@pytest.mark.parametrize("seconds", [8.0, 12.0, 16.0])
def test_nothing_is_followed_in_vain(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every block that was followed counts in the bounds when time is up."""
    loaded = tiny("dice_pool")
    specs = seat_agents(loaded.system.seats(loaded.scenario), ())
    sides = sides_of(loaded.system, loaded.scenario, specs)
    with counted(monkeypatch):
        exploring = Explorer(loaded.system, loaded.scenario, sides, Budget())
        narrowing = Narrowing(exploring, Aim.DIFFERENCE)
        narrowed = narrowing.run(clock.Clock(seconds))
    assert narrowed is not None
    assert narrowing.graph is not None
    counts = [
        sum(block is not None for block in blocks)
        for blocks in (narrowing.graph.blocks, exploring.blocks)
    ]
    assert counts[0] == counts[1]


def test_a_sweep_ends_where_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep looks at the clock in every layer and block."""
    loaded = tiny("dice_pool")
    graph = graph_of(loaded.system, loaded.scenario)
    with counted(monkeypatch) as moment:
        until = clock.Clock(0.0)
        with pytest.raises(clock.TimeUpError):
            BackwardInduction(graph).swept(Aim.DIFFERENCE, None, until)
        short = moment()
        with pytest.raises(clock.TimeUpError):
            BackwardInduction(graph, until)
    assert GraphValue.unknown(Aim.DIFFERENCE, 3).gap == 2.0
    assert short < 1.0
