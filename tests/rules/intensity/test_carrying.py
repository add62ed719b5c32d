"""What is carried to the next conflict: dice, points, marks, and who is out."""

from typing import Any

import pytest

from sim.errors import ScenarioError
from sim.rules.intensity.between.carrying import carried, entered
from sim.rules.intensity.consequences import AftermathSettled
from sim.rules.intensity.facts import IntentDeclared, PipPlaced
from sim.rules.intensity.narration.carries import carries
from sim.rules.intensity.scenario.sheet import IntensityScenario
from sim.rules.intensity.state import Bonus, Penalty
from sim.rules.intensity.system import SYSTEM
from sim.seam.protocol import Description
from tests.rules.intensity.table import (
    contest,
    drive,
    duel,
    goal,
    kill,
    obstacle,
    seat,
)

HITS_2 = {(1, 0, "main"): (8, 6, 1)}


def record(**changes: Any) -> Description:  # noqa: ANN401 - any part of it
    """What A brings, unhurt unless said otherwise."""
    whole: Description = {
        "intensity": 3,
        "abilities": {"trait": {"brawny": 8}},
    }
    return whole | changes


def goals_of(scenario: IntensityScenario | None) -> list[str]:
    """The goals that are left."""
    assert scenario is not None
    return [goal.name for goal in scenario.goals]


@pytest.mark.parametrize(
    ("restore", "sizes"),
    [
        ("none", {"trait": {"p": 8}, "asset": {"r": 5}}),
        ("not_zeroed", {"trait": {"p": 8}, "asset": {"r": 8}}),
    ],
)
def test_in_r_51_dice_go_along_as_they_recovered(
    restore: str, sizes: dict[str, dict[str, int]]
) -> None:
    """IN-R-51, IN-R-38: Dice are carried as they recovered, without those at zero."""
    scenario = duel(
        b="p trait 8, q skill 2, r asset 8", rulings={"restore_between": restore}
    )
    faces = {(1, 0, "main"): (8, 6, 4), (2, 0, "main"): (8, 6, 1)}
    told = drive(scenario, PipPlaced(0, 1, 2), faces=faces)
    records = carried(told.state)
    assert records["B"]["abilities"] == sizes
    again = entered(scenario, records)
    assert again is not None
    dice = {ability.name: ability.size for ability in again.seats[1].abilities}
    assert dice == {**sizes["trait"], **sizes["asset"]}


def test_in_r_51_whoever_carries_nothing_new_enters_as_before() -> None:
    """IN-R-51: If nothing happened, the next conflict begins as the scenario says."""
    marks = [{"size": 4, "tag": "sea"}]
    scenario = contest(
        seat(
            "A", "a", "x trait 4", marks=marks, situation_dice=[{"size": 6, "left": 2}]
        ),
        obstacle("Wall", "b", "slab 8"),
        rulings={"inflicted_scope": "tagged", "keep_situation_dice": True},
    )
    state = SYSTEM.initial(scenario)
    assert state.participants[0].bonuses == (Bonus(6, 2),)
    assert entered(scenario, carried(state)) == scenario


def test_in_r_51_points_left_and_a_rest() -> None:
    """IN-R-51: Points that are left are carried, and a rest adds to them."""
    scenario = duel(points=(9, 9), rest=2)
    again = entered(scenario, {"A": record(intensity=1)})
    assert again is not None
    assert [seat.intensity for seat in again.seats] == [3, 9]


@pytest.mark.parametrize(
    ("keep", "dice"), [(True, [{"size": 6, "left": 2}]), (False, [])]
)
def test_in_r_35_situation_dice_go_along_where_they_are_kept(
    keep: object, dice: list[object]
) -> None:
    """IN-R-35: Situation dice are carried only under `keep_situation_dice`."""
    before = seat("A", "a", "x trait 4", situation_dice=[{"size": 6, "left": 2}])
    scenario = contest(
        before, seat("B", "b", "y trait 4"), rulings={"keep_situation_dice": keep}
    )
    again = entered(scenario, carried(SYSTEM.initial(scenario)))
    assert again is not None
    left = [
        {"size": die.size, "left": die.left} for die in again.seats[0].situation_dice
    ]
    assert left == dice


def test_in_r_51_a_mark_goes_along_under_its_name() -> None:
    """IN-R-37: A die inflicted is carried as a mark, as are marks not in force."""
    limp = goal("lame him", "a", kind="inflict_die", die="limp", size=6)
    asleep = [{"size": 4, "tag": "sea"}]
    scenario = contest(
        seat("A", "a", "x trait 8, u skill 6, w asset 4"),
        seat("B", "b", "y trait 2, z skill 8", marks=asleep),
        goals=[limp],
        rulings={"inflicted_scope": "tagged"},
    )
    told = drive(scenario, IntentDeclared(0, 0, 1, "inflict_die", size=6), faces=HITS_2)
    assert told.state.participants[1].penalties == (Penalty(6, -1),)
    assert carried(told.state)["B"]["marks"] == [
        {"size": 4, "tag": "sea"},
        {"size": 6, "tag": "limp"},
    ]


def test_in_r_51_the_dead_take_part_no_more() -> None:
    """IN-R-51: The dead take no part in the next conflict, nor do goals about them.

    If only one side is left there is none.
    """
    told = drive(duel(b="health trait 2, w skill 8"), faces=HITS_2)
    records = carried(told.state)
    assert records["B"]["out"] == "dead"
    assert entered(duel(), records) is None
    three = contest(
        seat("A", "a", "x trait 4"),
        seat("B", "b", "y trait 4"),
        seat("C", "b", "z trait 4"),
        goals=[goal("win", "a"), kill("a", "B", "y"), goal("hold", "b", only=["B"])],
    )
    two = entered(three, {"B": records["B"]})
    assert two is not None
    assert [seat.name for seat in two.seats] == ["A", "C"]
    assert goals_of(two) == ["win"]


def test_in_r_51_what_is_lost_or_won_cannot_be_wanted_again() -> None:
    """IN-R-51: A goal about a die that is gone or already won is dropped.

    A die that one has won can still be won by the others of the side.
    """
    blade = goal("take the blade", "a", kind="gain_die", die="blade", size=6)
    goals = [blade | {"category": "asset"}, kill("b", "A", "cue"), goal("win", "b")]
    mates = [seat("A", "a", "brawny trait 8, cue asset 4"), seat("M", "a", "x trait 4")]
    scenario = contest(*mates, seat("B", "b", "y trait 4"), goals=goals)
    armed = record(abilities={"trait": {"brawny": 8}, "asset": {"blade": 6}})
    again = entered(scenario, {"A": armed})
    assert goals_of(again) == ["take the blade", "win"]
    assert again is not None
    assert again.goals[0].only == ("M",)
    assert goals_of(entered(scenario, {"A": armed, "M": armed})) == ["win"]


def test_in_r_35_and_in_r_38_the_dead_keep_and_recover_nothing() -> None:
    """IN-R-35, IN-R-38: The dead keep no situation dice and stay as they were hit."""
    dead = seat(
        "B",
        "b",
        "health trait 2, w skill 8",
        situation_dice=[{"size": 6, "left": 9}],
    )
    scenario = contest(
        seat("A", "a", "x trait 8, y skill 6, z asset 4"),
        dead,
        goals=[kill("a", "B"), goal("win", "b")],
        rulings={"keep_situation_dice": True, "restore_between": "all"},
    )
    told = drive(scenario, faces={(1, 0, "main"): (8, 6, 4)})
    settled = told.only(AftermathSettled).carried[1]
    assert (settled.sizes, settled.bonuses) == (told.sizes(1), ())
    assert told.sizes(1)[0] == 0


def test_in_r_51_without_any_die_nobody_takes_part() -> None:
    """IN-R-51: A seat that has lost all its dice is recorded as out."""
    scenario = duel(a="x trait 2", b="p trait 8, q skill 6", goals=[goal("win", "b")])
    faces = {(1, 1, "main"): (8, 6)}
    told = drive(scenario, faces=faces)
    assert carried(told.state)["A"]["out"] == "without any die"


def test_in_r_51_a_category_nobody_knows_is_refused() -> None:
    """IN-R-51: A carried ability of a category that the scenario lacks is refused."""
    brings = record(abilities={"virtue": {"brawny": 8}})
    with pytest.raises(ScenarioError, match="brings 'brawny' of the category 'virtue'"):
        entered(duel(), {"A": brings})


def test_in_r_51_an_obstacle_keeps_its_damage_and_pays_nothing() -> None:
    """IN-R-51: An obstacle is carried as worn, and gets no points by a rest."""
    scenario = contest(
        seat("A", "a", "x trait 4"), obstacle("Wall", "b", "slab 8, edge 4"), rest=3
    )
    records = carried(SYSTEM.initial(scenario))
    assert records["Wall"]["abilities"] == {"pool": {"slab": 8, "edge": 4}}
    worn = records["Wall"] | {"abilities": {"pool": {"slab": 5}}}
    again = entered(scenario, {"Wall": worn})
    assert again is not None
    assert [(ability.name, ability.size) for ability in again.seats[1].abilities] == [
        ("slab", 5)
    ]
    assert again.seats[1].intensity == 0


def test_in_r_51_what_is_carried_is_told_in_words() -> None:
    """IN-R-51: What is carried is put in words: points, dice, rolls left, marks."""
    assert list(carries({"intensity": 0, "out": "dead"}).values()) == [
        "0 Intensity",
        "no die",
    ]
    rich = {
        "intensity": 4,
        "abilities": {"gear": {"rope": 6, "axe": 10}, "body": {"health": 8}},
        "situation_dice": [[6, 1], [8, 2]],
        "marks": [{"size": 6, "tag": "fear of heights"}, {"size": 4, "tag": ""}],
    }
    assert list(carries(rich).values()) == [
        "4 Intensity",
        "rope d6, axe d10 and health d8",
        "of situations a d6 for 1 roll more and a d8 for 2 rolls more",
        "marked for good with d6 (fear of heights) and d4",
    ]
