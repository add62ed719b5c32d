"""A value that is interrupted has bounds that hold, whenever that is."""

import pytest

from sim.graph.budget import Budget
from sim.graph.interrupt import Interrupt
from sim.optimal import exploring
from sim.optimal.blocks import Block
from sim.playtest import agent_values
from sim.playtest.agent_values import value_with_fallback
from sim.study.valuing import value_of
from tests.optimal.worked import tiny


@pytest.mark.parametrize("after", [0, 1, 2, 5, 20])
def test_the_value_lies_within_what_is_known_when_interrupted(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever a value is interrupted, its bounds contain the exact value."""
    loaded, interrupt = tiny("planets", round_cap="2"), Interrupt()
    exact = value_of(loaded).difference
    follow, told = exploring.Explorer.follow, list[int]()

    def press(self: exploring.Explorer, number: int) -> Block:
        if len(told) == after:
            interrupt.press()
        told.append(number)
        return follow(self, number)

    monkeypatch.setattr(exploring.Explorer, "follow", press)
    monkeypatch.setattr(exploring, "_OFTEN", 1)
    value = value_with_fallback(loaded, budget=Budget(seconds=1e6, interrupt=interrupt))
    assert value.difference.low - 1e-9 <= exact.low
    assert exact.high <= value.difference.high + 1e-9
    assert value.full.endswith("until it was interrupted")
    assert value.among is None


def test_play_beside_bounds_may_be_interrupted_anywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interrupt leaves the bounds; a foreign KeyboardInterrupt is passed on."""
    interrupt = Interrupt()
    budget = Budget(30, seconds=1e6, interrupt=interrupt)

    def played(*_: object) -> None:
        interrupt.press()

    monkeypatch.setattr(agent_values, "value_among_agents", played)
    value = value_with_fallback(tiny("planets"), budget=budget)
    assert not value.exact
    assert value.among_why == "it was interrupted before that"

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(agent_values, "value_among_agents", broken)
    with pytest.raises(KeyboardInterrupt):
        value_with_fallback(tiny("planets"), budget=Budget(30, seconds=1e6))


def test_an_interrupt_is_pressed_once() -> None:
    """A second Ctrl-C raises KeyboardInterrupt."""
    interrupt = Interrupt()
    assert not interrupt.pressed
    interrupt.press()
    assert interrupt.pressed
    with pytest.raises(KeyboardInterrupt):
        interrupt.press()
