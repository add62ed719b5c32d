"""How a Hierarchy is drawn in a story."""

from pathlib import Path

GOLDEN = Path(__file__).parents[2] / "golden" / "planets" / "planets_arm_wrestle.txt"


def test_a_column_is_drawn_with_the_lowest_die_on_top() -> None:
    """Values ascend, positions descend, and marks say favored and opposed."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if "reads" in line)
    rows = [line.split() for line in lines[start + 1 : start + 4]]
    shown = [int(row[1]) for row in rows]
    assert shown == sorted(shown)
    assert all(row[0] == "|" for row in rows)
