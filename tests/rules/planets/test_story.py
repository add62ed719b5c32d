"""The drawing of a Hierarchy in a story."""

from pathlib import Path

import pytest

from sim.rules.planets import consequences as c
from sim.rules.planets import facts as f
from sim.rules.planets.phases import Aim
from sim.rules.planets.system import SYSTEM
from tests.rules.planets.table import A, B, cardinal, conflict, renaissance

GOLDEN = Path(__file__).parents[2] / "golden" / "planets" / "planets_arm_wrestle.txt"


def test_a_column_is_drawn_with_the_lowest_die_on_top() -> None:
    """A column is drawn with the lowest die on top."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if "reads" in line)
    rows = [line.split() for line in lines[start + 1 : start + 4]]
    shown = [int(row[1]) for row in rows]
    assert shown == sorted(shown)
    assert all(row[0] == "|" for row in rows)


@pytest.mark.parametrize("approach", ["knife work", "storm the gate"])
def test_an_approach_is_named_and_not_bent(approach: str) -> None:
    """An approach is narrated by its name after a colon, noun or verb."""
    state = SYSTEM.initial(conflict(cardinal(), renaissance()))
    chosen = f.ApproachChosen(A, approach)
    assert SYSTEM.narrate(state, chosen) == f"The Cardinal chooses: {approach}."
    intent = c.IntentDeclared((), A, approach, B, Aim.WIN, harms=True)
    assert SYSTEM.narrate(state, intent) == (
        f"The Cardinal, against Renaissance Man: {approach} (to win, and to wound)."
    )
