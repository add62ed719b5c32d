"""`fracas show`: one command for what a store holds, whether one thing or many."""

from pathlib import Path
from shutil import copyfile

from sim.library.scenario import load
from sim.playtest.record import Recorded, started_for
from sim.store.store import open_store
from tests.cli.conftest import Fracas


def test_show_lists_a_store_of_many_and_tells_one_alone(
    fracas: Fracas, noon: Path, store: Path, run_id: str, tmp_path: Path
) -> None:
    """A store of one run is summed up; of two, both are listed."""
    alone = fracas("show", store).out
    assert alone == fracas("show", store, run_id).out
    two = tmp_path / "two.db"
    copyfile(store, two)
    fracas("run", noon, "--games", 1, "--seed", "other", "--store", two)
    said = fracas("show", two)
    assert said.status == 0
    assert said.out == fracas("list", two).out
    assert len(fracas("show", two, "--json").lines()) == 2


def test_show_lists_a_playtest_alone(fracas: Fracas, tmp_path: Path) -> None:
    """It is no run, and what a store holds is never said to be nothing."""
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
    """Asked for by --conflicts, or by any option that is about them."""
    listed = fracas("list", store, run_id).out
    assert fracas("show", store, run_id, "--conflicts").out == listed
    assert fracas("show", store, "--conflicts").out == listed
    few = fracas("show", store, "--limit", 2).out
    assert few == fracas("list", store, run_id, "--limit", 2).out
    said = fracas("show", store, "--how", "nobody-knows").refused()
    assert "no conflict of the run" in said


def test_show_can_do_whatever_list_can(fracas: Fracas) -> None:
    """The older name has no option of its own."""
    old, new = (fracas(name, "--help").out for name in ("list", "show"))
    options = {word for word in _words(old) if word.startswith("--")}
    assert options <= _words(new)


def _words(text: str) -> set[str]:
    return {word.rstrip(".,;:") for word in text.split()}
