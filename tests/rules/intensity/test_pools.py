"""Pools: base dice, extra dice and their price, who pays, what stays hidden."""

import pytest

from sim.rules.intensity.consequences import (
    WITHOUT_DICE,
    AftermathSettled,
    NoPool,
    PoolAssembled,
    PooledDie,
    PoolSpent,
    RollsCompared,
    Withdrawn,
)
from sim.rules.intensity.facts import (
    DieChosen,
    ExtraBought,
    GoalContinued,
    IntentDeclared,
    PoolClosed,
    PoolDeclined,
    PoolEntered,
)
from sim.rules.intensity.phases import Draft
from sim.rules.intensity.pools.building import extra_cost, next_extras
from tests.rules.intensity.table import (
    CATEGORIES,
    Told,
    contest,
    drive,
    duel,
    goal,
    kill,
    obstacle,
    seat,
    until,
)

MANY = ", ".join(f"t{n} trait {4 + n}" for n in range(8)) + ", s skill 6"


def pool_of(told: Told, who: int) -> list[int]:
    """Return the sizes of the last pool of *who*."""
    pools = [event for event in told.all(PoolAssembled) if event.who == who]
    return [die.size for die in pools[-1].dice]


def test_in_pool_01_the_base_pool_costs_one() -> None:
    """IN-POOL-01: A base pool costs one point."""
    told = drive(duel(points=(5, 5)), rounds=1)
    spent = told.all(PoolSpent)[0]
    assert (spent.amount, spent.left, spent.base, spent.extras) == (1, 4, 1, 0)


def test_in_pool_02_one_die_of_each_category() -> None:
    """IN-POOL-02: A base pool has one die of a category, asked for if it has two."""
    told = drive(duel(), DieChosen(0, 1), rounds=1)
    assert pool_of(told, 0) == [6, 6, 4]
    assert [event.ability for event in told.all(DieChosen)] == [1, 0]
    mine = told.all(PoolAssembled)[0].dice
    assert mine[0] == PooledDie("base", 1, 6)


def test_in_pool_03_an_empty_category_means_fewer_dice() -> None:
    """IN-POOL-03: An empty category gives one base die less, at no discount.

    Worked example: IN-EX-03.
    """
    dice = "brawny trait 8, health trait 6, brawling skill 6"
    told = drive(duel(a=dice), DieChosen(0, 0), rounds=1)
    assert pool_of(told, 0) == [8, 6]
    assert told.all(PoolSpent)[0].amount == 1


def test_in_extra_01_each_die_costs_one_more() -> None:
    """IN-EXTRA-01: Each further extra die costs one point more than the one before."""
    assert extra_cost(3) - extra_cost(2) == 3
    wishes = [ExtraBought(0, 6), ExtraBought(0, 5), ExtraBought(0, 4)]
    told = drive(duel(a=MANY), *wishes, rounds=1)
    spent = told.all(PoolSpent)[0]
    assert (spent.amount, spent.left, spent.extras) == (7, 2, 3)
    assert pool_of(told, 0) == [11, 6, 10, 9, 8]


def test_in_extra_02_the_triangle() -> None:
    """IN-EXTRA-02, IN-EX-01: Extra dice cost 0, 1, 3, 6, 10, 15 and 21 in all."""
    assert [extra_cost(n) for n in range(7)] == [0, 1, 3, 6, 10, 15, 21]


@pytest.mark.parametrize(
    ("intensity", "most"),
    [(1, 0), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (10, 3), (11, 4), (16, 5)],
)
def test_in_extra_02_as_many_as_one_can_pay(intensity: int, most: int) -> None:
    """IN-EXTRA-02: Extra dice are offered as long as Intensity can pay for them.

    Worked example: IN-EX-02.
    """
    told = Told(duel(a=MANY, points=(intensity, 9)))
    draft = Draft(acting=True)
    while extras := next_extras(told.state, 0, draft):
        draft = Draft(True, (0,), (*draft.extras, extras[0]))  # noqa: FBT003 - acting
    assert len(draft.extras) == most


def test_in_gm_01_active_characters_of_the_gm_play_by_the_same_rules() -> None:
    """IN-GM-01: The GM's active characters build and pay for pools like any other."""
    scenario = contest(
        seat("A", "a", "x trait 8"), seat("B", "b", "y trait 8", run_by="gm")
    )
    told = drive(scenario, rounds=1)
    assert [event.who for event in told.all(PoolSpent)] == [0, 1]


def test_in_gm_02_obstacles_pay_nothing_and_know_no_categories() -> None:
    """IN-GM-02, IN-R-10: An obstacle rolls all its dice and pays nothing."""
    scenario = contest(
        seat("A", "a", "x trait 8"), obstacle("Wall", "w", "p 8, q 6, r 4, s 4")
    )
    told = drive(scenario, rounds=1)
    assert pool_of(told, 1) == [8, 6, 4, 4]
    assert [event.who for event in told.all(PoolSpent)] == [0]


def test_in_r_02_a_d1_is_rolled_and_shows_one() -> None:
    """IN-R-02: A d1 is rolled, and shows 1."""
    told = drive(duel(a="x trait 1, y skill 4"), rounds=1)
    assert pool_of(told, 0) == [1, 4]
    assert told.all(RollsCompared)[0].faces_a[-1] == 1


def test_in_r_03_left_over_intensity_is_reported() -> None:
    """IN-R-03: No Intensity comes back, and the aftermath records what is left."""
    told = drive(duel(points=(3, 1)))
    carried = told.only(AftermathSettled).carried
    assert [participant.intensity for participant in carried] == [0, 0]


def test_in_r_04_a_side_may_pay_once_for_all() -> None:
    """IN-R-04: Under `base_cost = side` one pays the base for all, extras their own."""
    seats = [
        seat("A", "a", "x trait 8, xx trait 6"),
        seat("B", "a", "y trait 8, yy trait 6"),
        seat("C", "c", "z trait 8"),
    ]
    told = drive(
        contest(*seats, rulings={"base_cost": "side"}), ExtraBought(1, 1), rounds=1
    )
    assert [(e.who, e.amount, e.base) for e in told.all(PoolSpent)] == [
        (0, 1, 1),
        (1, 1, 0),
        (2, 1, 1),
    ]
    own = drive(contest(*seats), ExtraBought(1, 1), rounds=1)
    assert [(e.who, e.amount) for e in own.all(PoolSpent)] == [(0, 1), (1, 2), (2, 1)]


def test_in_r_04_a_side_that_cannot_pay_has_no_pools() -> None:
    """IN-R-04: A side that cannot pay the base has no pools."""
    scenario = contest(
        seat("A", "a", "x trait 8", 0),
        seat("B", "a", "y trait 8", 1),
        seat("C", "c", "z trait 8"),
        rulings={"base_cost": "side"},
    )
    told = drive(scenario, PoolDeclined(1), rounds=1)
    assert [(e.who, e.reason) for e in told.all(NoPool)] == [(0, "side_cannot_pay")]
    paid = drive(scenario, rounds=1)
    assert [(e.who, e.base) for e in paid.all(PoolSpent)] == [(0, 0), (1, 1), (2, 1)]


def test_in_r_05_without_intensity_one_stays_in_without_a_pool() -> None:
    """IN-R-05, IN-EX-09: Without Intensity one stays in without a pool."""
    told = drive(duel(points=(9, 0)), faces={(1, 0, "main"): (5, 2, 1)}, rounds=1)
    assert told.all(NoPool)[0].reason == "no_intensity"
    compared = told.only(RollsCompared)
    assert compared.kept == (2, 0)
    assert compared.faces_b == (1, 1, 1)


def test_in_r_05_declining_is_the_same_as_not_being_able() -> None:
    """IN-R-05: Whoever declines a pool pays nothing."""
    told = drive(duel(), PoolDeclined(1), rounds=1)
    assert told.state.participants[1].intensity == 9
    assert [event.who for event in told.all(PoolSpent)] == [0]


def test_in_r_05_when_nobody_can_pay_it_ends_exhausted() -> None:
    """IN-R-05, IN-EX-27: When nobody can pay, the conflict ends exhausted."""
    told = drive(duel(points=(4, 3)), ExtraBought(0, 1))
    lefts = [(e.who, e.left) for e in told.all(PoolSpent)]
    assert lefts == [(0, 2), (1, 2), (0, 1), (1, 1), (0, 0), (1, 0)]
    assert told.outcome is not None
    assert told.outcome.how == "exhausted"
    assert told.outcome.returns == (0.5, 0.5)


def test_in_r_05_or_it_forces_one_to_cede() -> None:
    """IN-R-05: Under `broke = forced_cede` one who cannot pay has to cede."""
    told = drive(duel(points=(9, 1), rulings={"broke": "forced_cede"}))
    assert told.only(Withdrawn).who == 1
    assert told.outcome is not None
    assert (told.outcome.how, told.outcome.returns) == ("ceded", (1.0, 0.0))


def test_in_r_06_and_in_r_46_pools_are_hidden_until_shown() -> None:
    """IN-R-06, IN-R-46: Pools are hidden until all are shown, if they are sealed."""
    seen = [
        until(Told(duel()), 1, PoolEntered, wish)
        for wish in (PoolClosed(0), ExtraBought(0, 1), PoolDeclined(0))
    ]
    assert seen[0] == seen[1] == seen[2]
    shows = duel(rulings={"sealed": False})
    open_ = [
        until(Told(shows), 1, PoolEntered, w) for w in (PoolClosed(0), PoolDeclined(0))
    ]
    assert open_[0] != open_[1]


def test_in_r_07_no_ability_twice_and_health_if_allowed() -> None:
    """IN-R-07: No ability is used twice, and `health_rollable = false` bars health."""
    told = drive(duel(), ExtraBought(0, 1), rounds=1)
    abilities = [die.ability for die in told.all(PoolAssembled)[0].dice]
    assert len(abilities) == len(set(abilities))
    barred = drive(duel(rulings={"health_rollable": False}), rounds=1)
    assert barred.all(DieChosen) == []
    assert 1 not in [die.ability for die in barred.all(PoolAssembled)[0].dice]


@pytest.mark.parametrize(
    ("reading", "player", "wall"),
    [
        ("none", [8], [6, 4]),
        ("gm_only", [8], [6, 4, 2]),
        ("everyone", [8, 2, 2], [6, 4, 2]),
    ],
)
def test_in_r_08_who_has_default_d2s(
    reading: str, player: list[int], wall: list[int]
) -> None:
    """IN-R-08: Default d2s fill no pools, only those that the GM makes up, or all."""
    scenario = contest(
        seat("A", "a", "x trait 8"),
        obstacle("Wall", "w", "p 6, q 4"),
        rulings={"default_d2": reading},
    )
    told = drive(scenario, rounds=1)
    assert pool_of(told, 0) == player
    assert pool_of(told, 1) == wall


def test_in_r_09_the_price_starts_again_every_round() -> None:
    """IN-R-09: The price of an extra die starts again at one in each round."""
    told = drive(duel(), ExtraBought(0, 1), ExtraBought(0, 1), rounds=2)
    mine = [event.amount for event in told.all(PoolSpent) if event.who == 0]
    assert mine == [2, 2]


def test_in_r_10_characters_of_the_gm_have_their_own_points() -> None:
    """IN-R-10: Each character of the GM pays from its own points."""
    scenario = contest(
        seat("A", "a", "x trait 8", 9),
        seat("B", "b", "y trait 8", 2, run_by="gm"),
        seat("C", "b", "z trait 8", 5, run_by="gm"),
    )
    told = drive(scenario, rounds=2)
    assert [fighter.intensity for fighter in told.state.participants] == [7, 0, 3]


def test_in_r_44_without_dice_one_stays_in() -> None:
    """IN-R-44: A participant without dice has no pool, and is still in."""
    faces = {(1, 0, "main"): (8, 6), (1, 1, "main"): (1,)}
    scenario = duel(
        a="x trait 8, y skill 6",
        b="z trait 1",
        goals=[kill("a", "B", "z"), goal("more", "a"), goal("w", "b")],
        rulings={"goal_ability": "named"},
    )
    told = drive(scenario, GoalContinued(0, 1, 1, "narrative"), faces=faces)
    assert told.sizes(1) == (0,)
    assert {(e.who, e.reason) for e in told.all(NoPool)} == {(1, WITHOUT_DICE)}
    assert told.state.participants[1].status == 0


def test_in_r_45_sizes_and_faces_are_recorded_in_pool_order() -> None:
    """IN-R-45: A roll records faces in pool order, and the comparison sorts them."""
    told = drive(duel(), faces={(1, 0, "main"): (2, 6, 3)}, rounds=1)
    rolled = next(e for e in told.events if getattr(e, "why", "") == "main")
    assert [die.high for die in rolled.pool] == [8, 6, 4]  # type: ignore[attr-defined] # it is a DiceRolled
    assert rolled.faces == (2, 6, 3)  # type: ignore[attr-defined] # it is a DiceRolled
    assert told.only(RollsCompared).faces_a == (6, 3, 2)


def test_in_r_05_nobody_is_driven_out_while_the_side_can_pay() -> None:
    """IN-R-05: Under `base_cost = side` nobody has to cede while a mate can pay."""
    scenario = contest(
        seat("A", "a", "x trait 8", 0),
        seat("B", "a", "y trait 8", 4),
        seat("C", "c", "z trait 8"),
        prizes=(6,),
        rulings={"base_cost": "side", "broke": "forced_cede"},
    )
    told = drive(scenario, IntentDeclared(1, -1, 0, "help", -1, 6), rounds=2)
    assert [fighter.status for fighter in told.state.participants] == [0, 0, 0]


def test_in_pool_02_what_is_chosen_belongs_to_the_category_that_asked() -> None:
    """IN-POOL-02: A chosen die belongs to the category that asked for it."""
    dice = "x trait 8, a skill 6, b skill 4, y asset 10, c luck 6, d luck 4"
    scenario = duel(a=dice, categories=(*CATEGORIES, "luck"))
    told = drive(scenario, DieChosen(0, 2), DieChosen(0, 5), rounds=1)
    mine = told.all(PoolAssembled)[0].dice
    assert [die.ability for die in mine] == [0, 2, 3, 5]
