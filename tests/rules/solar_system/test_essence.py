"""What of a volley is forgotten at the gate: which of the same wounds came first."""

import pytest
from msgspec import structs

from sim.rules.solar_system.appraisal.essence import essence
from sim.rules.solar_system.phases import Gate
from sim.rules.solar_system.state import State
from tests.rules.solar_system.table import INSTINCT, REASON, VIGOR, Table, scenario


def at_the_gate(stacking: str, *labels: int) -> State:
    """Return the essence of a gate where Ann bears these labels from box 4 on."""
    table = Table(scenario(rulings={"bloodied_stacking": stacking}))
    while type(table.state.phase) is not Gate:
        table.step()
    boxes = (0, 0, 0, *(label + 1 for label in labels), 0)
    ann, bo = table.state.participants
    hurt = structs.replace(ann, harm=boxes)
    return essence(structs.replace(table.state, participants=(hurt, bo)))


@pytest.mark.parametrize("stacking", ["per_pool", "per_box"])
def test_ss_harm_07_in_which_order_pools_were_bloodied_is_forgotten(
    stacking: str,
) -> None:
    """SS-HARM-07, RUL-24: the same pools are worn, whichever box says so."""
    one = at_the_gate(stacking, VIGOR, INSTINCT, VIGOR)
    assert one == at_the_gate(stacking, INSTINCT, VIGOR, VIGOR)
    assert one != at_the_gate(stacking, VIGOR, REASON, VIGOR)


def test_rul_24_how_often_a_pool_was_bloodied_counts_box_by_box_alone() -> None:
    """RUL-24: two boxes of one pool are as bad as one, but under per_box."""
    twice = (VIGOR, VIGOR, INSTINCT)
    other = (VIGOR, INSTINCT, INSTINCT)
    assert at_the_gate("per_pool", *twice) == at_the_gate("per_pool", *other)
    assert at_the_gate("per_box", *twice) != at_the_gate("per_box", *other)
