"""The agent that mixes its options where both sides choose unseen."""

from collections import Counter
from math import fsum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.agents._mixing import maximin
from sim.agents.mixed import Mixed
from sim.agents.steady import Steady
from sim.conflict.walk import Walk
from sim.library.scenario import load
from sim.optimal.matrix import optimal_mixes
from sim.rules.planets.facts import ApproachChosen
from sim.seam.protocol import Agent, Decision
from tests.agents.tables import TOY_LOADED, sit

RAM, ABBESS = 0, 2


def test_pennies_are_shown_at_random() -> None:
    """At pennies the mix shows each side half the time."""
    assert maximin(((1.0, 0.0), (0.0, 1.0))) == pytest.approx((0.5, 0.5), abs=1e-3)


def test_an_option_that_is_best_against_everything_is_no_lot() -> None:
    """An option that is best, or as sure as any mix, is taken for certain."""
    assert maximin(((3.0, 2.0), (1.0, 0.0))) == (1.0, 0.0)
    assert maximin(((2.0, 2.0), (9.0, 0.0), (0.0, 2.0))) == (1.0, 0.0, 0.0)


def test_scissors_that_win_double_are_met_by_more_stones() -> None:
    """The mix for scissors that win double has the shares of the textbook."""
    paper, stone, scissors = (0.0, 1.0, -2.0), (-1.0, 0.0, 1.0), (2.0, -1.0, 0.0)
    mix = maximin((paper, stone, scissors))
    assert mix == pytest.approx((0.25, 0.5, 0.25), abs=5e-3)


ENTRIES = st.floats(-1.0, 1.0, width=16)


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.tuples(*[ENTRIES] * width), min_size=1, max_size=4)
    )
)
def test_a_mix_makes_sure_of_as_much_as_a_linear_program_does(
    rows: list[tuple[float, ...]],
) -> None:
    """The mix makes sure of nearly as much as the exact solution does."""
    mix = np.array(maximin(tuple(rows)))
    matrix = np.array(rows)
    assert mix.sum() == pytest.approx(1.0)
    assert (mix @ matrix).min() >= optimal_mixes(matrix).low - 0.03


def seated(agent: Agent, seat: int) -> Agent:
    """Return *agent*, sat down at a seat of the siege."""
    loaded = load("planets_siege")
    return sit(agent, loaded.system, seat, loaded.system.seats(loaded.scenario))


def siege(seat: int) -> Decision[Any]:
    """Return the first question of *seat* at the gate, steady up to there."""
    loaded = load("planets_siege")
    walk = Walk(loaded.system, loaded.system.initial(loaded.scenario))
    while isinstance(walk.asked, Decision) and walk.asked.who != seat:
        agent = seated(Steady(), walk.asked.who)
        walk.take(agent.choose(walk.asked))
    assert isinstance(walk.asked, Decision)
    return walk.asked


@pytest.mark.parametrize("seat", [RAM, ABBESS])
def test_neither_way_to_the_gate_answers_the_mix(seat: int) -> None:
    """At the gate the mix is worth the same against either approach."""
    asked = siege(seat)
    agent = seated(Mixed(), seat)
    chances = agent.chances(asked)
    assert all(type(option) is ApproachChosen for option in chances)
    gains = [
        fsum(
            chances.get(option, 0.0) * (worth.deals - worth.suffers)
            for option, worth in zip(
                asked.options,
                agent.table.weigh(Decision(seat, asked.options, view)),
                strict=True,
            )
        )
        for view in agent.table.guesses(asked.view)
    ]
    assert gains == pytest.approx([gains[0]] * 2, abs=5e-3)


def test_it_draws_as_often_as_it_says() -> None:
    """Mixed draws each option as often as its chances say."""
    asked = siege(RAM)
    agent = seated(Mixed(), RAM)
    drawn = Counter(agent.choose(asked) for _ in range(2_000))
    for option, chance in agent.chances(asked).items():
        assert abs(drawn[option] - 2_000 * chance) < 112


def test_where_nothing_is_guessed_it_is_steady() -> None:
    """Mixed plays as steady in a system without guesses about the others."""
    walk = Walk(TOY_LOADED.system, TOY_LOADED.system.initial(TOY_LOADED.scenario))
    asked = walk.asked
    assert isinstance(asked, Decision)
    mixed, steady = (
        sit(agent, TOY_LOADED.system, asked.who) for agent in (Mixed(), Steady())
    )
    assert mixed.chances(asked) == {steady.choose(asked): 1.0}
