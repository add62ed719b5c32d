"""The page of values under best play: a row for every conflict that has one."""

from pathlib import Path

import pytest

from benchmarks import value
from benchmarks.value import HEADS, called, kept, main, signed, two_sided
from sim.cli.options.changes import Changes
from sim.graph.solve import Bounds


def test_every_conflict_of_two_sides_has_a_row() -> None:
    """Every shipped conflict of two sides has a row, and only such conflicts have."""
    names = {name.partition(" (")[0] for name in kept()}
    assert names == set(two_sided())
    assert set(two_sided()) <= set(kept())
    for row in kept().values():
        assert row.count(" | ") == len(HEADS) - 1


def test_bounds_are_printed_as_two_numbers_however_near() -> None:
    """Bounds are printed as two numbers rounded outwards, and an exact value as one."""
    assert signed(Bounds(0.25, 0.25)) == "+0.25000"
    assert signed(Bounds(-0.6405662, -0.6405658)) == "-0.6405662 to -0.6405658"
    assert signed(Bounds(-0.25, 0.1234561)) == "-0.25000 to +0.12346"


def test_what_is_changed_stands_in_the_name() -> None:
    """A row of a changed scenario has the changes in its name."""
    assert called("a_duel", Changes()) == "a_duel"
    changes = Changes(("round_cap=1",), ("seats[0].name=Ann",))
    assert called("a_duel", changes) == "a_duel (round_cap=1, seats[0].name=Ann)"


def test_a_smaller_conflict_is_measured_beside_the_one_that_ships(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A changed scenario gets its own row, and all other rows stay."""
    page = tmp_path / "value.md"
    page.write_text(value.RESULTS.read_text())
    monkeypatch.setattr(value, "RESULTS", page)
    before = kept()
    main(["planets_boulder", "--ruling", "round_cap=1", "--write"])
    after = kept()
    new = after.pop("planets_boulder (round_cap=1)")
    assert new.startswith("| planets_boulder (round_cap=1) | exact | -0.13229 |")
    assert after == before
