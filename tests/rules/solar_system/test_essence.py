"""What of a volley is forgotten, at the gate and once its dice have fallen."""

import pytest
from msgspec import structs

from sim.rules.solar_system.appraisal.essence import essence
from sim.rules.solar_system.consequences import VolleyClosed
from sim.rules.solar_system.events.aftermath import PatientHealed
from sim.rules.solar_system.facts import DEFENSIVE, HEALING, ActionDeclared
from sim.rules.solar_system.phases import Gate, Harming
from sim.rules.solar_system.state import State
from sim.rules.solar_system.system import SYSTEM
from sim.seam.protocol import Due
from tests.rules.solar_system.table import (
    INSTINCT,
    REASON,
    VIGOR,
    Table,
    person,
    scenario,
)
from tests.rules.solar_system.test_aftermath import HEALS, healer, hurt


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
    """SS-HARM-07, RUL-24: It is forgotten in which order the pools were bloodied."""
    worn = at_the_gate(stacking, VIGOR, INSTINCT, VIGOR)
    assert worn == at_the_gate(stacking, INSTINCT, VIGOR, VIGOR)
    assert worn != at_the_gate(stacking, VIGOR, REASON, VIGOR)


def test_rul_24_how_often_a_pool_was_bloodied_counts_box_by_box_alone() -> None:
    """RUL-24: How often a pool was bloodied is kept only under `per_box`."""
    twice = (VIGOR, VIGOR, INSTINCT)
    other = (VIGOR, INSTINCT, INSTINCT)
    assert at_the_gate("per_pool", *twice) == at_the_gate("per_pool", *other)
    assert at_the_gate("per_box", *twice) != at_the_gate("per_box", *other)


@pytest.mark.parametrize("asked", [[], ["harm_pool"]])
def test_rul_30_who_heals_is_kept_until_it_is_done(asked: list[str]) -> None:
    """RUL-30: Who heals is kept until it is done."""
    people = (healer(side="x"), hurt("Bo", 2, 5, side="x"), person("Cy", side="y"))
    told = {"aftermath": HEALS, "rulings": {"healing_in_pain": True}}
    played = scenario(*people, story_guide={"asked": asked}, **told)
    table = Table(played).wish(0, ActionDeclared, 1, stance=HEALING, target=1)
    for who in (1, 2):
        table.wish(who, ActionDeclared, 1, stance=DEFENSIVE, ability="React")
    state, dues = SYSTEM.initial(played), list[Due]()
    for event in table.until(VolleyClosed).events:
        state = SYSTEM.evolve(state, event)
        if type(state.phase) is Harming:
            dues += [
                asked_
                for asked_ in (SYSTEM.ask(essence(state)),)
                if type(asked_) is Due
            ]
    healed, *_ = dues[0].events
    assert healed == table.last(PatientHealed)
