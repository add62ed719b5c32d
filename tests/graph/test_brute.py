"""Tiny conflicts of every rule system: exact values are what every face comes to.

The other side of each comparison follows every face of every die through `ask`,
`decide` and `evolve`: no essence, no cut, no law of dice, no parts, nothing merged.
"""

from math import fsum
from pathlib import Path

import pytest
from msgspec import structs

from sim.graph.reply import reply
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from tests.graph.tables import brute, brute_rounds, solved, unmerged
from tests.tiers import CROWDED, later

NEAR = 1e-9
THRIFTY = "steady:price=99"
"""Whoever buys no dice keeps them few enough to count."""

PLAYED = [
    ("dice_pool", THRIFTY, "cautious:price=99"),
    ("dice_pool_violent", THRIFTY, THRIFTY),
    ("intensity", "steady", "steady"),
    ("intensity", "bold", "cautious"),
    ("planets", "steady", "bold"),
    ("skill_roll", "steady", "cautious"),
    ("solar_system", "steady", "bold"),
    ("solar_system", "steady:price=99", "steady"),
]


TINY = sorted(file.stem for file in (Path(__file__).parent / "tiny").iterdir())
"""The rule systems that have a tiny conflict."""
RULINGS = ("apply_positional", "ignore", "rule_now")


def tiny(name: str) -> Loaded:
    """Return the tiny conflict of a rule system."""
    return load(str(Path(__file__).parent / "tiny" / f"{name}.toml"))


@pytest.mark.parametrize("choice", later(RULINGS, {"apply_positional", "rule_now"}))
def test_dice_that_are_ruled_on_are_a_law_too(choice: str) -> None:
    """Values are exact where the Storyguide rules on a Major die."""
    loaded = tiny("planets_ruled")
    judge = f"scripted:says=MajorJudged choice={choice}"
    solution = solved(loaded, THRIFTY, THRIFTY, judge)
    faces = brute(loaded, THRIFTY, THRIFTY, judge)
    assert len(faces) > 1
    assert solution.outcomes == pytest.approx(faces, abs=NEAR)


def test_a_major_die_beside_a_minor_one_is_ruled_on_too() -> None:
    """PL-CIRC-11: The Storyguide rules on a throw if any of its dice is Major."""
    loaded = tiny("planets_ruled")
    rosa, karl = loaded.scenario.seats
    (ice,) = rosa.circumstances
    gust = structs.replace(ice, severity="minor", cause="a gust")
    karl = structs.replace(karl, circumstances=(gust,))
    scenario = structs.replace(loaded.scenario, seats=(rosa, karl))
    loaded = structs.replace(loaded, scenario=scenario)
    judge = "scripted:says=MajorJudged choice=rule_now"
    solution = solved(loaded, THRIFTY, THRIFTY, judge)
    assert solution.outcomes == pytest.approx(
        brute(loaded, THRIFTY, THRIFTY, judge), abs=NEAR
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ours", "theirs"), PLAYED)
def test_exact_values_are_what_every_face_comes_to(
    name: str, ours: str, theirs: str
) -> None:
    """Endings, returns and lengths are those of following every face of every die."""
    loaded = tiny(name)
    solution = solved(loaded, ours, theirs)
    rounds = brute_rounds(loaded, ours, theirs)
    faces: dict[tuple[str, tuple[float, ...]], float] = {}
    for (how, returns, _), mass in rounds.items():
        faces[how, returns] = faces.get((how, returns), 0.0) + mass
    length = fsum(mass * round_ for (_, _, round_), mass in rounds.items())
    assert solution.exact
    assert len(faces) > 1
    assert solution.outcomes == pytest.approx(faces, abs=NEAR)
    assert solution.length == pytest.approx(length, abs=NEAR)


@pytest.mark.parametrize("name", later(TINY, [CROWDED]))
def test_merging_changes_no_value(name: str) -> None:
    """Without essence, cut, law and parts the values are the same."""
    loaded = tiny(name)
    solution = solved(loaded, THRIFTY, THRIFTY)
    plain = solved(loaded, THRIFTY, THRIFTY, system=unmerged(loaded.system))
    assert solution.outcomes == pytest.approx(plain.outcomes, abs=NEAR)
    assert solution.length == pytest.approx(plain.length, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["intensity", "planets", "skill_roll", "solar_system"])
def test_a_reply_is_never_worse_than_what_it_replaces(name: str) -> None:
    """At every seat the best reply returns at least what the solved agent returns."""
    loaded = tiny(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, (THRIFTY, THRIFTY))
    pair = solved(loaded, *specs).returns
    for seat, _ in by_seat(seats):
        state = system.initial(loaded.scenario)
        best_reply = reply(system, state, seats, specs, (Seat(seat), None))
        assert best_reply.base == pytest.approx(pair[seat].low, abs=NEAR)
        assert best_reply.value >= best_reply.base - NEAR
