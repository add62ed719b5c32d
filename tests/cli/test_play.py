"""`fracas play` gives a person a seat in a conflict like any other."""

from pathlib import Path

import click
import pytest
from click import testing

from sim.cli.main import cli
from sim.hosting.sandbox import STANDS
from sim.store.store import open_store
from tests.cli.conftest import Fracas


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, fracas: Fracas) -> testing.CliRunner:
    """Return what types at the prompt; the toy is known."""
    del fracas
    monkeypatch.setenv("COLUMNS", "200")
    return testing.CliRunner()


def test_a_person_chooses_by_number(sit: testing.CliRunner, noon: Path) -> None:
    """A person sees numbered options, and plays to the end."""
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
    said = sit.invoke(cli, asked, input="1\n" * 60)
    assert said.exit_code == 0
    assert "Two at noon (Standoff), seed high" in said.stdout
    assert "   1  " in said.stdout
    assert "It ended: " in said.stdout


def test_what_was_played_is_kept_and_audited(
    sit: testing.CliRunner, fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """What a person played is kept, and audits clean."""
    store = tmp_path / "mine.db"
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high", "--store", str(store)]
    played = sit.invoke(cli, asked, input="1\n2\nu\n" + "1\n" * 60)
    assert played.exit_code == 0
    assert "the last choice is taken back" in played.stdout
    (run,) = fracas("list", store, "--json").lines()
    assert run["agents"][1].startswith("person:choices=1.1")
    audited = fracas("audit", store)
    assert (audited.status, audited.out[:5]) == (0, "clean")
    assert "agents" in audited.out
    kept = fracas("replay", store).out
    ended = next(line for line in played.stdout.splitlines() if "It ended" in line)
    assert ended in kept


def test_an_option_is_explained(sit: testing.CliRunner, noon: Path) -> None:
    """An option is explained by its rules and its worth."""
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
    said = sit.invoke(cli, asked, input="?1\ns\nnonsense\n" + "1\n" * 60)
    assert said.exit_code == 0
    assert "chance to win what it leads to" in said.stdout
    assert "Bo (you): " in said.stdout
    assert "found 'nonsense', expected 1 to 3, or: " in said.stderr


@pytest.mark.parametrize("word", ["u", "undo", "back", "UNDO"])
def test_a_choice_is_taken_back_by_whatever_it_is_called(
    sit: testing.CliRunner, noon: Path, word: str
) -> None:
    """A choice is taken back by every word for it, unless there is none."""
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
    said = sit.invoke(cli, asked, input=f"{word}\n1\n{word}\n" + "1\n" * 60)
    assert said.exit_code == 0
    assert said.stderr.count("there is no choice to take back") == 1
    assert said.stdout.count("the last choice is taken back") == 1


@pytest.mark.parametrize("word", ["?", "help", "h"])
def test_help_says_what_can_be_typed(
    sit: testing.CliRunner, noon: Path, word: str
) -> None:
    """Help lists the words that can be typed."""
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
    said = sit.invoke(cli, asked, input=f"{word}\n?1\nhelp 1\no\n" + "1\n" * 60)
    assert said.exit_code == 0
    assert "undo, back" in said.stdout
    assert said.stdout.count("chance to win what it leads to") == 2
    assert "expected 1 to" not in said.stderr


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_leaving_is_called_as_people_do(
    sit: testing.CliRunner, noon: Path, word: str
) -> None:
    """Every word for leaving ends the play without a complaint."""
    asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
    said = sit.invoke(cli, asked, input=f"{word}\n")
    assert "expected 1 to" not in said.stderr
    assert "It ended" not in said.stdout


def test_whoever_leaves_keeps_nothing(
    sit: testing.CliRunner, noon: Path, tmp_path: Path
) -> None:
    """Who leaves, or ends the input, keeps no store."""
    store = tmp_path / "mine.db"
    for typed in ("q\n", ""):
        asked = ["play", str(noon), "--seat", "Bo", "--seed", "high"]
        asked += ["--store", str(store)]
        assert sit.invoke(cli, asked, input=typed).exit_code != 0
        assert not store.exists()


def test_a_seat_nobody_has_is_refused(fracas: Fracas, noon: Path) -> None:
    """A seat that nobody has is refused with the names."""
    said = fracas("play", noon, "--seat", "Anne").refused()
    assert 'did you mean Ann? nobody is called "Anne", expected one of Ann, Bo' in said


RAISES = """
from sim.seam.protocol import Agent


class Raises(Agent):
    def choose(self, asked):
        raise ValueError("no idea")
"""


@pytest.mark.usefixtures("wall")
@pytest.mark.parametrize(("held", "wall"), [((), ""), (("--sandbox",), STANDS)])
def test_an_agent_that_fails_forfeits(
    sit: testing.CliRunner,
    fracas: Fracas,
    tmp_path: Path,
    held: tuple[str, ...],
    wall: str,
) -> None:
    """An agent that fails forfeits, with the reason, and is held as asked for."""
    path, store = tmp_path / "raises.py", tmp_path / "mine.db"
    path.write_text(RAISES, "utf-8")
    asked = ["play", "alley", "--seat", "Tela", "--seed", "high", "--store", str(store)]
    said = sit.invoke(cli, [*asked, "--agents", f",{path}", *held], input="1\n" * 60)
    assert said.exit_code == 0, said.output
    assert f"The agent {path} of Gael raised ValueError: no idea, at raises.py" in (
        said.stdout
    )
    assert "It ended: forfeit: Tela won (1), Gael got 0" in said.stdout
    (run,) = fracas("list", store, "--json").lines()
    assert run["seed"].startswith("high~" if held else "high")
    with open_store(str(store)) as opened:
        assert opened.run(run["run"]).sandbox == wall
    audited = fracas("audit", store)
    assert audited.status == 0, audited.out


def test_whoever_may_seat_a_strangers_agent_says_how_it_is_held() -> None:
    """Each command that seats agents has --sandbox, or says that nothing holds them."""
    context = click.Context(cli)
    commands: set[str] = set()
    # A commitment covers agents by name, and only shipped ones: it seats nobody.
    for name in set(cli.list_commands(context)) - {"commit"}:
        command = cli.get_command(context, name)
        assert command is not None
        options = {param.name for param in command.params}
        if options & {"agents", "agent", "against"}:
            commands.add(name)
            unheld = "with your rights" in (command.help or "")
            assert unheld != ("sandbox" in options), name
    assert {"run", "play", "tournament", "solve", "reply"} <= commands
