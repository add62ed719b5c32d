"""What `fracas run` prints, keeps and refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click import unstyle

from sim.cli.play.report import dearer_wins
from sim.conflict.stream import Line
from sim.library.catalogue import scenarios
from sim.statistics.intervals import Interval
from sim.statistics.records import Record
from sim.statistics.summary import Summary
from tests.cli.conftest import Fracas
from tests.tiers import short_first

FIRST = ("Most wins: ", "Who wins most is open: ", "Wins: ", "Nobody wins any of 2 ")
SCREEN = 56
"""Lines, of 80 columns."""


def test_run_says_how_it_went(fracas: Fracas, noon: Path) -> None:
    """A run prints who won and how it ended, and --why all that was counted."""
    asked = ("run", noon, "--games", 10, "--seed", "high")
    said = fracas(*asked)
    assert said.status == 0
    for word in ("Ann", "uniform", "Bo", "steady", "how it ended", "rounds"):
        assert word in said.out
    assert "harm" not in said.out
    whole = fracas(*asked, "--why").out
    assert whole.startswith(said.out)
    for word in ("harm", "return if taken"):
        assert word in whole.removeprefix(said.out)
    assert "won: no side got more, and some side got less" in said.out
    assert "the same again: fracas run" in said.out
    assert "seed high" in said.out
    assert said.err == ""


def test_what_was_done_stands_on_the_first_screen(fracas: Fracas) -> None:
    """A run prints a few options of both seats with their counts in JSON."""
    asked = ("run", "skill_duel", "--games", 20, "--seed", "high")
    said, counts = fracas(*asked).out, fracas(*asked, "--json").json()["choices"]
    rows = said.partition("did, in the first 20 conflicts")[2].splitlines()[2:6]
    assert [row.split()[0] for row in rows] == ["Ann", "Ann", "Bob", "Bob"]
    for row in rows:
        seat, words, *_ = filter(None, map(str.strip, row.split("  ")))
        count = next(
            option
            for option in counts["options"]
            if option["words"].startswith(f"{seat} {words}")
        )
        assert f" {count['taken']} of {count['offered']} " in row
    left = len(counts["options"]) - 4
    assert f"--choices has {left} more options" in said
    every = fracas(*asked, "--choices").out
    assert every.startswith(said.partition("--choices has")[0])
    assert "--choices has" not in every
    assert every.count("Bob") > said.count("Bob")


def test_a_seat_in_small_letters_is_not_named_twice(
    fracas: Fracas, tmp_path: Path
) -> None:
    """An option's sentence leaves out its seat, also one in small letters."""
    file = tmp_path / "small.toml"
    fracas("new", "skill_roll", str(file))
    text = file.read_text("utf-8")
    file.write_text(text.replace('"Ann"', '"the watch"'), "utf-8")
    asked = ("run", str(file), "--games", "20", "--seed", "q", "--choices")
    page = tmp_path / "run.html"
    told = fracas(*asked, "--html", str(page)).out
    assert "the watch  defends with dodge" in told
    assert "The watch defends" not in told
    assert "defends with dodge" in page.read_text("utf-8")
    assert "The watch defends" not in page.read_text("utf-8")


def test_run_json_is_the_same_for_the_same_seed(fracas: Fracas, noon: Path) -> None:
    """The same seed gives the same JSON, and another seed does not."""
    asked = ("run", noon, "--games", 8, "--json", "--seed")
    first = fracas(*asked, "high").json()
    assert fracas(*asked, "high").json() == first
    assert first["games"] == 8
    assert first["seats"][0]["won"] + first["seats"][1]["won"] == 8
    assert fracas(*asked, "low").json()["seal"] != first["seal"]


def test_run_without_a_seed_prints_one_that_repeats_it(
    fracas: Fracas, noon: Path
) -> None:
    """Without --seed a run prints a seed that repeats it."""
    first = fracas("run", noon, "--games", 5, "--json").json()
    again = first["again"].split()
    assert again[:3] == ["fracas", "run", str(noon)]
    assert fracas(*again[1:], "--json").json()["seal"] == first["seal"]


def test_run_seats_are_filled_in_order(fracas: Fracas, noon: Path) -> None:
    """Agents fill the seats in order; an empty one leaves the scenario's."""
    plain = fracas("run", noon, "--games", 2, "--json").json()
    assert plain["agents"] == ["uniform", "steady"]
    run = fracas("run", noon, "--games", 2, "--agents", "bold:lead=0.1", "--json")
    assert run.json()["agents"] == ["bold:lead=0.1", "steady"]
    second = fracas("run", noon, "--games", 2, "--agents", ",miser", "--json").json()
    assert second["agents"] == ["uniform", "miser"]


def test_run_rulings_are_in_force_and_said(fracas: Fracas, noon: Path) -> None:
    """A run says which rulings are not the default."""
    asked = ("run", noon, "--games", 3, "--ruling", "grit=1", "--ruling", "nerve=4")
    assert fracas(*asked, "--json").json()["changed_rulings"] == {"grit": 1}
    assert "rulings that are not the default: grit=1" in fracas(*asked).out


@pytest.mark.parametrize("name", short_first(scenarios()))
def test_run_plays_every_shipped_scenario(
    fracas: Fracas, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every shipped scenario can be run as it is, and is told on one screen.

    What counts stands where a reader looks: one sentence first, the table of who won
    last, before what its words mean.
    """
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    said = fracas("run", name, "--games", 2, "--seed", "high")
    lines = unstyle(said.out).splitlines()
    assert said.status == 0
    assert "forfeit" not in said.out
    assert lines[0].startswith(FIRST)
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= 80
    table = next(n for n, line in enumerate(lines) if "agent" in line and "won" in line)
    below = next(n for n, line in enumerate(lines) if line.startswith("won: "))
    assert all(lines[table:below])


@pytest.mark.parametrize("record", ["full", "seal"])
def test_run_records_and_resumes(
    fracas: Fracas, noon: Path, tmp_path: Path, record: str
) -> None:
    """The same command, or --resume without a seed, plays nothing again."""
    store = tmp_path / "some.db"
    asked = ["run", noon, "--games", 9, "--store", store, "--record", record, "--json"]
    first = fracas(*asked, "--seed", "high").json()
    assert first["played"] == 9
    said = fracas(*asked, "--seed", "high")
    assert said.err == "nothing to do: all 9 conflicts are already there\n"
    assert said.json() == first | {"played": 0}
    more = [argument if argument != 9 else 12 for argument in asked]
    refused = fracas(*more, "--seed", "high").refused()
    assert "begun with games 9, and cannot go on with 12: another seed" in refused
    mistyped = fracas(*asked, "--seed", "hihg", "--resume").refused()
    assert "did you mean high?" in mistyped
    again = fracas(*asked, "--resume").json()
    assert (again["played"], again["seed"]) == (0, "high")
    assert again["seal"] == first["seal"]


@pytest.mark.parametrize("more", [["--resume"], ["--seed", "high"]])
def test_run_interrupted_says_what_was_kept(
    fracas: Fracas,
    noon: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
) -> None:
    """After Ctrl-C the whole chunks are kept, and the rest can be played."""
    store = tmp_path / "some.db"
    whole = fracas("run", noon, "--games", 40, "--seed", "high", "--json").json()
    lines: list[Line] = []

    class Impatient(Summary):
        """Interrupts the run in its third chunk."""

        def add(self, line: Line) -> None:
            """Count *line* and lose patience."""
            lines.append(line)
            if len(lines) == 12:
                raise KeyboardInterrupt
            super().add(line)

    monkeypatch.setattr("sim.campaign.summary.Summary", Impatient)
    said = fracas("run", noon, "--games", 40, "--seed", "high", "--store", store)
    assert (said.status, said.out) == (130, "")
    assert "stopped: 15 of 40 conflicts are kept" in said.err
    monkeypatch.setattr("sim.campaign.summary.Summary", Summary)
    assert "\n15 of 40 conflicts are recorded: " in fracas("show", store).out
    asked = ("run", noon, "--games", 40, "--store", store, "--json")
    completed = fracas(*asked, *more)
    kept = "15 of 40 conflicts were already there; only the others were played\n"
    assert completed.err == kept
    rest = completed.json()
    assert (rest["played"], rest["seal"]) == (25, whole["seal"])


def test_nothing_is_estimated_from_nothing(
    fracas: Fracas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run without a conflict shows no figures."""
    store = tmp_path / "none.db"

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.store.store.Store.put_chunk", stopped)
    asked = ("run", "planets_three_gates", "--games", 2, "--seed", "a")
    said = fracas(*asked, "--store", store)
    assert said.status == 130
    assert "stopped: 0 of 2 campaigns are kept" in said.err
    shown = fracas("show", store).out
    assert "0 of 2 campaigns are recorded: " in shown
    assert "%" not in shown


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--agents", "bolt"], "did you mean bold?"),
        (["--agents", "bold,bold,bold"], "3 agents for 2 seats"),
        (["--agents", "bold:nerve=3"], "has no setting 'nerve'"),
        (["--ruling", "grid=1"], "did you mean grit?"),
        (["--ruling", "grit=x"], 'the ruling grit is "x", expected a whole number'),
        (["--store", "/nowhere/some.db"], "/nowhere"),
        (["--store", "ftp://x"], "no store is reached by ftp://"),
        (["--store", "none.db", "--resume"], "none.db"),
    ],
)
def test_run_refuses_in_one_sentence(
    fracas: Fracas, noon: Path, args: list[str], said: str
) -> None:
    """Bad input is refused in one sentence with status 2."""
    assert said in fracas("run", noon, "--games", 2, *args).refused()


@pytest.mark.parametrize(
    "args",
    [
        ["--record", "full"],
        ["--resume"],
        ["--record", "none", "--store", "x.db"],
        ["--games", "0"],
        ["--games", "many"],
        ["--ruling", "grit"],
        ["--workers", "0"],
    ],
)
def test_run_refuses_options_that_make_no_sense(
    fracas: Fracas, noon: Path, args: list[str]
) -> None:
    """Options that contradict each other are refused before anything is played."""
    said = fracas("run", noon, *args)
    assert said.status == 2
    assert "(see fracas run --help)" in said.refused()
    assert not said.out


@pytest.mark.slow
def test_run_strict_stops_at_an_agent_that_fails(
    fracas: Fracas, tmp_path: Path
) -> None:
    """An agent that raises forfeits, or stops the run under --strict."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\n\n"
        "class Broken(Agent):\n"
        "    def choose(self, asked):\n"
        "        raise ValueError('no idea')\n"
    )
    asked = ("run", "guitar_duel", "--games", 3, "--agents", f"{file}:Broken")
    played = fracas(*asked, "--json").json()
    assert played["endings"][0]["how"] == "forfeit"
    assert "no idea" in fracas(*asked, "--strict").refused()


@pytest.mark.slow
def test_run_keeps_what_agents_print_out_of_its_results(tmp_path: Path) -> None:
    """What agents print goes to stderr, so that stdout has nothing but JSON.

    The first lines are shown, with the name of the agent: one for each choice of a run
    would bury all else.
    """
    file = tmp_path / "mine.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\nprint('here')\n\n\n"
        "class Chatty(Agent):\n"
        "    def choose(self, asked):\n"
        "        print('thinking')\n"
        "        return asked.options[0]\n"
    )
    run = ["run", "guitar_duel", "--games", "3", "--agents", f"{file}:Chatty", "--json"]
    said = subprocess.run(
        [sys.executable, "-m", "sim.cli", *run],
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(said.stdout)["games"] == 3
    first, *lines, last = said.stderr.splitlines()
    assert first.endswith("mine.py:Chatty prints: here")
    assert any(line.endswith("mine.py:Chatty prints: thinking") for line in lines)
    assert len(lines) == 4
    assert last.endswith("prints more, which is left out: --debug shows all")


@pytest.mark.slow
@pytest.mark.parametrize("end", ["return asked.options[0]", "raise ValueError"])
def test_run_shows_what_agents_print_without_ending_the_line(
    tmp_path: Path, end: str
) -> None:
    """What an agent prints without ending the line is shown."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from sim.seam.protocol import Agent\n\n\n"
        "class Chatty(Agent):\n"
        "    def choose(self, asked):\n"
        "        print('think', end='')\n"
        "        print('ing', end='')\n"
        f"        {end}\n"
    )
    run = ["run", "guitar_duel", "--agents", f"{file}:Chatty,steady"]
    said = subprocess.run(
        [sys.executable, "-m", "sim.cli", *run],
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{file}:Chatty prints: thinking" in said.stderr.splitlines()


def test_run_of_a_few_games_claims_no_interval_of_what_is_counted(
    fracas: Fracas,
) -> None:
    """Below 10 games what is counted has no interval, and shares have one."""
    for games, told in ((9, False), (10, True)):
        asked = ("run", "skill_duel", "--games", games, "--seed", "few", "--why")
        said = fracas(*asked).out
        row = next(line for line in said.splitlines() if line.startswith("rounds"))
        assert ("[" in row) == told
        assert ("what is counted has none below 10 games." in said) != told
        assert " % [" in said


def test_run_says_why_who_wins_less_may_get_more() -> None:
    """A sentence says that who won less often got more, where that is so."""

    def side(name: str, won: int, got: float) -> Record:
        return Record("", name, (name,), 10, won, 0, 10 - won, Interval(got, got, got))

    (said,) = dearer_wins([side("Ann", 6, 0.5), side("Bo", 4, 0.7)])
    assert said.startswith("Bo won less often than Ann and got more on average: ")
    assert dearer_wins([side("Ann", 6, 0.5), side("Bo", 4, 0.4)]) == []


def test_run_forces_a_seat(fracas: Fracas) -> None:
    """--force wraps a seat's agent, and is in the command that repeats it."""
    asked = ["run", "skill_duel", "--games", 3, "--seed", "demo"]
    forced = fracas(*asked, "--force", "Bob: Dodge!", "--json").json()
    assert forced["agents"] == ["steady", "forced:says=Dodge,of=steady"]
    assert "--force 'Bob: Dodge!'" in forced["again"]
    named = fracas(*asked, "--agents", ",forced:says=Dodge", "--json").json()
    assert named["seats"] == forced["seats"]


@pytest.mark.parametrize(
    ("force", "sentence"),
    [
        ("dodge", "expected 'SEAT: WORDS OF AN OPTION'"),
        ("Bob: ?!", "expected 'SEAT: WORDS OF AN OPTION'"),
        ("Bobb: dodge", "did you mean Bob?"),
        ("Bob: dogde", 'the words "dogde"; the nearest is "defends with dodge"'),
        ("Bob: poison", 'the words "poison", nor any like them; it has "wants: '),
        pytest.param(
            "Bob: Ann attacks",
            "no option of Bob has the words",
            marks=pytest.mark.slow,  # words that are there, so they are sought for long
        ),
    ],
)
def test_run_refuses_what_cannot_be_forced(
    fracas: Fracas, force: str, sentence: str
) -> None:
    """An option that cannot be forced is refused, and nothing is played."""
    assert sentence in fracas("run", "skill_duel", "--force", force).refused()


@pytest.mark.parametrize("words", ["wants", "Boris wants", "boris"])
def test_run_refuses_to_force_no_option_in_particular(
    fracas: Fracas, words: str
) -> None:
    """Words that fit every intention are refused with those that tell them apart."""
    asked = ("run", "dice_pool_knives", "--games", 1, "--force")
    said = fracas(*asked, f"Boris: {words}").refused()
    assert "say which, of " in said
    assert "wants: cut her" in said or words == "boris"
    assert fracas(*asked, "Boris: wants: cut her").status == 0
    assert fracas(*asked, "Boris: takes the first throw").status == 0
