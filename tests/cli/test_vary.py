"""`fracas sweep` and `fracas tune` on the command line."""

import csv
import shlex
from pathlib import Path

import pytest

from sim.cli.play.samples import kept_in, put_samples
from sim.graph.budget import Budget
from sim.library.scenario import load
from sim.vary import points
from sim.vary.points import SOLVING, Effort, Point
from tests.cli.conftest import Fracas
from tests.optimal.worked import OF_GRAPHS

TWO = ("--agents", "steady,steady", "--set", "rulings.nerve=1")
LIMIT = ("--vary", "rulings.round_limit=1..3")
GRIT = ("--vary", "rulings.grit=1..5:2")
HALF = ("--target", "wins(Ann)=0.5")


def _never(*_: object) -> bool:
    return False


def test_a_sweep_is_a_table_a_heat_map_and_a_file(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """A sweep prints its points and a map, and writes a CSV."""
    file = tmp_path / "grid.csv"
    said = fracas("sweep", noon, *TWO, *LIMIT, *GRIT, "--csv", file)
    assert said.status == 0
    assert "9 points" in said.out
    assert "by rulings.round_limit (down) and rulings.grit (across)" in said.out
    assert said.out.count("exact") == 9
    assert max(map(len, said.out.split("To read")[0].splitlines())) <= 90
    with file.open() as rows:
        assert len(list(csv.DictReader(rows))) == 18
    asked = shlex.split(said.out.partition("the same again: ")[2])[1:]
    document = fracas(*asked, "--json").json()
    assert document["format"] == 1
    assert len(document["points"]) == 9
    assert document["points"][0]["settings"] == {
        "rulings.round_limit": 1,
        "rulings.grit": 1,
    }


def test_a_played_sweep_has_intervals(
    fracas: Fracas, noon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep that is played has intervals, the number of games and the seed."""
    monkeypatch.setattr(Point, "solve", _never)
    said = fracas("sweep", noon, *TWO, *LIMIT, "--games", 50, "--seed", "s")
    assert said.out.count("50 games") == 3
    assert "[" in said.out
    assert "seed s" in said.out


@pytest.mark.slow
def test_a_sweep_is_drawn(fracas: Fracas, noon: Path, tmp_path: Path) -> None:
    """A sweep is drawn as a line or a map."""
    pytest.importorskip("matplotlib")
    for axes in (LIMIT, (*LIMIT, *GRIT)):
        file = tmp_path / f"{len(axes)}.svg"
        assert fracas("sweep", noon, *TWO, *axes, "--picture", file).status == 0
        assert b"<svg" in file.read_bytes()


def test_ctrl_c_prints_what_is_known(
    fracas: Fracas, noon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C prints the points that are known, and counts the others."""
    solve = Point.solve

    def once(point: Point, budget: Budget) -> bool:
        if point.settings[0].value == 3:
            raise KeyboardInterrupt
        return solve(point, budget)

    monkeypatch.setattr(Point, "solve", once)
    said = fracas("sweep", noon, *TWO, *LIMIT)
    assert said.status == 130
    assert said.out.count("exact") == 2
    assert "stopped: 1 point of 3 not computed" in said.err


def test_ctrl_c_where_every_point_is_known_says_so(
    fracas: Fracas, noon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at the last point says that every point is known."""
    solve = Point.solve

    def late(point: Point, budget: Budget) -> bool:
        solved = solve(point, budget)
        if point.settings[0].value == 3:
            raise KeyboardInterrupt
        return solved

    monkeypatch.setattr(Point, "solve", late)
    said = fracas("sweep", noon, *TWO, *LIMIT)
    assert said.status == 130
    assert "stopped: every point is known as far as it was played" in said.err


def test_a_sweep_names_the_seats_that_it_leaves_out(fracas: Fracas) -> None:
    """A sweep names the seats that it leaves out."""
    given = ("planets_race", "--vary", "rulings.round_cap=1..2")
    assert "not shown: wins(Pip); --of shows one" in fracas("sweep", *given).out
    assert "not shown" not in fracas("sweep", "skill_page", "--vary", "goal=1").out


def test_tune_to_the_value_of_best_play(fracas: Fracas) -> None:
    """`tune` finds the number at which best play is worth as much as asked."""
    jump = OF_GRAPHS / "skill_roll.toml"
    asked = "tune", jump, "--vary", "seats[Toad].skills.leaping=13..15"
    said = fracas(*asked, "--target", "value=0").out
    assert "how much more Frog gets than Toad under best play" in said
    assert "14        0.00000  as wanted  exact" in said
    assert "With Toad's leaping at 14 the target is met exactly: best play is" in said
    assert "--games" not in said
    nearest = fracas(*asked, "--target", "value=0.1", "--json").json()
    assert (nearest["found"], list(nearest["best"].values())) == ("nearest", [13])
    refused = fracas(*asked, "--target", "value=0.9").refused()
    assert "no value reaches value=0.9: the least is -0.50000 with" in refused


@pytest.mark.parametrize(
    ("scenario", "target", "reason"),
    [
        ("footrace", "value=0", "two may join forces"),
        ("planets_boulder", "value=1.5", "expected a number from -1 to 1"),
        ("planets_boulder", "value", "or, for best play, value=0"),
    ],
)
def test_what_has_no_value_is_not_tuned_to_one(
    fracas: Fracas, scenario: str, target: str, reason: str
) -> None:
    """What has no value of best play is refused."""
    asked = "tune", scenario, "--vary", "about=a,b", "--target", target
    assert reason in fracas(*asked).refused()


@pytest.mark.usefixtures("unhurried")
def test_tune_prints_the_number_and_its_neighbours(fracas: Fracas, noon: Path) -> None:
    """`tune` prints the closest number and its neighbours."""
    asked = (
        "tune",
        noon,
        *TWO,
        "--vary",
        "rulings.round_limit=1..20",
        *HALF,
        "--set",
        "rulings.grit=1",
    )
    said = fracas(*asked)
    assert said.status == 0
    words = " ".join(said.out.split())
    assert "The closest is the ruling round_limit at 2: Ann" in words
    assert "the figure rises, as far as can be told" in words
    for value in ("33.333 %", "48.148 %", "54.733 %"):
        assert value in said.out
    document = fracas(*asked, "--json").json()
    assert document["best"] == {"rulings.round_limit": 2}
    assert (document["found"], document["interval"]) == ("nearest", None)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--vary", "rulings.girt=1..3"), "such as rulings.grit"),
        (("--vary", "rulings.grit=0..3"), "is 0, expected a whole number"),
        (("--vary", "rulings.grit=3..1"), "is empty"),
        (("--vary", "rulings.grit"), "expected PATH=LOW..HIGH"),
        ((*LIMIT, "--games", 3), "20"),
        ((*LIMIT, "--seconds", 0), "0"),
        ((*LIMIT, "--set", "rulings.girt=3"), "such as rulings.grit"),
    ],
)
def test_what_cannot_be_varied_is_one_sentence(
    fracas: Fracas, noon: Path, tmp_path: Path, asked: tuple[object, ...], said: str
) -> None:
    """What cannot be varied is refused, and no file is written."""
    file = tmp_path / "grid.csv"
    assert said in fracas("sweep", noon, *TWO, *asked, "--csv", file).refused()
    assert said in fracas("tune", noon, *TWO, *asked, *HALF).refused()
    assert list(tmp_path.iterdir()) == [noon]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("wins(Ann)=0.1", "no value reaches wins(Ann)=0.1: the least is 33.333 %"),
        ("wins(Anne)=0.5", "no participant is called"),
        ("wins=0.5", "expected wins(NAME)=0.5"),
        ("wins(Ann)=7", "a number from 0 to 1"),
    ],
)
def test_a_target_that_cannot_be_is_one_sentence(
    fracas: Fracas, noon: Path, target: str, said: str
) -> None:
    """A target that cannot be reached or read is refused."""
    asked = (
        "tune",
        noon,
        *TWO,
        "--vary",
        "rulings.round_limit=1..3",
        "--target",
        target,
        "--set",
        "rulings.grit=1",
    )
    assert said in fracas(*asked).refused()


def test_too_little_time_for_a_sweep_is_one_sentence(
    fracas: Fracas, noon: Path
) -> None:
    """A sweep without time for a point is refused."""
    said = fracas("sweep", noon, *TWO, *LIMIT, "--seconds", 1e-9).refused()
    assert "leaves no time to compute a single point" in said


@pytest.mark.slow
def test_compare_tells_the_difference_and_where_it_begins(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """`compare` tells the difference, where it begins, and keeps both runs."""
    store = tmp_path / "two.db"
    asked = ("compare", noon, "--agents", "steady,steady", "--games", 60)
    change = ("--set", "rulings.grit=1")
    said = fracas(*asked, *change, "--store", store)
    assert said.status == 0
    assert "rulings.grit  3      1" in said.out
    assert said.out.startswith("With the ruling grit 1 instead of 3, Ann wins ")
    assert "conflicts were followed choice by choice. The two part in" in said.out
    kept = f"fracas replay {store}"
    replays = [line.split() for line in said.out.splitlines() if kept in line]
    assert len(replays) >= 2
    for words in replays:
        assert fracas(*words[1:]).status == 0
    assert fracas("audit", store).status == 0
    samples = fracas(*asked, *change, "--store", store, "--json").json()["samples"]
    assert [sample["replay"] for sample in samples] == [
        f"fracas replay {store} {sample['name']}" for sample in samples
    ]
    assert "recorded; first record" not in said.out
    document = fracas(*asked, *change, "--json").json()
    assert document["changed"] == [{"path": "rulings.grit", "first": 3, "second": 1}]
    assert document["replay"][1].count("--set rulings.grit=1") == 1


def test_samples_that_are_kept_are_replayed_where_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Only samples beyond the games that a store has are to be recorded first."""
    told = {"what": "typical", "how": "cut", "alike": 1, "conflicts": 2, "events": 3}
    told |= {"median": 3, "returns": {"Ann": 1.0}, "keep": "fracas run noon"}
    near, far = told | {"name": "1a-50"}, told | {"name": "1a-51"}
    near, far = kept_in("a.db", 50, [near, far | {"replay": "fracas replay b.db"}])
    assert (near["replay"], "keep" in near) == ("fracas replay a.db 1a-50", False)
    assert (far["replay"], "keep" in far) == ("fracas replay b.db", True)
    put_samples([near, far])
    assert "not all of these are recorded; first record the others:" in (
        capsys.readouterr().out
    )
    put_samples([far])
    assert "none of these is recorded; first record them:" in capsys.readouterr().out


@pytest.mark.usefixtures("unhurried")
def test_compare_says_what_was_played_where_one_alone_is_solved(
    fracas: Fracas, noon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`compare` says which side was solved and which was played."""
    solve = Point.solve

    def unless_changed(point: Point, budget: Budget = SOLVING) -> bool:
        same = point.loaded.to_dict()["rulings"]["grit"] != 1
        return same and solve(point, budget)

    monkeypatch.setattr(Point, "solve", unless_changed)
    said = fracas("compare", noon, *TWO[:2], "--set", "rulings.grit=1", "--games", 50)
    lines = " ".join(said.out.split())
    assert "The first is solved, so exact; 50 conflicts of the second were" in lines


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((), "the two are the same"),
        (("alley",), "expected two scenarios of one rule system"),
        (("--set", "rulings.girt=1"), "such as rulings.grit"),
        (("--agents", "a", "--agents", "b", "--agents", "c"), "at most 2"),
        (("--set", "rulings.grit=1", "--games", 3), "20"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    fracas: Fracas, noon: Path, tmp_path: Path, asked: tuple[object, ...], said: str
) -> None:
    """What cannot be compared is refused, and nothing is recorded."""
    given = ("compare", noon, *asked, "--store", tmp_path / "two.db")
    assert said in fracas(*given).refused()
    assert list(tmp_path.iterdir()) == [noon]


def test_a_recorded_run_is_compared_with_todays_code(
    fracas: Fracas, noon: Path, tmp_path: Path
) -> None:
    """A recorded run is compared with today's code."""
    store = tmp_path / "then.db"
    fracas("run", noon, "--games", 20, "--seed", "s", "--store", store)
    said = fracas("compare", store, "--today")
    assert "plays all 20 conflicts as they were recorded, event by event" in said.out
    document = fracas("compare", store, "--today", "--games", 20, "--json").json()
    assert (document["differ"], document["replay"], document["games"]) == (0, [], 20)
    for asked, expected in (
        (("--set", "rulings.nerve=1"), "expected no --agents, --set or --ruling"),
        (("--store", store), "expected another store"),
        (("nobody",), "has no run called 'nobody'"),
    ):
        refused = fracas("compare", store, "--today", *asked)
        assert refused.status == 2
        assert expected in refused.err


def test_a_sweep_says_what_was_too_large_to_be_solved(
    fracas: Fracas, noon: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three points that were too large, no other is solved."""
    monkeypatch.setattr(Point, "solve", _never)
    asked = ("sweep", noon, *TWO, "--vary", "rulings.grit=1..5", "--games", "40")
    said = " ".join(fracas(*asked).out.split())
    assert "5 points could not be solved in the time for that" in said
    assert fracas(*asked, "--json").json()["too_large"] == 3


def test_solving_in_vain_takes_a_tenth_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Solving in vain takes no more than a tenth of the time."""
    now, given = [0.0], list[float]()

    def slow(_: Point, budget: Budget) -> bool:
        given.append(budget.seconds)
        now[0] += 4.0
        return False

    monkeypatch.setattr(Point, "solve", slow)
    monkeypatch.setattr(points, "monotonic", lambda: now[0])
    effort, point = Effort("s", 40, 50.0), Point(load("alley"), [])
    assert not any(effort.solves(point) for _ in range(3))
    assert given == [5.0, 1.0]
    assert effort.failures == 2
