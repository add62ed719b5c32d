"""The command `fracas` itself: help, wrong commands, and what it imports."""

import ast
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sim.cli.main import COMMANDS, GROUPS, OLDER, Commands, cli
from sim.cli.terminal.layout import ALWAYS, RARE
from sim.cli.terminal.output import put_json
from sim.reading.visible import visible
from tests.cli.conftest import Fracas

_SLOW = ("scipy", "eventsourcing", "rich", "sim.rules", "sim.store.store", "agents.")


def test_help_lists_every_command_with_its_purpose(fracas: Fracas) -> None:
    """`fracas --help` lists every command with its purpose."""
    said = fracas("--help")
    assert said.status == 0
    for name, (_, words) in COMMANDS.items():
        assert f"{name}  " in said.out
        assert words in said.out


def test_help_groups_commands_by_what_one_wants(fracas: Fracas) -> None:
    """Help lists commands under headings, in order, without the older names."""
    said = fracas("--help").out
    places = [said.index(f"\n{heading}:\n") for heading in GROUPS]
    assert places == sorted(places)
    assert not any(f"  {name} " in said for name in OLDER)


@pytest.mark.parametrize("name", OLDER)
def test_older_names_go_on_working(fracas: Fracas, name: str) -> None:
    """Older names of commands work, and their help names the newer ones."""
    said = fracas(name, "--help")
    assert said.status == 0
    new = "show" if name == "list" else "check" if "check" in name else "rules"
    assert f"fracas {new}" in said.out


def test_help_puts_rare_options_last(fracas: Fracas) -> None:
    """Help lists rare options last."""
    usual, rare = fracas("run", "--help").out.split("\nMore options:\n")
    assert "--seed" in usual
    assert "--help" in usual
    assert "--executor" in rare
    assert "--executor" not in usual
    assert "More options" not in fracas("replay", "--help").out


def test_examples_of_help_can_be_copied(fracas: Fracas) -> None:
    """The examples in a command's help can be copied, each in 80 columns."""
    said = fracas("run", "--help").out.partition("Examples:\n")[2]
    commands = said.replace("\\\n", "").splitlines()
    assert all(command.startswith("  fracas run ") for command in commands)
    assert all(len(line) <= 80 for line in said.splitlines())


def test_every_rare_option_is_an_option_of_some_command() -> None:
    """Every option in the table of rare options exists."""
    assert isinstance(cli, Commands)
    every = {
        name
        for command in COMMANDS
        for param in cli.get_command(None, command).params  # type: ignore[union-attr]
        for name in param.opts
    }
    assert every >= RARE
    assert {name for _, name in ALWAYS} <= every


def test_every_option_for_agents_says_what_may_be_given() -> None:
    """Help of every option for agents says whether it takes files and programs."""
    assert isinstance(cli, Commands)
    helps = {
        (command, name): str(getattr(param, "help", ""))
        for command in COMMANDS
        for param in cli.get_command(None, command).params  # type: ignore[union-attr]
        for name in param.opts
        if name in {"--agents", "--against"} or (command, name) == ("reply", "--agent")
    }
    assert len(helps) >= 12
    for (command, name), said in helps.items():
        assert "FILE.py:CLASS" in said, command
        exact = command == "solve" or name == "--agent"
        assert ("cmd:PROGRAM" in said) is not exact, command


def test_an_option_that_commands_share_is_declared_once() -> None:
    """No option is declared twice in the same words."""
    places: dict[str, list[str]] = {}
    for path in sorted(Path("sim/cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "click.option":
                places.setdefault(ast.unparse(node), []).append(str(path))
    again = {said: where for said, where in places.items() if len(where) > 1}
    assert places
    assert not again, again


@pytest.mark.parametrize("name", [*COMMANDS, "odds solar_system", "odds planets"])
def test_help_calls_a_number_a_number(fracas: Fracas, name: str) -> None:
    """Help does not call numbers by the names of a library's types."""
    said = fracas(*name.split(), "--help").out
    assert not re.findall(r"INTEGER|FLOAT|\bRANGE\b", said)


def test_help_imports_nothing_slow() -> None:
    """Printing the help imports no slow module."""
    code = (
        "import sys; from sim.cli.main import main; main(['--help']);"
        "print([name for name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    modules = done.stdout.splitlines()[-1]
    assert not [name for name in _SLOW if f"'{name}" in modules]


_SELDOM = ("numpy", "scipy", "jinja2", "eventsourcing", "multiprocessing")
_UNASKED = {
    "run stuck_door --games 1": (
        *("importlib.metadata", "concurrent", "ctypes"),
        *("sim.check_agent", "sim.fitting", "sim.graph", "sim.narration", "sim.audit"),
        *("sim.store.store", "sim.hosting.nurseries", "sim.run.recorded"),
        *("sim.campaign.chunk", "sim.campaign.recorded", "sim.campaign.story"),
    ),
    "scenarios": ("sim.rules",),
}
"""Command -> modules that it has no use for; all take their time to import."""


@pytest.mark.parametrize("command", _UNASKED)
def test_a_command_imports_only_what_it_uses(command: str) -> None:
    """Each command imports no module of those that others need."""
    code = (
        f"import sys; from sim.cli.main import main; main({command.split()});"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    modules = done.stdout.splitlines()[-1].split()
    assert not [
        module
        for module in modules
        if any(
            module == name or module.startswith(f"{name}.")
            for name in (*_SELDOM, *_UNASKED[command])
        )
    ]


@pytest.mark.slow
def test_looking_waits_for_nothing_slow() -> None:
    """`show` imports neither numpy nor the templates of pages."""
    where = COMMANDS["show"][0].partition(":")[0]
    code = f"import sys, {where}; print([name for name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not [
        name for name in ("numpy", "scipy", "jinja2") if f"'{name}'" in done.stdout
    ]


WITHOUT_JSON = {"odds", "judge", "play", "new", "transcript", "serve"}
"""A group of commands, a talk with a person, a file."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(fracas: Fracas, name: str) -> None:
    """The help of every command has an example."""
    said = fracas(name, "--help")
    assert said.status == 0
    assert f"fracas {name}" in said.out.partition("Example")[2]
    assert "--json" in said.out or name in WITHOUT_JSON


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_table_says(name: str) -> None:
    """The table of commands and the commands agree on their names."""
    assert isinstance(cli, Commands)
    command = cli.get_command(None, name)
    assert command is not None
    assert command.name == name


def test_wrong_command_is_answered_with_the_nearest(fracas: Fracas) -> None:
    """A misspelt command is refused with the nearest."""
    said = fracas("replaay", "x.db").refused()
    assert "did you mean replay? there is no command 'replaay'" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("rnu", "did you mean run? there is no command 'rnu' (see fracas --help)"),
        ("run", "fracas run lacks SCENARIO (see fracas run --help)"),
        (
            "run alley --gmaes 3",
            "did you mean --games? fracas run has no option --gmaes",
        ),
        ("run alley --games x", '--games is "x", expected a whole number of at least'),
        ("run alley --games 0", '--games is "0", expected a whole number of at least'),
        ("run alley --games 99999999999999999999", "at most 1,000,000,000,000,000"),
        ("show x.db --limit 99999999999999999999", "at most 1,000,000,000,000,000"),
        ("explain x.db 1 99999999999999999999", "at most 1,000,000,000,000,000"),
        ("run alley --games", "--games has no value, expected one after it (see frac"),
        ("run alley --json=3", "--json has a value, expected none (see fracas run --"),
        ("run alley 3", 'fracas run found "3", expected nothing more'),
        ("run alley --record ful", "did you mean full? --record is "),
        ("odds solar_system --rank x", '--rank is "x", expected a whole number (see'),
        ("tournament alley --level 2", "--level"),
        ("audit x.db --seal 9", "--seal: '9' is not a seal: expected 64 hexadecimal"),
        ("-x", "fracas has no option -x (see fracas --help)"),
    ],
)
def test_misuse_is_one_plain_sentence(fracas: Fracas, typed: str, said: str) -> None:
    """A wrong use of a command is refused in one sentence that names its help."""
    refused = fracas(*typed.split()).refused()
    assert said in refused
    assert refused.endswith("--help)")


def test_version_is_printed(fracas: Fracas) -> None:
    """--version prints the version."""
    said = fracas("--version")
    assert (said.status, said.out.split(",")[0].split()[0]) == (0, "fracas")


def test_reader_that_leaves_early_causes_no_noise(noon: Path) -> None:
    """`fracas ... | head -1` ends quietly."""
    del noon
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "sim.cli", "agents"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.parametrize(
    "arguments",
    [
        "run stuck_door --games 20 --seed s",
        "run stuck_door --games 20 --seed s --agents all",
        "run stuck_door --games 20 --seed s --sampled",
        "sweep stuck_door --vary rulings.max_volleys=2,3 --games 20",
        "tournament stuck_door --games 4 --agents steady,uniform --seed s",
        "league cup.db stuck_door --games 4 --agents steady,uniform --seed s",
    ],
)
def test_a_page_is_written_though_nobody_reads_the_output(
    arguments: str, tmp_path: Path
) -> None:
    """`fracas ... --html FILE | head -1` leaves the page."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "sim.cli", *arguments.split(), "--html", "page.html"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
        cwd=tmp_path,
    )
    os.close(write)
    assert b"page.html is written" in done.stderr
    assert (tmp_path / "page.html").exists()
    assert done.returncode == 141


@pytest.mark.parametrize(
    "arguments",
    [
        "run stuck_door --games 20 --seed s --html",
        "run stuck_door --games 20 --seed s --html x.html --json",
        "run stuck_door --games 20 --seed s --agents all --html",
        "run stuck_door --games 20 --seed s --sampled --html",
        "sweep stuck_door --vary rulings.max_volleys=2,3 --games 20 --csv",
        "tournament stuck_door --games 4 --agents steady,uniform --seed s --html",
        "league cup.db stuck_door --games 4 --agents steady,uniform --seed s --html",
        "fit stuck_door --games 2000 --seed s --to",
        "reply stuck_door --seat Skala --save",
        "audit tela_gael_strict --html",
    ],
)
def test_the_output_is_printed_though_a_file_cannot_be_written(
    fracas: Fracas, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs the file, and not what was computed; the status is 2."""

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    ends = {"--csv": ["x.csv"], "--html": ["x.html"], "--to": ["x.toml"]}
    ends["--save"] = ["x.py"]
    words = arguments.split()
    said = fracas(*words, *ends.get(words[-1], []))
    assert said.status == 2
    assert said.err.endswith(" cannot be written: No space left on device\n")
    assert len(said.out.splitlines()) > 2
    assert {path.suffix for path in tmp_path.iterdir()} <= {".db"}


@pytest.mark.parametrize(
    "arguments",
    [
        "run stuck_door --html",
        "sweep stuck_door --vary rulings.max_volleys=2,3 --csv",
        "tournament stuck_door --agents steady,uniform --picture",
        "fit stuck_door --to",
        "judge stuck_door --save",
    ],
)
def test_a_folder_that_nobody_may_write_into_is_refused_before_the_work(
    fracas: Fracas, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no file can be made it is said at once, and nothing is played or typed."""
    may = os.access

    def may_not_write(path: Path, mode: int) -> bool:
        return Path(path) != tmp_path and may(path, mode)

    monkeypatch.setattr(os, "access", may_not_write)
    ends = {"--picture": ".svg", "--csv": ".csv", "--html": ".html"}
    file = tmp_path / f"x{ends.get(arguments.rsplit(maxsplit=1)[-1], '.toml')}"
    refused = fracas(*arguments.split(), file).refused()
    assert refused.endswith(f"{file} cannot be written: Permission denied")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Zoë, naïve 名", "Zoë, naïve 名"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\rb\nc", "a\\rb\\nc"),
        ("\u202egnirts", "\\u202egnirts"),
        ("a\u2028b", "a\\u2028b"),
    ],
)
def test_clean_shows_what_could_steer_a_terminal(text: str, shown: str) -> None:
    """Control characters are printed as escapes, and letters of any language stay."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "{}"),
        ("run", "alley", "--store", "{}"),
        ("odds", "{}"),
        ("audit", ".", "--seal", "{}"),
        ("run", "--{}"),
    ],
)
def test_a_very_long_name_is_not_repeated_whole(
    fracas: Fracas, arguments: tuple[str, ...]
) -> None:
    """A very long name is repeated only in part."""
    said = fracas(*(argument.format("x" * 5000) for argument in arguments))
    assert said.status == 2
    assert "xxx" in said.err
    assert len(said.err) < 600


def test_json_holds_nothing_a_terminal_would_obey(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """JSON has characters that cannot be seen as escapes, and the same value."""
    value = {"name": "\u009b31mZoë\u202e\x7f\U000e0001"}
    put_json(value)
    printed = capsys.readouterr().out
    assert json.loads(printed) == value
    assert all(char.isprintable() or char == "\n" for char in printed)
    assert "Zoë" in printed


def test_usage_is_said_once(fracas: Fracas) -> None:
    """The usage is printed once where a group gets no command."""
    for args in ((), ("odds",)):
        said = fracas(*args)
        assert said.status == 2
        assert (said.out + said.err).count("Usage:") == 1


def test_an_ending_is_spelt_one_way_for_people(fracas: Fracas, tmp_path: Path) -> None:
    """An ending is spelt with spaces wherever people read it."""
    store, rows = tmp_path / "own.db", tmp_path / "rows.csv"
    played = fracas("run", "skill_duel", "--games", 9, "--seed", "q", "--store", store)
    (run,) = fracas("list", store, "--json").lines()
    lines = fracas("list", store, run["run"], "--json").lines()
    conflict = next(line["conflict"] for line in lines if line["how"] == "taken_out")
    said = [played.out, fracas("list", store, run["run"]).out]
    said += [fracas("show", store, name).out for name in ("", conflict)]
    said += [fracas("replay", store, conflict).out]
    assert fracas("export", store, "--table", rows).status == 0
    said += [rows.read_text()]
    assert all("taken out" in text for text in said)
    assert not any("taken_out" in text for text in said)
    for how in ("taken out", "taken_out"):
        assert fracas("list", store, run["run"], "--how", how).status == 0


def test_a_list_ends_where_it_ends(fracas: Fracas, tmp_path: Path) -> None:
    """The list of a store ends without an empty line."""
    store = tmp_path / "cup.db"
    given = ("--agents", "steady,uniform", "--games", 2, "--store", store)
    assert fracas("tournament", "skill_duel", *given).status == 0
    said = fracas("list", store).out
    assert said.endswith("\n")
    assert said.splitlines()[-1].strip()
