"""The success check: Dominant, Weak, Major, or nothing comes of it."""

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets.dice.check import NOWHERE, STAGES, Vote, check, grade
from sim.rules.planets.dice.hierarchy import positions
from sim.rules.planets.forces.task import forces
from tests.rules.planets.table import PLAIN, Game, conflict, values

WORD = {1: "success", 0: "unproductive", -1: "failure"}


def checked(favored: str, against: str, *majors: Vote, **shown: int) -> str:
    """Outcome and stage of a check; Forces as words with spaces."""
    task = forces(favored.split(), against.split())
    outcome, stage = check(positions(values(**shown), PLAIN), task, majors, PLAIN)
    return f"{WORD[outcome]} {stage}"


def test_pl_check_01_the_dominant_comes_first() -> None:
    """Favored is success, Opposed is failure, whatever else lies there."""
    assert checked("known", "lost", known=1, static=4, lost=9) == "success dominant"
    assert checked("lost", "known", known=1, static=4, lost=9) == "failure dominant"


def test_pl_check_02_the_weak_is_reversed() -> None:
    """An Opposed Weak is success, a Favored one failure; before the Major."""
    shown = {"passion": 1, "known": 3, "static": 4, "lost": 7}
    assert checked("known", "lost", **shown) == "success weak"
    assert checked("known lost", "static", **shown) == "failure weak"


def test_pl_check_03_then_the_major() -> None:
    """PL-CHECK-03: a Favored Major is success, an Opposed one failure."""
    shown = {"passion": 1, "known": 3, "static": 4, "lost": 7}
    assert checked("known", "static", **shown) == "success major"
    assert checked("static", "known", **shown) == "failure major"


def test_pl_check_04_minor_is_never_asked() -> None:
    """PL-CHECK-04: where only Minors speak the outcome is unproductive."""
    shown = {"known": 2, "passion": 2, "dynamic": 7, "static": 7}
    assert checked("dynamic", "static", **shown) == "unproductive none"


@pytest.mark.parametrize(
    ("favored", "against", "outcome"),
    [
        ("known", "passion", "unproductive none"),
        ("known", "passion dynamic", "failure major"),
        ("known passion", "dynamic", "success major"),
    ],
)
def test_pl_check_05_votes_in_one_position(
    favored: str, against: str, outcome: str
) -> None:
    """Equal numbers are neutral; the more numerous kind counts."""
    shown = {"known": 2, "passion": 2, "dynamic": 2, "static": 5}
    assert checked(favored, against, **shown) == outcome


def test_pl_check_06_unproductive_moves_nothing() -> None:
    """The arm wrestlers are at a standoff for this round."""
    game = Game(conflict()).quiet().roll(1, 1, 5, 5, 20)
    outcomes = [event.outcome for event in game.all(c.OutcomeDetermined)]
    assert outcomes == ["unproductive", "success"]
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    assert game.last(c.RoundResolved).after == 0


def test_pl_check_07_a_major_die_below_all_overrides() -> None:
    """PL-CHECK-07: a Major die above all decides before the Dominant."""
    outcome = checked("known", "lost", Vote(-1, "above_all", 1), known=2, lost=9)
    assert outcome == "failure circumstance_above_all"


def test_pl_check_08_stages_in_order() -> None:
    """Each stage decides only when none before it has."""
    assert STAGES == (
        "circumstance_above_all",
        "sg_ruling",
        "dominant",
        "circumstance_above_weak",
        "weak",
        "circumstance_above_major",
        "major",
    )
    assert NOWHERE == "none"
    grades = [grade(1, stage, PLAIN) for stage in STAGES]
    assert grades == [1] * len(STAGES)


def test_pl_step_06_the_hierarchy_says_success() -> None:
    """The boulder of the text: Dynamic Dominant is Favored, so it succeeds."""
    outcome = checked(
        "passion dynamic", "static", known=5, dynamic=2, static=4, lost=12
    )
    assert outcome == "success dominant"
