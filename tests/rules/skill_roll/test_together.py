"""Rules that apply together, where each alone does not say what both come to."""

from itertools import product

import pytest

from sim.rules.skill_roll import consequences as c
from sim.rules.skill_roll import facts as f
from sim.rules.skill_roll.scenario.seat import Aim
from sim.rules.skill_roll.skills.attack_difficulty import (
    Defence,
    Flight,
    Line,
    attack_parts,
    total,
)
from sim.rules.skill_roll.skills.attack_result import oops_gain
from sim.rules.skill_roll.skills.powers import Demand, power_difficulty, ranks_open
from sim.rules.skill_roll.skills.quantity import percent_of_normal
from sim.rules.skill_roll.skills.scale import SCALES, Scale, ScaleName
from sim.rules.skill_roll.state import WITHDRAWN
from sim.rules.skill_roll.uses.contest import gain
from tests.rules.skill_roll.table import A, Game, ann, bob, conflict

COARSE, FINE = SCALES[ScaleName.COARSE], SCALES[ScaleName.FINE]


@pytest.mark.parametrize(("used", "difficulty"), [(8, 24), (7, 26), (6, 28)])
def test_steps_beyond_the_power_count_with_ranks_to_spare(
    used: int, difficulty: int
) -> None:
    """SK-POW-02, SK-POW-05: Steps beyond a power and spare ranks of it add up.

    8 owned, 6 required, and 2 steps beyond the power: 28 - 6 + 2 with all ranks, 27 - 3
    + 2 with 7, 26 + 2 with 6.
    """
    assert power_difficulty(COARSE, 8, Demand(6, 2), used) == difficulty


@pytest.mark.parametrize("scale", SCALES.values())
def test_a_step_beyond_the_power_is_1_whatever_else_there_is(scale: Scale) -> None:
    """SK-POW-02: A step beyond a power adds 1, whatever ranks are owned or used.

    Also tested: SK-RUL-13.
    """
    for owned, required, excess in product(range(1, 9), range(1, 11), range(4)):
        for used in ranks_open(owned, required):
            bare = power_difficulty(scale, owned, Demand(required), used)
            more = power_difficulty(scale, owned, Demand(required, excess), used)
            assert more == bare + excess


@pytest.mark.parametrize(
    ("level", "percent"), [(2, 144), (1, 120), (0, 100), (-1, 80), (-2, 60), (-6, 0)]
)
def test_failure_levels_add_up_where_steps_compound(level: int, percent: int) -> None:
    """SK-RUL-06: Below normal failure levels add up, though steps compound.

    Also tested: SK-RUL-07.
    """
    assert percent_of_normal(COARSE, level, "compound") == percent


@pytest.mark.parametrize(("level", "percent"), [(-1, 0), (0, 100), (1, 120)])
def test_failure_may_come_to_nothing_where_steps_compound(
    level: int, percent: int
) -> None:
    """SK-RUL-06, SK-RUL-07: Under `compound` and `fail` a failure comes to nothing."""
    assert percent_of_normal(COARSE, level, "compound", "fail") == percent


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (3, 0), (0, 3), (3, 2)])
def test_only_the_attackers_position_counts_against_a_place(
    mine: int, theirs: int
) -> None:
    """SK-RUL-21: Against a place only the attacker's OOPS counts.

    Also tested: SK-ATTACK-09 and SK-ATTACK-10.
    """
    place = Defence(Line.PLACE, attribute=12, skill=14)
    parts = attack_parts(place, Flight(4, 1, 9), (mine, theirs))
    assert total(parts) == 5 + 4 + mine
    assert dict(parts).get("attacker OOPS", 0) == mine


@pytest.mark.parametrize(
    ("level", "gains"), [(-5, 0), (-2, 0), (-1, 1), (0, 1), (1, 0), (4, 0)]
)
def test_from_afar_a_clear_miss_costs_no_position_even_lightly(
    level: int, gains: int
) -> None:
    """SK-RUL-22: Under `light` a ranged attack gains 1 at levels -1 and 0 only.

    Also tested: SK-ATTRES-01.
    """
    assert oops_gain(level, hand_to_hand=False, ranged="light") == gains


@pytest.mark.parametrize("knows", ["unaware_of_attack", "unaware_of_danger"])
def test_only_who_is_wide_awake_pursues(knows: str) -> None:
    """SK-RUL-57, SK-CONF-07: Only opponents who are aware pursue."""
    runner = ann(skills={"running": 13}, may_withdraw=True, withdraw_with="running")
    pair = (
        bob(side="they", npc=True, awareness=knows),
        bob(name="Cy", side="they", npc=True),
    )
    game = Game(conflict(runner, *pair)).say(f.WithdrawalTried(A))
    assert [event.who for event in game.all(c.OppositionSet)] == [2]
    alone = Game(conflict(runner, pair[0])).say(f.WithdrawalTried(A))
    assert not alone.all(c.OppositionSet)
    assert alone.participant(A).status == WITHDRAWN


@pytest.mark.parametrize(
    ("level", "coarse", "fine"),
    [(-1, 0, 0), (0, 1, 1), (3, 1, 1), (4, 2, 1), (7, 2, 1), (8, 3, 2), (16, 5, 3)],
)
def test_progress_goes_by_the_scale(level: int, coarse: int, fine: int) -> None:
    """SK-CONF-03: A measured act gains 1, and 1 for each 4 coarse or 8 fine levels.

    Also tested: SK-RUL-30.
    """
    assert gain(COARSE, level, measured=True) == coarse
    assert gain(FINE, level, measured=True) == fine
    assert gain(FINE, level, measured=False) == int(level >= 0)


def test_the_beaten_get_the_least_that_the_winners_leave() -> None:
    """SK-RUL-55: The beaten get the least that any aim in force leaves them."""
    wants = (0.4, 0.1, 0.3)
    pack = tuple(
        bob(name=name, side="they", aims=(Aim(name="rob", leaves=leaves, worth=0.9),))
        for name, leaves in zip(("Bo", "Cy", "Di"), wants, strict=True)
    )
    game = Game(conflict(ann(capacity=1), *pack)).say(f.Held(A))
    game.attack(1, "sabre", A, 6, 6, 6)
    assert game.outcome.returns == (0.1, 0.9, 0.9, 0.9)
    gone = Game(conflict(ann(), *pack)).say(f.Conceded(A))
    assert gone.last(c.TermsFixed).leaves == 0.1
    assert gone.outcome.returns[0] == 0.1
