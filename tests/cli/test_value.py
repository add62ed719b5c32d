"""`fracas value` on the command line."""

import errno
import os
import re
from pathlib import Path

import pytest

from sim.cli.study.value_report import times_in_hundred
from sim.graph.clock import Clock
from sim.optimal.easier import DifferenceBounds
from sim.playtest import agent_values
from sim.study import graph_results, value_search
from tests.cli.conftest import Fracas
from tests.optimal.worked import OF_GRAPHS

FIGHT = str(OF_GRAPHS / "skill_roll_fight.toml")
PLANETS = str(OF_GRAPHS / "planets.toml")
UNHURRIED = ("--seconds", "900")
"""Long enough to work out what can be, on however busy a machine."""


def test_value_tells_who_gets_more_what_is_done_and_what_is_lost(
    fracas: Fracas,
) -> None:
    """`value` tells who gets more, how both play and what the agents lose."""
    said = fracas("value", FIGHT, *UNHURRIED).out
    assert "Toad gets 0.26852 more than Frog" in said
    assert "rounds 1 and 2, 1.67 times a conflict: Frog attacks Toad: stick." in said
    where = (
        "where Frog's damage is 3 or less and Toad's damage is 4 or more: Frog takes"
    )
    assert where in " ".join(said.split())
    assert "Better: Frog takes the turn to recover." in said
    assert "0.00463: Frog, round 2, 3 times in 100 conflicts" in said
    assert "exact: nobody gains more than 1e-14; 1214 states" in said


def test_value_as_json(fracas: Fracas) -> None:
    """--json has returns, strategies and losses that add up."""
    document = fracas("value", FIGHT, *UNHURRIED, "--json").json()
    assert document["format"] == 1
    assert document["certainty"] == "exact"
    assert document["value"]["low"] == document["value"]["high"]
    assert document["value"]["low"] == pytest.approx(-0.26851851851)
    frog, toad = document["own"]
    lost = sum(row["times"] * row["cost"] for row in document["lost"])
    own = frog["return"] - toad["return"]
    assert own == pytest.approx(document["value"]["low"] - lost)
    assert [frog["loses"], toad["loses"]] == pytest.approx([lost, 0.0])
    assert all(
        sum(answer["chance"] for answer in line["answers"]) == pytest.approx(1.0)
        for line in document["strategy"]
    )
    (recovers,) = [
        situation
        for situation in document["situations"]
        if "recover" in str(situation["does"])
    ]
    assert [limit["what"] for limit in recovers["where"]] == ["damage", "damage"]
    assert [limit["seat"] for limit in recovers["where"]] == ["Frog", "Toad"]
    assert recovers["times"] == pytest.approx(lost / document["lost"][0]["cost"])


def test_what_came_of_choices_unseen_stands_beside_what_is_lost(fracas: Fracas) -> None:
    """The effect of choices made unseen is told beside the losses."""
    asked = "value", PLANETS, "--agents", "uniform,uniform", "--ruling", "round_cap=1"
    said = " ".join(fracas(*asked, *UNHURRIED).out.split())
    assert (
        "comes out 0.06944 better than that explains: a choice made unseen is" in said
    )
    document = fracas(*asked, *UNHURRIED, "--json").json()
    frog, toad = document["own"]
    less = frog["loses"] - toad["loses"] - document["unseen"]
    own = frog["return"] - toad["return"]
    assert own == pytest.approx(document["value"]["low"] - less, abs=1e-12)


def test_a_bound_from_an_easier_conflict_is_said(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound from an easier conflict is said to be one."""
    monkeypatch.setattr(graph_results, "_ASKS", 0.0)
    monkeypatch.setattr(
        value_search, "bounds_by_easing", lambda *_: DifferenceBounds(-0.3, -0.25, 20)
    )
    given = "value", FIGHT, "--states", "60"
    said = fracas(*given).out
    assert "Toad gets 0.25000 to 0.30000 more than Frog" in said
    for end in ("lower", "upper"):
        assert f"(the {end} bound is what an easier conflict is worth)" in said
    assert fracas(*given, "--json").json()["bounded_by"] == [graph_results.EASIER] * 2


def test_what_does_not_fit_lies_between_bounds(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not fit has bounds, which hold the value, and is not called exact.

    Beside them stands what it is worth among shipped agents, with its own interval.
    """
    monkeypatch.setattr(agent_values, "_GAMES", 200)
    monkeypatch.setattr(value_search, "_bounds_by_easing", lambda *_: None)
    asked = ("value", FIGHT, "--states", 400)
    document = fracas(*asked, "--json").json()
    assert document["certainty"] == "bounds"
    assert document["value"]["low"] <= -29 / 108 <= document["value"]["high"]
    said = fracas(*asked).out
    assert "bounds: " in said
    assert "does not fit into 400 states" in said
    assert "exact" not in said
    between = r"among \d+ (and \d+ )?ways of playing Toad gets .* more than Frog"
    assert re.search(rf"{between} \(95 % interval\):", " ".join(said.split()))
    assert re.search(r"^  Frog plays \S+ \d+ %", said, re.MULTILINE)
    told = document["among"]
    assert told["difference"]["low"] < told["difference"]["high"]
    assert [side["seat"] for side in told["sides"]] == ["Frog", "Toad"]
    assert fracas("value", FIGHT, "--json").json()["among"] is None


def test_json_says_why_something_is_not_known(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON says why something is not known, and has no reasons where all is."""
    monkeypatch.setattr(agent_values, "value_among_agents", lambda *_: None)
    monkeypatch.setattr(value_search, "_bounds_by_easing", lambda *_: None)
    document = fracas("value", FIGHT, "--states", 400, "--json").json()
    assert document["among"] is None
    assert "play alike" in document["among_why"]
    assert document["lost"] is None
    assert document["lost_why"].endswith("fits into 400 states")
    assert not [key for key in fracas("value", FIGHT, "--json").json() if "why" in key]


@pytest.mark.slow
def test_best_play_that_is_known_in_parts_is_told(fracas: Fracas) -> None:
    """Best play that is known in part is told, with the agent for the rest."""
    said = fracas("value", FIGHT, "--states", 900).out
    assert "Frog (otherwise as steady):" in said
    assert "round 2, 3 times in 100 conflicts: Frog takes the turn to recover." in said
    assert "Toad does what steady does." in said
    assert "exact: nobody gains more than" in said


@pytest.mark.slow
def test_questions_of_a_round_are_told_apart(fracas: Fracas) -> None:
    """Questions with the same answer are told apart by the other options."""
    said = fracas("value", FIGHT).out
    alike = "rounds 1 and 2, 1.67 times a conflict: Frog attacks Toad: stick. (or:"
    assert f"{alike} does nothing, gives up)" in " ".join(said.split())
    lines = fracas("value", FIGHT, "--json").json()["strategy"]
    keys = [
        (line["seat"], line["round"], str(line["answers"]), str(line["instead"]))
        for line in lines
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("often", "words"),
    [
        (2.0, "2.00 times a conflict"),
        (1.0, "in every conflict"),
        (0.02, "2 times in 100 conflicts"),
        (0.0099, "once in 100 conflicts"),
        (0.00008, "once in 12,000 conflicts"),
    ],
)
def test_how_often_in_words(often: float, words: str) -> None:
    """How often something happens is told in words, however rare."""
    assert times_in_hundred(often) == words


def test_only_some_decisions_are_free(fracas: Fracas) -> None:
    """--free lets only some decisions be chosen, and refuses unknown kinds."""
    asked = ("value", FIGHT, "--ruling", "round_cap=1", "--free")
    said = fracas(*asked, "action,gate").out
    assert "(free: action, gate; the agents make every other decision)" in said
    assert fracas(*asked, "dice", "--json").json()["free"] == ["dice"]
    assert "Best play comes to no decision that is free." in fracas(*asked, "dice").out
    assert "did you mean gate?" in fracas(*asked, "gates").refused()


@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        ("footrace", "here are 3: among more, two may join forces"),
        ("stuck_door", "here is one"),
        ("skill_chase", "a team that hides answers from each other"),
    ],
)
def test_other_conflicts_are_refused(
    fracas: Fracas, scenario: str, reason: str
) -> None:
    """Conflicts that have no value are refused with the reason."""
    assert reason in fracas("value", scenario).refused()


def test_bounds_are_printed_if_nothing_can_be_saved(
    fracas: Fracas, tmp_path: Path
) -> None:
    """Without an exact value nothing is saved, and the bounds are printed all the same.

    In JSON, too, and then one sentence says why nothing is saved.
    """
    asked = ("value", FIGHT, "--states", 20, "--save", tmp_path / "best")
    why = "error: skill_roll_fight does not fit into 20 states, so there is no strategy"
    said = fracas(*asked)
    assert "bounds: " in said.out
    document = fracas(*asked, "--json")
    assert document.json()["saved"] == []
    for one in (said, document):
        assert one.status == 2
        assert one.err.startswith(why)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused_at_once(
    fracas: Fracas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether strategies can be written is known before anything is computed."""

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", denied)
    folder = tmp_path / "best"
    said = fracas("value", FIGHT, "--save", folder).refused()
    assert said.endswith(f"{folder} cannot be made (Permission denied)")


def test_a_folder_that_nobody_may_write_into_is_refused_at_once(
    fracas: Fracas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that is there is no better than a new one if no file can be made."""
    may = os.access

    def may_not_write(path: Path, mode: int) -> bool:
        return not (mode & os.W_OK and Path(path) == folder) and may(path, mode)

    folder = tmp_path / "best"
    folder.mkdir()
    monkeypatch.setattr(os, "access", may_not_write)
    said = fracas("value", FIGHT, "--save", folder).refused()
    assert said.endswith(f"{folder} cannot be written into (Permission denied)")


def test_what_is_not_told_is_said(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value without time to tell the play is exact, and says so."""

    def late(*_: object, **__: object) -> None:
        Clock(0.0).look()

    monkeypatch.setattr(graph_results, "strategy_lines", late)
    said = fracas("value", FIGHT).out
    assert "exact: nobody gains more than" in said
    assert "(how both play is not told: 0 seconds were too few)" in said
    told = fracas("value", FIGHT, "--json").json()
    assert told["untold"] == "0 seconds were too few"
    assert told["strategy"] == []
