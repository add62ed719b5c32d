"""`fracas show` prints what a store holds, one thing or many."""

from pathlib import Path
from shutil import copyfile

from sim.library.scenario import load
from sim.playtest.record import Recorded, started_for
from sim.store.store import open_store
from tests.cli.conftest import Fracas
from tests.store.content import cut_after


def test_show_lists_a_store_of_many_and_tells_one_alone(
    fracas: Fracas, noon: Path, store: Path, run_id: str, tmp_path: Path
) -> None:
    """A store of one run is summed up, and one of two is listed."""
    alone = fracas("show", store).out
    assert alone == fracas("show", store, run_id).out
    two = tmp_path / "two.db"
    copyfile(store, two)
    fracas("run", noon, "--games", 1, "--seed", "other", "--store", two)
    said = fracas("show", two)
    assert said.status == 0
    assert said.out == fracas("list", two).out
    assert len(fracas("show", two, "--json").lines()) == 2


def test_show_estimates_nothing_of_no_conflict(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """A run without a recorded conflict has no figures."""
    path = tmp_path / "killed.db"
    fracas("run", noon, "--games", 60, "--record", "seal", "--store", path)
    cut_after(path, 2)
    shown = fracas("show", path, "--json").json()
    assert (shown["games"], shown["recorded"], shown["complete"]) == (60, 8, False)
    assert shown["sides"][0]["win"]["low"] is not None
    cut_after(path, 1)
    shown = fracas("show", path, "--json").json()
    assert (shown["games"], shown["recorded"]) == (60, 0)
    assert shown["headline"] == "No conflict is recorded yet."
    for row in (*shown["sides"], *shown["seats"]):
        assert row["win"] is row["return"] is None
    for counts in shown["conflict"].values():
        assert counts["mean"] is counts["least"] is counts["median"] is None
        assert counts["total"] == 0
    assert "0 of 60 conflicts are recorded" in fracas("show", path).out


def test_show_lists_a_playtest_alone(fracas: Fracas, tmp_path: Path) -> None:
    """A store of a playtest alone lists it."""
    path, door = tmp_path / "own.db", load("stuck_door")
    with open_store(str(path), create=True) as opened:
        Recorded(opened, started_for(door, ("first",) * 3, "s", 10), door.data)
    said = fracas("show", path)
    assert said.status == 0
    assert "The stuck door" in said.out
    assert said.out == fracas("list", path).out


def test_show_lists_the_conflicts_of_a_run(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """--conflicts, or an option about them, lists the conflicts of a run."""
    listed = fracas("list", store, run_id).out
    assert fracas("show", store, run_id, "--conflicts").out == listed
    assert fracas("show", store, "--conflicts").out == listed
    few = fracas("show", store, "--limit", 2).out
    assert few == fracas("list", store, run_id, "--limit", 2).out
    said = fracas("show", store, "--how", "nobody-knows").refused()
    assert "no conflict of the run" in said


def test_show_can_do_whatever_list_can(fracas: Fracas) -> None:
    """`show` has every option of `list`."""
    old, new = (fracas(name, "--help").out for name in ("list", "show"))
    options = {word for word in _words(old) if word.startswith("--")}
    assert options <= _words(new)


def _words(text: str) -> set[str]:
    return {word.rstrip(".,;:") for word in text.split()}


def test_show_counts_what_seats_did_as_the_run_did(
    fracas: Fracas, tmp_path: Path
) -> None:
    """--choices counts what the run counted, from rows packed or not."""
    for record in ("full", "packed"):
        kept = tmp_path / f"{record}.db"
        asked = ("alley", "--games", 6, "--seed", "did", "--record", record)
        done = fracas("run", *asked, "--store", kept, "--choices").out
        told = fracas("show", kept, "--choices").out
        assert _did(told) == _did(done) != []
        assert set(_tail(done)) <= set(told.splitlines())
        counted = fracas("run", *asked, "--store", kept, "--json").json()["choices"]
        assert fracas("show", kept, "--json").json()["choices"] == counted


def test_show_of_seals_plays_nothing_unless_asked(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A run of seals is played again for its choices only if asked."""
    kept = tmp_path / "seals.db"
    asked = ("alley", "--games", 6, "--seed", "did", "--store", kept)
    done = fracas("run", *asked, "--record", "seal", "--choices")
    told = fracas("show", kept)
    assert _did(told.out) == []
    assert "was not kept" in told.out
    assert "choices" not in fracas("show", kept, "--json").json()
    assert _did(fracas("show", kept, "--choices").out) == _did(done.out) != []


def test_choices_are_asked_of_a_run(fracas: Fracas, store: Path, run_id: str) -> None:
    """--choices is refused for one conflict and for a list."""
    assert (
        "is a conflict" in fracas("show", store, f"{run_id}-1", "--choices").refused()
    )
    said = fracas("show", store, "--conflicts", "--choices").refused()
    assert "this lists" in said


def _did(text: str) -> list[str]:
    """Return the table of what seats did, without what follows it."""
    lines = text.splitlines()
    heads = [at for at, line in enumerate(lines) if "taken of offered" in line]
    return lines[heads[0] : heads[0] + 4] if heads else []


def _tail(text: str) -> list[str]:
    """Return what is printed of all options."""
    lines = text.splitlines()
    return lines[[line[:15] for line in lines].index("What was chosen") :]
