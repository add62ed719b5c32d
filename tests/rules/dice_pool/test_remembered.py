"""What several events of one kind leave behind, one after the other."""

import pytest

from sim.rules.dice_pool.consequences import DefeatForced
from sim.rules.dice_pool.events import conscience as m
from sim.rules.dice_pool.events import judgements as j
from sim.rules.dice_pool.scenario.sheet import Storyteller
from sim.rules.dice_pool.system import SYSTEM
from sim.seam.events import Seat
from tests.rules.dice_pool.table import (
    A,
    B,
    C,
    Game,
    attributes,
    conflict,
    person,
    wish,
)


@pytest.mark.parametrize("ratings", [(3, 5), (5, 3), (5, 4, 3)])
def test_dp_r_55_the_worst_deed_done_unseen_is_the_one_to_learn_of(
    ratings: tuple[int, ...],
) -> None:
    """DP-CRISIS-01, DP-R-55: Of unseen deeds the worst is kept, in whatever order."""
    state = SYSTEM.initial(conflict(person(morality=5), person("Boris")))
    for rating in ratings:
        sin = m.SinCommitted((), Seat(A), rating, Seat(B), "a deed", aware=False)
        state = SYSTEM.evolve(state, sin)
    assert state.participants[A].conscience.unrealized == 3


def test_dp_r_21_of_each_who_has_lost_often_enough_it_is_asked_once() -> None:
    """DP-R-21: Of each who reached the limit the Storyteller is asked once.

    Also tested: DP-DEC-11.
    """
    best = wish("best")
    frail = {"intents": (best,), "attributes": attributes(stamina=1), "side": "b"}
    scenario = conflict(
        person(intents=(best,), side="a"),
        person("Boris", **frail),
        person("Cy", **frail),
        kind="contest",
        storyteller=Storyteller(asked=("limit",)),
        loss_limit="advisory",
    )
    game = Game(scenario).quiet().successes(3).successes(1).successes(0)
    for _ in (B, C):
        game.quiet(j.LimitRuled)
        game.say(game.options[1])
    assert [event.of for event in game.all(j.LimitRuled)] == [B, C]
    assert not game.offers(j.LimitRuled)
    assert not game.all(DefeatForced)
