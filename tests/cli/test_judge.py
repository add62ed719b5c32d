"""`fracas judge` takes a round from a terminal or a file, and saves it as it grows."""

import tomllib
from pathlib import Path

import click
import pytest
from click import testing

from sim.cli.judge import session
from sim.cli.main import cli, main
from sim.judge.question import Question
from sim.judge.round import Round
from sim.library.scenario import load
from tests.cli.conftest import Fracas

WOLF = "1\n++-\n1\n"


def judge(*words: object, typed: str = "") -> testing.Result:
    """Return what the command prints when *typed* is typed."""
    args = ["judge", *map(str, words)]
    return testing.CliRunner().invoke(cli, args, input=typed)


def test_a_round_is_typed_in_and_kept(tmp_path: Path, fracas: Fracas) -> None:
    """A round is typed in, kept after every step, and gone on with."""
    path = tmp_path / "door.toml"
    done = judge("stuck_door", "--save", path, typed=f"{WOLF}2\n+ 5\nq\n")
    assert done.exit_code == 0
    assert "Wolf-Snarl: 1\n\nWolf-Snarl rolls Athletics: 3 Fudge dice" in done.stdout
    assert "  found 2 dice, expected 7 dice of Skala\n" in done.stdout
    assert "    Skala: vigor 1, was 2\n" in done.stdout
    assert f"the round is in {path}; fracas audit" in done.stderr
    assert fracas("audit", path).status == 0
    for command in (["replay", path], ["explain", path, "3"]):
        assert fracas(*command).status == 0
    done = judge("--from", path, "--save", path, typed="0000000\nSkala made it\nu\nu\n")
    assert "  yes: The group check succeeds with Marginal (1)\n" in done.stdout
    assert 'the claim "Skala made it" is withdrawn' in done.stdout
    assert "the last roll of Skala is taken back" in done.stdout
    assert tomllib.loads(path.read_text("utf-8"))["unfinished"] is True


def test_a_wrong_claim_is_found_and_shown(tmp_path: Path, fracas: Fracas) -> None:
    """The audit and its page show a wrong claim, and what is right."""
    path, page = tmp_path / "door.toml", tmp_path / "door.html"
    typed = "1\n++0\n1\nWolf-Snarl made it with 3\nWolf-Snarl made it with 9\nu\n"
    done = judge("stuck_door", "--save", path, typed=typed)
    assert done.stdout.count("The claim stays in the transcript; undo withdraws") == 2
    audited = fracas("audit", path, "--html", page)
    assert audited.status == 1
    assert 'the table claims "Wolf-Snarl made it with 3", but by the' in audited.out
    assert "claims: 0 of 1 hold" in audited.out
    shown = page.read_text("utf-8")
    assert "Wolf-Snarl made it with 3" in shown
    assert "By the rules: level 4." in shown
    assert "Wolf-Snarl rolls Athletics: + + 0" in shown
    assert "made it with 9" not in shown
    for command in (["replay", path], ["explain", path, "3"]):
        assert fracas(*command).status == 0


def test_a_whole_round_is_analysed_and_branched(tmp_path: Path, fracas: Fracas) -> None:
    """A round that was typed in to its end can be analysed and branched."""
    path = tmp_path / "door.toml"
    judge("stuck_door", "--save", path, typed=f"{WOLF}1\n000000\n1\n1\n000+\n1\n")
    assert "unfinished" not in path.read_text("utf-8")
    audited = fracas("audit", path).out
    assert audited.endswith("clean: no findings (the transcript; rules)\n")
    assert fracas("analyse", path, "--games", "4").status == 0
    assert fracas("whatif", path, "--at", "3").status == 0
    sat = ["play", "--from", str(path), "1@3", "--seat", "Wolf-Snarl"]
    assert testing.CliRunner().invoke(cli, sat, input="1\n" * 20).exit_code == 0


def test_a_shipped_transcript_is_gone_on_with() -> None:
    """A shipped transcript is gone on with by name; what is missing is named."""
    done = judge("--from", "tela_gael_strict", typed="q\n")
    assert done.exit_code == 0
    assert "taken as silence, round 0: " in done.stdout


def test_without_a_file_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --save the round is printed, also after an interrupt."""
    done = judge("stuck_door", typed="1\n")
    assert done.exit_code == 0
    assert '{ who = "Wolf-Snarl", does = "buys no die"' in done.stdout

    def interrupted(_asked: object) -> str:
        raise session.Left(interrupted=True)

    monkeypatch.setattr(session, "typed_at", interrupted)
    done = judge("stuck_door")
    assert done.exit_code == 130
    assert "unfinished = true" in done.stdout


def test_at_a_terminal_both_ways_to_leave_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a terminal Ctrl-D leaves, and Ctrl-C interrupts."""
    asked = Question("over", "", "")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for error, interrupted in ((EOFError, False), (KeyboardInterrupt, True)):

        def typed(_text: str, error: type[BaseException] = error) -> str:
            raise error

        monkeypatch.setattr(click.termui, "visible_prompt_func", typed)
        with pytest.raises(session.Left) as left:
            session.typed_at(asked)
        assert left.value.interrupted == interrupted


def test_the_scenario_is_found_from_where_the_file_is(
    tmp_path: Path, fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transcript names its scenario by the path from its own folder."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "door.toml").write_bytes(
        (Path(__file__).parents[2] / "scenarios" / "stuck_door.toml").read_bytes()
    )
    monkeypatch.chdir(tmp_path)
    ruled = ["--ruling", "pool_die_timing=before_roll_only"]
    done = judge("own/door.toml", "--save", "own/round.toml", *ruled, typed=WOLF[:6])
    assert done.exit_code == 0
    typed = tomllib.loads(Path("own/round.toml").read_text("utf-8"))
    assert typed["scenario"] == "door.toml"
    assert typed["rulings"] == {"pool_die_timing": "before_roll_only"}
    assert judge("--from", "own/round.toml", "--save", "here.toml").exit_code == 0
    assert tomllib.loads(Path("here.toml").read_text("utf-8"))["scenario"] == (
        "own/door.toml"
    )
    assert fracas("audit", "here.toml").status == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "fracas judge lacks SCENARIO, or --from and a transcript"),
        (["stuck_dor"], "did you mean stuck_door?"),
        (["stuck_door", "--from", "there.toml"], "leave out stuck_door"),
        (["--from", "nothing.toml"], "nothing.toml: cannot be read"),
        (["--from", "there.toml"], "there.toml, line 1, column 1: "),
        (["stuck_door", "--save", "there.toml"], "there.toml is there already"),
        (["stuck_door", "--save", "no/such.toml"], "there is no directory no"),
        (["stuck_door", "--save", "door.txt"], "expected one that ends in .toml"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be used is refused in one sentence, before anything is typed."""
    monkeypatch.chdir(tmp_path)
    Path("there.toml").write_text("scenario = 3\n", "utf-8")
    assert main(["judge", *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    """Control characters in a scenario's names are printed escaped."""
    text = (Path(__file__).parents[2] / "scenarios" / "stuck_door.toml").read_text()
    path = tmp_path / "door.toml"
    path.write_text(text.replace('"Skala"', '"Sk\\u001b[2Jala"'), "utf-8")
    done = judge(
        path, "--save", tmp_path / "round.toml", typed=f"{WOLF}Sk made it\ns\n"
    )
    assert "\x1b" not in done.output
    assert b"\x1b" not in (tmp_path / "round.toml").read_bytes()
    assert load(str(path)).scenario is not None


def test_a_kill_loses_nothing(tmp_path: Path, fracas: Fracas) -> None:
    """After every step the file is whole, and audits clean."""
    path = tmp_path / "door.toml"
    seen: list[str] = []

    def killed(text: str) -> None:
        path.write_text(text, "utf-8")
        seen.append(text)
        assert fracas("audit", path).status == 0

    session_ = session.Session(Round(load("stuck_door")), killed)
    with (
        testing.CliRunner().isolation(input=f"{WOLF}2\nSkala has 1 vigor\n"),
        pytest.raises(session.Left),
    ):
        session_.run()
    assert len(seen) == 6
    assert len(set(seen)) == len(seen)
