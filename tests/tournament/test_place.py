"""Who sits where in the games of a block, and what their results come to."""

import pytest
from msgspec import structs

from sim.errors import ScenarioError
from sim.library.scenario import Loaded, load
from sim.seam.protocol import SeatInfo
from sim.tournament.place import Place, fixed_sides, make_place, result_of_returns
from tests.agents.tables import TOY_LOADED
from tests.noon import TOY


def place(*sides: int | None) -> Place:
    """Return a place whose seats are on these sides."""
    return make_place(_seated(*sides), {})


def _seated(*sides: int | None) -> Loaded:
    seats = tuple(
        SeatInfo(f"S{index}", side, "storyteller") for index, side in enumerate(sides)
    )
    return structs.replace(
        TOY_LOADED, system=structs.replace(TOY, seats=lambda _: seats)
    )


def test_two_sides_make_a_mirrored_pair() -> None:
    """With two sides each agent has each side once."""
    assert place(0, 1).seatings == ((0, 1), (1, 0))


def test_three_sides_have_each_agent_alone_in_every_place() -> None:
    """With three sides each agent is alone on every side, and so is the other.

    There are six seatings, the same set when the agents change places.
    """
    seatings = place(0, 1, 2).seatings

    assert len(seatings) == len(set(seatings)) == 6
    assert {tuple(1 - who for who in seating) for seating in seatings} == set(seatings)
    assert sum(seating.count(0) for seating in seatings) == 9


def test_one_open_side_is_played_by_each_in_turn() -> None:
    """With one open side each agent plays it in turn."""
    assert place(0, 0).seatings == ((0,), (1,))


def test_agents_take_whole_sides_and_judges_keep_their_seats() -> None:
    """Agents take whole sides, and a judge keeps the scenario's agent."""
    where = place(0, 1, 1, None)

    assert where.seated((0, 1), ("steady", "bold")) == (
        "steady",
        "bold",
        "bold",
        "storyteller",
    )


def test_a_fixed_side_is_closed() -> None:
    """An agent given for a side sits there, and the others play what is open."""
    duel = make_place(load("alley"), {"Gael": "bold"})

    assert duel.side_names == ("Tela",)
    assert duel.seated((1,), ("steady", "uniform")) == ("uniform", "bold")


def test_a_fixed_side_must_be_somebodys() -> None:
    """A fixed side that no scenario has is refused, and so is fixing every side."""
    with pytest.raises(ScenarioError, match="no side or seat is called"):
        fixed_sides([load("alley")], {"Nobody": ""})
    with pytest.raises(ScenarioError, match="no open side left"):
        make_place(load("alley"), {"Gael": "", "Tela": ""})


def test_a_pair_is_worth_what_both_games_are() -> None:
    """A pair of games has their mean as its score, and the margin in returns."""
    result = result_of_returns(place(0, 1), [(1, 0), (0.5, 0.5)])

    assert (result.score, result.margin) == (0.75, 0.5)


def test_a_game_of_three_compares_each_agent_with_the_others() -> None:
    """In games of three an agent is compared with each of the others."""
    where = place(0, 1, 2)
    games = [(0.5, 1, 0)] * 3 + [(0.5, 0.5, 0.5)] * 3
    result = result_of_returns(where, games)

    # the first is alone on side 0 (beats one of two), side 1 (beats both), side 2
    assert result.score == pytest.approx((0.5 + 1 + 0 + 3 * 0.5) / 6)


def test_turns_at_one_side_are_compared() -> None:
    """With one open side whoever got more from the same dice has won the block."""
    result = result_of_returns(place(0, 0), [(0.2, 0.2), (0.7, 0.7)])

    assert result.score == 0.0
    assert result.margin == pytest.approx(-0.5)
