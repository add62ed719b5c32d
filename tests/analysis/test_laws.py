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
    """Values recurse roll by roll, solve pushes mass through a graph: they agree."""
    one = loaded(name)
    seats = one.system.seats(one.scenario)
    begun = one.system.initial(one.scenario)
    found = values(name)
    expected = solve(one.system, begun, seats, ["steady"] * len(seats))
    assert found.returns_at(begun, found.start) == pytest.approx(
        [bounds.low for bounds in expected.returns], abs=EXACT
    )


@pytest.mark.parametrize("name", SOME)
def test_the_value_before_a_throw_is_the_mean_of_those_after_it(name: str) -> None:
    """Luck is 0 on average, at every throw of a conflict."""
    found = values(name)
    for point in points_of(record(name)):
        if not isinstance(point.asked, Chance):
            continue
        before = found.returns_at(point.state, point.memories)
        faces = found.faces(point.asked)
        assert isclose(fsum(chance for _, chance in faces), 1.0, abs_tol=EXACT)
        after = [
            (chance, found.returns_at(point.state, point.memories, rolled))
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
    """The columns sum seat by seat, exact or by rollouts."""
    one = record(name, "uniform")
    found = analyse(one, ["steady"] * len(one.seats), effort=effort)
    assert found.how == ("exact" if effort.steps else "rollouts")
    for account in found.accounts:
        whole = account.expected + account.luck + account.advantage
        assert isclose(whole, account.came_to, abs_tol=EXACT)


@pytest.mark.parametrize("name", SOME)
def test_who_plays_as_the_continuation_has_no_advantage(name: str) -> None:
    """All that moves the values is then the dice."""
    one = record(name)
    found = analyse(one, ["steady"] * len(one.seats), effort=EFFORT)
    for account in found.accounts:
        assert isclose(account.advantage, 0.0, abs_tol=EXACT)


@pytest.mark.parametrize("name", SOME)
def test_a_planted_blunder_is_found_with_its_cost(name: str) -> None:
    """The worst option of all is played: it is marked, and the costliest of all."""
    one = record(name)
    board = ExactBoard(one.system, values(name))
    costs = {
        (point.event, option): board.judge(structs.replace(point, fact=option)).cost
        for point in points_of(one)
        for option in options_of(point)
    }
    event, worst = max(costs, key=costs.__getitem__)
    (at,) = [point for point in points_of(one) if point.event == event]
    found = analyse(
        played_on(one, at, worst), ["steady"] * len(one.seats), effort=EFFORT
    )
    (moment,) = [moment for moment in found.choices if moment.event == event]
    assert moment.mark == "blunder"
    assert moment.cost == pytest.approx(costs[event, worst], abs=EXACT)
    assert moment == marked_choices(found)[0]


@pytest.mark.parametrize("name", SEALING)
def test_a_choice_is_judged_without_what_others_have_sealed(name: str) -> None:
    """Where the other sealed something else, the same choice is judged alike."""
    board = ExactBoard(loaded(name).system, values(name))
    one = record(name)
    compared = 0
    before = points_of(one)
    for sealed, point in pairwise(before):
        asked = point.asked
        if not (sealed.is_choice and options_of(point)) or asked.view == point.state:  # type: ignore[union-attr] # a point with options is a Decision
            continue
        other = next(o for o in options_of(sealed) if o != sealed.fact)
        for twin in points_of(played_on(one, sealed, other)):
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
    """Means of games lie within their errors of what is exact."""
    one = record(name)
    found = values(name)
    specs = ["steady"] * len(one.seats)
    board = RolloutBoard(one.system, Continuation(one.system, one.seats, specs), 200)
    for point in points_of(one)[:3]:
        exact = found.returns_at(point.state, point.memories)
        played = board.returns_at(point.state, board.start)
        for amount, mean in zip(exact, played, strict=True):
            assert abs(amount - mean) < 4.5 * 0.5 / 200**0.5


def test_values_stop_at_their_budget() -> None:
    """What is too large is refused with its bound."""
    one = loaded(NAMES[0])
    seats = one.system.seats(one.scenario)
    begun = one.system.initial(one.scenario)
    short = ExactValues(one.system, begun, seats, ["steady"] * len(seats), steps=1)
    with pytest.raises(BoundError, match="more than 1 steps"):
        short.returns_at(begun, short.start)
