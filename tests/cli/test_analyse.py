"""What `fracas analyse` prints, and how it answers mistakes."""

import csv
import io
import json
import shlex
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.analysis.moments import Account
from sim.analysis.pace import Pace
from sim.analysis.scale import in_tenths
from sim.analysis.values import TIME
from sim.cli.documents.table import DOCUMENTS
from sim.cli.main import main
from tests.cli.conftest import check_shape


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a store with two conflicts of a small scenario."""
    path = str(tmp_path_factory.mktemp("analysed") / "duels.db")
    made = ["run", "stuck_door", "--games", "2", "--seed", "demo", "--store", path]
    assert main(made) == 0
    return path


def test_seats_add_up_and_moments_are_told(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Expected, luck and advantage add up in JSON, and the last values are results."""
    assert main(["analyse", store, "1", "--json"]) == 0
    out = capsys.readouterr().out
    check_shape("analyse", out, DOCUMENTS)
    document = json.loads(out)
    assert document["how"] == document["certainty"] == "exact"
    for seat in document["seats"]:
        whole = seat["expected"] + seat["luck"] + seat["advantage"]
        assert isclose(whole, seat["came_to"], abs_tol=1e-9)
    assert {moment["kind"] for moment in document["moments"]} <= {"throw", "choice"}
    assert document["moments"][-1]["values"] == [
        s["came_to"] for s in document["seats"]
    ]


_AMOUNT = st.floats(0.0, 1.0)


@given(_AMOUNT, _AMOUNT, st.floats(-1.0, 1.0))
def test_printed_figures_add_up(expected: float, result: float, luck: float) -> None:
    """Printed figures add up, and none is off by more than rounding."""
    own = result - expected - luck
    counts = {"choices": 1, "marked": 0, "cost": 0.0}
    account = Account("A", 0, 0, "steady", expected, luck, own, 0.0, result, **counts)
    said = [float(text) for text in in_tenths(account)]
    start = float(f"{round(1000 * expected) / 10:.1f}")
    assert isclose(start + said[0] + said[1], said[2], abs_tol=1e-6)
    for text, amount in zip(said, (luck, own, result), strict=True):
        assert abs(text - 100 * amount) <= 0.2 + 1e-6


def test_people_read_three_sentences_a_table_and_a_curve(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text for people has the sentences, the table and the moments."""
    assert main(["analyse", store, "1", "--all"]) == 0
    out = capsys.readouterr().out
    assert "At the start Wolf-Snarl could expect 69 of 100" in out
    assert "Values: exact." in out
    assert "advantage = result" in out
    assert "# Wolf-Snarl, Skala and Miska" in out


def test_means_of_games_have_their_error(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Values that are means of games say why they are not exact, with their error."""
    assert main(["analyse", store, "1", "--steps", "0", "--games", "8"]) == 0
    out = capsys.readouterr().out
    assert "means of 8 games from each moment" in out
    assert "Not exact: exact values were not tried, as asked by 0 steps; --steps" in out
    assert " ± " in out


def test_what_is_not_exact_says_which_option_makes_it_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Values that are not exact name the option that makes them so, if one does."""
    path = str(tmp_path / "page.db")
    seen = ["--agents", "steady,uniform", "--seed", "x", "--store", path]
    assert main(["run", "skill_page", "--games", "1", *seen]) == 0
    capsys.readouterr()
    few = ["analyse", path, "1", "--as", "steady", "--games", "2", "--steps"]
    assert main([*few, "10"]) == 0
    out = capsys.readouterr().out
    assert "Not exact: exact values take more than 10 steps; --steps allows" in out
    assert main([*few, "10", "--json"]) == 0
    why = json.loads(capsys.readouterr().out)["not_exact"]
    assert why == "exact values take more than 10 steps"
    assert main([*few, "20000"]) == 0
    assert "Not exact" not in capsys.readouterr().out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pace, "left", -1.0)
        assert main([*few, "20000"]) == 0
    assert f"more than {TIME}; --seconds allows more." in capsys.readouterr().out


@pytest.mark.slow
def test_printed_commands_go_on_with_the_same_agents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed commands have the same --as, and run."""
    path = str(tmp_path / "my duels.db")
    seats = ["--agents", "uniform,uniform", "--seed", "x", "--store", path]
    assert main(["run", "skill_page", "--games", "1", *seats]) == 0
    capsys.readouterr()
    assert main(["analyse", path, "1", "--as", "steady"]) == 0
    out = capsys.readouterr().out
    said = [line for line in out.splitlines() if "What if: fracas" in line]
    assert said
    for line in said:
        arguments = shlex.split(line.partition("fracas ")[2])
        assert arguments[-2:] == ["--as", "steady"]
        assert main(arguments) == 0
        capsys.readouterr()
    assert main([*arguments[:-1], "stedy"]) == 2


def test_rows_are_written_as_csv(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """--csv has a row for each moment and participant."""
    assert main(["analyse", store, "2", "--csv", "--steps", "0", "--games", "8"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["seat"] for row in rows} == {"Wolf-Snarl", "Skala", "Miska"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["9"], "has the conflicts 1 to 2, not 9"),
        (["1", "--as", "stedy"], "stedy"),
        (["1", "--games", "1"], "expected a whole number of at least 2"),
        (["1", "--json", "--csv"], "exclude each other"),
        (["1", "--as", "a,b,c,d"], "4 agents for 3 seats"),
        (["1", "--steps", "0", "--seconds", "1e-6"], "no time for any judgement"),
    ],
)
def test_a_mistake_is_one_sentence(
    store: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake is refused in one sentence, with status 2 and nothing on stdout."""
    assert main(["analyse", store, *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert not captured.out


def test_there_is_no_such_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A store that does not exist is refused."""
    assert main(["analyse", str(tmp_path / "none.db")]) == 2
    assert "error:" in capsys.readouterr().err


def test_a_scenario_is_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    """A scenario given as a store is refused with the command that makes a store."""
    assert main(["analyse", "stuck_door"]) == 2
    assert "fracas run stuck_door --store" in capsys.readouterr().err
