"""`fracas pack` and `run --record packed` keep the same record in less room."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Fracas


def test_a_packed_run_is_read_like_any_other(
    fracas: Fracas, noon: Path, tmp_path: Path, store: Path
) -> None:
    """A packed run has the seal and story of a full record."""
    packed = tmp_path / "packed.db"
    asked = ("run", noon, "--games", 12, "--seed", "high", "--store", packed)
    said = fracas(*asked, "--record", "packed", "--json").json()
    ((full,), (listed,)) = (
        fracas("list", store_, "--json").lines() for store_ in (store, packed)
    )
    assert listed["record"] == said["record"] == "packed"
    assert listed["seal"] == said["seal"] == full["seal"]
    assert fracas("replay", packed, 3).out == fracas("replay", store, 3).out
    assert fracas("audit", packed).status == 0


def test_a_store_is_packed_and_unpacked(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """A store packed and unpacked again exports the same bytes."""
    packed, back = tmp_path / "packed.db", tmp_path / "back.db"
    assert f"12 conflicts of {store} are in {packed}, packed (" in (
        fracas("pack", store, packed).out
    )
    assert fracas("audit", packed).status == 0
    said = fracas("pack", packed, back, "--unpack", "--json").json()
    assert said == {
        "format": 1,
        "conflicts": 12,
        "bytes": packed.stat().st_size,
        "bytes_new": back.stat().st_size,
    }
    assert fracas("export", back).out == fracas("export", store).out


def test_a_store_without_events_is_copied(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """A store without events is copied whole, which is said."""
    league, copied = tmp_path / "league.db", tmp_path / "copied.db"
    asked = ("--agents", "steady,uniform", "--games", 2, "--seed", "high")
    assert not fracas("league", league, noon, *asked).status
    said = fracas("pack", league, copied).out
    assert said == f"{copied} has all of {league}, where no run keeps events\n"
    assert fracas("export", copied).out == fracas("export", league).out


def test_room_is_never_said_to_be_none(
    fracas: Fracas, store: Path, tmp_path: Path
) -> None:
    """Sizes below a megabyte are told in kilobytes."""
    said = fracas("pack", store, tmp_path / "packed.db").out
    sizes = re.findall(r"(\d+) kB (?:before|now)", said)
    assert len(sizes) == 2
    assert all(map(int, sizes))


@pytest.mark.parametrize("other", ["itself", "another"])
def test_a_store_that_holds_something_is_not_written_to(
    fracas: Fracas, store: Path, tmp_path: Path, other: str
) -> None:
    """A store that holds something is not packed into."""
    target = store if other == "itself" else tmp_path / "used.db"
    fracas("pack", store, target)
    before = target.read_bytes()
    said = fracas("pack", store, target)
    assert (said.status, said.out) == (2, "")
    assert "holds something already, expected a new store" in said.err
    assert target.read_bytes() == before


def test_what_is_no_store_is_not_packed(fracas: Fracas, tmp_path: Path) -> None:
    """A store that is not there is refused, and leaves no new one."""
    said = fracas("pack", tmp_path / "none.db", tmp_path / "new.db")
    assert said.status == 2
    assert not (tmp_path / "new.db").exists()
