"""`fracas list` and `show` print what a store holds."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from sim.cli.look.lines import put_lines
from sim.cli.terminal import grid
from sim.conflict.stream import numeral, spelt
from sim.library.registry import rule_system
from sim.store.store import open_store
from tests.cli.conftest import Fracas


def test_list_names_every_run(fracas: Fracas, store: Path, run_id: str) -> None:
    """The list of a store names every run in it."""
    said = fracas("list", store)
    assert said.status == 0
    assert run_id in said.out
    assert said.out.split()[-2:] == ["full", "12"]
    (words,) = fracas("list", store, "--json").lines()
    assert words["agents"] == ["uniform", "steady"]
    assert (words["games"], words["recorded"], words["seed"]) == (12, 12, "high")


def test_list_says_what_is_not_complete(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """The list says of a run that was stopped how far it came."""
    with closing(sqlite3.connect(store)) as opened, opened:
        opened.execute(
            "delete from stored_events where originator_id = ?1 and"
            " originator_version = (select max(originator_version) from"
            " stored_events where originator_id = ?1)",
            (f"run:{run_id}",),
        )
    assert fracas("list", store).out.splitlines()[-1].endswith("12 of 12 so far")


def test_list_run_names_its_conflicts(fracas: Fracas, store: Path, run_id: str) -> None:
    """A run's conflicts are listed, the first few unless --limit asks for more."""
    said = fracas("list", store, run_id, "--limit", 5)
    assert f"{run_id}-5" in said.out
    assert f"{run_id}-6" not in said.out
    assert "these are the first 5" in said.err
    lines = fracas("list", store, run_id, "--json", "--limit", 0).lines()
    assert [line["conflict"] for line in lines] == [
        f"{run_id}-{n}" for n in range(1, 13)
    ]
    assert all(set(line["returns"]) == {"Ann", "Bo"} for line in lines)


def test_list_how_knows_the_endings_there_are(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """An ending that the system does not have is refused with a hint."""
    assert (
        "did you mean conceded?"
        in fracas("list", store, run_id, "--how", "conceeded").refused()
    )
    # Of a store with one run its conflicts are meant.
    said = fracas("list", store, "--how", "conceded")
    assert said.out == fracas("list", store, run_id, "--how", "conceded").out
    assert said.out == fracas("show", store, "--how", "conceded").out


def test_conflicts_of_many_seats_keep_to_80_columns(
    store: Path, run_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list of conflicts of many seats is at most 80 columns wide."""
    with open_store(str(store), create=False) as opened:
        run, line = opened.run(run_id), next(opened.lines(run_id))
    names = ("The Ram", "The Mole", "The Abbess", "The Captain", "The townsfolk", "Bo")
    run = structs.replace(
        run, seats=tuple(structs.replace(run.seats[0], seat=name) for name in names)
    )
    line = structs.replace(line, returns=(1.0, 1.0, 0.0, 0.0, 0.5, 0.0))
    for by, amounts in (("", []), ("harm:The townsfolk", [7])):
        put_lines(run, [line], by, amounts)
        said = capsys.readouterr().out
        assert max(map(len, said.splitlines())) <= 80
        assert "rounds  events" in said
        told = " ".join(said.split())
        assert by in told
        if not by:
            assert "The Ram and The Mole 1; The townsfolk 0.5; The" in told


def test_list_how_keeps_only_such_endings(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """--how lists only the conflicts that ended in that way."""
    every = fracas("list", store, run_id, "--json").lines()
    some = fracas("list", store, run_id, "--json", "--how", "conceded").lines()
    assert some == [line for line in every if line["how"] == "conceded"]
    assert 0 < len(some) <= 12


def test_show_run_is_the_table_of_the_run(
    fracas: Fracas, store: Path, noon: Path, run_id: str
) -> None:
    """`show` has the figures that the run printed at its end."""
    played = fracas("run", noon, "--games", 12, "--seed", "high", "--json").json()
    shown = fracas("show", store, run_id, "--json").json()
    for part in ("games", "seats", "endings", "conflict", "measures", "seal"):
        assert shown[part] == played[part]
    assert "how it ended" in fracas("show", store).out


def test_show_conflict_is_short(fracas: Fracas, store: Path, run_id: str) -> None:
    """`show` tells a conflict in six lines."""
    said = fracas("show", store, f"{run_id}-3")
    assert said.status == 0
    assert len(said.out.splitlines()) == 6
    assert (
        fracas("show", store, f"{run_id}-3", "--json").json()["conflict"].endswith("3")
    )


def test_show_conflict_says_what_its_ending_means(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """`show` says what a conflict's ending means, and what each seat gets."""
    shown = fracas("show", store, f"{run_id}-3", "--json").json()
    said = fracas("show", store, f"{run_id}-3").out
    how = spelt(shown["how"])
    meaning = rule_system("toy").endings[shown["how"]]
    assert f"{how.capitalize()}: {meaning} What each gets, from 0 (lost) to 1" in said
    for seat, amount in shown["returns"].items():
        assert re.search(rf"  {seat} \(.*\) gets {numeral(amount)};", said)


def test_show_number_is_enough_in_a_store_of_one_run(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """In a store of one run a conflict's number is enough."""
    assert fracas("show", store, 3).out == fracas("show", store, f"{run_id}-3").out
    assert "has no conflict 13" in fracas("show", store, 13).refused()


def test_run_that_was_lost_is_not_offered_instead_of_itself(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """A run that the store lists and does not hold is refused, and is one finding."""
    with closing(sqlite3.connect(store)) as opened, opened:
        gone = f"run:{run_id}"
        opened.execute("delete from stored_events where originator_id = ?", (gone,))
    for asked in (("show",), ("list", run_id), ("replay",)):
        said = fracas(asked[0], store, *asked[1:]).refused()
        assert "holds no event of it" in said
        assert "did you mean" not in said
    findings = fracas("audit", store, "--json").json()["findings"]
    assert [finding["conflict"] for finding in findings] == [f"run:{run_id}"]
    assert "12 of its conflicts" in findings[0]["sentence"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["list", "none.db"], "none.db"),
        (["show", "none.db"], "none.db"),
        (["list", "{store}", "{run}x"], "did you mean {run}?"),
        (["show", "{store}", "{run}-13"], "has no conflict 13"),
        (["show", "{store}", "{run}-0"], "has no conflict 0"),
        (["list", "{noon}"], "is not an SQLite file"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    fracas: Fracas, store: Path, noon: Path, run_id: str, args: list[str], said: str
) -> None:
    """A name that is not there is refused with those that are."""
    names = {"store": store, "run": run_id, "noon": noon}
    given = [arg.format(**names) for arg in args]
    assert said.format(**names) in fracas(*given).refused()


def test_names_from_a_file_cannot_steer_the_terminal(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """Control characters in a scenario's names are printed escaped."""
    noon.write_text(noon.read_text().replace("Ann", "A\\u001b[2Jnn [bold]x[/bold]"))
    store = tmp_path / "odd.db"
    played = fracas("run", noon, "--games", 2, "--store", store)
    shown = fracas("list", store).out + fracas("show", store).out + played.out
    assert "\x1b" not in shown
    assert "A\\x1b[2Jnn [bold]x[/bold]" in " ".join(shown.split())


CHANGES = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 255))


@pytest.mark.slow
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(change=CHANGES)
def test_forged_store_is_read_or_refused_in_one_sentence(
    fracas: Fracas, store: Path, run_id: str, change: tuple[int, int, int]
) -> None:
    """A changed byte of a store ends no command with a traceback."""
    row, at, byte = change
    forged = store.with_name("forged.db")
    copyfile(store, forged)
    with closing(sqlite3.connect(forged)) as opened, opened:
        rows = opened.execute("select rowid, state from stored_events").fetchall()
        number, state = rows[row % len(rows)]
        data = bytearray(state)
        data[at % len(data)] = byte
        opened.execute(
            "update stored_events set state = ? where rowid = ?", (bytes(data), number)
        )
    asked = ("list", "show", "replay", "audit", "export")
    for said in (
        *(fracas(name, forged) for name in asked),
        fracas("explain", forged, f"{run_id}-1", 4),
        fracas("list", forged, run_id),
    ):
        assert "Traceback" not in said.err
        assert said.status in {0, 1, 2}
        if said.status == 2:
            assert said.err.startswith("error: ")


def test_runs_are_told_apart_by_what_their_files_differ_in(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """The list says in which settings the scenarios of its runs differ."""
    store = tmp_path / "tuned.db"
    for more in ((), ("--ruling", "grit=1")):
        assert fracas("run", noon, "--games", 2, "--store", store, *more).status == 0
    plain, ruled = fracas("list", store, "--json").lines()
    assert list(plain["differs"]) == list(ruled["differs"]) == ["rulings.grit"]
    assert ruled["differs"] == {"rulings.grit": 1}
    assert "rulings.grit = 1" in fracas("list", store).out


def test_one_run_differs_from_nothing(fracas: Fracas, store: Path) -> None:
    """A store of one run has no differences to list."""
    (run,) = fracas("list", store, "--json").lines()
    assert run["differs"] == {}


def test_a_long_list_is_one_table(
    fracas: Fracas, noon: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long list is printed in blocks as one table, with one heading."""
    monkeypatch.setattr(grid, "_BLOCK", 4)
    store = tmp_path / "long.db"
    fracas("run", noon, "--games", 11, "--store", store)
    (run,) = fracas("list", store, "--json").lines()
    printed = fracas("list", store, run["run"], "--limit", 0).out.splitlines()
    assert len(printed) == 2 + 11
    assert [line.partition(" ")[0] for line in printed[2:]] == [
        f"{run['run']}-{number}" for number in range(1, 12)
    ]
    lengths = [len(line) for line in printed[2:]]
    assert lengths == sorted(lengths)
