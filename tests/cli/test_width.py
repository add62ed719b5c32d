"""On a terminal no line of any command is too wide, and long commands can be copied."""

import subprocess
import sys
from pathlib import Path

import pytest
from click import unstyle
from rich.cells import cell_len

from sim.cli.main import COMMANDS
from sim.cli.terminal.output import put, put_command
from tests.cli.conftest import Fracas, Stored
from tests.tiers import later

_LONG = "steady:price=0.55,suffers=1.7,win=-0.57,later=1.09"
_RUN = ("run", "stuck_door", "--games", 6, "--seed", "w", "--agents", _LONG)
_MET = ("steady,bold", _LONG, "cautious:behind=0.3")
_MEET = (
    *("tournament", "stuck_door", "skill_page", "--agents", ",".join(_MET)),
    *("--games", 4, "--seed", "w", "--null", 1),
)
_DOOR = ("stuck_door", "--games", 20)
_NUMBER = ("--vary", "seats[Skala].pools.vigor=1..2")
PRINTED: dict[str, tuple[tuple[object, ...], ...]] = {
    "run": (
        _RUN,
        ("run", "planets_boulder", "--games", 4, "--choices"),
        ("run", "intensity_north_face", "--games", 1, "--seed", "w"),
        ("run", *_DOOR, "--sampled"),
        ("run", *_DOOR, "--agents", "all"),
    ),
    "tournament": ((*_MEET, "--why"),),
    "league": (
        ("league", "LEAGUE", *_MEET[1:5], "--games", 4, "--seed", "w"),
        ("league", "LEAGUE", "--why"),
    ),
    "show": (
        ("show", "RUNS"),
        ("show", "RUNS", "--sort", "events"),
        ("show", "RUNS", "1"),
        ("show", "MET"),
    ),
    "replay": (("replay", "RUNS", "1"),),
    "explain": (("explain", "RUNS", "1", 5),),
    "audit": (("audit", "tela_gael_printed", "--rules"),),
    "analyse": (("analyse", "RUNS", "1"), ("analyse", "RUNS")),
    "whatif": (("whatif", "RUNS", "1", "--at", 5),),
    "commit": (("commit",),),
    "odds": (("odds", "solar_system", "--rank", 2, "--vs-rank", 3),),
    "solve": (("solve", "stuck_door"),),
    "reply": (("reply", "stuck_door", "--seat", "Skala", "--agent", "steady"),),
    "sweep": (("sweep", *_DOOR, *_NUMBER, "--vary", "seats[Miska].pools.vigor=1..2"),),
    "tune": (
        (
            *("tune", "skill_page", "--games", 20, "--target", "wins(Hacker)=0.4"),
            *("--vary", "seats[Hacker].skills.intrusion=9..11"),
        ),
    ),
    "value": (("value", "planets_boulder"),),
    "compare": (("compare", *_DOOR, "--set", "seats[Skala].pools.vigor=1"),),
    "exploit": (("exploit", "stuck_door", "--against", "steady", "--games", 20),),
    "scenarios": (("scenarios",),),
    "agents": (("agents",), ("agents", "steady")),
    "rules": (
        ("rules",),
        ("rules", "solar_system"),
        ("rules", "solar_system", "--options"),
        ("rules", "pool_die_timing"),
        ("rules", "--words"),
    ),
    "check": (("check", "planets_three_gates"), ("check", "stuck_door")),
}
"""What is printed for people, by the command that prints it."""
ELSEWHERE = {
    *("play", "judge", "serve"),
    *("export", "import", "pack", "reveal", "new"),
    *("transcript", "schema"),
    *("playtest", "fit"),
}
"""Talks with a person; a line or two; files; what takes long, by the same tables."""
QUICK = {"run", "tournament", "show", "replay", "audit", "rules", "scenarios"}
"""What is looked at in the first tier."""


@pytest.fixture(name="stores")
def _stores(
    stored: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[object, str]:
    monkeypatch.chdir(tmp_path)
    stored("runs.db", *_RUN)
    stored("met.db", *_MEET)
    return {"RUNS": "runs.db", "MET": "met.db", "LEAGUE": "league.db"}


def test_every_command_is_looked_at() -> None:
    """Every command is tested for its width, or is among the exceptions."""
    assert set(PRINTED) | ELSEWHERE == set(COMMANDS)


@pytest.mark.parametrize("command", later(PRINTED, set(PRINTED) - QUICK))
def test_no_line_is_wider_than_the_terminal(
    fracas: Fracas,
    stores: dict[object, str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    """No line that could wrap is wider than the terminal."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    for words in PRINTED[command]:
        for room in (80, 60) if command in {"run", "show"} else (80,):
            monkeypatch.setenv("COLUMNS", str(room))
            said = fracas(*(stores.get(word, word) for word in words))
            assert said.status in {0, 1}, said.err
            wide = [
                line
                for line in unstyle(said.out).splitlines()
                if cell_len(line) > room and " " in line.strip()
            ]
            assert wide == []


PIPED: dict[str, tuple[object, ...]] = {
    "run": ("run", "planets_boulder", "--games", 4, "--why", "--seed", "w"),
    "sampled": ("run", *_DOOR, "--sampled"),
    "field": ("run", "skill_page", "--games", 50, "--agents", "all"),
    "tournament": ("tournament", "skill_page", "--games", 8, "--null", 1, "--why"),
    "playtest": ("playtest", "stuck_door", "--budget", "300 games", "--seed", "s"),
    "fit": ("fit", "stuck_door", "--games", 20),
}
"""What has the widest tables."""


@pytest.mark.parametrize("printed", later(PIPED, {"playtest", "fit", "tournament"}))
def test_tables_have_80_columns_in_a_pipe_too(fracas: Fracas, printed: str) -> None:
    """Tables in a pipe are at most 80 columns wide, but for long words."""
    inside, rows = False, 0
    for line in fracas(*PIPED[printed]).out.splitlines():
        inside = line.startswith("─") or (inside and "  " in line)
        rows += inside
        if inside and all(len(word) < 20 for word in line.strip("─").split()):
            assert cell_len(line) <= 80, line
    assert rows > 1


def test_a_long_command_can_be_copied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long command is broken by backslashes, and a shell reads the same."""
    monkeypatch.setenv("COLUMNS", "40")
    words = ["'a b'", *(f"word{number}" for number in range(20))]
    command = f"echo {' '.join(words)}"
    put_command(command, "again: ")
    assert capsys.readouterr().out == f"again: {command}\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    put_command(command, "again: ")
    label, *lines = capsys.readouterr().out.splitlines()
    assert label == "again:"
    assert max(map(len, lines)) <= 40
    done = subprocess.run(
        ["sh", "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{' '.join(words)}\n".replace("'", "")


def test_prose_breaks_between_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prose breaks between words, and a list without spaces at its commas."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    put("  " + "word " * 20 + ",".join(["setting=0.5"] * 8))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("    ") for line in lines[1:])
    assert "".join(lines).replace(" ", "") == "word" * 20 + ",".join(
        ["setting=0.5"] * 8
    )
