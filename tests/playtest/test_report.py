"""A report: five sentences, typed parts, rows, the same again."""

import msgspec
import pytest

import fracas
from sim.errors import AgentError, OddsError
from sim.playtest import playtest as module
from sim.playtest.report import PARTS

DOOR = "stuck_door"


def door(seed: str = "s") -> fracas.PlaytestReport:
    """The smallest report of a small scenario."""
    return fracas.playtest(DOOR, budget="300 games", seed=seed)


def test_a_report_has_five_sentences_and_all_parts() -> None:
    """The rows say which part they belong to, and everything goes into JSON."""
    report = door()
    assert [one.about for one in report.sentences] == [
        *("fair", "decides", "options", "feels", "change")
    ]
    assert report.missing == ()
    assert {row["part"] for row in report.rows()} <= set(PARTS)
    words = msgspec.json.decode(msgspec.json.encode(report.to_dict()))
    assert (words["format"], words["scenario"], words["budget"]) == (1, DOOR, 300)
    assert words["fairness"]["sides"][0]["score"].keys() == {"value", "low", "high"}


def test_the_same_seed_gives_the_same_report() -> None:
    """Whatever the machine does."""
    assert door().to_dict() == door().to_dict()
    assert door("other").to_dict() != door().to_dict()


def test_an_interrupt_leaves_the_parts_that_were_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And says so."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_fairness", interrupted)
    report = door()
    assert report.stopped
    assert report.course is not None
    assert report.missing == ("fairness", "restricted", "coverage", "sensitivity")
    assert [one.about for one in report.sentences] == ["decides", "feels"]


def test_what_cannot_be_played_is_refused() -> None:
    """Too small a budget, and an agent too many."""
    with pytest.raises(OddsError, match="expected at least 300 games"):
        fracas.playtest(DOOR, budget="20 games")
    with pytest.raises(AgentError, match="4 agents for 3 seats"):
        fracas.playtest(DOOR, ["steady"] * 4, budget="300 games")
