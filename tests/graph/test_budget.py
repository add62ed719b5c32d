"""What ended a computation is named in words."""

import pytest

from sim.graph.budget import (
    Budget,
    bound_of_faces,
    bound_of_ways,
    budget_ended_in_words,
    too_few_in_words,
)


@pytest.mark.parametrize(
    ("bound", "little", "large"),
    [
        (Budget(seconds=1.0).of_time, "1 second was", "does not fit into 1 second"),
        (Budget(seconds=5.0).of_time, "5 seconds were", "does not fit into 5 seconds"),
        (Budget(states=20).of_states, "20 states were", "does not fit into 20 states"),
    ],
)
def test_what_can_be_raised_was_too_little(bound: str, little: str, large: str) -> None:
    """A budget that can be raised is named as something to raise."""
    assert too_few_in_words(bound) == f"{little} too few"
    assert budget_ended_in_words("alley", bound) == f"alley {large}"


@pytest.mark.parametrize("bound", [bound_of_ways(500), bound_of_faces(600)])
def test_what_cannot_be_raised_is_too_much(bound: str) -> None:
    """A limit that nobody can raise (ways through a round, faces) is named as such."""
    assert too_few_in_words(bound) == f"there are more than {bound}"
    assert budget_ended_in_words("alley", bound) == f"alley has more than {bound}"


def test_a_part_of_a_budget_ends_by_the_whole() -> None:
    """A part of a budget that ran out is reported as the whole budget."""
    whole, part = Budget(100, 200, 10.0), Budget(40, 200, 4.0)
    bounds = part.of_time, part.of_states, part.of_memory, bound_of_ways(500), ""
    expected = whole.of_time, whole.of_states, part.of_memory, bound_of_ways(500), ""
    assert tuple(map(whole.of, bounds)) == expected
