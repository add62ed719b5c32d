"""`fracas play --from` gives a person a seat within a recorded conflict."""

from pathlib import Path

import pytest
from click import testing

from sim.cli.main import cli
from tests.cli.conftest import Fracas


@pytest.fixture
def store(duels: str) -> str:
    """Return a store with one conflict of a duel."""
    return duels


def _sit(*args: object, typed: str) -> testing.Result:
    return testing.CliRunner().invoke(cli, [str(arg) for arg in args], input=typed)


def test_whoever_chooses_as_recorded_meets_the_recorded_end(
    fracas: Fracas, store: str
) -> None:
    """Choosing as recorded leads on to what was recorded."""
    events = fracas("replay", store, "--json").lines()
    first = fracas("whatif", store, "--at", 4, "--json").json()
    number = 1 + first["options"].index(first["recorded"])
    second = fracas("whatif", store, "--at", 11, "--json").json()
    played = _sit(
        "play",
        "--from",
        store,
        "1@4",
        "--seat",
        "Hacker",
        typed=f"{number}\n" + "1\n" * 99,
    )
    assert played.exit_code == 0
    assert ", from event 4 on" in played.stdout
    assert second["recorded"] in played.stdout
    assert events[4]["told"].splitlines()[0] in played.stdout


def test_what_was_played_on_is_kept_and_audited(fracas: Fracas, store: str) -> None:
    """A branch that a person played is kept with its parent, and audits clean."""
    asked = ["play", "--from", store, "1@20", "--seat", "Hacker", "--store", store]
    played = _sit(*asked, typed="2\nu\n3\n" + "1\n" * 99)
    assert played.exit_code == 0
    assert "the last choice is taken back" in played.stdout
    run, branch = fracas("list", store, "--json").lines()
    assert branch["branch"]["parent"] == f"{run['run']}-1"
    assert branch["branch"]["how"] == "person"
    assert branch["agents"][0].startswith("person:choices=")
    audited = fracas("audit", store)
    assert audited.out.startswith("clean")
    kept = fracas("replay", store, f"{branch['run']}-1").out
    ended = next(line for line in played.stdout.splitlines() if "It ended" in line)
    assert ended in kept


def test_one_can_try_again_with_other_dice(fracas: Fracas, store: str) -> None:
    """--seed rolls other dice than the record's, the same for a seed."""
    at = fracas("replay", store, "--json").lines()
    throw = next(moment["event"] for moment in at if moment.get("faces"))
    asked = ["play", "--from", store, f"1@{throw}", "--seat", "Hacker"]

    def first(*more: str) -> str:
        played = _sit(*asked, *more, typed="1\n" * 99)
        assert played.exit_code == 0
        return played.stdout.partition("leaves")[2]

    assert first("--seed", "y") == first("--seed", "y") != first()


def test_one_sits_down_in_a_round_typed_in(fracas: Fracas) -> None:
    """A person can play on from a round that was typed in."""
    del fracas
    asked = ["play", "--from", "tela_gael_printed", "1@4", "--seat", "Tela"]
    played = _sit(*asked, typed="1\n" * 200)
    assert played.exit_code == 0
    assert "It ended" in played.stdout


@pytest.mark.parametrize(
    ("place", "more", "words"),
    [
        ("1", [], "expected CONFLICT@EVENT"),
        ("1@two", [], "expected CONFLICT@EVENT"),
        ("@4", [], "expected CONFLICT@EVENT"),
        ("1@1", [], "event 1 is no choice or throw"),
        ("1@999", [], "expected one from 1 to"),
        ("7@4", [], "has the conflicts 1 to 1, not 7"),
        ("dance@4", [], "names no conflict"),
        ("1@4", ["--seed", "y", "--store", "x.db"], "leave out --seed"),
        ("1@4", ["--ruling", "scale=fine"], "leave out --ruling"),
        ("1@4", ["--sandbox"], "leave out --sandbox"),
        ("1@4", ["--store", "no/such/place.db"], "no/such/place.db"),
        ("1@4", ["--agents", "steady,stedy"], "did you mean steady?"),
    ],
)
def test_no_place_to_sit_down_is_one_sentence(
    fracas: Fracas, store: str, place: str, more: list[object], words: str
) -> None:
    """A place that is not there is refused with what was expected."""
    asked = ["play", "--from", store, place, "--seat", "Hacker", *more]
    assert words in fracas(*asked).refused()


def test_a_seat_has_a_name(fracas: Fracas, store: str) -> None:
    """A misspelt seat is refused with the nearest."""
    asked = ["play", "--from", store, "1@4", "--seat", "Hakcer"]
    assert "did you mean Hacker?" in fracas(*asked).refused()


STRANGER = """
from sim.seam.protocol import Agent


class Stranger(Agent):
    def choose(self, asked):
        return asked.options[0]
"""


def test_the_others_are_the_agents_that_played(fracas: Fracas, tmp_path: Path) -> None:
    """The other seats are played by the agents of the record."""
    path = str(tmp_path / "duels.db")
    agents = ("--agents", "first,steady")
    fracas("run", "skill_page", "--games", 1, "--seed", "x", "--store", path, *agents)
    asked = ("play", "--from", path, "1@4", "--seat", "ArmorMan", "--store", path)
    assert _sit(*asked, typed="1\n" * 99).exit_code == 0
    _, branch = fracas("list", path, "--json").lines()
    assert branch["agents"][0] == "first"


def test_a_strangers_file_is_not_run_unless_it_is_trusted(
    fracas: Fracas, tmp_path: Path
) -> None:
    """A recorded agent from a file is not run, unless its seat is taken."""
    agent, path = tmp_path / "stranger.py", str(tmp_path / "duels.db")
    agent.write_text(STRANGER, "utf-8")
    fracas(
        "run",
        "skill_page",
        "--games",
        1,
        "--seed",
        "x",
        "--store",
        path,
        "--agents",
        f"{agent},steady",
    )
    asked = ("play", "--from", path, "1@4", "--seat")
    assert "not run unless you say so" in fracas(*asked, "ArmorMan").refused()
    assert _sit(*asked, "Hacker", typed="1\n" * 99).exit_code == 0
    assert fracas("whatif", path, "--at", 4).out.startswith("Event 4")
    instead = ("--agent", "Hacker=steady")
    assert (
        "Played on by: Hacker=steady" in fracas("whatif", path, "--at", 4, *instead).out
    )
    assert (
        "not run unless" in fracas("whatif", path, "--at", 4, "--choose", 1).refused()
    )
    assert (
        "needs something to change"
        in fracas("whatif", path, "--at", 4, "--games", 20).refused()
    )
