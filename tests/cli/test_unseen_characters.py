"""No command prints or writes characters of a name that cannot be seen.

They could move the cursor, colour a terminal, reverse the order of letters or be a
formula; wherever a name comes out, they stand as escapes.
"""

import csv
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.files.outputs import spreadsheet_safe
from sim.reading.visible import hidden, visible, visible_json, visible_toml
from tests.cli.conftest import NOON, Fracas

NAME = "A\x1b[31m\x7fn\x9b\u202e\U000e0001n"
TOML = "A\\u001b[31m\\u007fn\\u009b\\u202e\\U000e0001n"

COMMANDS = {
    "scenario": ("check-scenario", "FILE"),
    "skeleton": ("transcript", "FILE"),
    "list": ("list", "STORE"),
    "list in JSON": ("list", "STORE", "--json"),
    "run": ("list", "STORE", "RUN"),
    "run in JSON": ("list", "STORE", "RUN", "--json"),
    "show": ("show", "STORE", "1"),
    "show in JSON": ("show", "STORE", "1", "--json"),
    "replay": ("replay", "STORE", "1"),
    "replay in JSON": ("replay", "STORE", "1", "--json"),
    "explain": ("explain", "STORE", "1", "3"),
    "transcript": ("transcript", "STORE", "1"),
    "audit": ("audit", "STORE"),
    "audit in JSON": ("audit", "STORE", "--json"),
    "events": ("export", "STORE", "--events", "OUT"),
    "export": ("export", "STORE", "OUT"),
    "table": ("export", "STORE", "--table", "OUT.csv"),
    "lines": ("export", "STORE", "--table", "OUT.jsonl"),
    "moments": ("analyse", "STORE", "1", "--csv"),
    "all moments": ("analyse", "STORE", "--csv"),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a scenario whose title and one seat are called so."""
    path = tmp_path / "unseen.toml"
    text = NOON.decode().replace('"Ann"', f'"{TOML}"').replace("Two", TOML)
    path.write_text(text)
    return path


@pytest.fixture
def store(fracas: Fracas, file: Path, tmp_path: Path) -> Path:
    """Return a store with one run of it."""
    path = tmp_path / "unseen.db"
    said = fracas("run", file, "--games", 2, "--seed", "a", "--store", path)
    assert said.status == 0
    assert not unseen(said.out + said.err)
    return path


def unseen(text: str) -> list[str]:
    """Return the characters of *text* that cannot be seen, but ends of lines."""
    return [repr(char) for char in text if hidden(char) and char not in "\r\n"]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_output_holds_what_cannot_be_seen(
    fracas: Fracas, store: Path, file: Path, run_id: str, tmp_path: Path, command: str
) -> None:
    """No command prints or writes characters that cannot be seen."""
    out = tmp_path / "out"
    given_ = {"FILE": file, "STORE": store, "RUN": run_id, "OUT": out}
    given_ |= {f"OUT.{kind}": out.with_suffix(f".{kind}") for kind in ("csv", "jsonl")}
    said = fracas(*(given_.get(word, word) for word in COMMANDS[command]))
    assert said.status == 0, said.err
    written = "".join(path.read_text() for path in tmp_path.glob("out*"))
    assert not unseen(said.out + said.err + written)


def test_what_was_written_out_reads_back(
    fracas: Fracas, store: Path, file: Path, tmp_path: Path
) -> None:
    """An export with such characters is read back, and a transcript audits clean."""
    copy, lines = tmp_path / "copy.db", tmp_path / "out.jsonl"
    assert fracas("export", store, lines).status == 0
    assert fracas("import", copy, lines).status == 0
    assert fracas("audit", copy).status == 0
    assert fracas("show", copy, "1", "--json").json()
    file.rename(tmp_path / "scenario.toml")
    (tmp_path / "typed.toml").write_text(fracas("transcript", copy, "1").out)
    said = fracas("audit", tmp_path / "typed.toml")
    assert said.status == 0, said.out + said.err


def test_a_cell_of_a_spreadsheet_is_one_line_and_no_formula(tmp_path: Path) -> None:
    """A cell of CSV is one line, and never a formula."""
    cells = ["=1+1", "\t=1", "\r\n=1", "\x1b[2J", "-x", "@x", "plain", "\ufeff=1"]
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(map(spreadsheet_safe, cells))
    assert not unseen(path.read_text("utf-8"))
    assert not [
        cell for cell in map(str, map(spreadsheet_safe, cells)) if cell[0] in "=+-@\t\r"
    ]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escapes_keep_the_text(text: str) -> None:
    """Text escaped in JSON or TOML reads as it was."""
    encoded = msgspec.json.encode(text)
    shown = visible_json(encoded)
    assert not unseen(shown.decode())
    assert msgspec.json.decode(shown) == text
    typed = visible_toml(f"name = {encoded.decode()}")
    assert not unseen(typed)
    assert tomllib.loads(typed)["name"] == text
    assert not unseen(visible(text))
