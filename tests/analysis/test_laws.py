"""The laws of values and analyses, in every system."""

from itertools import pairwise
from math import fsum, isclose

import pytest
from msgspec import structs

from sim.analysis.analyse import Effort, analyse
from sim.analysis.continuation import Continuation
from sim.analysis.judging import ExactBoard
from sim.analysis.measuring import RolloutBoard
from sim.analysis.sentences import marked_choices
from sim.analysis.values import ExactValues
from sim.graph.budget import BoundError
from sim.graph.solve import solve
from sim.seam.protocol import Chance
from tests.analysis.records import (
    NAMES,
    SEALING,
    SOME,
    loaded,
    options_of,
    played_on,
    points_of,
    record,
    values,
)

EXACT = 1e-9
EFFORT = Effort(steps=10**6, games=32)


@pytest.mark.parametrize("name", SOME)
def test_the_value_at_the_start_is_what_solve_says(name: str) -> None:
    """The exact value at the start of a conflict is what `solve` says."""
    scenario = loaded(name)
    seats = scenario.system.seats(scenario.scenario)
    begun = scenario.system.initial(scenario.scenario)
    exact = values(name)
    expected = solve(scenario.system, begun, seats, ["steady"] * len(seats))
    assert exact.returns_at(begun, exact.start) == pytest.approx(
        [bounds.low for bounds in expected.returns], abs=EXACT
    )


@pytest.mark.parametrize("name", SOME)
def test_the_value_before_a_throw_is_the_mean_of_those_after_it(name: str) -> None:
    """The value before a throw is the mean of the values after it."""
    exact = values(name)
    for point in points_of(record(name)):
        if not isinstance(point.asked, Chance):
            continue
        before = exact.returns_at(point.state, point.memories)
        faces = exact.faces(point.asked)
        assert isclose(fsum(chance for _, chance in faces), 1.0, abs_tol=EXACT)
        after = [
            (chance, exact.returns_at(point.state, point.memories, rolled))
            for rolled, chance in faces
        ]
        for seat, amount in enumerate(before):
            mean = fsum(chance * returns[seat] for chance, returns in after)
            assert isclose(amount, mean, abs_tol=EXACT)


@pytest.mark.parametrize("effort", [EFFORT, Effort(steps=0, games=4)])
@pytest.mark.parametrize("name", SOME)
def test_expected_luck_and_advantage_are_what_it_came_to(
    name: str, effort: Effort
) -> None:
    """Expected return, luck and advantage add up to the return, seat by seat."""
    recorded = record(name, "uniform")
    analysis = analyse(recorded, ["steady"] * len(recorded.seats), effort=effort)
    assert analysis.how == ("exact" if effort.steps else "rollouts")
    for account in analysis.accounts:
        whole = account.expected + account.luck + account.advantage
        assert isclose(whole, account.came_to, abs_tol=EXACT)


@pytest.mark.parametrize("name", SOME)
def test_who_plays_as_the_continuation_has_no_advantage(name: str) -> None:
    """An agent that plays as the continuation does has no advantage."""
    recorded = record(name)
    analysis = analyse(recorded, ["steady"] * len(recorded.seats), effort=EFFORT)
    for account in analysis.accounts:
        assert isclose(account.advantage, 0.0, abs_tol=EXACT)


@pytest.mark.parametrize("name", SOME)
def test_a_planted_blunder_is_found_with_its_cost(name: str) -> None:
    """The worst option of all, if it is played, is marked as the costliest choice."""
    recorded = record(name)
    board = ExactBoard(recorded.system, values(name))
    costs = {
        (point.event, option): board.judge(structs.replace(point, fact=option)).cost
        for point in points_of(recorded)
        for option in options_of(point)
    }
    event, worst = max(costs, key=costs.__getitem__)
    (at,) = [point for point in points_of(recorded) if point.event == event]
    analysis = analyse(
        played_on(recorded, at, worst), ["steady"] * len(recorded.seats), effort=EFFORT
    )
    (moment,) = [moment for moment in analysis.choices if moment.event == event]
    assert moment.mark == "blunder"
    assert moment.cost == pytest.approx(costs[event, worst], abs=EXACT)
    assert moment == marked_choices(analysis)[0]


@pytest.mark.parametrize("name", SEALING)
def test_a_choice_is_judged_without_what_others_have_sealed(name: str) -> None:
    """A choice is judged alike whatever the other seat has answered sealed."""
    board = ExactBoard(loaded(name).system, values(name))
    recorded = record(name)
    compared = 0
    before = points_of(recorded)
    for sealed, point in pairwise(before):
        asked = point.asked
        if not (sealed.is_choice and options_of(point)) or asked.view == point.state:  # type: ignore[union-attr] # a point with options is a Decision
            continue
        other = next(o for o in options_of(sealed) if o != sealed.fact)
        for twin in points_of(played_on(recorded, sealed, other)):
            if twin.event != point.event or not twin.is_choice:
                continue
            if twin.asked.view == asked.view:  # type: ignore[union-attr] # as above
                assert twin.state != point.state
                twin = structs.replace(twin, fact=point.fact)  # noqa: PLW2901 - the same answer
                assert board.judge(point) == board.judge(twin)
                compared += 1
    assert compared


@pytest.mark.parametrize("name", SOME)
def test_rollouts_agree_with_exact_values(name: str) -> None:
    """Means of rollouts lie within their errors of the exact values."""
    recorded = record(name)
    exact_values = values(name)
    specs = ["steady"] * len(recorded.seats)
    board = RolloutBoard(
        recorded.system, Continuation(recorded.system, recorded.seats, specs), 200
    )
    for point in points_of(recorded)[:3]:
        exact = exact_values.returns_at(point.state, point.memories)
        played = board.returns_at(point.state, board.start)
        for amount, mean in zip(exact, played, strict=True):
            assert abs(amount - mean) < 4.5 * 0.5 / 200**0.5


def test_values_stop_at_their_budget() -> None:
    """Exact values that are too large for their budget are refused, with the bound."""
    scenario = loaded(NAMES[0])
    seats = scenario.system.seats(scenario.scenario)
    begun = scenario.system.initial(scenario.scenario)
    short = ExactValues(scenario.system, begun, seats, ["steady"] * len(seats), steps=1)
    with pytest.raises(BoundError, match="more than 1 steps"):
        short.returns_at(begun, short.start)
