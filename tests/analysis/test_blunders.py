"""An agent that plays best is charged nothing, and after one blunder just for that."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fracas
from sim.analysis.analyse import Effort, Record, analyse
from sim.analysis.analysis import Analysis
from sim.analysis.judging import BLUNDER, ExactBoard
from sim.analysis.moments import Moment
from sim.analysis.points import Point, points
from sim.analysis.values import ExactValues
from sim.conflict.walk import Walk
from tests.analysis.records import NAMES, loaded, options_of, played_on
from tests.tiers import later

EXACT = 1e-9
QUICK = later(NAMES, set(NAMES) - {"planets", "skill_roll", "solar_system"})
"""Tiny conflicts of each system, of which three are quick."""
EFFORT = Effort(steps=10**6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the files of agents."""
    return tmp_path_factory.mktemp("replies")


@cache
def _specs(name: str, folder: Path) -> tuple[float, tuple[str, ...]]:
    """Return what the first seat's best reply to `steady` returns, and who plays."""
    scenario = loaded(name)
    seats = scenario.system.seats(scenario.scenario)
    reply = fracas.reply(scenario, seats[0].name, against="steady", games=0)
    spec = reply.save(folder / f"{name}.py")
    return reply.returns, (spec, *["steady"] * (len(seats) - 1))


@cache
def _values(name: str, folder: Path) -> ExactValues:
    scenario = loaded(name)
    seats = scenario.system.seats(scenario.scenario)
    begun = scenario.system.initial(scenario.scenario)
    specs = _specs(name, folder)[1]
    return ExactValues(scenario.system, begun, seats, specs, steps=10**6)


def _record(name: str, folder: Path, seed: str) -> Record:
    specs = _specs(name, folder)[1]
    played = Record.of(fracas.play(loaded(name), list(specs), seed=seed))
    return structs.replace(played, conflict=name)


def _own(analysis: Analysis) -> list[Moment]:
    return [choice for choice in analysis.choices if choice.seat == analysis.seats[0]]


@pytest.mark.parametrize("name", QUICK)
def test_the_best_reply_is_charged_nothing(name: str, folder: Path) -> None:
    """A best reply is charged nothing, and is worth what `reply` says."""
    returns, specs = _specs(name, folder)
    analysis = analyse(_record(name, folder, "best"), specs, effort=EFFORT)
    assert analysis.how == "exact"
    assert analysis.accounts[0].expected == pytest.approx(returns, abs=EXACT)
    assert _own(analysis)
    assert all(moment.cost < EXACT for moment in _own(analysis))


@pytest.mark.parametrize("name", QUICK)
def test_just_the_planted_blunder_is_found(name: str, folder: Path) -> None:
    """Of an agent that plays best but once, that one choice is marked, and no other."""
    _, specs = _specs(name, folder)
    board = ExactBoard(loaded(name).system, _values(name, folder))
    for seed in map(str, range(20)):
        recorded = _record(name, folder, seed)
        cost, at, worst = _worst(recorded, board)
        if cost < BLUNDER:
            continue
        analysis = analyse(played_on(recorded, at, worst, specs), specs, effort=EFFORT)
        marked = [moment for moment in _own(analysis) if moment.mark]
        # The record begins with who took part, what is played on does not.
        assert [moment.event for moment in marked] == [at.event - 1]
        assert marked[0].mark == "blunder"
        assert marked[0].cost == pytest.approx(cost, abs=EXACT)
        return
    pytest.fail("in none of 20 conflicts can the first seat blunder")


def _worst(recorded: Record, board: ExactBoard) -> tuple[float, Point, Any]:
    """Return the dearest option that the first seat had in *one*, and where."""
    begun = Walk(recorded.system, recorded.begun).state
    points_ = points(recorded.system, begun, recorded.events, board.start, board.after)
    costs = [
        (board.judge(structs.replace(point, fact=option)).cost, point, option)
        for point in points_
        for option in options_of(point)
        if point.is_choice and point.asked.who == 0
    ]
    return max(costs, key=lambda case: case[0])
