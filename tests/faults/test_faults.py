"""Random commands disturbed by a seed, and tests that the laws find damage."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from tests.cli.flipped import flip
from tests.faults import disturbance, laws
from tests.faults.calls import reachable
from tests.faults.disturbance import Disturbance
from tests.faults.laws import BrokenLawError, Stored
from tests.faults.quietly import quietly
from tests.faults.recipes import Recipe, calm, recipes
from tests.faults.soak import soak
from tests.faults.world import Ended, World, check_said

STEPS = 30
needs_calls = pytest.mark.skipif(
    not reachable(), reason="this Python's SQLite does not let its calls be replaced"
)


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    """Return a recipe that takes little time."""
    files = tmp_path / "files"
    files.mkdir()
    return recipes(files)[0]


@pytest.fixture
def rows(recipe: Recipe, tmp_path: Path) -> list[Stored]:
    """Return the rows of a store that nobody disturbed."""
    store = tmp_path / "calm.db"
    assert quietly(*recipe, "--store", store)[0] == 0
    return laws.rows_of(store)


def check(rows: list[Stored], now: list[Stored], recipe: Recipe) -> None:
    """Check all laws that look at rows."""
    laws.check_kept(rows, now)
    laws.check_known(now, [recipe])
    laws.check_whole(now, [recipe])
    laws.check_complete(now, recipe)


def test_what_nobody_disturbed_keeps_the_laws(
    rows: list[Stored], recipe: Recipe
) -> None:
    """What nobody disturbed keeps all laws."""
    check(rows, rows, recipe)


def test_any_row_that_is_lost_or_changed_breaks_a_law(
    rows: list[Stored], recipe: Recipe
) -> None:
    """A row that is lost or changed breaks a law, whichever row it is."""
    for place, (name, version, tag, data) in enumerate(rows):
        changed = (name, version, tag, data + b"\0")
        for now in ([changed], []):
            damaged = [*rows[:place], *now, *rows[place + 1 :]]
            with pytest.raises(BrokenLawError):
                check(rows, damaged, recipe)


def test_part_of_a_chunk_breaks_a_law(rows: list[Stored], recipe: Recipe) -> None:
    """A chunk without all of its conflicts breaks a law."""
    laws.check_whole(rows, [recipe])
    places = [n for n, row in enumerate(rows) if row[2] == "chunk"]
    conflict = places[-1] + 1
    assert ":" not in rows[conflict][0]
    with pytest.raises(BrokenLawError, match="events, expected"):
        laws.check_whole(rows[:conflict], [recipe])


def test_an_audit_and_an_export_are_laws_too(recipe: Recipe, tmp_path: Path) -> None:
    """A store with one changed row fails the laws of audit and export."""
    store, bad = tmp_path / "calm.db", tmp_path / "bad.db"
    assert quietly(*recipe, "--store", store)[0] == 0
    copy(store, bad)
    flip(bad, "sealed", Random("sealed 1"))
    laws.check_audit(store)
    laws.check_export(store, laws.rows_of(store), tmp_path)
    with pytest.raises(BrokenLawError):
        laws.check_audit(bad)
    with pytest.raises(BrokenLawError):
        laws.check_export(store, laws.rows_of(bad), tmp_path)


@pytest.mark.parametrize(
    ("ended", "how"),
    [
        (Ended(0, "", "Traceback (most recent call last):"), Disturbance()),
        (Ended(2, "", "no sentence"), Disturbance()),
        (Ended(2, "", ""), Disturbance()),
        (Ended(70, "", ""), Disturbance()),
        (Ended(-signal.SIGSEGV, "", ""), Disturbance(failure="kill")),
        (Ended(-signal.SIGKILL, "", ""), Disturbance(failure="error")),
    ],
)
def test_what_a_command_may_not_say(ended: Ended, how: Disturbance) -> None:
    """A traceback, an unknown status and a refusal in no sentence break laws."""
    with pytest.raises(BrokenLawError):
        check_said(ended, how)


def test_a_seed_is_a_schedule() -> None:
    """A seed gives the same disturbances again, with every kind among them."""
    drawn = [disturbance.drawn(Random(f"a:{n}")) for n in range(400)]
    assert drawn == [disturbance.drawn(Random(f"a:{n}")) for n in range(400)]
    for field in ("failure", "output", "signal"):
        assert len({getattr(drawn_fault, field) for drawn_fault in drawn}) > 2
    assert any(fault.clock for fault in drawn)
    assert any(fault.size for fault in drawn)
    assert Disturbance() in drawn


@needs_calls
@pytest.mark.parametrize("failure", disturbance.FAILURES)
def test_a_write_fails_as_it_was_told_to(
    failure: str, recipe: Recipe, tmp_path: Path
) -> None:
    """A write that fails ends the command as told, and what is recorded is whole."""
    world = World(tmp_path, "a", [recipe])
    how = Disturbance(call="write", nth=60, failure=failure)
    ended = world.give((*recipe, "--store", str(world.store)), how)
    assert ended.status == (-signal.SIGKILL if how.ends else 2)
    check_said(ended, how)
    rows = laws.rows_of(world.store)
    assert 0 < len(rows) < sum(len(kept) for kept in calm(recipe).values())
    laws.check_whole(rows, [recipe])


@pytest.mark.long
def test_a_lap_of_the_soak_has_every_kind_of_command(tmp_path: Path) -> None:
    """Every command of a lap of the soak ends well."""
    first, last = soak(tmp_path, 31)
    assert first == last > 0


@pytest.mark.slow
@needs_calls
@pytest.mark.parametrize("seed", ["a", pytest.param("b", marks=pytest.mark.long)])
def test_a_store_bears_whatever_happens(seed: str, tmp_path: Path) -> None:
    """A store keeps all laws through a short run of disturbed commands."""
    world = World(tmp_path, seed)
    for number in range(STEPS):
        world.step(number)
    world.finish()


@pytest.mark.parametrize(("place", "end"), [(0, "completed"), (11, "contested")])
def test_a_kill_behind_the_last_game_is_no_finding(
    place: int, end: str, tmp_path: Path
) -> None:
    """Games that are all recorded without their end are a note, and can be resumed."""
    recipe, store = recipes(tmp_path)[place], tmp_path / "a.db"
    assert quietly(*recipe, "--store", store)[0] == 0
    with closing(sqlite3.connect(store)) as database:
        gone = database.execute("delete from stored_events where topic = ?", (end,))
        assert gone.rowcount == 1
        database.commit()
    status, out, _ = quietly("audit", store)
    assert status == 0, out
    assert "and no end, expected the rest" in out
    assert quietly(*recipe, "--store", store, "--resume")[0] == 0
    laws.check_complete(laws.rows_of(store), recipe)
