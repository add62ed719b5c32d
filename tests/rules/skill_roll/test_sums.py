"""Damage as a sum: all that it can change in a step are the marks of that step."""

from itertools import product, starmap
from typing import Any

import pytest
from msgspec import structs

from sim.conflict.walk import Walk
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.appraisal.sums import SUMS, sums
from sim.rules.skill_roll.scenario.seat import Attack, Character
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.system import SYSTEM
from sim.seam.protocol import Chance, Outcome
from tests.rules.skill_roll.table import A, B, C, Game, ann, blade, bob, bow, conflict

BEARS = {A: 2, B: 2, C: 1}
"""How many points each of them bears; a point is eight eighths."""


def last_blow(who: int, at: int, **rulings: object) -> State:
    """Return the state after *who* has hit *at*, last in the round, before the damage.

    Ann and Cy stand against Bob.
    """

    def sheet(seat: int, character: Character) -> Character:
        return structs.replace(
            character,
            side="they" if seat == B else "we",
            attributes={"dex": 5 if seat == who else 9},
            attacks=(blade(damage_per_rank=1, ranks=1),),
            capacity=BEARS[seat],
            may_concede=False,
        )

    seats = enumerate((ann(), bob(), ann(name="Cy")))
    game = Game(conflict(*starmap(sheet, seats), round_cap=1, **rulings))
    while game.who != who:
        game.say(f.Held(game.who))
    game.say(f.AttackDeclared(who, "blade", at)).quiet()
    assert isinstance(game.asked, Chance)
    fact, state = game.asked.rolled((4, 4, 4)), game.state
    for event in (fact, *SYSTEM.decide(state, fact)):
        state = SYSTEM.evolve(state, event)
    assert SUMS.begins(state)
    return state


@pytest.mark.parametrize("at_cap", ["points", "draw"])
@pytest.mark.parametrize(("who", "at"), [(B, A), (B, C), (C, B)])
def test_marks_are_all_that_damage_changes(who: int, at: int, at_cap: str) -> None:
    """SK-RUL-33: Damage changes an ending only by the marks that it reaches.

    Sides are compared by damage and capacity, both summed over the side.

    Also tested: SK-CONF-08.
    """
    state = last_blow(who, at, at_cap=at_cap)
    marks = SUMS.marks(SUMS.having(state, (0, 0, 0)))
    outcomes_by_marks: dict[tuple[bool, ...], set[Outcome]] = {}
    for numbers in product(*(range(8 * BEARS[seat]) for seat in (A, B, C))):
        asked = Walk(SYSTEM, SUMS.having(state, numbers), recorded=True).asked
        assert isinstance(asked, Outcome)
        reached = tuple(
            sum(map(int.__mul__, mark.weights, numbers)) >= mark.least for mark in marks
        )
        outcomes_by_marks.setdefault(reached, set()).add(asked)
    assert len(outcomes_by_marks) > 1 or at_cap == "draw"
    assert all(len(outcomes) == 1 for outcomes in outcomes_by_marks.values())


@pytest.mark.parametrize(
    ("fields", "adds_up"),
    [
        ({}, True),
        ({"wound_penalty_per_quarter": 1}, False),
        ({"others_respond": True}, False),
    ],
)
def test_damage_adds_up_where_it_does_nothing_else(
    fields: dict[str, Any], *, adds_up: bool
) -> None:
    """SK-RUL-33: Damage is a sum only if wounds lower no roll and nobody steps in.

    Also tested: SK-RUL-68.
    """
    state = SYSTEM.initial(conflict(**fields))
    assert (sums(state) is not None) == adds_up


@pytest.mark.parametrize("forms", [(bow(),), (blade(), bow())])
def test_damage_does_not_add_up_where_stray_shots_can_hit(
    forms: tuple[Attack, ...],
) -> None:
    """SK-RUL-48: Damage is no sum if stray shots can hit somebody."""
    assert sums(SYSTEM.initial(conflict(ann(attacks=forms), bob()))) is None
