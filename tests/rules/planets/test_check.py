"""The success check: Dominant, Weak, Major, or unproductive."""

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets.dice.check import Vote, check
from sim.rules.planets.dice.hierarchy import positions
from sim.rules.planets.forces.task import forces
from sim.rules.planets.phases import RULE_NOW
from tests.rules.planets.table import PLAIN, Game, conflict, values

WORD = {1: "success", 0: "unproductive", -1: "failure"}


def checked(favored: str, against: str, *majors: Vote, **shown: int) -> str:
    """Return outcome and stage of a check; Forces are words with spaces."""
    task = forces(favored.split(), against.split())
    outcome, stage = check(positions(values(**shown), PLAIN), task, majors, PLAIN)
    return f"{WORD[outcome]} {stage}"


def test_pl_check_01_the_dominant_comes_first() -> None:
    """PL-CHECK-01: A Favored Dominant is success and an Opposed one failure."""
    assert checked("known", "lost", known=1, static=4, lost=9) == "success dominant"
    assert checked("lost", "known", known=1, static=4, lost=9) == "failure dominant"


def test_pl_check_02_the_weak_is_reversed() -> None:
    """PL-CHECK-02: A Favored Weak is failure and an Opposed one success."""
    shown = {"passion": 1, "known": 3, "static": 4, "lost": 7}
    assert checked("known", "lost", **shown) == "success weak"
    assert checked("known lost", "static", **shown) == "failure weak"


def test_pl_check_03_then_the_major() -> None:
    """PL-CHECK-03: A Favored Major is success, an Opposed one failure."""
    shown = {"passion": 1, "known": 3, "static": 4, "lost": 7}
    assert checked("known", "static", **shown) == "success major"
    assert checked("static", "known", **shown) == "failure major"


def test_pl_check_04_minor_is_never_asked() -> None:
    """PL-CHECK-04: A Minor is never consulted, so the outcome is unproductive."""
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
    """PL-CHECK-05: In one position the more numerous kind counts."""
    shown = {"known": 2, "passion": 2, "dynamic": 2, "static": 5}
    assert checked(favored, against, **shown) == outcome


def test_pl_check_06_unproductive_moves_nothing() -> None:
    """PL-CHECK-06: An unproductive outcome moves nothing."""
    game = Game(conflict()).quiet().roll(1, 1, 5, 5, 20)
    outcomes = [event.outcome for event in game.all(c.OutcomeDetermined)]
    assert outcomes == ["unproductive", "success"]
    game = Game(conflict()).quiet().roll(1, 3, 3, 6, 10)
    assert game.last(c.RoundResolved).after == 0


def test_pl_check_07_a_major_die_below_all_overrides() -> None:
    """PL-CHECK-07: A Major die above all decides before the Dominant."""
    outcome = checked("known", "lost", Vote(-1, "above_all", 1), known=2, lost=9)
    assert outcome == "failure circumstance_above_all"


def test_pl_check_08_stages_in_order() -> None:
    """PL-CHECK-08: Each stage decides only if none before it does."""
    shown = {"known": 2, "passion": 4, "static": 5, "lost": 12}
    votes = {
        "above_all": Vote(1, "above_all", 1),
        "ruled": Vote(1, "above_weak", 10, RULE_NOW),
        "above_weak": Vote(1, "above_weak", 9),
        "above_major": Vote(1, "above_major", 3),
    }
    order = (
        ("above_all", "circumstance_above_all"),
        ("ruled", "sg_ruling"),
        ("known", "dominant"),
        ("above_weak", "circumstance_above_weak"),
        ("lost", "weak"),
        ("above_major", "circumstance_above_major"),
        ("passion", "major"),
    )
    for at, (_, stage) in enumerate(order):
        left = [name for name, _ in order[at:]]
        favored = " ".join(name for name in ("known", "passion") if name in left)
        against = "lost" if "lost" in left else ""
        majors = [vote for name, vote in votes.items() if name in left]
        assert checked(favored, against, *majors, **shown) == f"success {stage}"
    assert checked("", "", **shown) == "unproductive none"


def test_pl_step_06_the_hierarchy_says_success() -> None:
    """PL-STEP-06: A Favored Dominant is success, as for the boulder."""
    outcome = checked(
        "passion dynamic", "static", known=5, dynamic=2, static=4, lost=12
    )
    assert outcome == "success dominant"
