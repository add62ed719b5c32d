"""`fracas audit`: clean is 0, a finding is 1, what cannot be audited is 2."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Fracas


def alter(store: Path, change: str, *values: str) -> None:
    """Change *store* behind everybody's back."""
    with closing(sqlite3.connect(store)) as opened, opened:
        assert opened.execute(change, values).rowcount > 0


@pytest.mark.parametrize("name", ["", "{run}", "{run}-3", "3"])
def test_audit_of_what_was_recorded_is_clean(
    fracas: Fracas, store: Path, run_id: str, name: str
) -> None:
    """A store, a run or a conflict that nobody touched has no finding."""
    named = [name.format(run=run_id)] if name else []
    said = fracas("audit", store, *named)
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("clean")
    assert fracas("audit", store, *named, "--json").json()["clean"] is True


def test_audit_names_the_conflict_that_was_changed(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """A dropped event is found, named, and makes the exit status 1."""
    alter(
        store,
        "delete from stored_events where originator_version = 3 and originator_id = ?",
        f"{run_id}-7",
    )
    said = fracas("audit", store)
    assert said.status == 1
    assert f"{run_id}-7" in said.out
    assert "finding" in said.out.splitlines()[-1]
    words = fracas("audit", store, "--json").json()
    assert words["clean"] is False
    assert {one["conflict"] for one in words["findings"]} >= {f"{run_id}-7"}
    assert fracas("audit", store, f"{run_id}-7").status == 1
    assert fracas("audit", store, f"{run_id}-8").status == 0


def test_audit_holds_a_published_seal_against_the_run(
    fracas: Fracas, store: Path, run_id: str
) -> None:
    """One published line is enough to know the run again."""
    (run,) = fracas("list", store, "--json").lines()
    assert fracas("audit", store, run_id, "--seal", run["seal"]).status == 0
    assert fracas("audit", store, "--seal", run["seal"]).status == 0
    said = fracas("audit", store, "--seal", "00" * 32)
    assert said.status == 1
    assert run["seal"] in said.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["none.db"], "none.db"),
        (["none.toml"], "none.toml: cannot be read"),
        (["{store}", "--depth", "rule"], "did you mean rules?"),
        (["{store}", "{run}-99"], "{run}-99"),
        (["{store}", "zzz"], "zzz"),
    ],
)
def test_audit_that_cannot_be_is_one_sentence(
    fracas: Fracas, store: Path, run_id: str, args: list[str], said: str
) -> None:
    """Nothing can be said of what is not there."""
    names = {"store": store, "run": run_id}
    given = [arg.format(**names) for arg in args]
    assert said.format(**names) in fracas("audit", *given).refused()


@pytest.mark.parametrize(
    "args", [["x.db", "--seal", "12"], ["x.toml", "3"], ["x.toml", "--depth", "dice"]]
)
def test_audit_options_that_make_no_sense(fracas: Fracas, args: list[str]) -> None:
    """What cannot be meant is answered with the usage."""
    said = fracas("audit", *args)
    assert said.status == 2
    assert said.err.startswith("Usage: fracas audit")


def test_audit_of_an_altered_scenario_is_a_finding_or_refused(
    fracas: Fracas, store: Path
) -> None:
    """A scenario that is not what its digest says never passes."""
    alter(
        store,
        "update stored_events set state = replace(state, 'grit', 'grot')"
        " where originator_id like 'scenario:%'",
    )
    assert fracas("audit", store).status in {1, 2}
