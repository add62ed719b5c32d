"""`fracas fit`, and `fracas run --agents all`."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Fracas

TOY = """\
title = "Two at noon"
system = "toy"

[[seats]]
name = "Ann"

[[seats]]
name = "Bo"
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Write a scenario whose seats stand in tables of their own."""
    file = tmp_path / "two.toml"
    file.write_text(TOY, "utf-8")
    return file


@pytest.mark.slow
def test_it_prints_an_agent_for_every_side(fracas: Fracas, toy: Path) -> None:
    """`fit` prints an agent for every side, and the same one for the same seed."""
    said = fracas("fit", toy, "--games", 1, "--seed", "x")
    assert said.status == 0
    assert "Ann: steady" in said.out
    assert re.search(r"^.*, \d+ conflicts played$", said.out, re.MULTILINE)
    assert said.out == fracas("fit", toy, "--games", 1, "--seed", "x").out


def test_it_writes_a_file_that_can_be_played(fracas: Fracas, toy: Path) -> None:
    """--to writes a new scenario with the agents that were found."""
    to = toy.with_name("fitted.toml")
    done = fracas("fit", toy, "--games", 1, "--to", to, "--json")
    agents = [side["agent"] for side in done.json()["sides"]]
    assert done.err == f"{to} is written; try: fracas run {to}\n"
    assert fracas("run", to, "--games", 1, "--json").json()["agents"] == agents


def test_a_file_that_is_there_is_refused_before_anything_is_played(
    fracas: Fracas, toy: Path
) -> None:
    """A file that is there already is refused before anything is played."""
    to = toy.with_name("fitted.toml")
    to.write_text("mine", "utf-8")
    asked = fracas("fit", toy, "--games", 1, "--to", to)
    assert (asked.status, asked.out) == (2, "")
    assert "is there already, expected the name of a new file" in asked.err
    assert to.read_text("utf-8") == "mine"
    nowhere = fracas("fit", toy, "--games", 1, "--to", toy.with_name("no") / "a.toml")
    assert (nowhere.status, nowhere.out) == (2, "")
    assert "there is no directory" in nowhere.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("run", "alley", "--agents", "all", "--store", "x.db"), "leave out --store"),
        (("fit", "ally"), "did you mean alley?"),
    ],
)
def test_what_cannot_be_is_said(
    fracas: Fracas, args: tuple[str, ...], said: str
) -> None:
    """What cannot be fitted is refused with status 2."""
    asked = fracas(*args)
    assert asked.status == 2
    assert said in " ".join(asked.err.split())


@pytest.mark.parametrize(
    "args",
    [
        ("fit", "--games", "1"),
        ("exploit", "--against", "steady", "--games", "1"),
        ("run", "--agents", "all", "--games", "1"),
    ],
)
def test_a_file_that_a_scenario_names_is_not_run(
    fracas: Fracas, toy: Path, args: tuple[str, ...]
) -> None:
    """An agent from a file that the scenario names is not run."""
    agent, ran = toy.with_name("mine.py"), toy.with_name("ran")
    agent.write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    toy.write_text(f"{TOY}agent = {str(agent)!r}\n", "utf-8")
    asked = fracas(args[0], toy, *args[1:])
    assert asked.status == 2
    assert "the agent of the seat Bo" in asked.err
    assert not ran.exists()


def test_a_field_shows_the_range_of_every_side_and_seat(
    fracas: Fracas, toy: Path
) -> None:
    """`--agents all` prints the range of each side and seat, the same for a seed."""
    args = ("run", toy, "--agents", "all", "--games", 50, "--seed", "x")
    document = fracas(*args, "--json").json()
    assert [side["seats"] for side in document["sides"]] == [["Ann"], ["Bo"]]
    for side in document["sides"]:
        low, high = side["win"]
        assert 0 <= low <= high <= 1
    assert document["played"] == len(document["field"])
    for cell in document["field"]:
        assert cell["games"] == 1
        win = cell["win"]
        assert win["low"] < win["value"] or not win["value"]
        assert win["high"] - win["low"] > 0.7
        assert cell["return_high"] - cell["return_low"] > 0.7
    file = toy.with_name("field.html")
    said = fracas(*args, "--html", file)
    page = file.read_text("utf-8")
    for seat in document["seats"]:
        for mean, low, high in zip(
            *(seat[key] for key in ("return", "return_low", "return_high")), strict=True
        ):
            interval = f"{mean:.2f} [{low:.2f}, {high:.2f}]"
            assert interval in page
            assert interval in said.out
    ends = said.out.split("\n\n")[1].splitlines()
    assert ends[0].split()[-3:] == ["wins", "return", "games"]
    assert all("[" in line and line.endswith(" 1") for line in ends[2:6])
    assert "Each row rests on fewer than 10 games" in said.out
    assert "the field: their own, steady, " in said.out
    assert "the same again: fracas run " in said.out
    got = said.out.split("\n\n")[2].splitlines()
    assert got[2].split()[:5] == ["seat", "least", "as", "most", "as"]
    assert " ".join(got[4:]).count("against") == 4
    assert (said.status, said.out) == (0, fracas(*args).out)
    assert "where it won least, and where most" in said.out


def test_whose_own_is_one_of_the_field_is_said(fracas: Fracas) -> None:
    """An agent of the field that is a side's own plays once, as its own."""
    args = ("run", "alley", "--agents", "all", "--games", 1, "--seed", "x")
    said = fracas(*args).out
    assert "cautious; their own are steady (Tela), steady:" in said
    cells = [
        cell for cell in fracas(*args, "--json").json()["field"] if cell["side"] == 1
    ]
    assert "steady" not in {cell["agent"] for cell in cells}


def test_a_result_of_one_set_of_agents_says_so(fracas: Fracas, toy: Path) -> None:
    """A result of one set of agents mentions `--agents all`."""
    said = fracas("run", toy, "--games", 3)
    assert "--agents all (who plays)" in said.out


def test_a_side_without_a_rival_has_a_field_and_is_fitted(fracas: Fracas) -> None:
    """A side without a rival has a field too, and can be fitted."""
    said = fracas("run", "stuck_door", "--agents", "all", "--games", 50, "--seed", "s")
    assert "  nobody  " in said.out
    assert "; their own is steady:price=0\n" in said.out
    fitted = fracas("fit", "stuck_door", "--games", 600).out
    assert "\nWolf-Snarl, Skala, Miska: steady" in fitted


def test_whose_own_agents_differ_are_told_apart(fracas: Fracas) -> None:
    """Where a side's own agents differ they are listed by seat."""
    karo = ("--set", "seats[1].agent=spender")
    run = ("run", "footrace", *karo, "--agents", "all", "--games", 10)
    said = fracas(*run, "--seed", "s")
    assert "; their own are steady (Vell; Ione), spender (Karo)\n" in said.out
