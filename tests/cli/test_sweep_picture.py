"""The picture of a sweep is a curve over one varied value, and a map over two."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Fracas
from tests.pictures import axes_of, check_readable

pytest.importorskip("matplotlib")

ONE = ("sweep", "skill_page", "--vary", "goal=1,2")
TWO = (*ONE, "--vary", "rulings.round_cap=1,2")


def _wins(said: dict[str, Any]) -> list[float]:
    """Return the wins of the first participant at every point, of 100."""
    return [100 * point["figures"][0]["value"] for point in said["points"]]


@pytest.mark.parametrize(("asked", "kind"), [(ONE, "points"), (TWO, "image")])
def test_a_picture_shows_the_values_that_are_printed(
    fracas: Fracas,
    tmp_path: Path,
    figures: list[Any],
    asked: tuple[str, ...],
    kind: str,
) -> None:
    """The picture has all printed values, and the varied values on its axes."""
    said = fracas(*asked, "--json", "--picture", tmp_path / "sweep.svg").json()
    (figure,) = figures
    check_readable(figure)
    (seen,) = [axes for axes in axes_of(figure) if axes.series]
    (drawn,) = [series for series in seen.series if series.kind == kind]
    assert drawn.values == pytest.approx(_wins(said))
    assert {seen.across, seen.up} >= {next(reversed(said["vary"]))}
    assert seen.across_ticks == ("1", "2")
