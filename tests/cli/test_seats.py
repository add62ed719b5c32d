"""Seats are named in any case, wherever a command names one."""

import shlex
from pathlib import Path

import pytest

from sim.reading.hints import as_known
from tests.cli.conftest import Fracas

SAME = [
    "run stuck_door --games 2 --seed s --force '{}: x'",
    "run stuck_door --games 2 --seed s --set seats[{}].agent=bold",
    "exploit stuck_door --against first --seat {} --games 50",
    "tournament alley --agents first,steady --fix {} --games 2 --seed s",
    *(
        pytest.param(command, marks=pytest.mark.slow)
        for command in (
            "reply stuck_door --seat {} --agent steady --json",
            "sweep skill_page --vary seats[{}].skills.intrusion=9,10 --seed s",
            "sweep skill_page --vary goal=1,2 --of wins({}) --seed s",
            "tune skill_page --vary goal=1..2 --target wins({})=0.5",
        )
    ),
]
"""A command for every option that names a seat, with the place of its name."""
NAMES = {"stuck_door": "Skala", "skill_page": "Hacker", "alley": "Gael"}


@pytest.mark.parametrize("command", SAME)
def test_seats_are_named_in_any_case(fracas: Fracas, command: str) -> None:
    """Every command takes a seat's name in any case."""
    words = shlex.split(command)
    name = NAMES[words[1]]
    said = [
        fracas(*(word.replace("{}", form) for word in words))
        for form in (name, name.lower(), name.upper())
    ]
    shown = [
        (answer.status, answer.out.casefold(), answer.err.casefold()) for answer in said
    ]
    assert shown[1:] == shown[:-1]
    assert "did you mean" not in said[1].err


def test_a_seat_of_a_record_is_named_in_any_case(
    fracas: Fracas, tmp_path: Path
) -> None:
    """`whatif` and `play --from` take a seat's name in any case."""
    store = tmp_path / "door.db"
    fracas("run", "stuck_door", "--games", "1", "--seed", "s", "--store", store)
    asked = ["whatif", store, "1", "--at", "1", "--agent"]
    assert fracas(*asked, "skala=bold").out == fracas(*asked, "Skala=bold").out
    sat = fracas("play", "--from", store, "1@999", "--seat", "SKALA")
    assert "nobody is called" not in sat.err


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("ann", ["Ann", "Bo"], "Ann"),
        ("ann", ["Ann", "ANN"], "ann"),
        ("ANN", ["Ann", "ANN"], "ANN"),
        ("cy", ["Ann", "Bo"], "cy"),
        ("ann", ["Ann", "Ann"], "Ann"),
    ],
)
def test_as_known_finds_a_name_whatever_its_case(
    name: str, known: list[str], meant: str
) -> None:
    """A name is found in any case, unless two differ by their case alone."""
    assert as_known(name, known) == meant
