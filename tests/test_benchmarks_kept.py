"""The page of exact solutions: a new measurement replaces its own rows only."""

from pathlib import Path
from subprocess import run

from benchmarks.kept import BEFORE, MEASURED
from benchmarks.solve import AIMS, PAGE, PART, RESULTS, keep
from benchmarks.stamp import commit_of
from sim.library.catalogue import scenarios

TEXT = RESULTS.read_text(encoding="utf-8")


def test_what_is_not_measured_stays_as_it_was(tmp_path: Path) -> None:
    """Measuring one row anew changes that row of the page, and nothing else."""
    page = tmp_path / "solve.md"
    page.write_text(TEXT, encoding="utf-8")
    row = PART.row("alley", "steady, steady", 1, 2, 3.0, 12, 4, "0, 1", "", "", "now")
    keep(page, "solved", "alley", [row])
    after = page.read_text(encoding="utf-8").splitlines()
    gone = [line for line in TEXT.splitlines() if line not in after]
    come = [line for line in after if line not in TEXT.splitlines()]
    assert gone
    assert all(line.startswith("| alley |") for line in gone)
    assert len(come) == 1
    (was,) = [
        row
        for row in PART.parsed(TEXT)
        if (row["scenario"], row["agents"]) == ("alley", "steady, steady")
    ]
    (now,) = [row for row in PART.parsed("\n".join(after)) if row[MEASURED] == "now"]
    assert now[BEFORE] == was[BEFORE]
    assert now["s"] == "3.0"


def test_a_page_that_is_kept_again_is_the_same(tmp_path: Path) -> None:
    """A page whose rows are kept again stays as it was."""
    page = tmp_path / "solve.md"
    page.write_text(TEXT, encoding="utf-8")
    for name, part in PAGE.parts.items():
        rows = part.parsed(TEXT)
        first = part.heads[0]
        for scenario in {row[first] for row in rows}:
            keep(page, name, scenario, [row for row in rows if row[first] == scenario])
    assert page.read_text(encoding="utf-8") == TEXT


def test_every_row_says_when_it_was_measured() -> None:
    """Every row says when it was measured, and is of a scenario that ships."""
    for part in PAGE.parts.values():
        rows = part.parsed(TEXT)
        assert rows
        assert all(row[MEASURED] for row in rows)
        if part.heads[0] == "scenario":
            assert {row["scenario"] for row in rows} <= {*scenarios()}
    assert {*AIMS} <= {row["scenario"] for row in PART.parsed(TEXT)}


def test_a_page_that_was_written_is_no_change_of_code(tmp_path: Path) -> None:
    """A changed page of results does not mark the commit as dirty."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=0")
        run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    folder = tmp_path / "benchmarks"
    folder.mkdir()
    page, code = folder / "solve.md", tmp_path / "sim.py"
    for file in (page, code):
        file.write_text("one\n", encoding="utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    clean = commit_of(folder)

    page.write_text("two\n", encoding="utf-8")
    assert commit_of(folder) == clean
    assert not clean.endswith("-dirty")
    code.write_text("two\n", encoding="utf-8")
    assert commit_of(folder) == f"{clean}-dirty"


def test_where_there_is_no_checkout_the_commit_is_unknown(tmp_path: Path) -> None:
    """Outside a checkout the commit is unknown."""
    assert commit_of(tmp_path) == "unknown"
