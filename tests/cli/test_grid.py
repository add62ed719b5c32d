"""Tables: fitted to a terminal, or to 80 columns, without breaking words."""

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.cli.terminal import grid
from sim.cli.terminal.grid import put_table
from tests.cli.conftest import Fracas

HEADS = ("run", "title", "agents", "games")
LONG = ("7ab85d03", "The long way to the harbour", "steady, bold, a_long_name", "12")


class _Terminal(StringIO):
    """Says that it is a terminal, and passes on what is written."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        return sys.stdout.write(text)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables be for a terminal that knows no bold letters."""
    monkeypatch.setattr(grid, "sys", SimpleNamespace(stdout=_Terminal()))
    monkeypatch.setenv("TERM", "dumb")


def drawn(
    capsys: pytest.CaptureFixture[str], rows: Sequence[Sequence[str]], words: int = 3
) -> list[str]:
    """Return the lines of a table."""
    capsys.readouterr()
    put_table(HEADS, rows, words=words)
    return capsys.readouterr().out.splitlines()


def test_a_table_in_a_pipe_has_80_columns_and_whole_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in a pipe is 80 columns wide, and breaks no word."""
    monkeypatch.setenv("COLUMNS", "40")
    row = ("7ab85d03", "word " * 60 + "end", "steady", "12")
    lines = drawn(capsys, [row])
    assert max(map(len, lines)) == 80
    assert " ".join(lines[2:]).split().count("word") == 60
    spec = f"steady:{'price=0.5,' * 8}later=1"
    _, _, line, *_ = drawn(capsys, [("7ab85d03", "word", spec, "12")])
    assert line.split() == ["7ab85d03", "word", spec, "12"]


@pytest.mark.usefixtures("terminal")
def test_columns_narrow_before_words_break(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No word breaks while every column has room for its longest one."""
    for room in range(48, 90):
        monkeypatch.setenv("COLUMNS", str(room))
        lines = drawn(capsys, [LONG])
        assert max(map(len, lines)) <= room
        said = " ".join(lines[2:]).split()
        assert sorted(said) == sorted(" ".join(LONG).split())


@pytest.mark.usefixtures("terminal")
def test_a_word_too_long_breaks_where_the_column_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word too long for its column breaks without loss."""
    monkeypatch.setenv("COLUMNS", "40")
    lines = drawn(capsys, [("a", "b", "x" * 50, "1")])
    assert sum(line.count("x") for line in lines) == 50
    assert max(map(len, lines)) == 40


@pytest.mark.usefixtures("terminal")
def test_figures_stay_whole_and_their_heads_wrap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number stays whole; its interval and its heading may wrap."""
    heads = ("agent", "chance to be best", "surely ranks")
    row = ("steady", "0.57 [0.25, 0.84]", "12")
    monkeypatch.setenv("COLUMNS", "33")
    put_table(heads, [row])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split("  ")[0] == "steady"
    assert lines[-1].endswith("0.57 [0.25, 0.84]      12")
    assert [line.split()[-1] for line in lines[:2]] == ["surely", "ranks"]
    monkeypatch.setenv("COLUMNS", "30")
    put_table(heads, [row])
    *_, first, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["steady", "0.57", "12"]
    assert last.split("  ")[-1] == "[0.25, 0.84]"


@pytest.mark.usefixtures("terminal")
def test_a_row_that_does_not_fit_is_a_line_for_each_head(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that does not fit becomes a line for each heading."""
    monkeypatch.setenv("COLUMNS", "30")
    heads = ("agent", "won", "drawn", "lost", "wins")
    put_table(heads, [("steady", "26000", "10000", "17400", "13.0 % [9.0, 18.4]")])
    assert capsys.readouterr().out.splitlines() == [
        *("agent  steady", "won    26000", "drawn  10000", "lost   17400"),
        *("wins   13.0 % [9.0, 18.4]", ""),
    ]


@pytest.mark.usefixtures("terminal")
def test_a_long_word_breaks_at_a_joint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long word breaks after punctuation."""
    monkeypatch.setenv("COLUMNS", "40")
    row = ("7ab85d03", "harbour", "steady:price=-0.02,suffers=1.18", "12")
    lines = [line.split() for line in drawn(capsys, [row])[2:]]
    assert "".join(words[2 if not n else 0] for n, words in enumerate(lines)) == row[2]
    assert all(words[-1 if n else 2][-1] in ":,=8" for n, words in enumerate(lines))


WORDS = st.text(st.sampled_from("abé漢_,. -"), max_size=30)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.usefixtures("terminal")
@given(
    rows=st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS), max_size=4),
    room=st.integers(1, 120),
)
def test_nothing_is_lost_at_any_width(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    rows: list[tuple[str, ...]],
    room: int,
) -> None:
    """Every letter of every cell is printed at any width."""
    monkeypatch.setenv("COLUMNS", str(room))
    lines = drawn(capsys, rows)
    said = "".join("".join(lines).replace("─", "").split())
    stacked = not any("─" in line for line in lines)
    heads = [
        head for row in rows for head, cell in zip(HEADS, row, strict=True) if cell
    ]
    shown = ("".join(heads) if stacked else "".join(HEADS), *map("".join, rows))
    assert sorted(said) == sorted("".join("".join(shown).split()))


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("room", [80, 100])
def test_what_newcomers_list_breaks_no_word(
    fracas: Fracas,
    noon: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    room: int,
) -> None:
    """The list of runs breaks no word, also with long agents and changed rulings."""
    store = tmp_path / "runs.db"
    long = "steady:price=0.55,suffers=1.7,win=-0.57,later=1.09"
    for more in ((), ("--ruling", "grit=1")):
        at = ("--games", 2, "--store", store, "--agents", f"{long},bold")
        assert fracas("run", noon, *at, *more).status == 0
    runs = fracas("list", store, "--json").lines()
    monkeypatch.setenv("COLUMNS", str(room))
    said = fracas("list", store).out
    lines = said.splitlines()
    assert f"by {long}: {', '.join(run['run'] for run in runs)}" in lines
    assert max(len(line) for line in lines if long not in line) <= room
    for run in runs:
        words = {run["run"], run["system"], f"{run['seed'][:13]}..."}
        assert words <= set(said.split())
    assert "rulings.grit = 1" in said
