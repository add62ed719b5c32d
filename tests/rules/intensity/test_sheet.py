"""Scenarios: what is refused, and with which sentence."""

from collections.abc import Callable

import msgspec
import pytest

from sim.errors import ScenarioError
from sim.rules.intensity.scenario.compile import compile_scenario
from sim.rules.intensity.scenario.sheet import IntensityScenario, Worth, seats
from sim.rules.intensity.system import SYSTEM
from tests.rules.intensity.table import Table, contest, goal, kill, obstacle, seat

A = seat("A", "a", "x trait 8")
B = seat("B", "b", "y trait 8, health trait 4")


def test_in_r_01_categories_are_the_scenarios() -> None:
    """IN-R-01: Categories must be given, each once, and every ability has one."""
    with pytest.raises(msgspec.ValidationError, match="categories"):
        msgspec.convert(
            {"title": "t", "system": "i", "seats": [A, B]}, IntensityScenario
        )
    with pytest.raises(msgspec.ValidationError, match=r"length >= 1"):
        contest(A, B, categories=())
    with pytest.raises(ScenarioError, match="stands there twice"):
        contest(A, B, categories=("trait", "trait"))
    with pytest.raises(ScenarioError, match="did you mean trait"):
        contest(seat("A", "a", "x trai 8"), B)


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: contest(A, seat("A", "b", "x trait 4")), r"\$\.seats: found 'A' stands"),
    (lambda: contest(A, A), r"\$\.seats: found 'A' stands"),
    (
        lambda: contest(seat("A", "a", "x trait 4, x skill 6"), B),
        r"\$\.seats\[0\]\.abilities: found 'x' stands",
    ),
    (
        lambda: contest(obstacle("W", "w", "s 4"), obstacle("V", "v", "s 4")),
        "everyone is static",
    ),
    (
        lambda: contest(
            seat("A", "a", "x trait 4"),
            B,
            goals=[goal("r", "a", kind="gain_die", die="x", category="trait", size=6)],
        ),
        r"\$\.goals\[0\]\.die: found 'x', expected a die nobody who wins it has",
    ),
    (
        lambda: contest(A, obstacle("W", "w", "s 4", intensity=3)),
        r"\$\.seats\[1\]\.intensity",
    ),
    (
        lambda: contest(A, seat("B", "b", "x trait 4", fillers=1)),
        r"\$\.seats\[1\]\.fillers",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "c")]),
        r"\$\.goals\[0\]\.side: found 'c', expected one of a, b",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", against="A")]),
        r"\$\.goals\[0\]\.against: found 'A', expected one of B",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", only=("B",))]),
        r"\$\.goals\[0\]\.only\[0\]",
    ),
    (
        lambda: contest(A, B, goals=[kill("a", "B", "helth")]),
        r"\$\.goals\[0\]\.ability: found 'helth'.*did you mean health",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", kind="reduce_ability")]),
        r"\$\.goals\[0\]\.ability: found left out",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", ability="y")]),
        "none for narrative",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", size=4)]),
        "none of them for narrative",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", kind="gain_die", die="d", size=4)]),
        r"\$\.goals\[0\]\.category: found left out",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", kind="inflict_die", die="d")]),
        r"\$\.goals\[0\]\.size: found 0",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a", kind="inflict_die", size=4)]),
        r"\$\.goals\[0\]\.die: found no name",
    ),
    (
        lambda: contest(A, B, goals=[goal("w", "a"), goal("w", "a")]),
        r"\$\.goals: found 'a: w' stands there twice",
    ),
    (
        lambda: contest(A, B, rulings={"replace_policy": "explicit"}),
        r"expected a \[gm\] table",
    ),
    (
        lambda: contest(A, obstacle("W", "w", "slab 8"), goals=[goal("stay", "w")]),
        r"\$\.goals\[0\]\.side: found only static ones \(W\), expected somebody active",
    ),
    (
        lambda: contest(A, B, rulings={"max_size": 6}),
        r"\$\.seats\[0\]\.abilities\[0\]\.size: found 8, expected at most 6",
    ),
    (
        lambda: contest(
            seat("A", "a", "x trait 4"),
            seat("B", "b", "y trait 4"),
            prizes=(8,),
            rulings={"max_size": 6},
        ),
        r"\$\.prizes\[0\]: found a d8",
    ),
    (
        lambda: contest(
            seat("A", "a", "x trait 4"),
            seat("B", "b", "y trait 4"),
            help_pool=(8,),
            rulings={"max_size": 6},
        ),
        r"\$\.help_pool\[0\]: found a d8",
    ),
]


@pytest.mark.parametrize(("make", "sentence"), REFUSED)
def test_what_cannot_be_is_refused(make: Callable[[], object], sentence: str) -> None:
    """A scenario that cannot be played is refused, and the sentence says why."""
    with pytest.raises(ScenarioError, match=sentence):
        make()


BROKEN: list[tuple[Table, str]] = [
    ({"prizes": [1]}, r"\$\.prizes"),
    ({"rulings": {"broke": "perhaps"}}, r"\$\.rulings\.broke"),
    ({"rulings": {"brok": "no_pool"}}, "brok"),
    ({"rulings": {"max_rounds": 0}}, r"\$\.rulings\.max_rounds"),
    ({"worth": {"standoff": 2}}, r"\$\.worth\.standoff"),
    ({"seats": [A]}, r"\$\.seats"),
    ({"rest": 10_001}, r"\$\.rest"),
    (
        {"seats": [A | {"situation_dice": [{"size": 4, "left": 1001}]}, B]},
        r"\$\.seats\[0\]\.situation_dice\[0\]\.left",
    ),
]


@pytest.mark.parametrize(("change", "where"), BROKEN)
def test_what_does_not_fit_is_refused(change: Table, where: str) -> None:
    """A value of the wrong type is refused with its path."""
    with pytest.raises(msgspec.ValidationError, match=where):
        contest(*([A, B] if "seats" not in change else []), **change)


def test_seats_are_the_participants_and_then_the_gm() -> None:
    """Participants come first and then the GM, who has no side."""
    scenario = contest(A, B, gm={"name": "Guide"})
    taken = seats(scenario)
    assert [(seat.name, seat.side) for seat in taken] == [
        ("A", 0),
        ("B", 1),
        ("Guide", None),
    ]
    assert SYSTEM.seats(scenario) == taken


def test_setup_holds_indices_for_names() -> None:
    """Dice that can be won come after one's own, in their category."""
    won = goal("w", "a", kind="gain_die", die="ring", category="asset", size=6)
    setup = compile_scenario(contest(A, B, goals=[kill("a", "B"), won]))
    assert setup.characters[0].abilities == ("x", "ring")
    assert setup.characters[0].groups == ((0,), (), (1,))
    assert setup.wishes[1].prizes == (1,)
    assert (setup.characters[0].health, setup.characters[1].health) == (-1, 1)
    assert setup.worth == Worth()


def test_rulings_in_force_are_all_told() -> None:
    """Every ruling has a value in every run, defaults included."""
    rulings = SYSTEM.files.rulings(contest(A, B, rulings={"broke": "forced_cede"}))
    assert rulings["broke"] == "forced_cede"
    assert rulings["default_d2"] == "gm_only"
    assert len(rulings) == 29


def test_dice_may_be_as_large_as_the_largest() -> None:
    """IN-R-02: Abilities, prizes and helpers' dice may be as large as `max_size`."""
    largest = {"max_size": 8}
    assert contest(A, B, prizes=(8,), help_pool=(8,), rulings=largest).prizes == (8,)


def test_in_r_12_nobody_is_after_a_side() -> None:
    """IN-R-12: A warning says if no goal is aimed at a side; obstacles give none."""
    c = seat("C", "c", "z trait 8")
    two = [goal("x", "a", against="B"), goal("y", "b", against="A")]
    third = goal("z", "c", against="A")
    (said,) = SYSTEM.files.warnings(contest(A, B, c, goals=[*two, third]))
    assert said.startswith("nobody is after c: ")
    assert list(SYSTEM.files.warnings(contest(A, B, c, goals=[two[0], third]))) == []
    free = goal("w", "b")
    assert (
        list(SYSTEM.files.warnings(contest(A, B, c, goals=[*two, third, free]))) == []
    )
    wall = obstacle("W", "w", "s 4")
    assert list(SYSTEM.files.warnings(contest(A, wall, goals=[goal("x", "a")]))) == []
