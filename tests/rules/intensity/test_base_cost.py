"""`base_cost = side`: one base point pays for a whole side [IN-R-04]."""

from sim.rules.intensity.consequences import (
    NoPool,
    PoolSpent,
    Withdrawn,
)
from sim.rules.intensity.facts import (
    DieChosen,
    ExtraBought,
    IntentDeclared,
    PoolEntered,
)
from tests.rules.intensity.table import Told, contest, drive, goal, seat, until

HELP = IntentDeclared(1, -1, 0, "help", -1, 8)
P, Q, R = range(3)


def spent(told: Told) -> list[tuple[int, int, int]]:
    """Return (who, base, left) of every payment."""
    return [(event.who, event.base, event.left) for event in told.all(PoolSpent)]


def sides(*points: int, **rulings: object) -> Told:
    """Return P and Q, who can help, against R, with these points."""
    dice = "strong trait 8, quick trait 6, sword skill 6"
    names = (("P", "a"), ("Q", "a"), ("R", "b"))
    seats = [
        seat(name, side, dice, has)
        for (name, side), has in zip(names, points, strict=True)
    ]
    goals = [goal("win", "a"), goal("win", "b")]
    scenario = contest(
        *seats, goals=goals, prizes=(8,), rulings={"base_cost": "side", **rulings}
    )
    return Told(scenario)


def test_in_r_04_the_first_who_has_a_point_pays() -> None:
    """IN-R-04: The first of a side who has a point pays the base for all of it."""
    told = sides(0, 3, 5)
    drive(told.scenario, then=told, rounds=1)
    assert spent(told) == [(P, 0, 0), (Q, 1, 2), (R, 1, 4)]


def test_in_r_04_a_payer_needs_a_point_beside_the_extra_dice() -> None:
    """IN-R-04: Whoever pays the base needs a point beside those for extra dice."""
    told = sides(2, 3, 5)
    drive(told.scenario, ExtraBought(P, 1), then=told, rounds=1)
    assert spent(told) == [(P, 1, 0), (Q, 0, 3), (R, 1, 4)]
    asked = until(sides(1, 3, 5), P, DieChosen)
    assert asked.who == P
    told = sides(1, 3, 5)
    drive(told.scenario, then=told, rounds=1)
    assert spent(told)[:2] == [(P, 1, 0), (Q, 0, 3)]


def test_in_r_04_a_helper_pays_at_once_and_for_all() -> None:
    """IN-R-04: A helper who paid early has paid the base for the whole side."""
    told = sides(1, 1, 5)
    drive(told.scenario, HELP, ExtraBought(P, 1), then=told, rounds=1)
    assert spent(told) == [(Q, 1, 0), (P, 0, 0), (R, 1, 4)]
    told = sides(0, 1, 5)
    drive(told.scenario, HELP, PoolEntered(P), then=told, rounds=1)
    assert spent(told) == [(Q, 1, 0), (P, 0, 0), (R, 1, 4)]


def test_in_r_04_nobody_pays_for_a_helper() -> None:
    """IN-R-04: A helper needs a point of their own, as the early roll comes first."""
    told = sides(5, 0, 5)
    drive(told.scenario, HELP, then=told, rounds=1)
    (missing,) = told.all(NoPool)
    assert (missing.who, missing.reason) == (Q, "no_intensity")
    assert spent(told) == [(P, 1, 4), (R, 1, 4)]


def test_in_r_05_who_can_be_paid_for_is_not_driven_out() -> None:
    """IN-R-05: Under `forced_cede` nobody has to cede while a mate can pay."""
    told = sides(0, 1, 5, broke="forced_cede")
    drive(told.scenario, then=told, rounds=1)
    assert told.all(Withdrawn) == []
    assert spent(told)[:2] == [(P, 0, 0), (Q, 1, 0)]
    alone = sides(0, 1, 5, broke="forced_cede", base_cost="participant")
    drive(alone.scenario, then=alone, rounds=1)
    assert [event.who for event in alone.all(Withdrawn)] == [P]
    both = sides(0, 0, 5, broke="forced_cede")
    drive(both.scenario, then=both, rounds=1)
    assert [event.who for event in both.all(Withdrawn)] == [P, Q]
